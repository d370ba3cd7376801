import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { type Config, type Loaded, loadConfig } from '../../config/load.ts';
import { reveal } from '../../config/secrets.ts';

interface Files {
  readonly config?: string;
  readonly env?: string;
  readonly agent?: string;
}

function homeWith(t: { after(end: () => void): void }, files: Files): string {
  const home = mkdtempSync(join(tmpdir(), 'straylight-config-'));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  for (const folder of ['scripts', 'settings', 'run']) mkdirSync(join(home, folder));
  if (files.config !== undefined) writeFileSync(join(home, 'config.toml'), files.config);
  if (files.env !== undefined) writeFileSync(join(home, '.env'), files.env, { mode: 0o600 });
  if (files.agent !== undefined) writeFileSync(join(home, 'settings', 'agent.toml'), files.agent);
  return home;
}

function configOf(loaded: Loaded): Config {
  assert.ok(loaded.ok, loaded.ok ? '' : loaded.message);
  return loaded.config;
}

test('given a home without any file, when it is loaded, then every setting has its default', t => {
  const home = homeWith(t, {});
  const config = configOf(loadConfig({ home, env: {} }));
  assert.equal(config.paths.database, join(home, 'straylight.db'));
  assert.equal(config.channels.web.port, 8420);
  assert.equal(config.approvals.expiresMs, 86_400_000);
  assert.equal(config.limits.maxOutputBytes, 65_536);
  assert.equal(config.models.default, undefined);
  assert.equal(config.personality.name, 'Straylight');
  assert.equal(config.owner.timeZone, Intl.DateTimeFormat().resolvedOptions().timeZone);
  assert.deepEqual(config.secrets, []);
});

test('given a loaded Config, when anything in it is changed, then it throws', t => {
  const config = configOf(loadConfig({ home: homeWith(t, {}), env: {} }));
  assert.throws(() => Object.assign(config.channels.settings['telegram'] as object, { allowedUsers: [7] }), TypeError);
  assert.throws(() => Object.assign(config.limits, { maxErrorsInRow: 9 }), TypeError);
});

test('given several faults in several places, when it is loaded, then all are listed with file, line, key, expected and came', t => {
  const home = homeWith(t, {
    config: [
      '[owner]',
      'language = "fr"',
      'time_zone = "Europe/Nowhere"',
      '',
      '[channels.telegram]',
      'allowed_users = [1, "two"]',
      '',
      '[aprovals]',
      'mode = "block"',
      '[limits]',
      'max_steps_per_turn = 0',
      'max_step = 3',
    ].join('\n'),
  });
  const loaded = loadConfig({ home, env: { OLLAMA_HOST: 'ftp://x' } });
  assert.ok(!loaded.ok);
  const seen = loaded.faults.map(({ line, key, came }) => [line, key, came]);
  assert.deepEqual(seen, [
    [2, 'owner.language', '"fr"'],
    [3, 'owner.time_zone', '"Europe/Nowhere"'],
    [6, 'channels.telegram.allowed_users.1', '"two"'],
    [8, 'aprovals', 'an unknown one'],
    [11, 'limits.max_steps_per_turn', '0'],
    [12, 'limits.max_step', 'an unknown one'],
    [undefined, 'OLLAMA_HOST', '"ftp://x"'],
  ]);
  assert.match(loaded.message, /config\.toml:2: owner\.language: expected "en" or "de"; came "fr"/);
  assert.match(loaded.message, /expected one of the settings owner, models, channels, /);
  assert.match(loaded.message, /7 faults/);
});

test('given a file that is no TOML, when it is loaded, then its line is named and its text is not repeated', t => {
  const loaded = loadConfig({
    home: homeWith(t, { config: '[owner]\nname = sk-ant-secret-in-the-wrong-place\n' }),
    env: {},
  });
  assert.ok(!loaded.ok);
  assert.equal(loaded.faults[0]?.line, 2);
  assert.ok(!loaded.message.includes('secret-in'));
});

