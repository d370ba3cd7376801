/** The questions of `straylight init`, typed at the real library over streams. */

import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { modelByQuestions } from '../../../../src/commands/home/setup/model-questions.ts';
import type { FoundProvider, ModelAnswer, ModelStep } from '../../../../src/commands/home/setup/model-step.ts';
import { withHints } from '../../../../src/commands/home/setup/prompt-hints.ts';
import { setupPrompts } from '../../../../src/commands/home/setup/prompts.ts';
import { style } from '../../../../src/commands/io.ts';
import { says } from '../../../../src/domain/policy/sentence.ts';
import { fault } from '../../../../src/domain/supervision/failure.ts';

const [enter, down, leave] = ['\r', '\x1b[B', '\x1b'];
const providers: readonly FoundProvider[] = [
  { name: 'anthropic', isLocal: false, keyVariable: 'ANTHROPIC_API_KEY', hasKey: true, usual: 'claude-sonnet-5-5' },
  { name: 'ollama', isLocal: true, hasKey: false },
  { name: 'openrouter', isLocal: false, keyVariable: 'OPENROUTER_API_KEY', hasKey: false },
];

/** Answers each question that is shown with the keys for it, and tells what came of it. */
async function asked(keys: readonly (readonly [RegExp, string])[], more: Partial<ModelStep> = {}) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const written: ModelAnswer[] = [];
  const said: string[] = [];
  let screen = '';
  let next = 0;
  output.setEncoding('utf8').on('data', (text: string) => {
    screen += stripVTControlCharacters(text);
    const [question, answer] = keys[next] ?? [];
    if (!question || !answer || !question.test(screen)) return;
    next += 1;
    screen = '';
    // each key by itself, as a keyboard sends them
    for (const key of answer.match(/\x1b\[B|[\s\S]/g) ?? []) setImmediate(() => input.write(key));
  });
  const step: ModelStep = {
    io: { out: text => said.push(text), err: text => said.push(text), readAll: async () => '', style: style(false) },
    named: undefined,
    providers,
    addressOf: () => undefined,
    health: async (name, secret) => {
      if (name === 'ollama') return { ok: true, models: ['qwen3:8b', 'nomic-embed-text'] };
      if (name === 'openrouter' && secret?.value !== 'sk-or-right') return { ok: false, problem: 'the key is wrong' };
      return { ok: true, models: ['one', 'two'] };
    },
    check: async () => {},
    write: async answer => void written.push(answer),
    ...more,
  };
  await modelByQuestions(step, setupPrompts({ input, output }));
  return { written, said };
}

test('given a model on this machine and a key, when the first is taken, then it is checked and written', async () => {
  const { written, said } = await asked([[/Which model should answer\?[\s\S]*ollama\/qwen3:8b/, down + enter]]);
  assert.deepEqual(written, [{ model: 'ollama/qwen3:8b' }]);
  assert.deepEqual(said, ['Model: ollama/qwen3:8b', '  config.toml: default = "ollama/qwen3:8b" in [models]']);
});

