/**
 * A turn whose model does not answer: it waits, tries again, and ends by itself only when the time that was set is
 * over.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Failure } from '../../../src/domain/supervision/failure.ts';
import {
  asks,
  broken,
  down,
  frozenCall,
  reply,
  resting,
  result,
  type Session,
  says,
  session,
  spentUp,
  stop,
} from '../talk.ts';

const minute = 60_000;
const hour = 60 * minute;
const patience = { keepTryingMs: 2 * hour, longestPauseMs: 10 * minute, timeZone: 'UTC' };
const denied: Failure = { kind: 'denied', message: 'peer/model: refused the key', cause: 'HTTP 401' };

const thinking = (models = 1): Session => session().send(says('m1')).ends('recall', { recalled: [], models, patience });

/** Fails as often as it is tried quickly. */
function failing(stand: Session, failure: Failure = down): Session {
  let now = stand;
  for (let tries = 0; tries < 20 && now.leaf.startsWith('thinking'); tries += 1)
    now = now.leaf === 'thinking.backingOff' ? now.fires('backoff') : now.fails('completion', failure);
  return now;
}

const told = (stand: Session) => stand.wrote('queueDelivery').map(({ body }) => String(body));

suite('a turn that waits for its model', () => {
  test('given quick tries that all fail, when the last does, then the owner is told once, the reservation is settled and it waits', () => {
    const waiting = failing(thinking());
    assert.equal(waiting.leaf, 'waitingForModel');
    assert.deepEqual(told(waiting), [
      'peer/model cannot be reached. I will try again at 00:17:18 and keep trying for 2 h; /stop ends it.',
    ]);
    assert.ok(
      waiting.asked.includes('write settleSpend') && waiting.asked.includes('wait 30000'),
      waiting.asked.join(),
    );
    assert.deepEqual(waiting.sent('supervisor'), []);
    assert.deepEqual(
      waiting.wrote('appendMessage').map(({ isAside, role }) => [isAside, role]),
      [[true, 'notice']],
    );
    const again = waiting.fires();
    assert.equal(again.leaf, 'thinking.completing');
    const second = again.fails('completion', down);
    assert.deepEqual([second.leaf, told(second)], ['waitingForModel', []]);
    assert.ok(second.asked.includes('wait 60000'), 'one try a round, and a longer pause');
  });

  test('given a wait, when the model answers again, then the turn goes on as if nothing had been', () => {
    const back = failing(thinking())
      .fires()
      .ends('completion', asks(['clock']));
    assert.equal(back.leaf, 'acting.running');
    const next = back.ends('call-1', result());
    assert.deepEqual(
      [next.leaf, next.context.calling.attempt, next.context.calling.outage],
      ['thinking.completing', 1, null],
    );
    assert.equal(next.fails('completion', down).leaf, 'thinking.backingOff', 'a new failure has its quick tries');
    const over = next.ends('completion', reply()).ends('evaluation', { claims: [] });
    assert.deepEqual([over.leaf, told(over)], ['idle', ['Hello.']]);
  });

  test('given another model chosen while one is asked, when that one fails, then the other is asked at once', () => {
    const asked = failing(thinking()).fires().send({ type: 'models.retried' });
    assert.equal(asked.leaf, 'thinking.completing', 'the call goes on');
    const next = asked.fails('completion', down);
    assert.deepEqual(
      [next.leaf, next.context.calling.outage, next.context.calling.hasNewChoice],
      ['thinking.completing', null, false],
    );
    assert.ok(next.asked.includes('write settleSpend'), next.asked.join());
    const over = next.ends('completion', reply()).ends('evaluation', { claims: [] });
    assert.deepEqual([over.leaf, told(over)], ['idle', ['Hello.']]);
    assert.equal(next.fails('completion', down).leaf, 'waitingForModel', 'once only');
    const refused = thinking().send({ type: 'models.retried' }).fails('completion', denied);
    assert.equal(refused.leaf, 'thinking.completing', 'a model that refuses is no reason to end the turn');
  });

  test('given a wait that is saved and loaded, when its timer fires, then it tries again', () => {
    const waiting = failing(thinking()).restored();
    assert.equal(waiting.leaf, 'waitingForModel');
    assert.equal(waiting.fires().leaf, 'thinking.completing');
  });

  test('given new words, when they come while it waits, then it is tried at once with them, and what comes of it is told', () => {
    const tried = failing(thinking()).send(says('m2'));
    assert.equal(tried.leaf, 'thinking.completing');
    assert.ok(tried.asked.includes('write appendMessage owner m2') && tried.asked.includes('cancel timer'));
    assert.equal(tried.started('completion')?.['allotment'], 'm2');
    const still = tried.fails('completion', down);
    assert.deepEqual([still.leaf, told(still).length], ['waitingForModel', 1]);
    const over = tried.ends('completion', reply()).ends('evaluation', { claims: [] });
    assert.deepEqual([over.leaf, told(over)], ['idle', ['Hello.']]);
  });

  test('given /stop or a deadline, when it comes while it waits, then the turn ends', () => {
    const over = failing(thinking()).send(stop);
    assert.equal(over.leaf, 'idle');
    assert.deepEqual(over.timers, {});
    assert.equal(over.wrote('endTurn')[0]?.['outcome'], 'cancelled');
    const late = failing(
      session()
        .send(says('m1', 'soon', { deadlineMs: hour }))
        .ends('recall', { recalled: [], patience }),
    );
    assert.equal(late.leaf, 'waitingForModel');
    const expired = late.fires('deadline');
    assert.deepEqual([expired.leaf, expired.wrote('endTurn')[0]?.['outcome']], ['idle', 'expired']);
    assert.deepEqual(expired.timers, {});
  });

  for (const [name, failure] of [
    ['a request that is refused', broken],
    ['a key that is refused', denied],
    ['a budget that is spent', spentUp],
  ] as const)
    test(`given ${name}, when it is met, at once or after a wait, then the turn ends and does not wait`, () => {
      assert.equal(thinking().fails('completion', failure).leaf, 'idle');
      assert.equal(failing(thinking()).fires().fails('completion', failure).leaf, 'idle');
    });

  test('given the time that was set, when it is over, then one message says so and what to do, and the supervisor hears of it', () => {
    let stand = failing(thinking());
    const said: string[] = [];
    for (let rounds = 0; rounds < 100 && stand.leaf === 'waitingForModel'; rounds += 1) {
      stand = stand.fires().fails('completion', down);
      said.push(...told(stand));
    }
    assert.equal(stand.leaf, 'idle');
    assert.equal(said.length, 1);
    assert.match(
      said[0] ?? '',
      /^peer\/model cannot be reached\. I have tried for 2 h and stop here\. Your message is kept: /,
    );
    assert.equal(stand.wrote('endTurn')[0]?.['outcome'], 'failed');
    assert.equal(stand.sent('supervisor').length, 1);
  });

  test('given an open breaker, when it refuses the call, then that is a wait and no failure', () => {
    const waiting = thinking().fails('completion', resting);
    assert.deepEqual([waiting.leaf, waiting.context.calling.outage?.tries], ['waitingForModel', 0]);
    assert.ok(waiting.asked.includes('wait 41500'));
  });

  test('given a long wish of the other side, when it is met, then no quick try is made before it, and the others in line are asked', () => {
    const limited = { ...down, cause: 'HTTP 429', retryAfterMs: 20 * minute };
    const alone = thinking().fails('completion', limited);
    assert.ok(alone.leaf === 'waitingForModel' && alone.asked.includes(`wait ${20 * minute}`));
    const second = thinking(2).fails('completion', limited);
    assert.deepEqual([second.leaf, second.started('completion')?.['route']], ['thinking.completing', 1]);
    const waiting = failing(second);
    assert.ok(waiting.asked.includes('wait 30000'), 'the second has no such wish');
    assert.equal(waiting.fires().started('completion')?.['route'], 1, 'the first is left alone as it wished');
  });

  test('given one model that is busy and one that refuses for good, when both were asked, then it waits for the busy one', () => {
    const busyFirst = failing(thinking(2), down);
    assert.equal(busyFirst.leaf, 'waitingForModel');
    let stand = thinking(2);
    for (let tries = 0; tries < 3; tries += 1) {
      stand = stand.fails('completion', down);
      if (stand.leaf === 'thinking.backingOff') stand = stand.fires();
    }
    assert.equal(stand.started('completion')?.['route'], 1);
    assert.equal(stand.fails('completion', denied).leaf, 'waitingForModel');
  });
});

