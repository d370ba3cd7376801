/** Each kind of gate by itself: what it says, and that nothing it is given can hurt or hold it. */
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { modelGate } from '../../../src/adapters/gates/model.ts';
import { linearPattern } from '../../../src/adapters/gates/pattern.ts';
import { predicateGate } from '../../../src/adapters/gates/predicate.ts';
import { scriptGate } from '../../../src/adapters/gates/script.ts';
import { anthropicModels } from '../../../src/adapters/models/anthropic/anthropic.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import type { GateRule, Subject } from '../../../src/domain/policy/gates.ts';
import { patternProblem } from '../../../src/domain/text/linear-pattern.ts';
import { callsOver } from '../../actors/calling.ts';
import { openStores } from '../../actors/stores.ts';
import { anthropicPeer } from '../../peers/anthropic.ts';

const rule: GateRule = {
  name: 'g',
  on: 'input',
  scope: { tools: [], hosts: [], paths: [] },
  onBlock: 'respond',
  binds: true,
};
const subject: Subject = { point: 'input', session: 's', taint: 'owner', text: 'hello' };
const signal = new AbortController().signal;
const folder = mkdtempSync(join(tmpdir(), 'straylight-gates-'));
after(() => rmSync(folder, { recursive: true, force: true }));

suite('patterns', () => {
  const table: readonly (readonly [string, boolean, string, boolean])[] = [
    ['drop\\s+table', true, 'Please DROP   TABLE users', true],
    ['drop\\s+table', false, 'Please DROP TABLE users', false],
    ['^\\d{3}-[a-f]+$', true, '123-ABCDEF', true],
    ['^\\d{3}-[a-f]+$', true, '123-ABCDEG', false],
    ['[^a-z]', true, 'ABC', false],
    ['\\bIBAN\\b|\\x41{3}', true, 'my iban', true],
    ['(?<word>secret)s?', true, 'SECRETS', true],
    ['a\\.b', true, 'A.B', true],
    ['a\\.b', true, 'AxB', false],
    ['[\\w.-]+@example\\.com', false, 'x.y@example.com', true],
    ['drop\ntable', false, 'drop\ntable', true],
  ];
  test('given patterns, when texts are held against them, then they mean what they always mean, in either case where wanted', () => {
    for (const [source, ignoreCase, text, expected] of table)
      assert.equal(linearPattern(source, { ignoreCase })(text), expected, `${source} on ${text}`);
  });

  test('given a pattern that would need more than linear time, or is none, when it is set, then it is refused with the reason', () => {
    for (const source of [
      '(?=a)b',
      '(?<!a)b',
      '(a)\\1',
      '(?<x>a)\\k<x>',
      '(',
      '[b-a]',
      'a{1,5000}',
      'x'.repeat(1_001),
    ]) {
      assert.ok(patternProblem(source), source);
      assert.throws(() => linearPattern(source), /cannot be used/, source);
    }
  });

  test('given patterns that hang other engines, when long texts are held against them, then the time grows with the text alone', t => {
    for (const source of ['(a+)+$', '^(a|a)*$', '^(a|aa)+$', '(.*a){12}$', '(x+x+)+y']) {
      const matches = linearPattern(source, { ignoreCase: true });
      const times = [50_000, 200_000].map(length => {
        const text = `${'a'.repeat(length)}!`;
        const before = performance.now();
        assert.equal(matches(text), false);
        return performance.now() - before;
      });
      t.diagnostic(`${source}: ${times.map(ms => `${ms.toFixed(0)} ms`).join(', ')}`);
    }
  });
});

suite('predicates', () => {
  const of = (condition: Parameters<typeof predicateGate>[1]['condition'], field = 'text', negate = false) =>
    predicateGate(rule, { field, condition, negate, verdict: 'block' });
  const call: Subject = {
    ...subject,
    point: 'tool',
    tool: 'pay',
    text: '{}',
    args: { amount: 40, to: { name: 'bob' } },
    host: 'a.example',
  };

  test('given a range, a list and a nested field, when a call is looked at, then they speak where they hold', async () => {
    const said = async (gate: ReturnType<typeof of>) => (await gate.check(call, signal)).verdict;
    assert.equal(await said(of({ kind: 'range', least: 0, most: 50 }, 'args.amount')), 'block');
    assert.equal(await said(of({ kind: 'range', least: 0, most: 50 }, 'args.amount', true)), 'pass');
    assert.equal(await said(of({ kind: 'range', least: 41, most: 50 }, 'args.amount')), 'pass');
    assert.equal(await said(of({ kind: 'equals', values: ['bob'] }, 'args.to.name')), 'block');
    assert.equal(await said(of({ kind: 'equals', values: ['a.example'] }, 'host', true)), 'pass');
    assert.equal(
      await said(of({ kind: 'equals', values: ['x'] }, 'args.constructor', true)),
      'block',
      'what is not there is in no list',
    );
    await assert.rejects(
      of({ kind: 'range', least: 0, most: 1 }, 'args.to').check(call, signal),
      /args\.to is no number/,
    );
    await assert.rejects(of({ kind: 'range', least: 0, most: 1 }, 'args.missing').check(call, signal), /no number/);
  });

  test('given a list in a file, when the file changes, then it counts at once, and when it is gone, then the gate fails', async () => {
    const file = join(folder, 'hosts.txt');
    writeFileSync(file, '# mine\na.example\n\n  b.example  \n');
    const gate = of({ kind: 'file', file }, 'host', true);
    assert.equal((await gate.check(call, signal)).verdict, 'pass');
    writeFileSync(file, 'b.example\n');
    assert.equal((await gate.check(call, signal)).verdict, 'block');
    rmSync(file);
    await assert.rejects(gate.check(call, signal));
  });
});

