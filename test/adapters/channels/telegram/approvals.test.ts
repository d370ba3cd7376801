import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sealOf } from '../../../../src/adapters/channels/telegram/cards/seen-cards.ts';
import type { ApprovalCard, Decision, DecisionAnswer } from '../../../../src/domain/approvals/card.ts';
import type { StandingApproval } from '../../../../src/domain/approvals/standing.ts';
import { fault } from '../../../../src/domain/supervision/failure.ts';
import { card, receiver, receiving, rejectsWith, type TestAgent } from '../../../contracts/channel.ts';
import type { SentMessage } from '../../../peers/telegram/telegram.ts';
import { chat, owner, type Rig, rigged } from './telegram-rig.ts';

const never = new AbortController().signal;
const low: ApprovalCard = { ...card, risk: 'low' };
const grave: ApprovalCard = {
  ...card,
  risk: 'irreversible',
  intent: 'Run `rm -rf x`',
  consequences: { approve: 'It runs once.', deny: 'It does not run.' },
  word: 'harbour',
  choices: ['zebra', 'harbour', 'candle', 'lemon'],
};

/** Asks with this card and answers the message it came in. */
async function shown(rig: Rig, which: ApprovalCard): Promise<SentMessage> {
  const { ref } = await rig.channel.ask(chat, which, never);
  const message = rig.peer.sent.all.find(sent => String(sent.messageId) === ref);
  assert.ok(message);
  return message;
}

/** Presses, and gives what the owner is told once the press is taken. */
async function tap(rig: Rig, agent: TestAgent, press: () => string, channel = rig.channel): Promise<string> {
  let text = '';
  await receiving(channel, agent.receiver, async () => {
    const id = press();
    text = (await rig.peer.answers.until(answer => answer.id === id)).text;
    await rig.done();
  });
  return text;
}

const labels = (message: SentMessage) => message.buttons.map(({ text }) => text);
const first = ['Approve', 'Info', 'Deny with a reason', 'Deny'];

