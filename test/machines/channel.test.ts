import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { channelMachine } from '../../src/machines/channel.ts';
import type { Failure } from '../../src/machines/domain/failure.ts';
import { begin, type Stand } from './play.ts';

type Channel = Stand<typeof channelMachine>;

const channel = (): Channel =>
  begin({ machine: channelMachine, address: 'channel:telegram', input: { name: 'telegram' } });
const start = { type: 'channel.started' };
const halt = { type: 'channel.stopped' };
const online = () => channel().send(start).ends('connection', { identity: '@agent' });
const reply = (delivery: string, chat = '42') => ({ type: 'delivery.queued', delivery, chat });
const card = (approval: string, chat = '42') => ({
  type: 'card.settled',
  approval,
  chat,
  ref: '17',
  outcome: 'granted',
  by: 'telegram:42',
});
const outgoing = (delivery: string, change: object = {}) => ({
  kind: 'reply',
  delivery,
  chat: '42',
  part: 0,
  attempt: 1,
  repeat: false,
  ...change,
});
const whole = { ref: '100', of: 1 };
const line = 'line-42';

const down: Failure = { kind: 'unavailable', message: 'no network' };
const busy: Failure = { kind: 'unavailable', message: 'too many requests', retryAfterMs: 7_000 };
const second: Failure = { kind: 'unavailable', message: 'another poller', cause: 'conflict' };
const refused: Failure = { kind: 'denied', message: 'the token is wrong' };
const gone: Failure = { kind: 'invalid', message: 'the chat is gone' };
const unknown: Failure = { kind: 'unknown', message: 'it died while delivery was under way' };

