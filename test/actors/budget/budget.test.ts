import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import type { Budget, BudgetOptions } from '../../../src/actors/budget/budget.ts';
import { sqliteBudgetLedger } from '../../../src/adapters/stores/sqlite/ledgers/budget.ts';
import { windowMessages } from '../../../src/domain/conversation/context-window.ts';
import { noUsage, type Usage } from '../../../src/domain/conversation/message.ts';
import { Fault } from '../../../src/domain/supervision/failure.ts';
import { budgetOver, sonnet } from '../spending.ts';
import { openStores, session } from '../stores.ts';

const noon = Date.parse('2026-11-22T12:00:00Z');
const dayMs = 86_400_000;
const used = (inputTokens: number, outputTokens: number): Usage => ({ ...noUsage, inputTokens, outputTokens });
/** Sonnet: 2 and 10 dollars a million; a request that is written to the cache, 2.50. */
const request = { turn: 't1', route: 0, allotment: 'm1' } as const;

function agent(t: TestContext, change: Partial<BudgetOptions> = {}) {
  const stores = openStores(t);
  let clock = noon;
  const open = (more: Partial<BudgetOptions> = {}) =>
    budgetOver(stores.database, { now: () => clock, ...change, ...more });
  const ledger = sqliteBudgetLedger(stores.database);
  let calls = 0;
  const at = (budget: Budget, of = session) => ({
    take(more: Partial<{ turn: string; allotment: string }> = {}) {
      calls += 1;
      budget.writers.reserveSpend({ ...request, ...more }, { address: of, at: clock, id: `${of}#${calls}.0` });
    },
    end: (usage = used(1000, 100), turn = 't1') => budget.writers.settleSpend({ turn, usage }, { address: of }),
    refusal() {
      try {
        budget.requireGrant(of);
      } catch (error) {
        assert.ok(error instanceof Fault);
        return error.failure;
      }
      return undefined;
    },
  });
  const rows = () =>
    stores.database.prepare('SELECT day, state, model, tokens, micros FROM spend ORDER BY at, id').all() as {
      readonly day: string;
      readonly state: string;
      readonly model: string;
      readonly tokens: number;
      readonly micros: number;
    }[];
  return { ...stores, open, at, ledger, rows, pass: (ms: number) => (clock += ms) };
}

suite('a call', () => {
  test('given nothing known, when one is taken and settled, then day and session hold what it cost, in one row', t => {
    const stand = agent(t);
    const budget = stand.open();
    const { take, end } = stand.at(budget);
    stand.say('owner', 'x'.repeat(300));
    take();
    // the instructions, the message with its quotes, and a whole reply
    const micros = Math.ceil((1000 + 101) * 2.5 + 4096 * 10);
    assert.deepEqual(stand.ledger.total('day:2026-11-22').spent, { tokens: 1000 + 101 + 4096, micros });
    assert.equal(stand.rows().length, 0);
    end(used(1300, 50));
    assert.deepEqual(stand.rows(), [
      { day: '2026-11-22', state: 'settled', model: sonnet, tokens: 1350, micros: 2600 + 500 },
    ]);
    const sum = { tokens: 1350, micros: 3100 };
    assert.deepEqual([stand.ledger.total('day:2026-11-22').spent, stand.ledger.session(session).spent], [sum, sum]);
  });

  test('given a request that was weighed, when the next is taken, then it is that and what was said since, stored apart or not', t => {
    const stand = agent(t);
    const { take, end } = stand.at(stand.open());
    stand.say('owner', 'x'.repeat(30_000));
    take();
    end({ ...used(200, 50), cacheReadTokens: 20_000 });
    stand.say('assistant', 'y'.repeat(28));
    stand.say('tool', '', { body: stand.blob('z'.repeat(3000)) });
    take();
    assert.equal(stand.ledger.session(session).open?.estimate.inputTokens, 20_200 + Math.ceil(3030 / 3));
  });

  test('given a call that was under way when the process died, when it is made again, then both are spent', t => {
    const stand = agent(t);
    stand.at(stand.open()).take();
    const before = stand.ledger.total('day:2026-11-22').spent;
    const { session: of, ...call } = { session, ...request, recalled: [], tools: true };
    const again = stand.open();
    again.reserveAgain({ session: of, ...call }, { address: `${session}#3.0`, attempt: 2, at: noon + 1 });
    assert.deepEqual(
      stand.rows().map(({ state, tokens }) => [state, tokens]),
      [['lost', before.tokens]],
    );
    assert.equal(stand.ledger.total('day:2026-11-22').spent.tokens, before.tokens * 2);
    stand.at(again).end(used(10, 10));
    assert.equal(stand.ledger.total('day:2026-11-22').spent.tokens, before.tokens + 20);
    assert.equal(again.look().models[0]?.lost, 1);
  });

  test('given a call that began before midnight, when it ends after, then it stays in the day it began', t => {
    const stand = agent(t);
    const { take, end } = stand.at(stand.open());
    take();
    stand.pass(dayMs / 2);
    end(used(1, 1));
    assert.deepEqual(
      stand.rows().map(({ day }) => day),
      ['2026-11-22'],
    );
    assert.equal(stand.ledger.total('day:2026-11-22').spent.tokens, 2);
    assert.equal(stand.ledger.total('day:2026-11-23').spent.tokens, 0);
  });

  test('given no reservation, when a call asks, then it is not made', t => {
    const stand = agent(t);
    assert.equal(stand.at(stand.open()).refusal()?.kind, 'defect');
  });
});

