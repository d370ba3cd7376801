import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import {
  browserCheck,
  channelCheck,
  diskCheck,
  executorCheck,
  gitCheck,
  homeCheck,
  nodeCheck,
  portCheck,
  secretsCheck,
  settingsCheck,
} from '../../../src/commands/doctor/checks.ts';
import { type Check, doctor } from '../../../src/commands/doctor/doctor.ts';
import { modelCheck } from '../../../src/commands/doctor/model-check.ts';
import { fault } from '../../../src/domain/supervision/failure.ts';
import { fakeIo } from '../fake-agent.ts';

const verdict = async (check: Check) => (await check.run(AbortSignal.timeout(5_000))).verdict;

test('given checks of every kind, when the doctor runs, then each is printed with what to do and a failure exits with 1', async () => {
  const checks: readonly Check[] = [
    { name: 'Good', run: () => ({ verdict: 'ok', found: 'fine' }) },
    { name: 'Less', run: async () => ({ verdict: 'warn', found: 'so so', advice: 'install it' }) },
    { name: 'Throws', run: () => Promise.reject(fault('denied', 'expected a token that is valid')) },
    { name: 'Hangs', run: () => new Promise(() => undefined) },
  ];
  const [io, json] = [fakeIo(), fakeIo()];
  assert.equal(await doctor({ checks, io, json: false, deadlineMs: 20 }), 1);
  assert.match(
    io.output(),
    /^ok {4}Good +fine\nWARN {2}Less +so so\n +→ install it\nFAIL {2}Throws +expected a token that is valid\nFAIL {2}Hangs +no response within 0\.02 s\n2 of 4 checks failed\.$/,
  );
  const german = fakeIo();
  const model: Check = { name: 'Model rehearsal', run: () => ({ verdict: 'ok', found: 'fine' }) };
  assert.equal(await doctor({ checks: [model], io: { ...german, language: 'de' }, json: false }), 0);
  assert.match(german.output(), /^ok {4}Modell rehearsal {2}fine/);
  assert.equal(await doctor({ checks: checks.slice(0, 2), io: json, json: true }), 0);
  assert.deepEqual(JSON.parse(json.output())[1], {
    name: 'Less',
    verdict: 'warn',
    found: 'so so',
    advice: 'install it',
  });
});

test('given the machine as it is, when it is looked at, then Node, home and disk are judged', async t => {
  const home = mkdtempSync(join(tmpdir(), 'straylight-doctor-'));
  t.after(() => rmSync(home, { recursive: true }));
  const env = join(home, '.env');
  assert.equal(await verdict(nodeCheck('26.10.0', '/node')), 'ok');
  assert.equal(await verdict(nodeCheck('20.20.2', '/node')), 'fail');
  assert.equal(await verdict(homeCheck(join(home, 'none'), env)), 'warn');
  assert.equal(await verdict(homeCheck(home, env)), 'ok');
  writeFileSync(env, '');
  chmodSync(env, 0o640);
  assert.equal(await verdict(homeCheck(home, env)), 'fail');
  assert.notEqual((await diskCheck(join(home, 'not', 'yet')).run(AbortSignal.timeout(5_000))).found, '');
});

test('given a port that is taken and one that is free, when they are tried, then each is told', async t => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  t.after(() => server.close());
  const { port } = server.address() as { port: number };
  assert.equal(await verdict(portCheck(port, undefined)), 'warn');
  const found = async (running: { readonly port?: number }) =>
    (await portCheck(8420, running).run(AbortSignal.timeout(5_000))).found;
  assert.match(await found({ port }), new RegExp(`uses 127\\.0\\.0\\.1:${port}$`));
  assert.match(await found({}), /uses no port$/);
  assert.equal(await verdict(portCheck(0, undefined)), 'ok');
});

