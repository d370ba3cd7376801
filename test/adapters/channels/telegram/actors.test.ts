import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SessionService } from '../../../../src/domain/conversation/chat-session.ts';
import type { AdminCommand } from '../../../../src/domain/supervision/admin.ts';
import { fault } from '../../../../src/domain/supervision/failure.ts';
import type { ActorRow } from '../../../../src/domain/supervision/view.ts';
import { actorsWindow, receiver, receiving } from '../../../contracts/channel.ts';
import type { SentMessage } from '../../../peers/telegram/telegram.ts';
import { chat, owner, type Rig, rigged } from './telegram-rig.ts';

const never = new AbortController().signal;
const asks = { incident: 'Zk3Qm9xT', choices: ['restart', 'fresh', 'stop'] } as const;

/** Sends the question of an incident and gives the message it came in. */
async function asked(rig: Rig): Promise<SentMessage> {
  const [part] = rig.channel.parts('It needs you.');
  assert.ok(part);
  await rig.channel.send(chat, part, { repeat: false, asks, signal: never });
  return rig.peer.sent.all.at(-1) ?? assert.fail();
}

const labels = (message: SentMessage) => message.buttons.map(({ text }) => text);

/** Presses while the channel listens, and gives what the owner is told. */
async function tap(rig: Rig, actors: ReturnType<typeof actorsWindow>, press: () => string): Promise<string> {
  let text = '';
  await receiving(rig.channel, receiver({ actors }).receiver, async () => {
    const id = press();
    text = (await rig.peer.answers.until(answer => answer.id === id)).text;
    await rig.done();
  });
  return text;
}

function row(id: string, more: Partial<ActorRow> = {}): ActorRow {
  const [kind = ''] = id.split(':');
  return {
    id,
    kind,
    label: id,
    machine: kind,
    incarnation: 1,
    value: 'thinking',
    leaf: 'thinking',
    tags: ['busy'],
    status: 'active',
    rev: 7,
    since: 0,
    startedAt: 0,
    queued: 0,
    timers: [],
    ...more,
  } as ActorRow;
}

describe('incidents in Telegram', () => {
  test('given a question, when a button is tapped, then it is answered once and the buttons go; a second and a late tap are told so', async () => {
    await using rig = await rigged();
    const message = await asked(rig);
    assert.deepEqual(
      message.buttons.map(({ text, data }) => [text, data]),
      [
        ['Restart', 'i:Zk3Qm9xTr'],
        ['Start afresh', 'i:Zk3Qm9xTf'],
        ['Stop it', 'i:Zk3Qm9xTx'],
      ],
    );
    const chosen: string[][] = [];
    const actors = actorsWindow({
      async choose(...choice) {
        if (chosen.length > 0) throw fault('invalid', 'this question is already answered');
        chosen.push(choice);
      },
    });
    const seen = { ...message, buttons: [...message.buttons] };
    assert.equal(await tap(rig, actors, () => rig.peer.press(owner, message, 'Stop it')), 'Chosen: Stop it.');
    assert.deepEqual([chosen, message.buttons], [[['Zk3Qm9xT', 'stop', 'telegram:42']], []]);
    const over = /^Already answered/;
    assert.match(await tap(rig, actors, () => rig.peer.press(owner, seen, 'Start afresh')), over);
    const other = await asked(rig);
    assert.match(await tap(rig, actors, () => rig.peer.press(owner, other, 'Start afresh')), over);
    assert.deepEqual([chosen.length, labels(other)], [1, []]);
  });

  test('given somebody else, and data that no button has, when they are pressed, then nothing is answered', async () => {
    await using rig = await rigged();
    const message = await asked(rig);
    const actors = actorsWindow({ choose: () => assert.fail('nobody may choose') });
    assert.match(await tap(rig, actors, () => rig.peer.press(666, message, 'Stop it')), /not your agent/);
    for (const data of ['i:Zk3Qm9xTz', 'i:Zk3Qm9xT', 'i:../../xxr', 'i:Zk3Qm9xTg'])
      assert.notEqual(await tap(rig, actors, () => rig.peer.press(owner, message, '', { data })), 'Chosen: Stop it.');
    assert.equal(labels(message).length, 3);
  });

  test('given an agent that cannot take it now, when a button is tapped, then the tap comes again', async () => {
    await using rig = await rigged();
    const message = await asked(rig);
    let tries = 0;
    const actors = actorsWindow({
      async choose() {
        tries += 1;
        if (tries === 1) throw fault('unavailable', 'the store is full');
      },
    });
    rig.peer.press(owner, message, 'Stop it');
    await assert.rejects(rig.channel.receive(receiver({ actors }).receiver, never), /the store is full/);
    await receiving(rig.channel, receiver({ actors }).receiver, rig.done);
    assert.equal(tries, 2);
  });
});