suite('a limit', () => {
  test('given a run of a job that needs more than one may use, when another run comes, the limit is raised or the job goes, then it is no news any more', t => {
    const stand = agent(t);
    const run = (number: number) => `session:job:talk~${number}`;
    let most: number | null = 1_000;
    const budget = stand.open({
      scheduleLimit: of => (of.startsWith('session:job:') ? { tokens: most, micros: null } : undefined),
    });
    const stopped = () => budget.look().stopped?.map(({ session: of, cap }) => [of, cap]);
    stand.at(budget, run(9)).take();
    assert.deepEqual(stopped(), [[run(9), 'schedule']]);
    stand.at(budget, 'session:job:talk~2~11').take();
    assert.deepEqual(
      stopped(),
      [
        ['session:job:talk~2~11', 'schedule'],
        [run(9), 'schedule'],
      ],
      'another job of that name',
    );
    most = 100_000;
    assert.deepEqual(stopped(), []);
    stand.at(budget, run(10)).take();
    most = 1_000;
    assert.deepEqual(stopped(), [['session:job:talk~2~11', 'schedule']], 'run 10 came after run 9');
    most = null;
    assert.deepEqual(stopped(), []);
  });

  test('given a day that is used up, when any session asks, then it hears until when and how to raise it, in its language; the next day it goes on', t => {
    const limits = { session: { tokens: null, micros: null }, day: { tokens: null, micros: 50_000 } };
    const stand = agent(t, { limits, timeZone: 'Europe/Berlin' });
    const english = stand.open();
    const first = stand.at(english);
    first.take();
    assert.equal(first.refusal(), undefined);
    first.end(used(1000, 4500));
    const other = stand.at(english, 'session:web:main');
    other.take();
    const refusal = other.refusal();
    assert.deepEqual([refusal?.kind, refusal?.cause], ['exhausted', 'budget.day']);
    assert.equal(
      refusal?.message,
      "I have stopped: $0.05 of today's limit of $0.05 are used (budget.max_usd_per_day), and the next step may need $0.01. I can continue from Monday 23 November at 00:00 (Europe/Berlin), or after you raise the limit in config.toml and restart me.",
    );
    const german = stand.at(stand.open({ language: 'de' }), 'session:web:main');
    german.take();
    assert.match(
      german.refusal()?.message ?? '',
      /^Ich habe aufgehört: 0,05 \$ von 0,05 \$ .* ab Montag, 23\. November um 00:00/,
    );
    const raised = stand.at(stand.open({ limits: { ...limits, day: { tokens: null, micros: 500_000 } } }));
    raised.take();
    assert.equal(raised.refusal(), undefined);
    stand.pass(dayMs / 2);
    other.take();
    assert.equal(other.refusal(), undefined);
  });

  test('given a conversation that has used what it may, when its owner has written, then it goes on; another is not touched', t => {
    const limits = { session: { tokens: 8000, micros: null }, day: { tokens: null, micros: null } };
    const stand = agent(t, { limits });
    const budget = stand.open();
    const { take, end, refusal } = stand.at(budget);
    take();
    end(used(7000, 500));
    take();
    assert.deepEqual(
      [
        refusal()?.cause,
        /^I have paused\. .* 7,500 tokens of its limit of 8,000 tokens/.test(refusal()?.message ?? ''),
      ],
      ['budget.session', true],
    );
    const other = stand.at(budget, 'session:web:main');
    other.take();
    assert.equal(other.refusal(), undefined);
    take({ allotment: 'm2', turn: 't2' });
    assert.equal(refusal(), undefined);
  });
});