test('given a token where its variable should be named, when it is refused, then the token is not repeated', t => {
  const token = '123456789:AAE_abcdefghijklmnopqrstuvwxyz0123456';
  const config = `[channels.telegram]\nbot_token_env = "${token}"\n[models]\ndefault = "${token}"\n[owner]\nlanguage = "my-own-key-1"`;
  const loaded = loadConfig({ home: homeWith(t, { config, env: 'MY_KEY=my-own-key-1' }), env: {} });
  assert.ok(!loaded.ok);
  assert.equal(loaded.faults.length, 3);
  assert.ok(!loaded.message.includes('AAE_') && !loaded.message.includes('my-own-key'), loaded.message);
});

test('given .env and the process environment, when both name a secret, then the process wins and neither shows when printed', t => {
  const home = homeWith(t, {
    env: 'ANTHROPIC_API_KEY=from-dot-env\nGITHUB_TOKEN="a-quoted-secret"\nOLLAMA_HOST=:8080\nSHORT=ab\n',
  });
  const config = configOf(
    loadConfig({ home, env: { ANTHROPIC_API_KEY: 'from-the-process', STRAYLIGHT_TELEGRAM_TOKEN: '' } }),
  );
  assert.equal(reveal(config.secrets, 'ANTHROPIC_API_KEY'), 'from-the-process');
  assert.equal(reveal(config.secrets, 'STRAYLIGHT_TELEGRAM_TOKEN'), undefined);
  assert.deepEqual(config.secrets.map(({ name, value }) => [name, value]).at(-1), ['GITHUB_TOKEN', 'a-quoted-secret']);
  assert.equal(hostOf(config), 'http://127.0.0.1:8080');
  for (const shown of [JSON.stringify(config), inspect(config, { depth: 9 })])
    assert.ok(!shown.includes('from-the-process') && !shown.includes('a-quoted-secret'));
});

const hostOf = ({ models }: Config) => (models.settings['ollama'] as { readonly host: string }).host;

test('given the many ways to write OLLAMA_HOST, when it is read, then each is an address', t => {
  const home = homeWith(t, { config: '[models.ollama]\nhost = "http://10.0.0.1:1"' });
  const host = (text: string) => hostOf(configOf(loadConfig({ home, env: { OLLAMA_HOST: text } })));
  assert.equal(host('  '), 'http://10.0.0.1:1');
  assert.equal(host('127.0.0.1'), 'http://127.0.0.1:11434');
  assert.equal(host('0.0.0.0:9'), 'http://127.0.0.1:9');
  assert.equal(host('box.lan:7000/'), 'http://box.lan:7000');
  assert.equal(host('http://ollama.example'), 'http://ollama.example');
  assert.equal(host('https://ollama.example'), 'https://ollama.example');
});

test('given an environment secret with a line break inside, when it is loaded, then it is a fault that does not show it', t => {
  const loaded = loadConfig({ home: homeWith(t, {}), env: { ANTHROPIC_API_KEY: 'part-one\npart-two' } });
  assert.ok(!loaded.ok);
  assert.match(loaded.message, /ANTHROPIC_API_KEY: expected a secret without spaces; came a text of 17 characters/);
});

test('given faults in .env beside one in config.toml, when they are loaded, then all are listed, those of .env with its line', t => {
  const env =
    'ANTHROPIC_API_KEY: sk-ant-hidden\r\n\r\nexport ANTHROPIC_API_KEY="sk-h"\r\nOLLAMA_HOST=ftp://x\r\nSTRAYLIGHT_TELEGRAM_TOKEN=hid';
  const home = homeWith(t, { env, config: '[owner]\nlanguage = "fr"' });
  const loaded = loadConfig({ home, env: {} });
  assert.ok(!loaded.ok);
  const file = join(home, '.env');
  assert.deepEqual(
    loaded.faults.map(fault => [fault.file, fault.line, fault.key]),
    [
      [file, 1, ''],
      [join(home, 'config.toml'), 2, 'owner.language'],
      [file, 4, 'OLLAMA_HOST'],
      [file, 3, 'ANTHROPIC_API_KEY'],
      [file, 5, 'STRAYLIGHT_TELEGRAM_TOKEN'],
    ],
  );
  assert.match(
    loaded.message,
    /\.env:1: expected NAME=value, or a comment that begins with #; came a ":" behind the name/,
  );
  assert.match(loaded.message, /\.env:3: ANTHROPIC_API_KEY: expected a secret of at least 6 characters/);
  assert.doesNotMatch(loaded.message, /sk-|hid/);
});

