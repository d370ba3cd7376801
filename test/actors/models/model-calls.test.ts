/** The contract of the port of model calls (src/ports/model-call.ts), over real rows and real HTTP. */
import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { z } from 'zod';
import { closeLostCalls } from '../../../src/actors/budget/call-funds.ts';
import type { ModelCallsOptions } from '../../../src/actors/models/model-calls.ts';
import { openaiDialect } from '../../../src/adapters/models/openai/dialect.ts';
import { openaiModels } from '../../../src/adapters/models/openai/openai.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { sqliteBudgetLedger } from '../../../src/adapters/stores/sqlite/ledgers/budget.ts';
import type { ModelSettings } from '../../../src/domain/models/route.ts';
import { toFailure } from '../../../src/domain/supervision/failure.ts';
import type { CallRequest } from '../../../src/ports/model-call.ts';
import { openaiPeer } from '../../peers/openai.ts';
import type { Script } from '../../peers/script.ts';
import { callsOver } from '../calling.ts';
import { budgetOver } from '../spending.ts';
import { openStores } from '../stores.ts';

const signal = new AbortController().signal;
const usage = { inputTokens: 20, outputTokens: 5 };
const request: CallRequest = {
  role: 'observer',
  heading: 'observer',
  system: [{ text: 'You take notes.', stable: true }],
  messages: [{ role: 'user', content: [{ type: 'text', text: 'I like tea.' }] }],
  maxOutputTokens: 200,
};
const schema = z.object({ fact: z.string(), sure: z.boolean() });

interface Options extends Partial<ModelCallsOptions> {
  readonly settings?: Partial<ModelSettings>;
  readonly second?: Script;
  readonly limits?: Parameters<typeof budgetOver>[1];
}

/** Two servers, `one` and `two`; the first is the default. */
async function calling(t: TestContext, script: Script, { settings, second = [], limits, ...options }: Options = {}) {
  const { database } = openStores(t);
  const peers = { one: await openaiPeer({ script }), two: await openaiPeer({ script: second }) };
  t.after(() => Promise.all([peers.one.close(), peers.two.close()]));
  const providers = (['one', 'two'] as const).map(name =>
    openaiModels({
      name,
      title: name,
      baseUrl: `${peers[name].url}/v1`,
      apiKey: '',
      addressSetting: 'base_url',
      dialect: openaiDialect,
      contextTokens: 8192,
      takesImages: false,
      clock: systemClock,
      firstByteMs: 5000,
      silenceMs: 5000,
    }),
  );
  const lines: object[] = [];
  const calls = callsOver(database, providers, {
    funds: budgetOver(database, limits).funds,
    log: line => lines.push(line),
    ...options,
    settings: { default: 'one/tiny', fallbacks: ['two/tiny'], ...settings },
  });
  const made = (name: keyof typeof peers) =>
    peers[name].requests.filter(({ path }) => path.endsWith('/completions')).map(({ body }) => body as object);
  const spent = () => database.prepare('SELECT session, model, state, usage, tokens FROM spend ORDER BY at, id').all();
  return { database, peers, calls, made, spent, lines, ledger: sqliteBudgetLedger(database) };
}

const failing = async (promise: Promise<unknown>) =>
  toFailure(
    await promise.then(
      () => assert.fail('expected a failure'),
      (thrown: unknown) => thrown,
    ),
  );

suite('which model is called', () => {
  test('given a role, a skill and a model of its own, when each is called for, then the peer that was named gets it', async t => {
    const { calls, made } = await calling(t, () => ({ text: 'one', usage }), {
      second: () => ({ text: 'two', usage }),
      settings: { fallbacks: [], roles: { observer: 'two/tiny' }, skills: { tea: 'one/tiny' } },
    });
    assert.equal((await calls.text(request, { signal })).value, 'two');
    assert.equal((await calls.text({ ...request, skill: 'tea' }, { signal })).value, 'one');
    assert.equal((await calls.text({ ...request, role: 'verifier' }, { signal })).value, 'one');
    assert.equal((await calls.text({ ...request, skill: 'tea', model: 'two/tiny' }, { signal })).value, 'two');
    assert.deepEqual([made('one').length, made('two').length], [2, 2]);
  });

  test('given a model that is down, when it is called, then the next in line answers, and says that it was not the first', async t => {
    const { calls, spent } = await calling(t, [{ fault: { status: 503 } }], { second: [{ text: 'two', usage }] });
    const { value, model, chosen } = await calls.text(request, { signal });
    assert.deepEqual({ value, model, chosen }, { value: 'two', model: 'two/tiny', chosen: false });
    assert.deepEqual(
      spent().map((row: unknown) => {
        const { model: name, state, tokens } = row as { model: string; state: string; tokens: number };
        return [name, state, tokens];
      }),
      [
        ['one/tiny', 'failed', 0],
        ['two/tiny', 'settled', 25],
      ],
    );
  });

  test('given a model that the request names, when it is down, then no other one is called', async t => {
    const { calls, made } = await calling(t, [{ fault: { status: 503 } }]);
    const { kind, model } = await failing(calls.text({ ...request, model: 'one/tiny' }, { signal }));
    assert.deepEqual([kind, model, made('two').length], ['unavailable', 'one/tiny', 0]);
  });

  test('given a breaker that is open, when its model is first in line, then it is passed over, and each outcome is reported', async t => {
    const ended: (readonly [string, string | undefined])[] = [];
    const { calls, made } = await calling(t, [], {
      second: [{ text: 'two', usage }, { fault: { status: 500 } }],
      breakers: {
        refusal: subject =>
          subject === 'model:one/tiny' ? { kind: 'unavailable', message: 'it rests', cause: 'breaker' } : undefined,
        ended: (subject, _call, failure) => ended.push([subject, failure?.kind]),
      },
    });
    assert.equal((await calls.text(request, { signal })).value, 'two');
    assert.equal((await failing(calls.text(request, { signal }))).kind, 'unavailable');
    assert.equal(made('one').length, 0);
    assert.deepEqual(ended, [
      ['model:two/tiny', undefined],
      ['model:two/tiny', 'unavailable'],
    ]);
  });
});

