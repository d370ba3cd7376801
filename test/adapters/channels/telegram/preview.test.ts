import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { telegramChannel } from '../../../../src/adapters/channels/telegram/telegram.ts';
import type { Clock } from '../../../../src/ports/clock.ts';
import { receiver, receiving } from '../../../contracts/channel.ts';
import { telegramPeer } from '../../../peers/telegram/telegram.ts';

const owner = 42;
const chat = '42';

/** A clock that stands still until it is moved. */
function stoppedClock(): Clock & { advance(ms: number): void } {
  let now = 1_000_000;
  const timers = new Set<{ readonly at: number; readonly call: () => void }>();
  return {
    now: () => now,
    elapsed: () => now,
    id: () => 'id',
    after(delayMs, call) {
      const timer = { at: now + delayMs, call };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance(ms) {
      now += ms;
      for (const timer of [...timers])
        if (timer.at <= now) {
          timers.delete(timer);
          timer.call();
        }
    },
  };
}

async function previewing() {
  const peer = await telegramPeer({ known: [owner] });
  const clock = stoppedClock();
  const channel = telegramChannel({ token: peer.token, apiRoot: peer.url, allowedUsers: [owner], clock });
  const close = async () => {
    await channel.close();
    await peer.close();
  };
  /** A message waits for the draft that is on its way, so once it is sent, the preview has its answer. */
  const settled = async () => {
    await channel.send(chat, channel.parts('x')[0]!, { repeat: false, signal: new AbortController().signal });
  };
  return { peer, clock, channel, settled, [Symbol.asyncDispose]: close };
}

describe('a preview in Telegram', () => {
  test('given text that grows, then it is shown as a draft with a stop button, at most once a second, the newest wins', async () => {
    await using rig = await previewing();
    const { peer, clock, channel, settled } = rig;
    channel.preview(chat, 'turn-1', '');
    const first = await peer.drafts.until(() => true);
    assert.deepEqual([first.text, first.canStop, first.method], ['', true, 'sendMessageDraft']);
    for (const text of ['He', 'Hell', 'Hello **wor']) channel.preview(chat, 'turn-1', text);
    await settled();
    assert.equal(peer.drafts.all.length, 1);
    clock.advance(999);
    await settled();
    assert.equal(peer.drafts.all.length, 1);
    clock.advance(1);
    const second = await peer.drafts.until(draft => draft.text !== '');
    assert.equal(second.text, 'Hello **wor');
    assert.equal(second.draftId, first.draftId);
    assert.notEqual(second.draftId, 0);
    assert.equal(peer.drafts.all.length, 2);
  });

  test('given a preview that goes on, then the chat shows typing every few seconds, and a draft that stands still is sent again', async () => {
    await using rig = await previewing();
    const { peer, clock, channel } = rig;
    channel.preview('42:7', 'turn-1', 'thinking');
    await peer.drafts.until(() => true);
    for (let second = 1; second <= 21; second++) {
      clock.advance(1000);
      const actions = 1 + Math.floor(second / 5);
      await peer.actions.until(() => peer.actions.all.length >= actions);
    }
    await peer.drafts.until(() => peer.drafts.all.length === 2);
    assert.deepEqual(peer.actions.all.map(action => [action.chatId, action.threadId, action.action]).at(-1), [
      42,
      7,
      'typing',
    ]);
    assert.equal(peer.drafts.all[0]?.threadId, 7);
  });

  test('given tools that run, then the draft shows the newest with its time, which goes on, and what it wrote last', async () => {
    await using rig = await previewing();
    const { peer, clock, channel, settled } = rig;
    const since = clock.now() - 12_000;
    channel.preview(chat, 'turn-1', 'Let me **look**.', [
      { what: 'Run “ls”.', since: 0 },
      { what: 'Run “npm test <a>”.', since, output: '34 passing' },
    ]);
    const first = await peer.drafts.until(() => true);
    assert.equal(first.text, 'Let me look.\n\n⏳ Run “npm test <a>”. · 12 s · +1 · 34 passing');
    for (let second = 0; second < 5; second += 1) {
      clock.advance(1000);
      await settled();
    }
    const second = await peer.drafts.until(draft => / · 17 s · /.test(draft.text));
    assert.deepEqual([second.draftId, peer.drafts.all.length], [first.draftId, 2]);
    clock.advance(700_000);
    const late = await peer.drafts.until(draft => / · 11 min 57 s · /.test(draft.text));
    assert.equal(late.draftId, first.draftId);
    channel.preview(chat, 'turn-1', 'Done.', []);
    clock.advance(1000);
    await peer.drafts.until(draft => draft.text === 'Done.');
  });

  test('given a message of the owner, then it is acknowledged once it is kept, and as done once its turn is over; a failure holds nothing up', async () => {
    await using rig = await previewing();
    const { peer, channel } = rig;
    const agent = receiver();
    const reactions = () =>
      peer.calls.all
        .filter(({ method }) => method === 'setMessageReaction')
        .map(({ params }) => [params['message_id'], JSON.parse(JSON.stringify(params['reaction']))[0].emoji]);
    await receiving(channel, agent.receiver, async () => {
      const { message_id } = peer.say(owner, 'hello');
      await peer.calls.until(({ method }) => method === 'setMessageReaction');
      channel.preview(chat, 'turn-1', 'Hi');
      channel.preview(chat, 'turn-1', undefined);
      await peer.calls.until(() => reactions().length === 2);
      assert.deepEqual(reactions(), [
        [message_id, '👀'],
        [message_id, '👌'],
      ]);
      peer.fail('setMessageReaction', { status: 400 });
      peer.say(owner, 'more');
      await agent.heard('more');
      await peer.calls.until(() => reactions().length === 3);
    });
  });

  test('given messages that an earlier process took, then each is marked as done: at once where its turn is over, else when it is', async () => {
    await using rig = await previewing();
    const { peer, channel } = rig;
    const agent = receiver();
    const done = () =>
      peer.calls.all.filter(({ method }) => method === 'setMessageReaction').map(({ params }) => params['message_id']);
    const takenBefore = async () => [
      { chat, ref: '11', isOver: true },
      { chat, ref: '12', isOver: false },
    ];
    await receiving(channel, { ...agent.receiver, takenBefore }, async () => {
      await peer.calls.until(() => done().length === 1);
      assert.deepEqual(done(), [11]);
      channel.preview(chat, 'turn-1', 'Hi');
      channel.preview(chat, 'turn-1', undefined);
      await peer.calls.until(() => done().length === 2);
      assert.deepEqual(done(), [11, 12]);
    });
    // where the connection is lost and comes back, that is no news
    await receiving(channel, { ...agent.receiver, takenBefore }, async () => {
      peer.say(owner, 'hello');
      await agent.heard('hello');
    });
    assert.deepEqual(done().slice(0, 2), [11, 12]);
    assert.ok(done().length === 3);
  });

  test('given 429 for a draft, then nothing is previewed before the time Telegram named', async () => {
    await using rig = await previewing();
    const { peer, clock, channel, settled } = rig;
    peer.fail('sendMessageDraft', { status: 429, retryAfter: 9 });
    channel.preview(chat, 'turn-1', 'one');
    await peer.calls.until(call => call.method === 'sendMessageDraft');
    await settled();
    for (let second = 0; second < 8; second++) {
      clock.advance(1000);
      channel.preview(chat, 'turn-1', `one ${second}`);
    }
    await settled();
    assert.equal(peer.drafts.all.length, 0);
    assert.equal(peer.actions.all.length, 1);
    clock.advance(1000);
    assert.equal((await peer.drafts.until(() => true)).text, 'one 7');
  });

  test('given 429 for a message, then the previews of that chat wait too', async () => {
    await using rig = await previewing();
    const { peer, clock, channel, settled } = rig;
    peer.fail('sendMessage', { status: 429, retryAfter: 9 });
    await assert.rejects(settled());
    channel.preview(chat, 'turn-1', 'one');
    clock.advance(8999);
    await settled();
    assert.deepEqual([peer.drafts.all.length, peer.actions.all.length], [0, 0]);
    clock.advance(1);
    await peer.drafts.until(() => true);
  });

  test('given a message that goes out while a draft is on its way, then the draft arrives first', async () => {
    await using rig = await previewing();
    const { peer, channel } = rig;
    const held = peer.hold('sendMessageDraft');
    channel.preview(chat, 'turn-1', 'almost');
    await held.arrived;
    channel.preview(chat, 'turn-1', undefined);
    const [part] = channel.parts('the reply');
    const { signal } = new AbortController();
    const sent = channel.send(chat, part!, { repeat: false, signal });
    // Another chat has nothing to wait for.
    await channel.send('42:8', part!, { repeat: false, signal });
    assert.deepEqual(
      peer.sent.all.map(message => message.threadId),
      [8],
    );
    held.release();
    await sent;
    assert.equal(peer.drafts.all.length, 1);
    assert.equal(peer.sent.all.length, 2);
  });

  test('given a draft that hangs, then the message waits a second for it and no longer', async () => {
    await using rig = await previewing();
    const { peer, clock, channel } = rig;
    peer.fail('sendMessageDraft', 'hang');
    channel.preview(chat, 'turn-1', 'almost');
    await peer.calls.until(call => call.method === 'sendMessageDraft');
    const [part] = channel.parts('the reply');
    const sent = channel.send(chat, part!, { repeat: false, signal: new AbortController().signal });
    clock.advance(1000);
    await sent;
    assert.equal(peer.sent.all.at(-1)?.text, 'the reply');
  });

  test('given a server that knows no drafts, then they are given up and typing goes on', async () => {
    await using rig = await previewing();
    const { peer, clock, channel, settled } = rig;
    peer.fail('sendMessageDraft', { status: 404, description: 'Not Found: method not found' });
    channel.preview(chat, 'turn-1', 'one');
    await peer.calls.until(call => call.method === 'sendMessageDraft');
    await settled();
    clock.advance(5000);
    channel.preview(chat, 'turn-1', 'one two');
    await peer.actions.until(() => peer.actions.all.length === 2);
    assert.equal(peer.drafts.all.length, 0);
  });

  test('given the stop button of the draft, then the turn of that chat is aborted; one of an older draft does nothing', async () => {
    await using rig = await previewing();
    const { peer, clock, channel } = rig;
    const agent = receiver();
    channel.preview('42:7', 'turn-1', 'one');
    const old = await peer.drafts.until(() => true);
    channel.preview('42:7', 'turn-1', undefined);
    channel.preview('42:7', 'turn-2', 'two');
    clock.advance(1000);
    const draft = await peer.drafts.until(one => one.draftId !== old.draftId);
    await receiving(channel, agent.receiver, async () => {
      peer.pressDraftStop(old);
      peer.say(owner, 'between');
      await agent.heard('between');
      assert.deepEqual(agent.aborted, []);
      peer.pressDraftStop(draft);
      peer.say(owner, 'after');
      await agent.heard('after');
      assert.deepEqual(agent.aborted, ['42:7']);
    });
  });
});
