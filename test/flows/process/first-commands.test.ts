import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { inTerminal, noPty } from '../../adapters/channels/terminal/pty.ts';
import { test } from '../../slow.ts';
import { withAgent } from '../rig/agent.ts';

const launcher = fileURLToPath(new URL('../../../bin/straylight.js', import.meta.url));
const options = { skip: noPty, timeout: 60_000 };

test('given a running agent, when stop is typed, then it ends in good order, and a second stop says that none runs', () =>
  withAgent({}, async ({ start, straylight, json }) => {
    const running = await start();
    const stopped = await straylight('stop');
    assert.deepEqual([stopped.code, stopped.out], [0, 'Stopped.\n']);
    assert.equal((await running.ended).code, 0);
    assert.deepEqual((await straylight('stop')).out, 'Straylight is not running.\n');
    assert.deepEqual(await json('stop'), { code: 0, value: { running: false } });
    const again = await start();
    assert.equal((await straylight('stop', '--now')).code, 0);
    await again.ended;
  }));

test('given no terminal, when something is asked, then its turn has a deadline; of roles that nothing uses none is listed', () =>
  withAgent({}, async ({ ask, straylight, json }) => {
    await ask('remember that tea is in the blue tin');
    const { value } = await json('actors', 'export', 'session:terminal:main');
    const received = value.journal.find((step: { event: { type: string } }) => step.event.type === 'message.received');
    assert.equal(received.event.deadlineMs, 30 * 60_000);
    const { out } = await straylight('models');
    assert.match(out, /learning from conversations/);
    assert.doesNotMatch(out, /natural_tools|gates that ask/);
    const answered = await straylight('actors', 'answer', 'nosuch', 'retry');
    assert.deepEqual(
      [answered.code, answered.err],
      [1, 'straylight: there is no question "nosuch"; nothing was done\n'],
    );
    assert.match((await straylight('actors', 'replay', 'session:terminal:main')).out, /^Verified: all \d+ steps match/);
  }));

test('given what was said in two chats, when sessions are asked for, then both are listed, found and read', () =>
  withAgent({}, async ({ ask, straylight, json }) => {
    await ask('remember that the bins go out on Friday');
    await ask('remember that the roses were cut in March', 'garden');
    const { out } = await straylight('sessions');
    assert.match(out, /^terminal:garden {2}just now +remember that the roses were cut in March$/m);
    assert.match(out, /^terminal:main +just now +remember that the bins go out on Friday$/m);
    const found = await json('sessions', 'search', 'roses');
    assert.equal(found.value.messages[0].session, 'session:terminal:garden');
    assert.match((await straylight('sessions', 'show', 'terminal:garden')).out, /^You\nremember that .*\nAgent\n/);
  }));

test('given a message on standard input, when ask is typed without one, then that is what is said', () =>
  withAgent({}, async ({ straylightWith }) => {
    const { code, out } = await straylightWith('remember that tea is in the blue tin\n', 'ask');
    assert.equal(code, 0);
    assert.match(out, /^Saved: /m);
    assert.match((await straylightWith('', 'ask')).err, /the message is empty/);
  }));

test('given a log, when logs are asked for, then the newest lines are shown, by their level, and as they are kept', () =>
  withAgent({}, async ({ path, ask, straylight }) => {
    await ask('hello');
    const { out } = await straylight('logs', '--lines', '3');
    assert.match(out, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}info {3}turn\.ended session=session:terminal:main /m);
    appendFileSync(
      join(path, 'logs', 'straylight.jsonl'),
      '{"at":"2026-01-02T03:04:05Z","level":"warn","event":"odd"}\n',
    );
    const warned = (await straylight('logs', '--level', 'warn', '--json')).out.trim().split('\n');
    assert.equal(JSON.parse(warned.at(-1) ?? '').event, 'odd');
    assert.ok(warned.every(line => JSON.parse(line).level !== 'info'));
  }));

/** A home in which nothing is said, and commands in it. */
function scratch(t: TestContext) {
  const path = mkdtempSync(join(tmpdir(), 'straylight-first-'));
  t.after(() => rmSync(path, { recursive: true }));
  const env = { PATH: process.env['PATH'] ?? '', HOME: path, STRAYLIGHT_HOME: join(path, 'home') };
  const run = (...words: readonly string[]) =>
    spawnSync(process.execPath, [launcher, ...words], { env, encoding: 'utf8', input: '' });
  assert.equal(run('init').status, 0);
  run.in = (more: Readonly<Record<string, string>>, ...words: readonly string[]) =>
    spawnSync(process.execPath, [launcher, ...words], { env: { ...env, ...more }, encoding: 'utf8', input: '' });
  return {
    path,
    run,
    config: join(path, 'home', 'config.toml'),
    inTerminal: (more: Readonly<Record<string, string>>, ...words: readonly string[]) =>
      inTerminal(t, { columns: 200, rows: 24 }, [process.execPath, launcher, ...words], { ...env, ...more }),
  };
}