suite('beneath a reply', () => {
  test('given half of the day used, when a reply goes out, then it is told once, also after a restart, and again at the next mark', t => {
    const limits = { session: { tokens: null, micros: null }, day: { tokens: 10_000, micros: null } };
    const stand = agent(t, { limits });
    const budget = stand.open();
    const { take, end } = stand.at(budget);
    take();
    end(used(1000, 4100));
    const { notes, warned } = budget.notesFor(session, 't1');
    assert.deepEqual(notes, ["(More than 50 % of today's budget is used: 5,100 of 10,000 tokens.)"]);
    assert.deepEqual(stand.open().notesFor(session, 't1').notes, notes);
    for (const one of warned) budget.writers.markWarned(one, { address: session });
    assert.deepEqual(stand.open().notesFor(session, 't1').notes, []);
    take();
    end(used(1000, 3000));
    assert.deepEqual(budget.notesFor(session, 't1').notes, [
      "(More than 90 % of today's budget is used: 9,100 of 10,000 tokens.)",
    ]);
  });

  test('given three quarters of what a conversation may use, when it is told, then new words of its owner begin anew', t => {
    const limits = { session: { tokens: null, micros: 20_000 }, day: { tokens: null, micros: null } };
    const stand = agent(t, { limits });
    const budget = stand.open();
    const { take, end } = stand.at(budget);
    take();
    end(used(0, 1500));
    const { notes, warned } = budget.notesFor(session, 't1');
    assert.match(
      notes[0] ?? '',
      /^\(This conversation has used more than 75 % of its limit until your next message: \$0\.0[12] of \$0\.02\.\)$/,
    );
    for (const one of warned) budget.writers.markWarned(one, { address: session });
    assert.deepEqual(budget.notesFor(session, 't1').notes, []);
    take({ allotment: 'm2' });
    end(used(0, 1500));
    assert.equal(budget.notesFor(session, 't1').notes.length, 1);
  });

  test('given a turn of two calls, when it has cost something and that is wanted, then its line sums them; a turn at home has none', t => {
    const stand = agent(t, { showCost: true });
    const budget = stand.open();
    const { take, end } = stand.at(budget);
    for (let call = 0; call < 2; call += 1) {
      take();
      end(used(1000, 1000));
    }
    assert.equal(budget.notesFor(session, 't1').cost, '[Cloud: 4,000 tokens ($0.02)]');
    assert.equal(stand.open({ language: 'de' }).notesFor(session, 't1').cost, '[Cloud: 4.000 Tokens (0,02 $)]');
    assert.equal(stand.open({ showCost: false }).notesFor(session, 't1').cost, undefined);
    const local = stand.open({ modelOf: () => 'ollama/qwen3:8b' });
    stand.at(local).take({ turn: 't2' });
    stand.at(local).end(used(500, 5), 't2');
    assert.equal(local.notesFor(session, 't2').cost, undefined);
    assert.equal(local.look().models.find(({ model }) => model.startsWith('ollama'))?.price.source, 'free');
  });
});