test('given a short secret in the process environment over a good one in .env, when it is loaded, then the environment is named', t => {
  const home = homeWith(t, { env: 'ANTHROPIC_API_KEY=long-enough' });
  const loaded = loadConfig({ home, env: { ANTHROPIC_API_KEY: 'short' } });
  assert.ok(!loaded.ok);
  assert.deepEqual(
    loaded.faults.map(fault => [fault.file, fault.line, fault.key]),
    [['environment', undefined, 'ANTHROPIC_API_KEY']],
  );
});

test('given a .env that others may read, when it is loaded, then a warning says what to do', t => {
  const home = homeWith(t, { env: 'A=1' });
  chmodSync(join(home, '.env'), 0o644);
  const loaded = loadConfig({ home, env: {} });
  assert.ok(loaded.ok && loaded.warnings.some(line => line.includes('chmod 600')));
});

test('given settings that cannot work together, when they are loaded, then each is a warning', t => {
  const home = homeWith(t, { config: '[models]\ndefault = "anthropic/x"\n[channels.telegram]\nallowed_users = [7]' });
  const loaded = loadConfig({ home, env: {} });
  assert.ok(loaded.ok);
  assert.equal(loaded.warnings.length, 2);
  assert.match(loaded.warnings.join(), /ANTHROPIC_API_KEY is not set/);
});

test('given a good agent.toml that breaks later, when it is loaded again, then the last good copy is used with a warning', t => {
  const home = homeWith(t, { agent: '[personality]\nname = "Wintermute"\n' });
  assert.equal(configOf(loadConfig({ home, env: {} })).personality.name, 'Wintermute');
  assert.equal(statSync(join(home, 'run/agent.last-good.toml')).mode & 0o777, 0o600);
  writeFileSync(join(home, 'settings/agent.toml'), '[personality]\nname = 3\n');
  const loaded = loadConfig({ home, env: {} });
  assert.equal(configOf(loaded).personality.name, 'Wintermute');
  assert.ok(
    loaded.ok &&
      /agent\.toml:2: personality\.name: expected a name.*The last good copy is used/.test(loaded.warnings[0] ?? ''),
  );
});

const named = (name: string) => `[personality]\nname = "${name}"\n`;

/** A home of an older version: what stood among the scripts, and what had counted at its last start. */
for (const [what, { former, lastGood, present }, { name, isMoved = false, isTold = !isMoved }] of [
  ['settings that counted', { former: named('Case'), lastGood: named('Case') }, { name: 'Case', isMoved: true }],
  ['settings changed since the last start', { former: named('Evil'), lastGood: named('Case') }, { name: 'Case' }],
  ['settings that never counted', { former: named('Evil') }, { name: 'Straylight' }],
  [
    'settings put there after the upgrade',
    { former: named('Evil'), lastGood: named('Case'), present: named('Now') },
    { name: 'Now' },
  ],
  ['a copy alone', { lastGood: named('Case') }, { name: 'Straylight', isTold: false }],
] as readonly [
  string,
  { readonly former?: string; readonly lastGood?: string; readonly present?: string },
  { readonly name: string; readonly isMoved?: boolean; readonly isTold?: boolean },
][])
  test(`given an older home with ${what} among the scripts, when it is loaded twice, then only what counted is taken over`, t => {
    const home = homeWith(t, present === undefined ? {} : { agent: present });
    const old = join(home, 'scripts/agent.toml');
    if (former !== undefined) writeFileSync(old, former);
    if (lastGood !== undefined) writeFileSync(join(home, 'run/agent.last-good.toml'), lastGood);
    for (const times of [1, 2]) {
      const loaded = loadConfig({ home, env: {} });
      assert.equal(configOf(loaded).personality.name, name);
      const told = loaded.ok && loaded.warnings.join('\n').includes('scripts/agent.toml is not read');
      assert.equal(told, isTold, `time ${times}`);
    }
    assert.equal(existsSync(old), former !== undefined && !isMoved);
    if (isMoved) assert.equal(statSync(join(home, 'settings/agent.toml')).mode & 0o777, 0o600);
  });