describe('actors in Telegram', () => {
  test('given many actors, when /actors is sent, then those that need the owner stand first, and those at rest are counted', async () => {
    await using rig = await rigged();
    const many = Array.from({ length: 30 }, (_, at) => row(`tool-call:${at}`, { since: at }));
    const state = () => ({
      actors: [
        ...many,
        row('session:web:sick', { status: 'suspended' }),
        row('session:web:idle', { tags: ['resting'] }),
        row('session:web:over', { status: 'done' }),
      ],
      needs: [],
      now: 60_000,
    });
    await rig.hearing(receiver({ actors: actorsWindow({ state }) }), async () => {
      rig.peer.say(owner, '/actors');
      const list = await rig.peer.sent.until(({ text }) => /^Actor/.test(text));
      assert.match(list.text, /^Actor .*\nsession:web:sick {2}thinking · 1 min · 0 · suspended\ntool-call:0 /);
      assert.match(list.text, /… \d+ more$/);
      assert.doesNotMatch(list.text, /idle|over/);
      assert.deepEqual(labels(list).slice(0, 2), ['session:web:sick', 'tool-call:0']);
      assert.deepEqual(labels(list).slice(-2), ['More', 'Look again']);
      rig.peer.say(owner, '/actors nobody:here');
      await rig.peer.sent.until(({ text }) => /there is no actor "nobody:here"; "\/actors all" lists all/.test(text));
    });
  });

  test('given actors at rest alone, when /actors is sent, then it says so, and how all are listed', async () => {
    await using rig = await rigged();
    const state = () => ({ actors: [row('session:web:idle', { tags: ['resting'] })], needs: [], now: 60_000 });
    await rig.hearing(receiver({ actors: actorsWindow({ state }) }), async () => {
      rig.peer.say(owner, '/actors');
      await rig.peer.sent.until(
        ({ text }) => text === 'Nothing runs, and nothing needs you.\n1 more at rest: /actors all',
      );
      rig.peer.say(owner, '/actors all');
      await rig.peer.sent.until(({ text }) => /\nsession:web:idle {2}thinking/.test(text));
    });
  });

  test('given a question of the supervisor and an actor that was set aside, when /status is sent, then one is answered there and the other shown', async () => {
    await using rig = await rigged();
    const held = row('session:web:main', { status: 'suspended' });
    const needs = [
      { kind: 'incident', id: 'incident:Zk3Qm9xT', text: 'It is stuck.', since: 0, choices: ['restart', 'stop'] },
      { kind: 'suspended', id: held.id, text: 'It was set aside.', since: 0 },
    ] as const;
    const health = {
      status: 'ok',
      channels: [{ name: 'web', state: 'online' }],
      models: { default: 'rehearsal/rehearsal' },
      executor: { kind: 'direct', detail: '' },
      actors: { active: 1, suspended: 1, quarantined: 0 },
      deadLetters: 0,
      version: '0.2.0',
      uptimeMs: 0,
    };
    const chosen: string[][] = [];
    const state = () => ({ actors: [held], needs: [...needs], now: 60_000, health });
    const actors = actorsWindow({ state, choose: async (...choice) => void chosen.push(choice), steps: () => [] });
    const sessions = { current: async (of: string) => of, list: async () => [] } as unknown as SessionService;
    await rig.hearing(receiver({ actors, provided: { sessions } }), async () => {
      rig.peer.say(owner, '/status');
      const page = await rig.peer.sent.until(({ text }) => /^State {2}needs you, version 0\.2\.0/.test(text));
      assert.match(
        page.text,
        /\nChannel {2}web: online\nActors {2}1 active, 1 suspended\nWaiting for you:\nincident:Zk3Qm9xT {2}incident · for 1 min · It is stuck\./,
      );
      assert.deepEqual(labels(page), [
        'Restart incident:Zk3Qm9xT',
        'Stop it incident:Zk3Qm9xT',
        'Show session:web:main',
        'Look again',
      ]);
      const id = rig.peer.press(owner, page, labels(page)[1] ?? '');
      assert.equal((await rig.peer.answers.until(answer => answer.id === id)).text, 'Answered: stop.');
      assert.deepEqual(chosen, [['Zk3Qm9xT', 'stop', 'telegram:42']]);
      rig.peer.press(owner, page, labels(page).at(-2) ?? '');
      await rig.peer.sent.until(({ text }) => /^session:web:main\nState {2}thinking for 1 min, suspended/.test(text));
    });
  });

  test('given a rewind, when it is typed and confirmed, then what it does comes first and the act names step and what was seen', async () => {
    await using rig = await rigged();
    const commands: AdminCommand[] = [];
    const one = row('session:web:main');
    const actors = actorsWindow({
      state: () => ({ actors: [one], needs: [], now: 60_000 }),
      steps: () => [],
      preview: async () => ({ again: ['completion'], notAgain: ['execution'] }),
      async command(command) {
        commands.push(command);
        return { id: command.id, state: 'failed', error: 'it has changed since you looked' };
      },
    });
    await rig.hearing(receiver({ actors }), async () => {
      rig.peer.say(owner, '/actors rewind session:web:main 3');
      const page = await rig.peer.sent.until(({ text }) => /Will go back to step 3: session:web:main$/.test(text));
      assert.match(
        page.text,
        /^Will run again: completion\nWill not run again: execution; its outcome will be unknown/,
      );
      const id = rig.peer.press(owner, page, 'Yes, do it');
      const { text } = await rig.peer.answers.until(answer => answer.id === id);
      assert.equal(text, 'Not done: it has changed since you looked');
      const [{ id: name, ...command } = assert.fail()] = commands;
      assert.match(name, /^telegram:/);
      assert.deepEqual(command, { verb: 'rewind', actor: one.id, by: 'telegram:42', seq: 3, rev: 7 });
      await rig.peer.sent.until(() => /^session:web:main\nState {2}thinking for 1 min, active/.test(page.text));
      assert.match(page.text, /\nRewind: \/actors rewind session:web:main N$/);
    });
  });

  test('given a conversation that is to be stopped, then what ends with it is told first; a channel offers no stop, one that was stopped a fresh start', async () => {
    await using rig = await rigged();
    const stop = { messages: ['water the plants'], cut: [], unbegun: ['Send a mail'], questions: 2 };
    const actors = actorsWindow({
      state: () => ({
        actors: [row('session:web:main'), row('session:web:over', { status: 'stopped' }), row('channel:web')],
        needs: [{ kind: 'question', id: 'session:web:main', text: 'Which plants?', since: 0 }],
        now: 60_000,
      }),
      steps: () => [],
      preview: async () => ({ again: ['completion'], notAgain: [], stop }),
    });
    await rig.hearing(receiver({ actors }), async () => {
      rig.peer.say(owner, '/actors session:web:main');
      const page = await rig.peer.sent.until(({ text }) => /^session:web:main/.test(text));
      assert.match(page.text, /\nNeeds you {2}Which plants\?/);
      const id = rig.peer.press(owner, page, 'Stop');
      await rig.peer.answers.until(answer => answer.id === id);
      await rig.peer.sent.until(() => /^Stop it and its children for good\?\n/.test(page.text));
      assert.match(
        page.text,
        /your message “water the plants”\nWill not run: Send a mail\nWill be withdrawn: 2 questions for you\nWill be stopped for good: .* to restart it: \/actors fresh session:web:main$/,
      );
      assert.doesNotMatch(page.text, /run again/);
      assert.deepEqual(labels(page), ['Stop', 'Back']);
      rig.peer.say(owner, '/actors session:web:over');
      const over = await rig.peer.sent.until(({ text }) => /^session:web:over/.test(text));
      assert.deepEqual(labels(over), ['Start afresh', 'Look again']);
      rig.peer.say(owner, '/actors channel:web');
      const channel = await rig.peer.sent.until(({ text }) => /^channel:web/.test(text));
      assert.deepEqual(
        labels(channel).filter(label => label === 'Stop' || label === 'Suspend'),
        ['Suspend'],
      );
    });
  });

  test('given an actor with a long address, when the process has begun again, then its old buttons still act on it', async () => {
    const long = `session:web:${'x'.repeat(60)}`;
    const commands: AdminCommand[] = [];
    const actors = actorsWindow({
      state: () => ({ actors: [row(long)], needs: [], now: 60_000 }),
      steps: () => [],
      preview: async () => ({ again: [], notAgain: [] }),
      async command(command) {
        commands.push(command);
        return { id: command.id, state: 'done' };
      },
    });
    await using rig = await rigged();
    let page: SentMessage | undefined;
    await rig.hearing(receiver({ actors }), async () => {
      rig.peer.say(owner, `/actors ${long}`);
      page = await rig.peer.sent.until(({ text }) => text.startsWith(long));
      await rig.done();
    });
    const shown = page ?? assert.fail();
    await receiving(rig.make(), receiver({ actors }).receiver, async () => {
      rig.peer.press(owner, shown, 'Restart');
      await rig.peer.sent.until(() => /^Restart it from its last state\?$/.test(shown.text));
      await rig.done();
    });
    await receiving(rig.make(), receiver({ actors }).receiver, async () => {
      const id = rig.peer.press(owner, shown, 'Restart');
      const { text } = await rig.peer.answers.until(answer => answer.id === id);
      assert.match(text, /^Done: restart session:web:x/);
      const [{ id: _, ...command } = assert.fail()] = commands;
      assert.deepEqual(command, { verb: 'restart', from: 'checkpoint', actor: long, by: 'telegram:42', rev: 7 });
    });
  });
});