suite('scripts', () => {
  const script = (body: string, timeoutMs = 5_000) => {
    const program = join(folder, `gate-${Math.random()}`);
    writeFileSync(program, `#!/bin/sh\n${body}\n`);
    chmodSync(program, 0o700);
    return scriptGate(rule, program, timeoutMs, systemClock);
  };

  test('given a script, when it answers, then its verdict, reason and changes come, and it has seen what it judges', async () => {
    const gate = script(
      'printf \'{"verdict":"block","reason":"%s","changes":{"message":"x","level":0}}\' "$GATE_POINT $GATE_TEXT"',
    );
    assert.deepEqual(await gate.check(subject, signal), {
      verdict: 'block',
      reason: 'input hello',
      changes: { message: 'x', level: 0 },
    });
    assert.deepEqual(await script('echo \'{"verdict":"pass"}\'').check(subject, signal), { verdict: 'pass' });
  });

  test('given words that a shell would run, when a script is asked, then they are a value and nothing else', async () => {
    const made = join(folder, 'made');
    const text = `$(touch ${made}); \`touch ${made}\`; "; touch ${made}; #\n&& touch ${made}`;
    const gate = script(
      'test "$#" = 0 || exit 1\nprintf %s "$GATE_TEXT" > "$(dirname "$0")/seen"\necho \'{"verdict":"pass"}\'',
    );
    assert.equal((await gate.check({ ...subject, text }, signal)).verdict, 'pass');
    assert.equal(readFileSync(join(folder, 'seen'), 'utf8'), text);
    assert.ok(!existsSync(made));
  });

  test('given our environment, when a script runs, then nothing of it is there', async () => {
    process.env['STRAYLIGHT_CANARY'] = 'canary-77c1';
    try {
      const gate = script('env > "$(dirname "$0")/env"\necho \'{"verdict":"pass"}\'');
      await gate.check(subject, signal);
    } finally {
      delete process.env['STRAYLIGHT_CANARY'];
    }
    const seen = readFileSync(join(folder, 'env'), 'utf8');
    assert.doesNotMatch(seen, /canary|HOME=|STRAYLIGHT/);
    assert.match(seen, /GATE_NAME=g/);
  });

  test('given a script that goes wrong in any way, when it is asked, then it has failed', async () => {
    const table: readonly (readonly [string, RegExp])[] = [
      ['exit 3', /exit code 3/],
      ['echo \'{"verdict":"pass"}\'; exit 1', /exit code 1/],
      ['echo yes', /did not answer/],
      ['echo \'{"verdict":"maybe"}\'', /did not answer/],
      ['echo \'{"verdict":"pass","extra":1}\'', /did not answer/],
      ['true', /did not answer/],
      ['kill -9 $$', /killed/],
      ['head -c 400000 /dev/zero | tr "\\0" x', /wrote more than/],
    ];
    for (const [body, expected] of table) await assert.rejects(script(body).check(subject, signal), expected, body);
    await assert.rejects(script('sleep 600.5 & sleep 600.5', 200).check(subject, signal), /no answer within 200 ms/);
    const missing = scriptGate(rule, join(folder, 'missing'), 1_000, systemClock);
    await assert.rejects(missing.check(subject, signal), /ENOENT/);
    await assert.rejects(
      script('true').check({ ...subject, text: 'x'.repeat(200_000) }, signal),
      /too long for a variable/,
    );
    await assert.rejects(script('true').check({ ...subject, text: 'a\0b' }, signal), /NUL/);
    const stopped = new AbortController();
    const asked = script('sleep 600.5').check(subject, stopped.signal);
    stopped.abort();
    await assert.rejects(asked, /stopped/);
  });
});

test('given a model as a gate, when it is asked, then the text stands in a data block, and an answer that is none is a failure', async t => {
  const replies = ['{"verdict":"block","reason":"rude"}', '{"verdict":"pass"}', 'It is fine.', 'It is.'];
  const peer = await anthropicPeer({ script: ({ index }) => ({ text: replies[index] ?? '' }) });
  t.after(() => peer.close());
  const provider = anthropicModels({
    apiKey: 'sk-ant-test',
    baseUrl: peer.url,
    clock: systemClock,
    firstByteMs: 5_000,
    silenceMs: 5_000,
  });
  const options = {
    question: 'Nothing rude.',
    models: callsOver(openStores(t).database, [provider], { settings: { default: 'anthropic/claude-sonnet-5' } }),
    timeoutMs: 5_000,
    mark: () => '0badcafe',
    clock: systemClock,
  };
  const gate = modelGate(rule, options);
  assert.deepEqual(await gate.check(subject, signal), { verdict: 'block', reason: 'rude' });
  const asked = JSON.stringify(peer.requests.at(-1)?.body);
  assert.match(asked, /The rule: Nothing rude\./);
  assert.match(asked, /<data-0badcafe source=\\"input\\">\\nhello\\n<\/data-0badcafe>/);
  assert.equal((await gate.check(subject, signal)).verdict, 'pass');
  await assert.rejects(gate.check(subject, signal));
});
