/**
 * What is meant for the owner arrives, whatever becomes of the way there: judged by what Telegram has received.
 *
 * The real charts, store and Telegram channel in this process, against a peer that fails in every way that was seen.
 */
import assert from 'node:assert/strict';
import { describe, type TestContext } from 'node:test';
import { telegramChannel } from '../../../src/adapters/channels/telegram/telegram.ts';
import { telegramTexts } from '../../../src/adapters/channels/telegram/texts.ts';
import { openAgent, type TestAgent } from '../../actors/test-agent.ts';
import { type Fault, type SentMessage, type TelegramPeer, telegramPeer } from '../../peers/telegram/telegram.ts';
import { test } from '../../slow.ts';

const owner = 42;
const mark = telegramTexts.en.possibleRepeat;

interface Scene {
  readonly agent: TestAgent;
  readonly peer: TelegramPeer;
  /** The owner asks for it, and the model answers with it. */
  reply(text: string): Promise<void>;
}

/** `callTimeoutMs`: how long the channel waits for an answer. */
async function scene(t: TestContext, callTimeoutMs = 30_000): Promise<Scene> {
  const peer = await telegramPeer({ known: [owner] });
  const telegram = telegramChannel({
    token: peer.token,
    apiRoot: peer.url,
    allowedUsers: [owner],
    callTimeoutMs,
    pollSeconds: 1,
  });
  t.after(() => peer.close());
  const agent = await openAgent(
    t,
    ({ said, steps }) => {
      const [, to] = /^mail (\S+)$/.exec(said) ?? [];
      if (to !== undefined && steps === 0) return { toolCalls: [{ name: 'send_mail', arguments: { to } }] };
      return { text: to === undefined ? (said.split('\n').at(-1) ?? '') : `The mail to ${to} waits for you.` };
    },
    { channels: [telegram] },
  );
  const channels = [{ name: 'telegram', ownerChats: [String(owner)] }];
  const facts = { uncleanBoots: 0, actors: 0, waiting: 0, again: 0, unknown: [], quarantined: [], wedged: [] };
  await agent.system.accept({ target: 'supervisor', event: { type: 'system.started', channels, facts } });
  let said = 0;
  return {
    agent,
    peer,
    async reply(text) {
      said += 1;
      const message = { key: `m${said}`, text, taint: 'owner' } as const;
      const session = `session:telegram:${owner}`;
      await agent.inside.message('telegram', session, message);
      await until(agent, () => agent.leaf(session) === 'idle');
    },
  };
}

/** Looks after each commit. */
async function until(agent: TestAgent, holds: () => boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = () => holds() && resolve();
  const end = agent.system.feed.subscribe(look);
  look();
  await promise.finally(end);
}

const long = Array.from({ length: 9000 }, (_, index) => `word${index}`).join(' ');
const contentOf = ({ text, file }: SentMessage) => `${text}\n${file?.bytes.toString() ?? ''}`;

/** What is sent: by whom, and how it is known when it has arrived. */
const things: readonly {
  readonly what: string;
  readonly method: string;
  send(scene: Scene): Promise<unknown>;
  readonly known: string;
  /** Each is an original of its own: a card that is shown again is another card. */
  readonly isCard?: true;
}[] = [
  {
    what: 'a reply',
    method: 'sendMessage',
    send: ({ reply }) => reply('The first answer.'),
    known: 'The first answer.',
  },
  {
    what: 'a notice',
    method: 'sendMessage',
    send: ({ agent }) =>
      agent.system.accept({
        target: 'supervisor',
        event: { type: 'report.raised', kind: 'failed', code: 'tell', subject: 'audit', text: 'Something is wrong.' },
      }),
    known: 'Something is wrong.',
  },
  { what: 'a file', method: 'sendDocument', send: ({ reply }) => reply(long), known: 'word8999' },
  {
    what: 'a card',
    method: 'sendMessage',
    send: ({ reply }) => reply('mail you'),
    known: 'Send a mail to you',
    isCard: true,
  },
];

/** How often each fails. */
const times = 2;

/** `certain`: nothing was done, and the answer says so; whatever comes then is no repeat. */
const transports: readonly { readonly how: string; readonly fault: Fault; readonly certain: boolean }[] = [
  { how: 'drops the connection before it reads', fault: 'cut', certain: false },
  { how: 'does it and drops the connection', fault: 'lose', certain: false },
  { how: 'does it and drops the connection in the middle of the answer', fault: 'torn', certain: false },
  { how: 'answers with the page of a gateway', fault: 'garbage', certain: false },
  { how: 'does it and answers with the page of a gateway', fault: 'lateGarbage', certain: false },
  { how: 'never answers', fault: 'hang', certain: false },
  ...[401, 403, 409, 500, 502, 503].map(status => ({ how: `answers ${status}`, fault: { status }, certain: true })),
  { how: 'answers 429 with a wish', fault: { status: 429, retryAfter: 1 }, certain: true },
  { how: 'answers 429 without a wish', fault: { status: 429, retryAfter: null }, certain: true },
];