test('given an agent.toml that was never good, when it is loaded, then the defaults are used with a warning', t => {
  const home = homeWith(t, { agent: 'no toml at all' });
  const loaded = loadConfig({ home, env: {} });
  assert.equal(configOf(loaded).personality.name, 'Straylight');
  assert.ok(loaded.ok && loaded.warnings[0]?.includes('The default personality is used'));
  assert.ok(!existsSync(join(home, 'run/agent.last-good.toml')));
});

test('given settings of the owner’s in agent.toml, when it is loaded, then they are named as misplaced', t => {
  for (const table of ['learning', 'safe_mode']) {
    const home = homeWith(t, { agent: `[${table}]\nenabled = false\n` });
    const loaded = loadConfig({ home, env: {} });
    assert.equal(configOf(loaded).learning.enabled, true);
    const [warning] = loaded.ok ? loaded.warnings : [];
    assert.match(
      warning ?? '',
      new RegExp(
        `agent\\.toml:1: ${table}: expected it in config\\.toml; came a table that only the owner sets\\. The default`,
      ),
    );
  }
});

test('given a secret as the name of a setting, when it is refused, then the message shows no part of it', t => {
  const secret = 'fake-0123456789.abcdefghij';
  const parts = /fake-0123456789|abcdefghij/;
  for (const line of [`"${secret}" = 1`, `${secret} = 1`, `["${secret}"]`, `[personality]\n"${secret}" = "x"`]) {
    const home = homeWith(t, { env: `SOME_TOKEN=${secret}`, agent: `${line}\n` });
    const loaded = loadConfig({ home, env: {} });
    assert.ok(loaded.ok);
    assert.match(loaded.warnings.join(), /\(a name of \d+ characters\)/, line);
    assert.doesNotMatch(loaded.warnings.join(), parts, line);
    const own = loadConfig({ home: homeWith(t, { env: `SOME_TOKEN=${secret}`, config: `${line}\n` }), env: {} });
    assert.ok(!own.ok);
    assert.doesNotMatch(own.message, parts, line);
  }
  const unknown = 'sk-fake-0123456789abcdef';
  const loaded = loadConfig({ home: homeWith(t, { agent: `"${unknown}" = 1\n` }), env: {} });
  assert.ok(loaded.ok && !loaded.warnings.join().includes(unknown));
});

test('given an agent.toml made into a link, a pipe or a huge file, when it is loaded, then nothing hangs, leaks or stops', t => {
  const home = homeWith(t, { env: 'SECRET_THING=do-not-show-me' });
  const file = join(home, 'settings/agent.toml');
  const traps: readonly (() => void)[] = [
    () => symlinkSync(join(home, '.env'), file),
    () => execFileSync('mkfifo', [file]),
    () => writeFileSync(file, '#'.repeat(300_000)),
    () => writeFileSync(file, Buffer.from([0x5b, 0xff, 0xfe])),
    () => mkdirSync(file),
  ];
  for (const trap of traps) {
    trap();
    const loaded = loadConfig({ home, env: {} });
    assert.ok(loaded.ok && loaded.warnings.length === 1, String(trap));
    assert.ok(!loaded.warnings[0]?.includes('do-not-show-me'));
    rmSync(file, { recursive: true });
  }
});

test('given a config.toml that is a link of the owner, when it is loaded, then it is followed', t => {
  const home = homeWith(t, {});
  writeFileSync(join(home, 'elsewhere.toml'), '[channels.web]\nport = 9000\n');
  symlinkSync(join(home, 'elsewhere.toml'), join(home, 'config.toml'));
  assert.equal(configOf(loadConfig({ home, env: {} })).channels.web.port, 9000);
});