suite('a budget that is spent', () => {
  const spent = { ...spentUp, retryAfterMs: hour };

  test('given a limit that was told of, when more messages meet it that day, then they end without another; the next day it is told again', () => {
    const first = thinking().fails('completion', spent);
    assert.deepEqual([first.leaf, told(first)], ['idle', [spent.message]]);
    const again = (stand: Session, at: number) =>
      stand.send({ ...says('m2'), at }).ends('recall', { recalled: [], patience });
    const second = again(first, first.at + minute).fails('completion', spent);
    assert.deepEqual([second.leaf, told(second), second.wrote('endTurn')[0]?.['outcome']], ['idle', [], 'paused']);
    const other = again(second, second.at + minute).fails('completion', { ...spent, cause: 'budget.session' });
    assert.equal(told(other).length, 1, 'another limit is another matter');
    const next = again(second, first.at + 2 * hour).fails('completion', spent);
    assert.equal(told(next).length, 1);
  });
});

suite('by what a conversation is distrusted', () => {
  const external = result({ taint: 'external' });
  const calls = (stand: Session, intent: string) =>
    stand.ends('completion', asks(['clock'], { calls: [frozenCall('clock', { callId: 'c1', intent })] }));

  test('given the output of a call, when it is from outside, then the first one is named, also to the calls that follow', () => {
    const first = calls(thinking(), 'Read inbox/a.txt.').ends('call-1', external);
    assert.equal(first.context.trust.distrust, 'Read inbox/a.txt.');
    const second = calls(first, 'Run “ls”.');
    assert.equal(second.started('call-2')?.['distrust'], 'Read inbox/a.txt.');
    assert.equal(second.ends('call-2', external).context.trust.distrust, 'Read inbox/a.txt.', 'the first stays named');
  });

  test('given a conversation that is trusted, when its calls end, then nothing is named', () => {
    const after = calls(thinking(), 'Run “date”.').ends('call-1', result());
    assert.deepEqual([after.context.trust.taint, after.context.trust.distrust ?? null], ['owner', null]);
  });

  test('given a forwarded message or what the model was shown, when it is from outside, then that is named', () => {
    const forwarded = session().send(says('m1', 'look', { taint: 'external' }));
    assert.match(String(forwarded.context.trust.distrust), /a message that was forwarded/);
    const shown = thinking().ends('completion', reply({ taint: 'external' }));
    assert.match(String(shown.context.trust.distrust), /a picture, or earlier text that the reply repeats/);
  });
});