describe('approvals in Telegram', () => {
  test('given a card of low risk, when approve is tapped, then that is a yes, with digest, nonce and account', async () => {
    await using rig = await rigged();
    const { ref } = await rig.channel.ask(chat, low, never);
    const message = rig.peer.sent.all.at(-1)!;
    assert.deepEqual(
      message.buttons.map(button => [button.text, button.data, button.style]),
      [
        ['Approve', 'a:k3Qm9xTda', 'success'],
        ['Info', 'a:k3Qm9xTdi', undefined],
        ['Deny with a reason', 'a:k3Qm9xTdw', undefined],
        ['Deny', 'a:k3Qm9xTdd', 'danger'],
      ],
    );
    const agent = receiver({ card: low });
    assert.equal(await tap(rig, agent, () => rig.peer.press(owner, message, 'Approve')), 'Approved.');
    assert.deepEqual(agent.decisions, [
      { approval: card.key, decision: 'approve', by: 'telegram:42', digest: card.digest, nonce: card.nonce },
    ]);
    await rig.channel.settle(chat, ref, low, 'granted', 'telegram:42', never);
    await rig.channel.settle(chat, ref, low, 'granted', 'telegram:42', never);
    assert.deepEqual(message.buttons, []);
    assert.match(message.text, /^✅ Approved on Telegram \(42\) · [^\n]+ · k3Qm9xTd$/);
    assert.equal(message.history.length, 1);
  });

  test('given medium or high risk, when approve is tapped, then the button names what a yes does, and the second tap is the yes', async () => {
    for (const risk of ['medium', 'high'] as const) {
      await using rig = await rigged();
      const which = { ...card, risk, intent: 'Run `rm -rf x`' };
      const message = await shown(rig, which);
      const agent = receiver({ card: which });
      const press = (button: string) => tap(rig, agent, () => rig.peer.press(owner, message, button));
      assert.match(await press('Approve'), /^Tap again to confirm\.$/);
      assert.deepEqual(labels(message), ['Yes: Run `rm -rf x`', 'Back']);
      assert.equal(await press('Back'), '');
      assert.deepEqual(labels(message), first);
      assert.deepEqual(agent.decisions, []);
      await press('Approve');
      assert.equal(await press('Yes: Run `rm -rf x`'), 'Approved.');
      assert.deepEqual(
        agent.decisions.map(({ decision, confirmation, nonce }) => [decision, confirmation, nonce]),
        [['approve', 'yes', card.nonce]],
      );
    }
  });

  test('given what cannot be undone, when a yes is wanted, then only the right one of four words gives it', async () => {
    await using rig = await rigged();
    const message = await shown(rig, grave);
    const agent = receiver({ card: grave });
    const press = (button: string) => tap(rig, agent, () => rig.peer.press(owner, message, button));
    const words = async () => {
      await press('Approve');
      return press('Yes: Run `rm -rf x`');
    };
    assert.match(message.text, /To approve, choose this word: harbour/);
    assert.match(await words(), /^To confirm, tap the word “harbour”\.$/);
    assert.deepEqual(labels(message), ['zebra', 'harbour', 'candle', 'lemon', 'Back']);
    for (const wrong of ['zebra', 'candle', 'lemon']) {
      assert.match(await press(wrong), /^Wrong word\. Not approved/);
      assert.deepEqual(labels(message), first);
      await words();
    }
    assert.equal(agent.decisions.length, 0);
    assert.equal(await press('harbour'), 'Approved.');
    assert.deepEqual([agent.decisions.length, agent.decisions[0]?.confirmation], [1, 'harbour']);
  });

  test('given a restart between the taps, then the ladder goes on where it stood', async () => {
    await using rig = await rigged();
    const message = await shown(rig, grave);
    const agent = receiver({ card: grave });
    for (const button of ['Approve', 'Yes: Run `rm -rf x`', 'harbour']) {
      const channel = rig.make();
      await tap(rig, agent, () => rig.peer.press(owner, message, button), channel);
      await channel.close();
    }
    assert.deepEqual(
      agent.decisions.map(({ confirmation, digest }) => [confirmation, digest]),
      [['harbour', card.digest]],
    );
  });

  test('given a yes that was never asked for in these words, when its data is forged, then it decides nothing', async () => {
    await using rig = await rigged();
    const message = await shown(rig, grave);
    const agent = receiver({ card: grave });
    for (const letter of 'ymnopbu')
      assert.match(
        await tap(rig, agent, () => rig.peer.press(owner, message, '', { data: `a:k3Qm9xTd${letter}` })),
        /button no longer works/,
      );
    assert.deepEqual(agent.decisions, []);
    assert.deepEqual(labels(message), first);
  });

  test('given a card that changed after the first tap, when yes is tapped, then nothing is decided', async () => {
    await using rig = await rigged();
    const message = await shown(rig, card);
    await tap(rig, receiver({ card }), () => rig.peer.press(owner, message, 'Approve'));
    const changed = receiver({ card: { ...card, digest: 'e'.repeat(64) } });
    const yes = labels(message)[0] ?? '';
    assert.match(await tap(rig, changed, () => rig.peer.press(owner, message, yes)), /call has changed/);
    assert.match(await tap(rig, changed, () => rig.peer.press(owner, message, yes), rig.make()), /call has changed/);
    assert.deepEqual(changed.decisions, []);
  });

  test('given buttons that Telegram does not take, then the owner hears that nothing was decided', async () => {
    await using rig = await rigged();
    const message = await shown(rig, card);
    const agent = receiver({ card });
    rig.peer.fail('editMessageReplyMarkup', { status: 400 });
    assert.match(
      await tap(rig, agent, () => rig.peer.press(owner, message, 'Approve')),
      /did not show the new buttons/,
    );
    assert.deepEqual([agent.decisions.length, labels(message)], [0, first]);
  });

  test('given an agent that wants more than one tap, then the buttons ask for it', async () => {
    await using rig = await rigged();
    const message = await shown(rig, low);
    const decide = async ({ confirmation }: Decision): Promise<DecisionAnswer> =>
      confirmation === 'yes'
        ? { ok: true, state: 'granted' }
        : { ok: false, why: 'unconfirmed', message: 'This wants to be confirmed.' };
    const agent = receiver({ card: low, decide });
    assert.match(await tap(rig, agent, () => rig.peer.press(owner, message, 'Approve')), /wants to be confirmed/);
    const yes = labels(message)[0] ?? '';
    assert.match(yes, /^Yes: /);
    assert.equal(await tap(rig, agent, () => rig.peer.press(owner, message, yes)), 'Approved.');
  });

  test('given a yes that can be taken back, then Undo does it, until the card is settled', async () => {
    await using rig = await rigged();
    const { ref } = await rig.channel.ask(chat, low, never);
    const message = rig.peer.sent.all.at(-1)!;
    const agent = receiver({
      card: low,
      decide: async ({ decision }) =>
        decision === 'undo'
          ? { ok: true, state: 'undone' }
          : { ok: true, state: 'granted', undoUntil: Date.now() + 5000 },
    });
    assert.match(
      await tap(rig, agent, () => rig.peer.press(owner, message, 'Approve')),
      /starts in 5 s\. Until then you can undo/,
    );
    assert.deepEqual(labels(message), ['Undo']);
    const again = () => rig.peer.press(owner, message, 'Undo');
    assert.equal(await tap(rig, agent, again), 'Undone. Not run.');
    // As it is settled while the yes may be taken back: the button stays, and the seal that proves it after a restart.
    await rig.channel.settle(chat, ref, { ...low, undoUntil: Date.now() + 60_000 }, 'granted', 'telegram:42', never);
    assert.match(message.text, /^✅ Approved on Telegram \(42\) · [^\n]+\nk3Qm9xTd · [0-9a-f]{16}$/);
    assert.deepEqual(labels(message), ['Undo']);
    const restarted = rig.make();
    assert.equal(await tap(rig, agent, again, restarted), 'Undone. Not run.');
    await restarted.close();
    assert.deepEqual(
      agent.decisions.map(({ decision }) => decision),
      ['approve', 'undo', 'undo'],
    );
    await rig.channel.settle(chat, ref, low, 'granted', 'telegram:42', never);
    assert.deepEqual(labels(message), []);
  });

  test('given a card that was settled while its press was on the way, then no button comes back', async () => {
    await using rig = await rigged();
    const { ref } = await rig.channel.ask(chat, low, never);
    const message = rig.peer.sent.all.at(-1)!;
    const agent = receiver({
      card: low,
      decide: async () => {
        await rig.channel.settle(chat, ref, low, 'granted', 'telegram:42', never);
        return { ok: true, state: 'granted', undoUntil: Date.now() + 5000 };
      },
    });
    await tap(rig, agent, () => rig.peer.press(owner, message, 'Approve'));
    assert.deepEqual(labels(message), []);
  });

  test('given a yes within its time to be taken back, when approve is replayed, then Straylight says how it stands', async () => {
    await using rig = await rigged();
    const message = await shown(rig, card);
    const agent = receiver({
      card: { ...card, undoUntil: Date.now() + 5000 },
      decide: async () => ({ ok: false, why: 'decided', outcome: 'granted', message: 'It begins in 3 s.' }),
    });
    assert.match(await tap(rig, agent, () => rig.peer.press(owner, message, 'Approve')), /It begins in 3 s\./);
    assert.deepEqual(labels(message), first);
  });

  test('given answers of every kind, then the owner is told each as it is', async () => {
    await using rig = await rigged();
    const message = await shown(rig, card);
    const cases = [
      [{ ok: true, state: 'denied' }, /^Denied\.$/],
      [{ ok: false, why: 'expired', outcome: 'expired', message: 'Too late.' }, /^Too late\.$/],
      [{ ok: false, why: 'decided', outcome: 'granted', message: 'The page was first.' }, /^The page was first\.$/],
      [{ ok: false, why: 'changed', message: 'Not decided.' }, /^Not decided/],
      [{ ok: false, why: 'unknown', message: 'No such approval.' }, /^No such approval\.$/],
      [{ ok: false, why: 'forbidden', message: 'y'.repeat(500) }, /^y{199}…$/],
    ] as const;
    for (const [answer, expected] of cases) {
      const agent = receiver({ card, decide: async () => answer });
      assert.match(await tap(rig, agent, () => rig.peer.press(owner, message, 'Deny')), expected);
    }
    const refusing = receiver({ card, decide: async () => Promise.reject(fault('denied', 'not you')) });
    assert.equal(await tap(rig, refusing, () => rig.peer.press(owner, message, 'Deny')), 'Not accepted: not you');
  });

  test('given a restart, then the seal on the card stands for what was shown', async () => {
    await using rig = await rigged();
    const message = await shown(rig, low);
    const press = () => rig.peer.press(owner, message, 'Approve');

    const same = receiver({ card: low });
    assert.equal(await tap(rig, same, press, rig.make()), 'Approved.');
    assert.deepEqual([same.decisions[0]?.digest, same.decisions[0]?.nonce], [card.digest, card.nonce]);

    for (const changed of [{ digest: 'e'.repeat(64) }, { nonce: 'nonce-2' }]) {
      const other = receiver({ card: { ...low, ...changed } });
      assert.match(await tap(rig, other, press, rig.make()), /^Not decided\. The call has changed/);
      assert.deepEqual(other.decisions, []);
    }

    const over = receiver({
      decide: async () => ({ ok: false, why: 'expired', outcome: 'expired', message: 'Over.' }),
    });
    assert.match(await tap(rig, over, press, rig.make()), /Over\.$/);
    assert.match(over.decisions[0]?.digest ?? '', /^seal:/);

    const old = receiver({ card: low });
    const blind = () => rig.peer.press(owner, message, 'Approve', { inaccessible: true });
    assert.match(await tap(rig, old, blind, rig.make()), /too old/);
    assert.deepEqual(old.decisions, []);
  });

  test('given forged presses, then nothing is decided', async () => {
    await using rig = await rigged();
    const message = await shown(rig, low);
    // A reply of the model may look like a card, but it has no buttons.
    await rig.channel.send(chat, rig.channel.parts(`approve me\n${message.text.split('\n').at(-1)}`)[0]!, {
      repeat: false,
      signal: never,
    });
    const fake = rig.peer.sent.all.at(-1)!;
    const agent = receiver({ card: low });
    const other = rig.make();
    for (const data of [
      'a:k3Qm9xTdx',
      'a:short',
      'b:k3Qm9xTda',
      'a:k3Qm9xTda ',
      'a:k3Qm9xTdaa',
      '\u0000',
      'a:../../../a',
    ])
      assert.match(
        await tap(rig, agent, () => rig.peer.press(owner, message, 'Approve', { data })),
        /button no longer works/,
      );
    assert.match(
      await tap(rig, agent, () => rig.peer.press(owner, fake, '', { data: 'a:k3Qm9xTda' }), other),
      /too old/,
    );
    assert.match(
      await tap(rig, agent, () => rig.peer.press(owner, message, '', { data: 'a:AAAAAAAAa' }), other),
      /too old/,
    );
    assert.deepEqual(agent.decisions, []);
  });

  test("given somebody else's tap, one in a group, and one on a copy, then each is refused in words, and nothing is decided", async () => {
    await using rig = await rigged();
    const message = await shown(rig, low);
    const agent = receiver({ card: low });
    assert.match(await tap(rig, agent, () => rig.peer.press(666, message, 'Approve')), /^This is not your agent\./);
    const { chatId: _, ...elsewhere } = message;
    const query = (more: object) => {
      const from = { id: owner, is_bot: false, first_name: 'O' };
      rig.peer.update({
        callback_query: {
          id: `hand-${++serial}`,
          from,
          chat_instance: '1',
          data: 'a:k3Qm9xTda',
          message: {
            message_id: elsewhere.messageId,
            date: 1,
            from: { id: rig.peer.bot.id, is_bot: true, first_name: 'S' },
            chat: { id: owner, type: 'private', first_name: 'O' },
            text: message.text,
            reply_markup: { inline_keyboard: [[{ text: 'Approve', callback_data: 'a:k3Qm9xTda' }]] },
            ...more,
          },
        },
      });
    };
    let serial = 0;
    const answered: string[] = [];
    await rig.hearing(agent, async () => {
      query({ chat: { id: -100, type: 'supergroup', title: 'g' } });
      query({ message_id: 900, from: { id: owner, is_bot: false, first_name: 'O' } });
      query({ message_id: 901, forward_origin: { type: 'hidden_user', date: 1, sender_user_name: 'x' } });
      query({ message_id: 902, via_bot: { id: 5, is_bot: true, first_name: 'b' } });
      rig.peer.say(owner, 'after them');
      await agent.heard('after them');
      await rig.done();
    });
    // Such queries are unknown to the peer, so what was answered is read from the calls.
    await rig.peer.calls.until(({ params }) => params['callback_query_id'] === 'hand-4');
    for (const call of rig.peer.calls.all)
      if (call.method === 'answerCallbackQuery' && String(call.params['callback_query_id']).startsWith('hand'))
        answered.push(String(call.params['text']));
    assert.match(answered.find(text => /private chat/.test(text)) ?? '', /^Not decided/);
    assert.equal(answered.filter(text => /a copy/.test(text)).length, 3);
    assert.deepEqual(agent.decisions, []);
    assert.equal(rig.log.filter(line => line.includes('"user":666')).length, 1);
  });

  test('given Info, then all of what would run is shown, however long; of a question that is over it says so', async () => {
    await using rig = await rigged();
    const exact = `begin ${Array.from({ length: 1500 }, (_, at) => `middle${at} `).join('')}end`;
    await rig.channel.ask('42:7', { ...card, exact }, never);
    const message = rig.peer.sent.all.at(-1)!;
    assert.equal(
      await tap(rig, receiver({ card: { ...card, exact } }), () => rig.peer.press(owner, message, 'Info')),
      '',
    );
    await rig.peer.sent.until(sent => sent.text.includes(card.digest));
    const all = rig.peer.sent.all.slice(1);
    assert.ok(all.length > 1 && all.every(sent => sent.threadId === 7));
    const words = all.map(sent => sent.text).join(' ');
    assert.equal(words.split('middle').length, 1501);
    assert.match(await tap(rig, receiver(), () => rig.peer.press(owner, message, 'Info')), /no longer pending/);
  });

  test('given a press whose answer comes too late for Telegram, then the decision stands and polling goes on', async () => {
    await using rig = await rigged();
    const message = await shown(rig, card);
    const agent = receiver({ card });
    await rig.hearing(agent, async () => {
      rig.peer.press(owner, message, 'Deny');
      rig.peer.ageQueries();
      rig.peer.say(owner, 'next');
      await agent.heard('next');
    });
    assert.equal(agent.decisions[0]?.decision, 'deny');
    assert.match(rig.log.join('\n'), /query is too old/);
  });

  test('given an agent that cannot decide now, then the press comes again', async () => {
    await using rig = await rigged();
    const message = await shown(rig, low);
    rig.peer.press(owner, message, 'Approve');
    const failing = receiver({ card: low, decide: async () => Promise.reject(fault('unavailable', 'busy')) });
    await rejectsWith('unavailable', rig.channel.receive(failing.receiver, never));
    assert.equal(rig.peer.unconfirmed().length, 1);
    const agent = receiver({ card: low });
    await rig.hearing(agent, async () => {
      await rig.peer.answers.until(answer => answer.text === 'Approved.');
    });
  });

  test('given 429 for the edit of a card, then it is unavailable with the wait; a card that is gone counts as settled', async () => {
    await using rig = await rigged();
    const { ref } = await rig.channel.ask(chat, card, never);
    rig.peer.fail('editMessageText', { status: 429, retryAfter: 11 });
    const failure = await rejectsWith('unavailable', rig.channel.settle(chat, ref, card, 'expired', undefined, never));
    assert.equal(failure.retryAfterMs, 11_000);
    await rig.channel.settle(chat, '99999', card, 'expired', undefined, never);
  });

  test('given German, then the channel speaks it', async () => {
    await using rig = await rigged({ language: 'de', timeZone: 'Europe/Berlin' });
    const message = await shown(rig, grave);
    assert.match(message.text, /^Darf ich\?[\s\S]*Bis 22\. Nov\.? 2026,? (?:um )?15:05:00 MEZ/);
    assert.deepEqual(labels(message), ['Erlauben', 'Info', 'Mit Grund ablehnen', 'Ablehnen']);
  });
});

