import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  type Amount,
  type BudgetLimits,
  type BudgetRequest,
  newSession,
  nothing,
  type Reckoned,
  reserve,
  type SessionSpend,
  settle,
  type Total,
  usageOfFailure,
  warningDue,
} from '../../../src/domain/budget/budget.ts';
import { noUsage, type Usage } from '../../../src/domain/conversation/message.ts';

const plus = (a: Amount, b: Amount): Amount => ({ tokens: a.tokens + b.tokens, micros: a.micros + b.micros });
const unlimited = { tokens: null, micros: null };
const tomorrow = 1_000_000;
/** A dollar a million for the request, five for the reply. */
const cost = ({ inputTokens, outputTokens }: Usage) => inputTokens + 5 * outputTokens;

const call = (change: Partial<BudgetRequest> = {}): BudgetRequest => ({
  id: 'c1',
  at: 1,
  turn: 't1',
  model: 'anthropic/claude-sonnet-5',
  isFree: false,
  keys: ['day:2026-11-22'],
  allotment: 'm1',
  estimate: { ...noUsage, inputTokens: 1000, outputTokens: 4000 },
  cost,
  upTo: 7,
  ...change,
});

const day = (tokens = 0, micros = 0): Total => ({ key: 'day:2026-11-22', spent: { tokens, micros }, warned: 0 });
const taken = (
  before: SessionSpend,
  change: Partial<BudgetRequest> = {},
  limits: Partial<BudgetLimits> = {},
  total = day(),
): Reckoned => reserve(before, call(change), [total], { session: unlimited, day: unlimited, ...limits }, tomorrow);
const used = (inputTokens: number, outputTokens: number): Usage => ({ ...noUsage, inputTokens, outputTokens });
const settled = (before: SessionSpend, usage = used(900, 100)): Reckoned =>
  settle(before, { usage, micros: cost(usage) }, 'settled');

suite('a reservation', () => {
  test('given room, when a call is taken, then it counts as spent for session, turn and day, as much as it may cost', () => {
    const { session, change, keys, closed } = taken(newSession);
    assert.deepEqual(change, { tokens: 5000, micros: 21_000 });
    assert.deepEqual(keys, ['day:2026-11-22']);
    assert.equal(closed, null);
    assert.deepEqual([session.spent, session.allotment.spent, session.turn.paid], [change, change, change]);
    assert.deepEqual([session.open?.id, session.refused, session.weighed.upTo], ['c1', null, 7]);
  });

  test('given its end, when it is settled, then the sums hold what it has cost, and the next request is known to weigh as much', () => {
    const { session, change, closed } = settled(taken(newSession).session);
    assert.deepEqual(session.spent, { tokens: 1000, micros: 1400 });
    assert.deepEqual([session.allotment.spent, session.turn.paid], [session.spent, session.spent]);
    assert.deepEqual(change, { tokens: -4000, micros: -19_600 });
    assert.deepEqual([closed?.state, closed?.amount, closed?.usage], ['settled', session.spent, used(900, 100)]);
    assert.deepEqual([session.open, session.weighed.tokens], [null, 900]);
  });

  test('given a call that was lost, when the next is taken, then the lost one stays spent as it was and is written down', () => {
    const first = taken(newSession).session;
    const { session, closed } = taken(first, { id: 'c2' });
    assert.deepEqual([closed?.id, closed?.state, closed?.amount], ['c1', 'lost', { tokens: 5000, micros: 21_000 }]);
    assert.deepEqual(settled(session).session.spent, { tokens: 6000, micros: 22_400 });
  });

  test('given an end that comes twice, when it is settled again, then nothing changes', () => {
    const { session } = settled(taken(newSession).session);
    assert.deepEqual(settled(session), { session, closed: null, change: nothing, keys: [] });
  });

  test('given a model at home, when its tokens are counted, then they cost nothing and stand apart', () => {
    const free = { isFree: true, cost: () => 0 };
    const { session } = taken(newSession, free, { day: { tokens: null, micros: 1 } }, day(0, 50));
    assert.deepEqual([session.refused, session.turn], [null, { id: 't1', paid: nothing, free: 5000 }]);
  });

  test('given a hosted model that costs nothing, when its tokens are counted, then they are not those of a model at home', () => {
    const { session } = taken(newSession, { isFree: true, isLocal: false, cost: () => 0 });
    assert.deepEqual(session.turn, { id: 't1', paid: { tokens: 5000, micros: 0 }, free: 0 });
  });
});