test('given a key that is typed, when it is wrong and then right, then its models are offered, and it is kept beside the model', async () => {
  const key = [/Which model should answer\?[\s\S]*Not now/, down + down + enter] as const;
  const of = [/A key of which provider\?[\s\S]*openrouter/, down + enter] as const;
  const { written, said } = await asked([
    ...[key, of, [/OPENROUTER_API_KEY \(hidden/, `wrong${enter}`] as const],
    ...[key, of, [/OPENROUTER_API_KEY \(hidden/, `sk-or-right${enter}`] as const],
    [/Which model of openrouter\?[\s\S]*two/, down + enter],
  ]);
  assert.deepEqual(written, [
    {
      model: 'openrouter/two',
      server: { name: 'openrouter' },
      secret: { name: 'OPENROUTER_API_KEY', value: 'sk-or-right' },
    },
  ]);
  assert.deepEqual(said, [
    'the key is wrong',
    'Model: openrouter/two',
    '  config.toml: default = "openrouter/two" in [models], and the table [models.providers.openrouter]',
    '  .env: OPENROUTER_API_KEY',
  ]);
});

test('given the address of another server, when it is typed, then its models are offered, with a key where it wants one', async () => {
  const seen: unknown[] = [];
  const health: ModelStep['health'] = async (name, secret, server) => {
    if (server) seen.push([name, server, secret?.value]);
    if (server?.url === 'http://gateway.example:4000/v1' && secret === undefined)
      return { ok: false, problem: '401', wantsKey: true };
    return name === 'ollama' ? { ok: true, models: [] } : { ok: true, models: ['one', 'two'] };
  };
  // ollama has nothing here, so that there is one offer less
  const place = [/Which model should answer\?[\s\S]*Not now/, down + down + enter] as const;
  const plain = await asked(
    [
      place,
      [/Its address/, `nonsense${enter}`],
      [/expected an address as in/, `${'\b'.repeat(8)}http://127.0.0.1:8081/v1${enter}`],
      [/Which model of server\?[\s\S]*two/, down + enter],
    ],
    { health },
  );
  assert.deepEqual(plain.written, [
    { model: 'server/two', server: { name: 'server', url: 'http://127.0.0.1:8081/v1' } },
  ]);
  assert.match(plain.said[1] ?? '', /the table \[models\.providers\.server\]$/);
  const keyed = await asked(
    [
      place,
      [/Its address/, `http://gateway.example:4000/v1${enter}`],
      [/Its key, if it wants one/, `sk-test${enter}`],
      [/Which model of gateway\?[\s\S]*two/, enter],
    ],
    { health },
  );
  assert.deepEqual(keyed.written, [
    {
      model: 'gateway/one',
      server: { name: 'gateway', url: 'http://gateway.example:4000/v1', key: 'GATEWAY_API_KEY' },
      secret: { name: 'GATEWAY_API_KEY', value: 'sk-test' },
    },
  ]);
  assert.equal(seen.length, 3);
});

test('given an address where nothing answers, when it is typed, then the address is asked for again, and one without its path is completed', async () => {
  const health: ModelStep['health'] = async (name, _secret, server) => {
    if (server === undefined) return name === 'ollama' ? { ok: true, models: [] } : { ok: true, models: ['one'] };
    if (server.url === 'http://127.0.0.1:8081/v1') return { ok: true, models: ['one', 'two'] };
    return { ok: false, problem: `nothing at ${server.url}` };
  };
  const { written, said } = await asked(
    [
      [/Which model should answer\?[\s\S]*Not now/, down + down + enter],
      [/Its address/, `http://127.0.0.1:9/v1${enter}`],
      [/Its address/, `127.0.0.1:8081${enter}`],
      [/Which model of server\?[\s\S]*two/, enter],
    ],
    { health },
  );
  assert.deepEqual(written, [{ model: 'server/one', server: { name: 'server', url: 'http://127.0.0.1:8081/v1' } }]);
  assert.deepEqual(said.slice(0, 3), [
    'nothing at http://127.0.0.1:9/v1',
    'Address: http://127.0.0.1:8081',
    'Address: http://127.0.0.1:8081/v1',
  ]);
});

test('given a German owner, when an address and a key that he types do not work, then he reads why in German, and of no table that is not there', async () => {
  const table = '[models.providers.server]';
  const url = `base_url in ${table}`;
  const server = says`${'server'} at ${'http://127.0.0.1:9/v1'}`;
  const problems = [
    says`${server} answered 404: ${'gone'}; ${says`check the model name in config.toml, and ${url}`}`,
    says`the connection to ${server} failed (${says`connect ECONNREFUSED ${'127.0.0.1:9'}`}); ${says`check that it runs, and ${url}`}`,
    says`${server} refused the key (${401}: ${'no'}); check ${`key in ${table}`}`,
    says`${server} lists no model; load one there, or check ${url}`,
  ];
  const said: string[] = [];
  const health: ModelStep['health'] = async (name, _secret, server) => {
    if (server !== undefined) return { ok: false, problem: problems.shift() ?? 'nothing' };
    if (name === 'ollama') return { ok: true, models: [] };
    return {
      ok: false,
      problem: says`${'OpenRouter'} refused the key (${401}: ${'no'}); check ${'OPENROUTER_API_KEY'}`,
    };
  };
  const again = [/Seine Adresse/, `http://127.0.0.1:9/v1${enter}`] as const;
  const out = (text: string) => void said.push(text);
  await asked(
    [
      [/Welches Modell soll antworten\?[\s\S]*Jetzt nicht/, down + enter],
      [/Ein Schlüssel von welchem Anbieter/, down + enter],
      [/OPENROUTER_API_KEY \(/, `wrong${enter}`],
      [/Welches Modell soll antworten\?[\s\S]*Jetzt nicht/, down + down + enter],
      ...[again, again, again, again],
      [/Seine Adresse/, leave],
      [/Welches Modell soll antworten\?[\s\S]*Jetzt nicht/, leave],
    ],
    { health, io: { out, err: out, readAll: async () => '', style: style(false), language: 'de' } },
  );
  assert.deepEqual(said.slice(0, 5), [
    'OpenRouter hat den Schlüssel abgelehnt (401: no); prüf OPENROUTER_API_KEY',
    'server unter http://127.0.0.1:9/v1 hat mit 404 geantwortet: gone; prüf die Adresse',
    'die Verbindung zu server unter http://127.0.0.1:9/v1 kam nicht zustande (ECONNREFUSED: 127.0.0.1:9 nimmt keine Verbindung an); prüf, ob er läuft, und die Adresse',
    'server unter http://127.0.0.1:9/v1 hat den Schlüssel abgelehnt (401: no); prüf den Schlüssel',
    'server unter http://127.0.0.1:9/v1 nennt kein Modell; lade dort eines, oder prüf die Adresse',
  ]);
});

test('given a model that does not respond, when another is wanted, then the question comes again, and leaving writes nothing', async () => {
  const { written, said } = await asked(
    [
      [/Which model should answer\?[\s\S]*Not now/, down + enter],
      [/Use it all the same\?[\s\S]*Use it\n/, enter],
      [/Which model should answer\?[\s\S]*Not now/, leave],
    ],
    { check: async () => Promise.reject(fault('unavailable', 'nobody answers')) },
  );
  assert.deepEqual(written, []);
  assert.deepEqual([said[0], said.length], ['nobody answers', 2]);
});

test('given a model that config.toml names, when it is kept, then nothing else is asked', async () => {
  const { written, said } = await asked([[/Keep it\?[\s\S]*Choose another/, enter]], { named: 'ollama/qwen3:8b' });
  assert.deepEqual([written, said], [[], ['Model: ollama/qwen3:8b, as config.toml says.']]);
});

test('given an owner who is spoken to in German, when a question with many answers is shown and left, then its hints are German', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let screen = '';
  output.setEncoding('utf8').on('data', (text: string) => {
    screen += stripVTControlCharacters(text);
    if (/Tippen: suchen/.test(screen)) setImmediate(() => input.write('\x03'));
  });
  const many = Array.from({ length: 20 }, (_, at) => ({ value: at, label: `Modell ${at}` }));
  assert.equal(await setupPrompts({ input, output }, 'de').choose('Welches Modell?', many), undefined);
  assert.match(screen, /Suche:[\s\S]*↑\/↓ wählen • Enter: bestätigen • Tippen: suchen/);
  assert.doesNotMatch(screen, /navigate|select|confirm|search/i);
});

test('given a stream with German hints, when what is no hint is written, then it stays as it is', () => {
  const output = new PassThrough();
  withHints(output, 'de').write('the search: confirm nothing');
  assert.equal(String(output.read()), 'the search: confirm nothing');
});