describe('"Deny with a reason" in Telegram', () => {
  const asked = async (rig: Rig, agent: TestAgent, message: SentMessage) => {
    await tap(rig, agent, () => rig.peer.press(owner, message, 'Deny with a reason'));
    return rig.peer.sent.until(({ text }) => text.startsWith('Why not?'));
  };
  /** Replies, and gives what the owner is told. */
  const replied = async (rig: Rig, agent: TestAgent, say: () => unknown, channel = rig.channel): Promise<string> => {
    const from = rig.peer.sent.all.length;
    let text = '';
    await receiving(channel, agent.receiver, async () => {
      say();
      text = (await rig.peer.sent.until(() => true, { from })).text;
      await rig.done();
    });
    return text;
  };

  test('given the button, when the owner replies to the question, then the words are the reason and no message', async () => {
    await using rig = await rigged();
    const message = await shown(rig, card);
    const agent = receiver({ card });
    const question = await asked(rig, agent, message);
    assert.deepEqual(question.params['reply_markup'], { force_reply: true, input_field_placeholder: 'Why not?' });
    assert.deepEqual([agent.decisions, labels(message)], [[], first]);
    const say = () => rig.peer.say(owner, 'not the notes! ', { reply: question });
    assert.match(await replied(rig, agent, say), /^Denied with your reason/);
    const { digest, nonce } = card;
    assert.deepEqual(agent.decisions, [
      { approval: card.key, decision: 'deny', by: 'telegram:42', reason: 'not the notes!', digest, nonce },
    ]);
    assert.deepEqual(agent.messages, []);
  });

  test('given a restart, a changed card or a question that is over, then the reply is taken for what it still is', async () => {
    await using rig = await rigged();
    const message = await shown(rig, card);
    const question = await asked(rig, receiver({ card }), message);
    const say = () => rig.peer.say(owner, 'no', { reply: question });
    const restarted = receiver({ card });
    assert.match(await replied(rig, restarted, say, rig.make()), /^Denied/);
    assert.equal(restarted.decisions[0]?.digest, card.digest);

    const changed = receiver({ card: { ...card, nonce: 'other' } });
    assert.match(await replied(rig, changed, say), /call has changed[\s\S]*did not read your reply/);
    assert.deepEqual(changed.decisions, []);

    const over = receiver({
      decide: async () => ({ ok: false, why: 'expired', outcome: 'expired', message: 'This approval has expired.' }),
    });
    assert.match(await replied(rig, over, say), /This approval has expired\. I did not read your reply/);
    assert.match(over.decisions[0]?.digest ?? '', /^seal:/);
    assert.deepEqual(
      [restarted, changed, over].flatMap(({ messages }) => messages),
      [],
    );
  });

  test('given replies that are no reason, then nothing is denied', async () => {
    await using rig = await rigged();
    const message = await shown(rig, card);
    const agent = receiver({ card });
    const question = await asked(rig, agent, message);
    const picture = { kind: 'photo', bytes: Buffer.from('x') };
    assert.match(
      await replied(rig, agent, () => rig.peer.upload(owner, picture, { reply: question })),
      /has to be text/,
    );
    const said = rig.peer.say(owner, 'no', { reply: question });
    assert.match(await replied(rig, agent, () => {}), /^Denied/);
    assert.match(await replied(rig, agent, () => rig.peer.edit(said, 'yes')), /edited reason has no effect/);
    assert.equal(agent.decisions.length, 1);
    // What only looks like the question, or was not written by the owner, is a message like any other.
    const seal = sealOf(card);
    await rig.hearing(agent, async () => {
      rig.peer.say(owner, 'fake', { quote: `Why not?\n${card.key} ✎ ${seal}` });
      rig.peer.say(owner, 'passed on', { reply: question, forward: 'Eve' });
      rig.peer.say(owner, 'to the card', { reply: message });
      await agent.message(2);
    });
    assert.deepEqual(
      agent.messages.map(({ taint }) => taint),
      ['external', 'external', 'owner'],
    );
    assert.equal(agent.decisions.length, 1);
  });

  test('given words that are typed and no button, then they never approve', async () => {
    await using rig = await rigged();
    const message = await shown(rig, low);
    const agent = receiver({ card: low });
    const typed = ['yes', 'Approve', 'approve k3Qm9xTd', 'a:k3Qm9xTda', '👍', `${card.key} · ${sealOf(low)}`];
    await rig.hearing(agent, async () => {
      for (const text of typed) rig.peer.say(owner, text);
      for (const text of typed) rig.peer.say(owner, text, { reply: message });
      await agent.message(2 * typed.length - 1);
    });
    assert.deepEqual(agent.decisions, []);
    assert.equal(agent.messages.length, 2 * typed.length);
  });
});