suite('a limit', () => {
  test('given a day with too little left, when a call is asked for, then it is refused with what is used, what may be and what it needs', () => {
    const { session, change } = taken(newSession, {}, { day: { tokens: null, micros: 10_000 } }, day(2000, 6000));
    assert.deepEqual(session.refused, {
      cap: 'day',
      unit: 'micros',
      used: 6000,
      limit: 10_000,
      next: 1000 + 5 * 1024,
      until: tomorrow,
    });
    assert.deepEqual([session.open, change, session.spent], [null, nothing, nothing]);
  });

  test('given a little left, when a call is taken, then its reply may be as long as is left', () => {
    const byTokens = taken(newSession, {}, { day: { tokens: 10_000, micros: null } }, day(7000)).session.open;
    assert.equal(byTokens?.estimate.outputTokens, 1999);
    const byMoney = taken(newSession, {}, { day: { tokens: null, micros: 20_000 } }, day(0, 9000)).session.open;
    assert.equal(byMoney?.estimate.outputTokens, 1999);
    assert.ok((byMoney?.amount.micros ?? 0) <= 11_000);
  });

  test('given a session that has used what it may, when the owner has not spoken, then it pauses; when they have, it goes on', () => {
    const limits = { session: { tokens: 6000, micros: null } };
    const first = taken(newSession, {}, limits).session;
    const second = taken(first, { id: 'c2' }, limits).session;
    assert.deepEqual([second.refused?.cap, second.refused?.used], ['session', 5000]);
    const third = taken(second, { id: 'c3', allotment: 'm2' }, limits).session;
    assert.deepEqual([third.refused, third.open?.id, third.allotment.spent.tokens], [null, 'c3', 5000]);
    assert.equal(third.spent.tokens, 10_000);
  });

  test('given a limit below what one call needs, when the owner speaks, then one call is made for it; the day has no such exception', () => {
    const little = { tokens: 10, micros: null };
    assert.equal(taken(newSession, {}, { session: little }).session.refused, null);
    assert.equal(taken(newSession, {}, { day: little }).session.refused?.cap, 'day');
  });

  test('given words of the owner in mid-call, when the call ends, then it is settled where it was taken', () => {
    const first = taken(newSession).session;
    const second = taken(first, { id: 'c2', allotment: 'm2', turn: 't2' }).session;
    const third = settled({ ...second, open: first.open }).session;
    assert.deepEqual(third.allotment, second.allotment);
    assert.deepEqual(third.turn, second.turn);
  });
});

suite('a call that failed', () => {
  const estimate = used(1000, 4000);
  for (const [kind, written, tokens] of [
    ['invalid', undefined, 0],
    ['denied', undefined, 0],
    ['exhausted', undefined, 0],
    ['unavailable', undefined, 0],
    ['unavailable', 30, 1030],
    ['timeout', undefined, 1000],
    ['timeout', 9999, 5000],
    ['cancelled', undefined, 1000],
    ['defect', 12, 1012],
    ['unknown', undefined, 1000],
  ] as const)
    test(`given ${kind} after ${written ?? 'no'} tokens of reply, when it is reckoned, then it is taken for ${tokens}`, () => {
      const failure = written === undefined ? { kind } : { kind, written };
      const { inputTokens, outputTokens } = usageOfFailure(failure, estimate);
      assert.equal(inputTokens + outputTokens, tokens);
    });
});

