import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const launcher = fileURLToPath(new URL('../bin/straylight.js', import.meta.url));

function straylight(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [launcher, ...args], {
    encoding: 'utf8',
    timeout: 60_000,
    input: '',
    env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', ...env },
  });
  return { status, stdout, stderr };
}

function folder(t: { after(end: () => void): void }): string {
  const path = mkdtempSync(join(tmpdir(), 'straylight-main-'));
  t.after(() => rmSync(path, { recursive: true }));
  return path;
}

test('given the program, when help or version is asked, then it answers plainly and makes nothing', t => {
  const home = join(folder(t), 'home');
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  assert.deepEqual(straylight(['--version'], { STRAYLIGHT_HOME: home }), {
    status: 0,
    stdout: `${version}\n`,
    stderr: '',
  });
  const help = straylight(['ask', '--help'], { STRAYLIGHT_HOME: home });
  assert.equal(help.status, 0);
  assert.match(help.stdout, /\n {2}straylight ask \[TEXT\]\n/);
  assert.ok(!existsSync(home));
});

test('given wrong usage, when it is run, then one line says so and the exit code is 2', () => {
  for (const args of [['dance'], ['start', '--port', 'x'], ['actors', 'show']]) {
    const { status, stdout, stderr } = straylight(args);
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, /^straylight: .+\n$/);
  }
});

test('given no home, when it is initialised twice, then all is made once, private, and nothing is overwritten', t => {
  const home = join(folder(t), 'deep', 'home');
  const first = straylight(['init'], { STRAYLIGHT_HOME: home });
  assert.equal(first.status, 0);
  assert.match(first.stdout, /created {2}config\.toml/);
  for (const [name, mode] of [
    ['.', 0o700],
    ['run', 0o700],
    ['workspace', 0o700],
    ['scripts', 0o700],
    ['logs', 0o700],
    ['backups', 0o700],
    ['.env', 0o600],
    ['config.toml', 0o600],
    ['settings', 0o700],
    ['settings/agent.toml', 0o600],
  ] as const)
    assert.equal(statSync(join(home, name)).mode & 0o777, mode, name);
  writeFileSync(join(home, 'config.toml'), '# mine\n');
  const second = straylight(['init', '--home', home]);
  assert.match(second.stdout, /kept {5}config\.toml[\s\S]*nothing was changed/);
  assert.equal(readFileSync(join(home, 'config.toml'), 'utf8'), '# mine\n');
});

test('given a place that cannot be a home, when it is initialised, then one line says what to do', t => {
  const file = join(folder(t), 'file');
  writeFileSync(file, '');
  const { status, stderr } = straylight(['init', '--home', file]);
  assert.equal(status, 1);
  assert.match(stderr, /^straylight: cannot create the home .*: EEXIST.*--home or STRAYLIGHT_HOME\n$/);
});

test('given settings with faults and no home file yet, when a command that acts runs, then the home is made and every fault is listed', t => {
  const home = folder(t);
  const { status, stdout, stderr } = straylight(['ask', 'hello'], { STRAYLIGHT_HOME: home, OLLAMA_HOST: 'ftp://x' });
  assert.deepEqual([status, stdout], [1, '']);
  assert.ok(existsSync(join(home, 'config.toml')));
  writeFileSync(join(home, 'config.toml'), '[owner]\nlanguage = "fr"\n[limits]\nmax_steps = 3\n');
  const faults = straylight(['status'], { STRAYLIGHT_HOME: home }).stderr;
  assert.match(
    faults,
    /^straylight: The settings have 2 faults:\n {2}.*config\.toml:2: owner\.language.*\n {2}.*config\.toml:4: limits\.max_steps/,
  );
  assert.doesNotMatch(faults + stderr, /\n\s+at /);
});

test('given a damaged database and faults in .env, when the doctor runs, then both are told, a line each, and it exits with 1', t => {
  const home = join(folder(t), 'home');
  const env = { STRAYLIGHT_HOME: home };
  assert.equal(straylight(['init'], env).status, 0);
  writeFileSync(join(home, 'straylight.db'), 'garbage');
  writeFileSync(join(home, '.env'), 'ANTHROPIC_API_KEY sk-ant-hidden\nANTHROPIC_API_KEY="sk"\n', { mode: 0o600 });
  const { status, stdout } = straylight(['doctor'], env);
  assert.equal(status, 1);
  assert.match(
    stdout,
    /^FAIL {2}Database {2}.*straylight\.db is damaged: file is not a database\n {6}→ .*there is no copy in /m,
  );
  assert.match(
    stdout,
    /^FAIL {2}Settings {2}The settings have 2 faults:\n {8}\S+\.env:1: .+\n {8}\S+\.env:2: ANTHROPIC_API_KEY: /m,
  );
  const example = /fix these lines; (\S+) shows every setting/.exec(stdout)?.[1] ?? '';
  assert.match(readFileSync(example, 'utf8'), /^\[models\]|^# ?\[models\]/m);
  assert.ok(!stdout.includes('hidden'));
  const asked = straylight(['ask', 'hello'], env);
  assert.equal(asked.status, 1);
  assert.match(asked.stderr, /2 faults:\n {2}\S+\.env:1: .+\n {2}\S+\.env:2: /);
});