/** Each copy but the first says that it may be one, and none does where it is certain. */
function judge(copies: readonly SentMessage[], certain: boolean): void {
  assert.ok(copies.length >= 1, 'it has arrived');
  if (certain) assert.equal(copies.length, 1);
  for (const [at, copy] of copies.entries()) {
    const marks = copy.text.split(mark).length - 1;
    if (certain) assert.equal(marks, 0, 'what is certain is not marked');
    else if (at > 0) assert.equal(marks, 1, `copy ${at + 1} is marked once: ${copy.text.slice(0, 200)}`);
  }
}

describe('a Telegram that fails and recovers', { concurrency: 8 }, () => {
  for (const { what, method, send, known, isCard } of things)
    for (const { how, fault, certain } of transports)
      test(`given one that ${how}, when ${what} meets it twice, then it arrives, marked where it may be a repeat, and what comes after it does too`, async t => {
        const at = await scene(t, fault === 'hang' ? 1500 : 30_000);
        at.peer.fail(method, fault, times);
        await send(at);
        await at.reply('The last answer.');
        await at.peer.sent.until(({ text }) => text.includes('The last answer.'), { timeoutMs: 90_000 });
        const own = at.peer.sent.all.filter(message => contentOf(message).includes(known));
        if (!isCard) judge(own, certain);
        else {
          await at.peer.sent.until(({ text }) => text.includes(known), { timeoutMs: 90_000 });
          const cards = at.peer.sent.all.filter(({ text }) => text.includes(known));
          assert.ok(certain ? cards.length === 1 : cards.length >= 1);
          const [row] = at.agent.reader.approvals('pending');
          assert.equal(row?.state, 'pending', 'it waits for its owner');
          assert.equal(row?.card.repeat, !certain);
        }
        const last = at.peer.sent.all.findIndex(({ text }) => text.includes('The last answer.'));
        const first = at.peer.sent.all.findIndex(message => contentOf(message).includes(known));
        assert.ok(isCard || first < last, 'in order');
        const copies = at.peer.sent.all.filter(({ text }) => text.includes('The last answer.'));
        judge(copies, fault !== 'hang');
      });

  test('given one that refuses connections, when twenty replies wait, then each comes once and in order', async t => {
    const at = await scene(t);
    const listen = await at.peer.refuse();
    for (let index = 1; index <= 20; index += 1) await at.reply(`Answer ${index}.`);
    await listen();
    await at.peer.sent.until(({ text }) => text.includes('Answer 20.'), { timeoutMs: 60_000 });
    const answers = at.peer.sent.all.flatMap(({ text }) => /Answer \d+\./.exec(text) ?? []);
    assert.equal(new Set(answers).size, answers.length, 'nothing twice');
    assert.ok(
      at.peer.sent.all.every(({ text }) => !text.includes(mark)),
      'nothing is marked',
    );
  });
});

describe('a Telegram that judges the content', { concurrency: 4 }, () => {
  const says = (at: Scene, description: string, status = 400) => at.peer.fail('sendMessage', { status, description });

  test('given HTML that it cannot read, when a reply meets it, then the text comes without its looks', async t => {
    const at = await scene(t);
    says(at, "Bad Request: can't parse entities: no end tag");
    await at.reply('The **first** answer.');
    const { entities } = await at.peer.sent.until(({ text }) => text === 'The first answer.');
    assert.deepEqual(entities, []);
  });

  for (const [what, description, status] of [
    ['too long', 'Bad Request: message is too long', 400],
    ['too large', 'Request Entity Too Large', 413],
  ] as const)
    test(`given a message that is ${what}, when a reply meets it, then it comes as a file`, async t => {
      const at = await scene(t);
      says(at, description, status);
      await at.reply('The first answer.');
      const { file } = await at.peer.sent.until(sent => sent.file !== undefined);
      assert.equal(file?.bytes.toString(), 'The first answer.');
    });

  test('given a chat that is gone, when a reply meets it, then it is given up, told elsewhere, and the next one goes', async t => {
    const at = await scene(t);
    says(at, 'Bad Request: chat not found');
    await at.reply('The first answer.');
    await at.reply('The second answer.');
    await at.peer.sent.until(({ text }) => text.includes('The second answer.'));
    const kept = at.agent.conversation.messages(`session:telegram:${owner}`, { limit: 9 });
    assert.ok(kept.some(({ role, text }) => role === 'assistant' && text === 'The first answer.'));
    assert.ok(at.agent.conversation.reports(20).some(({ text }) => /chat not found/.test(text)));
  });
});