test('given keys and values of the agent that would steer a terminal, when they are refused, then they are written out', t => {
  const home = homeWith(t, { agent: '[personality]\n"x\\u001b[2J\\ny" = 1\nname = ["\\u001b"]\n' });
  const loaded = loadConfig({ home, env: {} });
  assert.ok(loaded.ok);
  assert.match(loaded.warnings.join(), /personality\.x⟨U\+001B⟩\[2J y: expected one of the settings name, soul/);
  assert.doesNotMatch(loaded.warnings.join(), /[\x00-\x1f\x7f-\x9f]/);
});

test('given servers of models that the owner names, when they are loaded, then each has its settings, and their keys are secrets', t => {
  const home = homeWith(t, {
    config: [
      '[models]',
      'default = "openrouter/meta/llama-4"',
      '[models.providers.openrouter]',
      '[models.providers.box]',
      'base_url = "https://10.0.0.7:8080/v1/"',
      'key = "BOX_KEY"',
      'context_tokens = 65536',
    ].join('\n'),
    env: 'OPENROUTER_API_KEY=sk-or-test-77aa12bc\nBOX_KEY=box-test-19fe03\n',
  });
  const config = configOf(loadConfig({ home, env: {} }));
  assert.deepEqual(Object.keys(config.models.providers), ['openrouter', 'box']);
  assert.equal(config.models.providers['box']?.baseUrl, 'https://10.0.0.7:8080/v1');
  assert.equal(reveal(config.secrets, 'BOX_KEY'), 'box-test-19fe03');
  assert.equal(reveal(config.secrets, 'OPENROUTER_API_KEY'), 'sk-or-test-77aa12bc');
});

test('given a server without an address, one named like a kind and models of nobody, when they are loaded, then each fault says what to write', t => {
  const faultsOf = (...lines: readonly string[]) => {
    const loaded = loadConfig({ home: homeWith(t, { config: lines.join('\n') }), env: {} });
    return loaded.ok ? [] : loaded.faults.map(({ key, expected }) => `${key}: ${expected}`);
  };
  assert.match(
    faultsOf('[models.providers.mybox]', 'images = true').join('\n'),
    /^models\.providers\.mybox\.base_url: base_url, or a preset: openai, openrouter, .*vllm$/,
  );
  const faults = faultsOf(
    ...['[models]', 'default = "nobody/a"', 'fallbacks = ["ollama/b", "mybox/c", "d/e"]', 'roles = { coder = "f/g" }'],
    ...['[models.providers.mybox]', 'preset = "vllm"', '[models.providers.ollama]', 'preset = "vllm"'],
  );
  const known =
    'a model as "provider/model", where the provider is anthropic, ollama, rehearsal, mybox, or has a table [models.providers.NAME]';
  assert.deepEqual(faults.toSorted(), [
    `models.default: ${known}`,
    `models.fallbacks.2: ${known}`,
    'models.providers.ollama: another name: ollama is a provider already, see [models.ollama]',
    `models.roles.coder: ${known}`,
  ]);
});

test('given an owner who is spoken to in German, when settings are wrong, then what is wrong is said in German', t => {
  const config = `[owner]
language = "de"
time_zone = "Mars"
[modls]
[models]
default = "nowhere/m"
keep_trying = "5x"
[learning]
idle_ms = -3
enabled = "yes"
[approvals]
mode = 7
`;
  const loaded = loadConfig({ home: homeWith(t, { config }), env: {} });
  assert.ok(!loaded.ok);
  const lines = loaded.message.split('\n').map(line => line.replace(/^ {2}\S+\/config\.toml:/, ''));
  assert.equal(lines[0], `Die Einstellungen haben ${lines.length - 1} Fehler:`);
  const said = lines.join('\n');
  for (const line of [
    /^3: owner\.time_zone: erwartet wird eine Zeitzone der IANA-Liste, wie "Europe\/Berlin"; da steht "Mars"$/m,
    /^4: modls: erwartet wird eine der Einstellungen owner, .*; da steht eine unbekannte$/m,
    /^7: models\.keep_trying: erwartet wird eine Dauer wie "6h" oder "1h30m", höchstens 7 Tage, oder "0" für keine; da steht "5x"$/m,
    /^9: learning\.idle_ms: erwartet wird eine ganze Zahl von 100 bis 86 400 000 Millisekunden; da steht -3$/m,
    /^10: learning\.enabled: erwartet wird true oder false; da steht "yes"$/m,
    /^12: approvals\.mode: erwartet wird "\w+" oder "\w+".*; da steht 7$/m,
  ])
    assert.match(said, line);
  assert.doesNotMatch(said, /expected|came/);
  assert.ok(
    loaded.faults.every(({ expected }) => !/erwartet|eine /.test(expected)),
    'JSON is English',
  );
});