test('given the demo model alone, when the day is looked at, then nothing was spent unless a limit counts its tokens', t => {
  const stand = agent(t);
  const unlimited = { tokens: null, micros: null };
  const demo = { modelOf: () => 'rehearsal/rehearsal' };
  const free = stand.open({ ...demo, limits: { day: unlimited, session: unlimited } });
  assert.equal(free.look().isDemoAlone, undefined);
  stand.at(free).take();
  assert.equal(free.look().isDemoAlone, true);
  stand.at(free).end(used(1000, 1000));
  assert.equal(free.look().isDemoAlone, true);
  const counted = { tokens: 9_000_000, micros: null };
  assert.equal(stand.open({ ...demo, limits: { day: counted, session: unlimited } }).look().isDemoAlone, undefined);
  assert.equal(stand.open({ ...demo, limits: { day: unlimited, session: counted } }).look().isDemoAlone, undefined);
  const both = stand.open({ limits: { day: unlimited, session: unlimited } });
  stand.at(both).take();
  assert.equal(both.look().isDemoAlone, undefined);
});

test('given the demo model and another one on a day, when it is looked at, then only the tokens of the other count', t => {
  const stand = agent(t);
  const unlimited = { tokens: null, micros: null };
  const limits = {
    day: { tokens: 5_000_000, micros: null },
    session: unlimited,
    free: { day: unlimited, session: unlimited },
  };
  const spent = (budget: Budget) => {
    const { today, sessions, models } = budget.look();
    return [
      today.spent.tokens,
      sessions[0]?.today.tokens,
      sessions[0]?.sinceYourWords.tokens,
      models.map(one => one.spent.tokens),
    ];
  };
  const demo = stand.open({ limits, modelOf: () => 'rehearsal/rehearsal' });
  stand.at(demo).take();
  assert.equal(demo.look().today.spent.tokens, 0);
  stand.at(demo).end(used(20_000, 4_302));
  assert.deepEqual(spent(demo), [0, 0, 0, [0]]);
  const paid = stand.open({ limits });
  stand.at(paid).take({ turn: 't2', allotment: 'm2' });
  stand.at(paid).end(used(1000, 100), 't2');
  assert.deepEqual(spent(paid), [1100, 1100, 1100, [1100, 0]]);
  const counting = stand.open({
    limits: { ...limits, free: { day: limits.day, session: unlimited } },
    modelOf: () => 'rehearsal/rehearsal',
  });
  stand.at(counting).take({ turn: 't3', allotment: 'm3' });
  stand.at(counting).end(used(20, 2), 't3');
  assert.deepEqual(spent(counting), [1122, 1122, 22, [1100, 22]]);
});

test('given a day of many calls, when it is looked at, then models, sessions and limits are there, and where the day is going', t => {
  const stand = agent(t);
  const budget = stand.open();
  const { take, end } = stand.at(budget);
  take();
  end(used(1000, 1000));
  const other = stand.at(budget, 'session:web:main');
  other.take();
  const view = budget.look();
  assert.equal(view.underWay, 1);
  assert.deepEqual(
    view.models.map(({ model, calls, price }) => [model, calls, price.input, price.source]),
    [[sonnet, 1, 2, 'table']],
  );
  assert.deepEqual(view.sessions, [
    {
      session,
      today: { tokens: 2000, micros: 12_000 },
      sinceYourWords: { tokens: 2000, micros: 12_000 },
      total: { tokens: 2000, micros: 12_000 },
    },
  ]);
  // half of the day is over
  assert.deepEqual(view.today.forecast, {
    tokens: view.today.spent.tokens * 2,
    micros: view.today.spent.micros * 2,
  });
});

test('given a long conversation that nobody has weighed, when its first call is taken, then as much of it counts as a model may be shown', t => {
  const stand = agent(t);
  for (let message = 0; message < windowMessages + 50; message += 1) stand.say('owner', 'x'.repeat(298));
  stand.at(stand.open()).take();
  assert.equal(stand.ledger.session(session).open?.estimate.inputTokens, 1000 + windowMessages * 100);
});
