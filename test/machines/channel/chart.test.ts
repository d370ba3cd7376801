import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Failure } from '../../../src/domain/supervision/failure.ts';
import { busy, channel, down, halt, line, online, refused, reply, start } from './stands.ts';

const second: Failure = { kind: 'unavailable', message: 'another poller', cause: 'conflict' };

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

  for (const [what, failure, leaf] of [
    ['a second poller', second, 'conflict'],
    ['a token that is refused', refused, 'backingOff'],
    ['a dead network', down, 'backingOff'],
  ] as const)
    test(`given ${what}, when it stays so, then the channel looks again for ever, and never less often than every five minutes`, () => {
      let stand = online();
      const waits: number[] = [];
      for (let times = 0; times < 30; times += 1) {
        stand = stand.fails('inbox', failure);
        assert.equal(stand.leaf, leaf);
        waits.push(...Object.values(stand.timers).map(({ delayMs }) => delayMs));
        stand = stand.fires().ends('connection', { identity: '@agent' });
        assert.equal(stand.leaf, 'online');
      }
      assert.deepEqual(waits.slice(0, 4), [1000, 2000, 4000, 8000]);
      assert.equal(Math.max(...waits), failure === down ? 60_000 : 300_000);
    });

  test('given a second poller, when messages are queued, then they go out all the same', () => {
    const stand = online().fails('inbox', second).send(reply('d1'));
    assert.deepEqual([stand.leaf, stand.asked], ['conflict', [`start ${line} delivery`]]);
  });

  test('given an outage whose reason changes, when it does, then the new reason is said once', () => {
    const first = channel().send(start).fails('connection', down);
    assert.equal(first.sent('supervisor').length, 1);
    const other = first.fires().fails('connection', refused);
    assert.deepEqual(other.sent('supervisor')[0]?.['failure'], refused);
    assert.deepEqual(other.fires().fails('connection', refused).sent('supervisor'), []);
    assert.deepEqual(other.fires().fails('connection', down).sent('supervisor'), []);
  });

  suite('coming back', () => {
    const away = (failure: Failure, ms: number) => {
      const lost = channel().send(start).fails('connection', failure);
      return lost.fires().ends('connection', { identity: '@agent' }, { at: lost.at + ms });
    };

    test('given an outage of minutes, when the channel is back, then it says on itself since when it was away, once', () => {
      const back = away(down, 300_000);
      assert.equal(back.leaf, 'online');
      assert.partialDeepStrictEqual(back.sent('supervisor'), [{ code: 'channelBack', channel: 'telegram' }]);
      assert.deepEqual(back.fires('steady').sent('supervisor'), []);
    });

    test('given a short outage, when the channel is back, then nobody is told', () =>
      assert.deepEqual(away(down, 200_000).sent('supervisor'), []));

    test('given a second poller for hours, when the channel connects, then it says so only once it stays', () => {
      const lost = online().fails('inbox', second);
      const back = lost.fires().ends('connection', { identity: '@agent' }, { at: lost.at + 7_200_000 });
      assert.deepEqual(back.sent('supervisor'), []);
      assert.equal(back.fires('steady').sent('supervisor')[0]?.['code'], 'channelBack');
    });
  });

  test('given a channel whose receive returns at once, when it connects again and again, then each pause is longer than the one before', () => {
    let stand = online();
    const pauses: number[] = [];
    for (let round = 0; round < 5; round++) {
      const before = stand.at;
      stand = stand.ends('inbox', undefined);
      assert.equal(stand.leaf, 'backingOff');
      stand = stand.fires('backoff');
      pauses.push(stand.at - before);
      stand = stand.ends('connection', { identity: '@agent' });
    }
    assert.ok(
      pauses.every((pause, at) => pause > (pauses[at - 1] ?? 0)),
      `${pauses}`,
    );
    assert.equal(stand.leaf, 'online');
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