suite('what it costs', () => {
  test('given a call under way, when it is looked at, then its reservation is there; and behind it what it has cost', async t => {
    const seen: string[] = [];
    const { calls, ledger, spent, database } = await calling(t, () => {
      seen.push(...ledger.openCalls().map(({ heading }) => heading));
      return { text: 'one', usage };
    });
    await calls.text(request, { signal });
    assert.deepEqual(seen, ['observer']);
    assert.deepEqual(ledger.openCalls(), []);
    assert.deepEqual(
      spent().map((row: unknown) => (row as { session: string; tokens: number }).session),
      ['observer'],
    );
    assert.equal(database.prepare('SELECT sum(tokens) FROM spend_totals').pluck().get(), 25);
  });

  test('given a day that is spent, when a call is wanted, then it is not made', async t => {
    const limits = {
      limits: { session: { tokens: null, micros: null }, day: { tokens: 100, micros: null } },
    };
    const { calls, made } = await calling(t, () => ({ text: 'one', usage }), { limits });
    const { kind, cause } = await failing(calls.text({ ...request, maxOutputTokens: 4000 }, { signal }));
    assert.deepEqual([kind, cause, made('one').length], ['exhausted', 'budget.day', 0]);
  });

  test('given a call that is aborted, when it ends, then it is cancelled and its request stays spent', async t => {
    const aborted = new AbortController();
    const { calls, peers, spent, made } = await calling(t, [{ fault: 'hang' }]);
    const failure = failing(calls.text(request, { signal: aborted.signal }));
    await peers.one.until(2);
    aborted.abort();
    assert.equal((await failure).kind, 'cancelled');
    assert.equal(made('two').length, 0);
    const [row] = spent() as { state: string; tokens: number }[];
    assert.ok(row?.state === 'failed' && row.tokens > 0, JSON.stringify(row));
  });

  test('given a process that died in a call, when the next one opens the book, then the call is lost and stays spent', async t => {
    const { ledger, database, spent } = await calling(t, []);
    const { funds } = budgetOver(database);
    const planned = { heading: 'gate:g', model: 'one/tiny', inputTokens: 50, outputTokens: 100 };
    await funds.take({ ...planned, id: funds.id() });
    closeLostCalls(ledger);
    closeLostCalls(ledger);
    assert.deepEqual(
      spent().map((row: unknown) => {
        const { session, state, tokens } = row as { session: string; state: string; tokens: number };
        return [session, state, tokens];
      }),
      [['gate:g', 'lost', 150]],
    );
    assert.equal(database.prepare('SELECT sum(tokens) FROM spend_totals').pluck().get(), 150);
  });
});

suite('a value that fits a schema', () => {
  test('given a schema, when a model answers, then the provider was held to it, and the value is typed', async t => {
    const { calls, made } = await calling(t, [{ text: '```json\n{"fact":"tea","sure":true}\n```', usage }]);
    const { value, model } = await calls.value({ ...request, schema }, { signal });
    assert.deepEqual([value, model], [{ fact: 'tea', sure: true }, 'one/tiny']);
    const [body] = made('one') as { response_format?: { json_schema?: { schema?: { required?: string[] } } } }[];
    assert.deepEqual(body?.response_format?.json_schema?.schema?.required, ['fact', 'sure']);
  });

  test('given a reply that does not fit, when it goes back with what is wrong, then the second one counts', async t => {
    const { calls, made, lines } = await calling(t, [
      { text: '{"fact":"tea","sure":"very"}', usage },
      { text: '{"fact":"tea","sure":true}', usage },
    ]);
    const { value, usage: used } = await calls.value({ ...request, schema }, { signal });
    assert.deepEqual([value, used.inputTokens, used.outputTokens], [{ fact: 'tea', sure: true }, 40, 10]);
    assert.match(JSON.stringify(made('one')[1]), /does not fit what was asked for: sure: /);
    assert.deepEqual(lines, []);
  });

  test('given a model that is wrong twice, when there is an answer by rules, then that is the answer, once, and the log says so', async t => {
    const { calls, made, lines } = await calling(t, () => ({ text: 'Certainly! My secret plan.', usage }), {
      second: () => ({ text: '{"fact":"two","sure":true}' }),
    });
    const { value, model } = await calls.value(
      { ...request, schema, otherwise: () => ({ fact: 'none', sure: false }) },
      { signal },
    );
    assert.deepEqual([value, model], [{ fact: 'none', sure: false }, undefined]);
    assert.deepEqual([made('one').length, made('two').length], [2, 0]);
    assert.deepEqual(lines, [
      {
        level: 'warn',
        event: 'model.misfit',
        role: 'observer',
        heading: 'observer',
        model: 'one/tiny',
        answeredBy: 'rules',
      },
    ]);
  });

  test('given a model that is wrong twice, when there is no answer by rules, then the call fails as invalid', async t => {
    const { calls } = await calling(t, () => ({ text: '{"fact":1}', usage }));
    const { kind, cause, model } = await failing(calls.value({ ...request, schema }, { signal }));
    assert.deepEqual([kind, cause, model], ['invalid', 'misfit', 'one/tiny']);
  });
});