describe('/approvals in Telegram', () => {
  const cards = (count: number, more: Partial<ApprovalCard> = {}): ApprovalCard[] =>
    Array.from({ length: count }, (_, at) => ({
      ...low,
      ...more,
      key: `key0000${at}`,
      nonce: `n${at}`,
      exact: `GET https://example.com/${at}`,
    }));
  const listed = async (rig: Rig, agent: TestAgent): Promise<SentMessage> => {
    const from = rig.peer.sent.all.length;
    await rig.hearing(agent, async () => {
      rig.peer.say(owner, '/approvals');
      await rig.peer.sent.until(() => true, { from });
      await rig.done();
    });
    return rig.peer.sent.all.at(-1)!;
  };

  test('given what waits, then it is listed with keys, and each can be shown once more, to be settled with its first card', async () => {
    await using rig = await rigged();
    const two = cards(2, { risk: 'medium' });
    const agent = receiver({ waiting: () => two });
    const { ref } = await rig.channel.ask(chat, two[0]!, never);
    const list = await listed(rig, agent);
    assert.match(list.text, /^2 pending approvals:\n\nkey00000 Run a command[\s\S]*key00001/);
    assert.deepEqual(labels(list), ['Show key00000', 'Show key00001']);
    await tap(rig, agent, () => rig.peer.press(owner, list, 'Show key00000'));
    const again = await rig.peer.sent.until(({ text }) => text.startsWith('May I?'), { from: 2 });
    assert.deepEqual(labels(again), first);
    await tap(rig, agent, () => rig.peer.press(owner, again, 'Deny'));
    assert.equal(agent.decisions[0]?.nonce, 'n0');
    await rig.channel.settle(chat, ref, two[0]!, 'denied', 'telegram:42', never);
    assert.match(again.text, /^⛔ Denied on Telegram \(42\) · [^\n]+$/);
    assert.deepEqual([labels(again), labels(rig.peer.sent.all[0]!)], [[], []]);
    assert.match((await listed(rig, receiver({ waiting: () => [] }))).text, /^No pending approvals\.$/);
    assert.ok(
      (await listed(rig, receiver({ waiting: () => cards(40, { intent: '<&>'.repeat(400) }) }))).text.length < 4096,
    );
  });

  test('given three alike of low risk, then one card answers all, each by its own digest and nonce, or none', async () => {
    await using rig = await rigged();
    const three = cards(3);
    let waiting: readonly ApprovalCard[] = [...three, { ...low, key: 'other000', risk: 'high' }];
    const agent = receiver({ waiting: () => waiting });
    const list = await listed(rig, agent);
    assert.equal(labels(list)[0], 'Answer 3 × execute_command together');
    await tap(rig, agent, () => rig.peer.press(owner, list, labels(list)[0]!));
    const batch = await rig.peer.sent.until(({ text }) => text.startsWith('Approve 3 calls of '));
    for (const { exact } of three) assert.ok(batch.text.includes(exact));
    assert.deepEqual(labels(batch), ['Approve all 3', 'Deny all 3']);

    // One of them has changed: nothing is decided, also after a restart.
    const before = waiting;
    waiting = waiting.map(one => (one.key === 'key00001' ? { ...one, digest: 'e'.repeat(64) } : one));
    const press = () => rig.peer.press(owner, batch, '', { data: 'a:key00000j' });
    assert.match(await tap(rig, agent, press), /One of these has changed/);
    assert.deepEqual(agent.decisions, []);

    waiting = before;
    // that batch has lost its buttons; a fresh one is asked for
    await tap(rig, agent, () => rig.peer.press(owner, list, labels(list)[0]!));
    const fresh = await rig.peer.sent.until(({ text }) => text.startsWith('Approve 3 calls of '), {
      from: rig.peer.sent.all.indexOf(batch) + 1,
    });
    const restarted = rig.make();
    assert.match(
      await tap(rig, agent, () => rig.peer.press(owner, fresh, 'Approve all 3'), restarted),
      /^3 approved, 0 denied\.$/,
    );
    await restarted.close();
    assert.deepEqual(
      agent.decisions.map(({ approval, decision, nonce }) => [approval, decision, nonce]),
      three.map(({ key, nonce }) => [key, 'approve', nonce]),
    );
    assert.deepEqual(labels(fresh), []);
  });

  test('given what was allowed ahead, then it is listed with a button that revokes it', async () => {
    await using rig = await rigged();
    const one: StandingApproval = {
      id: 'st000001',
      tool: 'web_request',
      arguments: { url: { prefix: 'https://api.example.com/' } },
      by: 'cli',
      at: 0,
      until: Date.UTC(2027, 0, 1),
      most: 10,
      used: 3,
    };
    const standing = [one];
    const agent = receiver({
      waiting: () => [],
      standing: {
        list: async () => standing,
        revoke: async id => standing.splice(0).some(each => each.id === id),
      },
    });
    const list = await listed(rig, agent);
    assert.match(
      list.text,
      /st000001 web_request url\^=https:\/\/api\.example\.com\/\nUntil 1 Jan 2027[^\n]*used 3 of 10/,
    );
    const revoke = () => rig.peer.press(owner, list, 'Revoke st000001');
    assert.match(await tap(rig, agent, revoke), /^Revoked\./);
    assert.match(await tap(rig, agent, revoke), /Already revoked/);
    assert.match(await tap(rig, agent, () => rig.peer.press(666, list, 'Revoke st000001')), /not your agent/);
  });
});