suite('the connection', () => {
  test('given a channel that was born, when nobody starts it, then it rests', () => {
    const stand = channel();
    assert.deepEqual([stand.leaf, stand.asked], ['stopped', []]);
    assert.ok(stand.tags.includes('resting'));
  });

  test('given a start, when the other side answers, then it listens and knows its name there', () => {
    const connecting = channel().send(start);
    assert.deepEqual([connecting.leaf, connecting.asked], ['connecting', ['start connection']]);
    assert.deepEqual(connecting.started('connection'), { channel: 'telegram' });
    const stand = connecting.ends('connection', { identity: '@agent' });
    assert.deepEqual([stand.leaf, stand.asked], ['online', ['wait 60000', 'start inbox']]);
    assert.equal(stand.context.identity, '@agent');
  });

  for (const [leaf, make] of [
    ['connecting', () => channel().send(start)],
    ['online', () => online()],
  ] as const)
    test(`given ${leaf}, when it is started again, then nothing happens`, () => {
      const stand = make().send(start);
      assert.deepEqual([stand.leaf, stand.asked], [leaf, []]);
    });

  for (const [leaf, make] of [
    ['backingOff', () => channel().send(start).fails('connection', down)],
    ['conflict', () => online().fails('inbox', second)],
  ] as const)
    test(`given ${leaf}, when it is started again, then it tries at once`, () => {
      const before = make();
      assert.equal(before.leaf, leaf);
      const stand = before.send(start);
      assert.deepEqual([stand.leaf, stand.asked], ['connecting', ['cancel timer', 'start connection']]);
    });

  test('given a dead network, when it fails again and again, then it waits longer each time and says so once', () => {
    let stand = channel().send(start);
    const waits: number[] = [];
    const reports: unknown[] = [];
    for (let attempt = 1; attempt <= 9; attempt += 1) {
      stand = stand.fails('connection', down);
      assert.equal(stand.leaf, 'backingOff');
      waits.push(...Object.values(stand.timers).map(({ delayMs }) => delayMs));
      reports.push(...stand.sent('supervisor'));
      stand = stand.fires();
      assert.equal(stand.leaf, 'connecting');
    }
    assert.deepEqual(waits, [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    assert.deepEqual(reports, [
      {
        type: 'report.raised',
        kind: 'failed',
        code: 'channelDown',
        subject: 'channel:telegram',
        channel: 'telegram',
        failure: down,
      },
    ]);
  });

  const flapping = () =>
    channel().send(start).fails('connection', down).fires().ends('connection', { identity: '@agent' });

  test('given a line that answers and fails again within a minute, when it does, then it is the same outage', () => {
    const stand = flapping().fails('inbox', down);
    assert.deepEqual(stand.sent('supervisor'), []);
    assert.ok(stand.asked.includes('wait 2000'));
  });

  test('given a line that was steady for a minute, when it fails, then it is a new outage and said again', () => {
    const steady = flapping().fires('steady');
    assert.deepEqual([steady.leaf, steady.context.failure], ['online', null]);
    const stand = steady.fails('inbox', down);
    assert.equal(stand.sent('supervisor').length, 1);
    assert.ok(stand.asked.includes('wait 1000'));
  });

  test('given a wish of the other side, when it refuses to talk for a while, then that is the wait', () => {
    const stand = online().fails('inbox', busy);
    assert.ok(stand.asked.includes('wait 7000'));
  });

  test('given a second poller, when it is found, then the channel waits half a minute and tries again', () => {
    const stand = online().fails('inbox', second);
    assert.equal(stand.leaf, 'conflict');
    assert.ok(stand.asked.includes('wait 30000'));
    assert.equal(stand.sent('supervisor')[0]?.['code'], 'channelDown');
    assert.equal(stand.fires().leaf, 'connecting');
  });

  for (const [where, make] of [
    ['connecting', () => channel().send(start).fails('connection', refused)],
    ['online', () => online().fails('inbox', refused)],
  ] as const)
    test(`given a wrong token, when it is refused while ${where}, then the channel stops and says so`, () => {
      const stand = make();
      assert.equal(stand.leaf, 'stopped');
      assert.deepEqual(stand.sent('supervisor')[0]?.['failure'], refused);
      assert.deepEqual(stand.timers, {});
      assert.equal(stand.send(start).leaf, 'connecting', 'a new start tries again');
    });

  test('given a token that is refused in the midst of an outage, when the channel stops, then that is said too', () => {
    const stand = channel().send(start).fails('connection', down).fires().fails('connection', refused);
    assert.equal(stand.leaf, 'stopped');
    assert.equal(stand.sent('supervisor').length, 1);
  });

  test('given a listening that ends by itself, when it does, then the channel connects again', () => {
    assert.equal(online().ends('inbox', undefined).leaf, 'connecting');
  });

  for (const [leaf, make, ...left] of [
    ['connecting', () => channel().send(start), 'stop connection'],
    ['online', () => online(), 'cancel timer', 'stop inbox'],
    ['backingOff', () => channel().send(start).fails('connection', down), 'cancel timer'],
    ['conflict', () => online().fails('inbox', second), 'cancel timer'],
  ] as const)
    test(`given ${leaf}, when it is stopped and started, then it leaves what it did and begins anew`, () => {
      const stopped = make().send(halt);
      assert.deepEqual([stopped.leaf, stopped.asked], ['stopped', left]);
      const again = stopped.send(start);
      assert.deepEqual([again.leaf, again.context.attempt, again.context.failure], ['connecting', 0, null]);
    });
});

suite('deliveries', () => {
  test('given a reply, when it is queued, then it is sent, marked and done', () => {
    const sending = online().send(reply('d1'));
    assert.deepEqual(sending.asked, [`start ${line} delivery`]);
    assert.deepEqual(sending.started(line), { channel: 'telegram', outgoing: outgoing('d1') });
    const sent = sending.ends(line, whole);
    assert.deepEqual(sent.asked, ['write markPartSent', 'write endDelivery']);
    assert.deepEqual(sent.wrote('markPartSent'), [{ delivery: 'd1', ref: '100' }]);
    assert.deepEqual(sent.wrote('endDelivery'), [{ delivery: 'd1', status: 'sent', failure: null }]);
    assert.deepEqual(sent.context.lines, {});
  });

  test('given several replies to one chat, when they are queued, then each waits for the one before it', () => {
    let stand = online().send(reply('d1')).send(reply('d2')).send(reply('d3'));
    assert.deepEqual(Object.keys(stand.children), ['inbox', line]);
    const order: unknown[] = [];
    for (let sent = 0; sent < 3; sent += 1) {
      order.push(stand.context.lines['42']?.queue[0]);
      stand = stand.ends(line, whole);
    }
    assert.deepEqual(order, [outgoing('d1'), outgoing('d2'), outgoing('d3')]);
    assert.deepEqual(stand.context.lines, {});
  });

  test('given two chats, when one is slow, then the other does not wait for it', () => {
    const stand = online().send(reply('d1', '42')).send(reply('d2', '43:7'));
    assert.deepEqual(Object.keys(stand.children), ['inbox', 'line-42', 'line-43:7']);
    const after = stand.ends('line-43:7', whole);
    assert.deepEqual(after.wrote('endDelivery')[0]?.['delivery'], 'd2');
    assert.deepEqual(Object.keys(after.context.lines), ['42']);
  });

  test('given a long reply, when a part is out, then the next one follows and the reply ends with the last', () => {
    const two = online().send(reply('d1')).send(reply('d2')).ends(line, { ref: '100', of: 3 });
    assert.deepEqual(two.asked, ['write markPartSent', `start ${line} delivery`]);
    assert.deepEqual(two.started(line)?.['outgoing'], outgoing('d1', { part: 1 }));
    const three = two.ends(line, { ref: '101', of: 3 });
    assert.deepEqual(three.started(line)?.['outgoing'], outgoing('d1', { part: 2 }));
    const over = three.ends(line, { ref: '102', of: 3 });
    assert.deepEqual(over.asked, ['write markPartSent', 'write endDelivery', `start ${line} delivery`]);
    assert.deepEqual(over.started(line)?.['outgoing'], outgoing('d2'));
  });

  test('given 429, when a part fails, then it goes again after what the other side wished, and nothing overtakes it', () => {
    const failed = online().send(reply('d1')).send(reply('d2')).fails(line, busy);
    assert.deepEqual(failed.asked, ['wait 7000']);
    const waiting = failed.send(reply('d3'));
    assert.deepEqual(waiting.asked, [], 'the chat waits as a whole');
    const again = waiting.fires('due-42');
    assert.deepEqual(again.started(line)?.['outgoing'], outgoing('d1', { attempt: 2 }));
  });

  test('given 429 in one chat, when it waits, then another chat goes on', () => {
    const stand = online().send(reply('d1')).fails(line, busy).send(reply('d2', '43'));
    assert.deepEqual(stand.asked, ['start line-43 delivery']);
  });

  test('given an outcome that nobody knows, when it is heard, then the part goes once more and says that it may be a repeat', () => {
    const again = online().send(reply('d1')).fails(line, unknown);
    assert.deepEqual(again.asked, [`start ${line} delivery`]);
    assert.deepEqual(again.started(line)?.['outgoing'], outgoing('d1', { attempt: 2, repeat: true }));
    const twice = again.fails(line, unknown);
    assert.deepEqual(twice.asked, ['write endDelivery', 'send supervisor report.raised']);
  });

  test('given a repeat of one part, when it is out, then the next part is no repeat', () => {
    const next = online().send(reply('d1')).fails(line, unknown).ends(line, { ref: '100', of: 2 });
    assert.deepEqual(next.started(line)?.['outgoing'], outgoing('d1', { part: 1 }));
  });

  test('given a chat that is gone, when a reply fails, then it is given up, reported, and the next one goes', () => {
    const stand = online().send(reply('d1')).send(reply('d2')).fails(line, gone);
    assert.deepEqual(stand.asked, ['write endDelivery', 'send supervisor report.raised', `start ${line} delivery`]);
    assert.deepEqual(stand.wrote('endDelivery'), [{ delivery: 'd1', status: 'failed', failure: 'the chat is gone' }]);
    assert.deepEqual(stand.sent('supervisor'), [
      {
        type: 'report.raised',
        kind: 'failed',
        code: 'undelivered',
        subject: 'channel:telegram',
        chat: '42',
        failure: gone,
      },
    ]);
  });

  test('given a side that stays down, when a part has failed twelve times, then it is given up', () => {
    let stand = online().send(reply('d1'));
    const waits: number[] = [];
    for (let attempt = 1; attempt < 12; attempt += 1) {
      const failed = stand.fails(line, down);
      waits.push(failed.timers['due-42']?.delayMs ?? 0);
      stand = failed.fires('due-42');
    }
    assert.deepEqual(waits.slice(0, 4), [1000, 2000, 4000, 8000]);
    assert.equal(waits.at(-1), 300_000);
    const over = stand.fails(line, down);
    assert.equal(over.wrote('endDelivery')[0]?.['status'], 'failed');
    assert.deepEqual(over.context.lines, {});
  });

  test('given a channel that is not online, when replies are queued, then they wait, and go in order when it is', () => {
    const waiting = channel().send(reply('d1')).send(reply('d2')).send(reply('d3', '43'));
    assert.deepEqual(waiting.asked, []);
    const connecting = waiting.send(start).send(reply('d4'));
    assert.deepEqual(connecting.asked, []);
    const stand = connecting.ends('connection', { identity: '@agent' });
    assert.deepEqual(
      stand.asked.filter(asked => asked.includes('line')),
      ['start line-42 delivery', 'start line-43 delivery'],
    );
    assert.deepEqual(
      stand.context.lines['42']?.queue.map(item => item.kind === 'reply' && item.delivery),
      ['d1', 'd2', 'd4'],
    );
  });

  test('given a part under way, when the connection is lost, then its end still counts, and the rest waits', () => {
    const lost = online().send(reply('d1')).send(reply('d2')).fails('inbox', down);
    assert.deepEqual(Object.keys(lost.children), [line]);
    const sent = lost.ends(line, whole);
    assert.deepEqual([sent.leaf, sent.asked], ['backingOff', ['write markPartSent', 'write endDelivery']]);
    const back = sent.fires('backoff').ends('connection', { identity: '@agent' });
    assert.deepEqual(back.started(line)?.['outgoing'], outgoing('d2'));
  });

  test('given a part under way, when the connection is lost and it fails, then it is due later, also while offline', () => {
    const failed = online().send(reply('d1')).send(halt).fails(line, down);
    assert.deepEqual([failed.leaf, failed.asked], ['stopped', ['wait 1000']]);
    const due = failed.fires('due-42');
    assert.deepEqual([due.leaf, due.asked], ['stopped', []]);
    const back = due.send(start).ends('connection', { identity: '@agent' });
    assert.deepEqual(back.started(line)?.['outgoing'], outgoing('d1', { attempt: 2 }));
  });

  test('given a part that waits for its next try, when the channel comes back before, then it still waits', () => {
    const back = online()
      .send(reply('d1'))
      .fails(line, busy)
      .send(halt)
      .send(start)
      .ends('connection', { identity: '@agent' });
    assert.deepEqual(back.asked, ['wait 60000', 'start inbox']);
    assert.deepEqual(back.fires('due-42').started(line)?.['outgoing'], outgoing('d1', { attempt: 2 }));
  });

  test('given an unknown outcome while offline, when the channel is online again, then the repeat goes', () => {
    const back = online()
      .send(reply('d1'))
      .send(halt)
      .fails(line, unknown)
      .send(start)
      .ends('connection', { identity: '@agent' });
    assert.deepEqual(back.started(line)?.['outgoing'], outgoing('d1', { attempt: 2, repeat: true }));
  });
});

suite('cards', () => {
  test('given a decided approval, when its card is to be settled, then it takes its place in the line', () => {
    const stand = online().send(reply('d1')).send(card('approval:x'));
    assert.deepEqual(stand.asked, []);
    const after = stand.ends(line, whole);
    assert.deepEqual(after.asked, ['write markPartSent', 'write endDelivery', `start ${line} settlement`]);
    assert.deepEqual(after.started(line)?.['outgoing'], {
      kind: 'card',
      approval: 'approval:x',
      chat: '42',
      ref: '17',
      outcome: 'granted',
      by: 'telegram:42',
      attempt: 1,
    });
    const over = after.ends(line, { ref: '17', of: 1 });
    assert.deepEqual([over.asked, over.context.lines], [[], {}]);
  });

  test('given a card while offline, when the channel is online, then it is settled', () => {
    const stand = channel().send(card('approval:x')).send(start).ends('connection', { identity: '@agent' });
    assert.ok(stand.asked.includes(`start ${line} settlement`));
  });

  test('given a card that fails, when the other side is down, then it is tried again; when the chat is gone, it is dropped', () => {
    const again = online().send(card('approval:x')).fails(line, down);
    assert.deepEqual(again.asked, ['wait 1000']);
    assert.ok(again.fires('due-42').asked.includes(`start ${line} settlement`));
    const dropped = online().send(card('approval:x')).send(reply('d1')).fails(line, gone);
    assert.deepEqual(dropped.asked, [`start ${line} delivery`], 'nobody is told of a card');
  });
});