test('given settings, models, executor and channel, when each answers or not, then the verdict follows', async () => {
  assert.equal(await verdict(settingsCheck({ ok: true, warnings: [] }, '')), 'ok');
  assert.equal(await verdict(settingsCheck({ ok: true, warnings: ['one'] }, '')), 'warn');
  assert.equal(await verdict(settingsCheck({ ok: false, message: 'two' }, '')), 'fail');
  const wanted = [{ model: 'a', by: 'models.default' }];
  const down = { health: async () => ({ ok: false, problem: 'down' }) as const };
  const has = (...models: string[]) => ({ health: async () => ({ ok: true, models }) as const });
  assert.equal(await verdict(modelCheck('ollama', [], down)), 'warn');
  assert.equal(await verdict(modelCheck('ollama', [], down, { isMeant: false })), 'ok');
  assert.equal(await verdict(modelCheck('ollama', wanted, down)), 'fail');
  assert.equal(await verdict(modelCheck('ollama', wanted, has('a'))), 'ok');
  assert.equal(await verdict(modelCheck('ollama', [], has())), 'warn');
  assert.equal(
    await verdict(
      executorCheck(
        'bubblewrap',
        true,
        () => 'it works.',
        async () => ({ exitCode: 0, stderr: '' }),
      ),
    ),
    'ok',
  );
  assert.equal(
    await verdict(
      executorCheck(
        'bubblewrap',
        true,
        () => 'it works.',
        async () => ({ exitCode: 1, stderr: 'no' }),
      ),
    ),
    'fail',
  );
  assert.equal(
    await verdict(
      executorCheck(
        'direct',
        false,
        () => 'nothing else works.',
        async () => ({ exitCode: 0, stderr: '' }),
      ),
    ),
    'warn',
  );
  assert.equal(await verdict(channelCheck('Telegram', async () => ({ identity: '@bot' }))), 'ok');
});

test('given git and a browser, when the doctor looks, then it says what is there, and what is missing does not stop it', async () => {
  assert.equal(await verdict(gitCheck()), 'ok');
  assert.equal(await verdict(browserCheck('/usr/bin/chromium', true)), 'ok');
  assert.equal(await verdict(browserCheck(undefined, true)), 'warn');
  assert.equal(await verdict(browserCheck(undefined, false)), 'ok');
});

test('given a file of secrets, when it opens or does not or is open to others, then that is told, and nothing is stopped', async t => {
  const file = join(mkdtempSync(join(tmpdir(), 'straylight-doctor-')), 'secrets.age');
  t.after(() => rmSync(dirname(file), { recursive: true }));
  const never = () => assert.fail('there is nothing to open');
  assert.equal(await verdict(secretsCheck(file, never)), 'ok');
  writeFileSync(file, 'x', { mode: 0o600 });
  assert.equal(await verdict(secretsCheck(file, async () => 2)), 'ok');
  assert.equal(await verdict(secretsCheck(file, () => Promise.reject(new Error('damaged')))), 'warn');
  chmodSync(file, 0o644);
  assert.equal(await verdict(secretsCheck(file, never)), 'warn');
});

test('given models that are wanted and not listed, when the provider is asked, then they, their settings and what is there are named', async () => {
  const look = (name: string, models: readonly string[], ...wanted: readonly string[]) =>
    modelCheck(
      name,
      wanted.map((model, at) => ({ model, by: `place ${at}` })),
      { health: async () => ({ ok: true, models }) },
      name === 'ollama' ? { fetchCommand: model => `ollama pull ${model}` } : {},
    ).run(AbortSignal.timeout(5_000));
  assert.deepEqual(await look('ollama', ['qwen3:8b', 'plain:1b'], 'nosuch:1b', 'qwen3:8b', 'other'), {
    verdict: 'fail',
    found: 'connected, but it does not offer nosuch:1b (place 0), other (place 2); it offers qwen3:8b, plain:1b',
    advice: 'choose one of these in config.toml, for example "ollama/qwen3:8b", or run: ollama pull nosuch:1b',
  });
  for (const [name, listed, wanted, verdict] of [
    ['ollama', 'qwen3:latest', 'qwen3', 'ok'],
    ['ollama', 'qwen3:8b', 'qwen3', 'fail'],
    ['anthropic', 'claude-sonnet-4-5-20250929', 'claude-sonnet-4-5', 'ok'],
    ['anthropic', 'claude-3-5-haiku-20241022', 'claude-3-5-haiku-latest', 'ok'],
    ['anthropic', 'claude-sonnet-4-5-20250929', 'claude-sonnet-4', 'fail'],
  ] as const)
    assert.equal((await look(name, [listed], wanted)).verdict, verdict, wanted);
  const page = Array.from({ length: 100 }, (_, at) => `m${at}`);
  assert.equal((await look('anthropic', page, 'on-the-next-page')).verdict, 'warn');
});

test('given many faults of the settings, when the doctor prints them, then each has a line, and the example is named where it is', async () => {
  const message = 'The settings have 2 faults:\n  /h/config.toml:1: one\n  /h/.env:2: two';
  const check = settingsCheck({ ok: false, message }, '/program/config/config.example.toml');
  const io = fakeIo();
  assert.equal(await doctor({ checks: [check], io, json: false }), 1);
  assert.equal(
    io.output(),
    [
      'FAIL  Settings  The settings have 2 faults:',
      '        /h/config.toml:1: one',
      '        /h/.env:2: two',
      '      → fix these lines; /program/config/config.example.toml shows every setting',
      '1 of 1 checks failed.',
    ].join('\n'),
  );
});