test('given settings, when config is asked for, then what is set is shown without secrets, and a fault is named', t => {
  const { path, config, run } = scratch(t);
  writeFileSync(join(path, 'home', '.env'), 'ANTHROPIC_API_KEY=sk-ant-a-key-that-is-long-enough\n', { mode: 0o600 });
  writeFileSync(config, '[owner]\nlanguage = "de"\n');
  assert.equal(run('config', 'path').stdout, `${config}\n`);
  const { stdout } = run('config');
  assert.match(stdout, /^ {2}owner\.language = "de"$/m);
  assert.match(stdout, /^Gesetzte Geheimnisse: ANTHROPIC_API_KEY$/m);
  assert.doesNotMatch(stdout, /sk-ant/);
  assert.equal(JSON.parse(run('config', 'check', '--json').stdout).ok, true);
  assert.match(run('config', 'edit').stderr, /ein Editor braucht ein Terminal; die Einstellungen stehen in /);
  appendFileSync(config, 'langauge = "en"\n');
  const { status, stderr } = run('config', 'check');
  assert.equal(status, 1);
  assert.match(stderr, /config\.toml:3: owner\.langauge/);
});

test('given an editor, when config edit is typed in a terminal, then what was written is checked', options, async t => {
  const { path, config, inTerminal } = scratch(t);
  writeFileSync(config, '# mine\n');
  const edit = (line: string) => {
    writeFileSync(join(path, 'editor'), `#!/bin/sh\necho '${line}' >> "$1"\n`, { mode: 0o700 });
    return inTerminal({ EDITOR: join(path, 'editor') }, 'config', 'edit');
  };
  const right = edit('[owner]');
  await right.until(/The settings are valid\./);
  assert.equal(await right.exit, 0);
  const wrong = edit('langauge = "en"');
  await wrong.until(/owner\.langauge[\s\S]*"\S+ config edit" opens it again/);
  assert.equal(await wrong.exit, 1);
});

test(
  'given a home that is not there, when it is named, then a script is told how to make it, and an owner is asked',
  options,
  async t => {
    const { path, run, inTerminal } = scratch(t);
    const other = join(path, 'other');
    const { status, stderr } = run('status', '--home', other);
    assert.equal(status, 1);
    assert.match(
      stderr,
      /^straylight: there is no home at .*\/other; "straylight init --home .*\/other" creates one\n$/,
    );
    // what only looks makes none, however it is named
    for (const words of [['status'], ['config', 'path'], ['memory', 'list'], ['memory', 'forget', 'memory:1']]) {
      const looked = run.in({ STRAYLIGHT_HOME: other }, ...words);
      assert.deepEqual([looked.status, looked.stdout], [1, ''], words.join(' '));
      assert.match(looked.stderr, /there is no home at /);
    }
    assert.ok(!existsSync(other));
    const asked = async (answer: string) => {
      const started = inTerminal({}, 'goals', 'add', 'tea', '--home', other);
      await started.until(/Create one\? \[y\/N\]/);
      started.type(`${answer}\r`);
      return started.exit;
    };
    assert.equal(await asked(''), 1);
    assert.ok(!existsSync(other));
    assert.equal(await asked('y'), 0);
    assert.ok(existsSync(join(other, 'config.toml')));
  },
);

test(
  'given a terminal, when something is asked, then the reply is shown once, and what ran before it is gone',
  options,
  async t => {
    const { inTerminal } = scratch(t);
    const asked = inTerminal({}, 'ask', 'remember that the bins go out on Friday');
    assert.equal(await asked.exit, 0);
    assert.match(asked.written(), /● (?:Thinking|Writing|.*bins)/, 'it says what runs');
    const rows = asked.screen.rows().filter(row => row !== '');
    assert.equal(rows.at(-1), 'Saved: “the bins go out on Friday”.');
    assert.equal(rows.filter(row => /Saved|●/.test(row)).length, 1);
  },
);

test('given a command that rules refuse, when it is asked for, then the exit code is 1', t => {
  const { run } = scratch(t);
  const { status, stdout } = run('ask', 'run rm -rf /');
  assert.equal(status, 1, stdout);
  const report = run('ask', '--json', 'run rm -rf /');
  assert.equal(report.status, 1);
  assert.equal(JSON.parse(report.stdout).toolCalls.at(-1).outcome, 'denied');
});