suite('a warning', () => {
  const limit = { tokens: 1000, micros: 100 };
  for (const [tokens, micros, warned, due] of [
    [499, 0, 0, null],
    [500, 0, 0, { percent: 50, unit: 'tokens' }],
    [0, 76, 0, { percent: 75, unit: 'micros' }],
    [950, 76, 0, { percent: 90, unit: 'tokens' }],
    [950, 76, 90, null],
    [740, 0, 50, null],
    [750, 0, 50, { percent: 75, unit: 'tokens' }],
    [5000, 0, 0, { percent: 90, unit: 'tokens' }],
  ] as const)
    test(`given ${tokens} tokens and ${micros} micro-dollars after a warning at ${warned} %, when it is asked, then ${due ? `${due.percent} % is due` : 'none is'}`, () => {
      assert.deepEqual(warningDue({ tokens, micros }, limit, warned), due);
    });

  test('given no limit, or nothing that may be spent, when it is asked, then only what is spent at all is told', () => {
    assert.equal(warningDue({ tokens: 9e9, micros: 9e9 }, unlimited, 0), null);
    assert.equal(warningDue({ tokens: 9, micros: 0 }, { tokens: null, micros: 0 }, 0), null);
    assert.equal(warningDue({ tokens: 9, micros: 1 }, { tokens: null, micros: 0 }, 0)?.percent, 90);
  });
});

test('given 20 000 random calls, ends and losses, when they are reckoned, then sums are rows and no limit is overrun', t => {
  let seed = 42;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const limits = { session: { tokens: 60_000, micros: 300_000 }, day: { tokens: 2_000_000, micros: 9_000_000 } };
  let session = newSession;
  let total = day();
  let rows = nothing;
  const counted = { refused: 0, settled: 0, lost: 0, shortened: 0 };
  const keep = ({ session: after, closed, change, keys }: Reckoned) => {
    session = after;
    if (keys.length > 0) total = { ...total, spent: plus(total.spent, change) };
    if (closed) {
      rows = plus(rows, closed.amount);
      counted[closed.state === 'lost' ? 'lost' : 'settled'] += 1;
    }
  };
  for (let step = 0; step < 20_000; step += 1) {
    if (step % 500 === 0) total = day();
    const estimate = used(random(9000), 256 + random(8000));
    if (session.open && random(10) > 0) {
      // the other side never writes more than it was allowed to, and its request may be lighter than it was taken for
      const { inputTokens, outputTokens } = session.open.estimate;
      const usage = used(random(inputTokens + 1), random(outputTokens + 1));
      keep(settle(session, { usage, micros: cost(usage) }, 'settled'));
    } else {
      if (step % 500 === 0 && session.open) keep(settle(session, { usage: noUsage, micros: 0 }, 'failed'));
      keep(
        reserve(
          session,
          call({ id: `c${step}`, estimate, allotment: `m${Math.floor(step / 40)}`, turn: `t${Math.floor(step / 7)}` }),
          [total],
          limits,
          tomorrow,
        ),
      );
      if (session.refused) counted.refused += 1;
      if (session.open && session.open.estimate.outputTokens < estimate.outputTokens) counted.shortened += 1;
    }
    assert.ok(total.spent.tokens <= limits.day.tokens && total.spent.micros <= limits.day.micros, `step ${step}`);
    assert.deepEqual(session.spent, plus(rows, session.open?.amount ?? nothing), `step ${step}`);
  }
  t.diagnostic(JSON.stringify(counted));
  for (const count of Object.values(counted)) assert.ok(count > 20, JSON.stringify(counted));
});

suite('what costs nothing', () => {
  const limits = { day: { tokens: 10_000, micros: null }, free: { session: unlimited, day: unlimited } };
  const refused = (more: object, change: Partial<BudgetRequest>) =>
    taken(newSession, change, { ...limits, ...more }, day(9_999)).session.refused?.cap ?? null;

  test('given a day whose usual tokens are used up, when a call is free, then it is made; a paid one is not, and a limit that was set holds', () => {
    assert.equal(refused({}, {}), 'day');
    assert.equal(refused({}, { isFree: true, cost: () => 0 }), null);
    assert.equal(refused({ free: { session: unlimited, day: limits.day } }, { isFree: true, cost: () => 0 }), 'day');
  });
});
