/** `straylight doctor --security` on real homes: each weakness is made, found, and gone once its command has run. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { type HomePaths, homePaths } from '../../../config/home.ts';
import type { SecurityFinding } from '../../../src/domain/security/weakness.ts';
import { type TestAgent, withAgent } from '../../flows/rig/agent.ts';
import { test } from '../../slow.ts';

const launcher = fileURLToPath(new URL('../../../bin/straylight.js', import.meta.url));

async function findings(agent: TestAgent): Promise<readonly SecurityFinding[]> {
  const { code, value } = await agent.json('doctor', '--security');
  const isSerious = value.some(({ gravity }: SecurityFinding) => gravity === 'serious');
  assert.equal(code, isSerious ? 1 : 0);
  return value;
}

const ofKind = (all: readonly SecurityFinding[], kind: string) => all.filter(one => one.kind === kind);

/** As the owner would, from what the doctor printed. */
function runCommand(agent: TestAgent, command: string): void {
  const bin = join(dirname(agent.path), 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'straylight'), `#!/bin/sh\nexec "${process.execPath}" "${launcher}" "$@"\n`, { mode: 0o755 });
  const env = {
    PATH: `${bin}:${process.env['PATH']}`,
    HOME: agent.path,
    NODE_OPTIONS: '--conditions=development',
    OLLAMA_HOST: 'http://127.0.0.1:9',
  };
  const { status, stderr } = spawnSync('bash', ['-c', command], { encoding: 'utf8', env, timeout: 60_000 });
  assert.equal(status, 0, `${command}: ${stderr}`);
}

function write(path: string, text: string, mode = 0o600): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode });
  chmodSync(path, mode);
}

function inDatabase({ database }: HomePaths, sql: string): void {
  const opened = new Database(database);
  opened.exec(sql);
  opened.close();
}

/**
 * What is done to a home that has run: the kind that is found then, what it names, and the deed. Each has a command
 * that mends it.
 */
const mended: Readonly<Record<string, readonly [kind: string, names: RegExp, weaken: (paths: HomePaths) => void]>> = {
  'a home others may enter': ['open', /home\b/, ({ home }) => chmodSync(home, 0o755)],
  'settings others may read': ['open', /settings\/agent\.toml/, ({ agentFile }) => write(agentFile, '', 0o644)],
  'secrets others may read': ['env', /\.env/, ({ envFile }) => write(envFile, '', 0o644)],
  'a token others may read': ['token', /token/, ({ tokenFile }) => write(tokenFile, 't'.repeat(43), 0o640)],
  'a token of last year': [
    'oldToken',
    /token\.reader, \d+ days/,
    ({ tokenFile }) => {
      write(`${tokenFile}.reader`, 't'.repeat(43));
      utimesSync(`${tokenFile}.reader`, 1_700_000_000, 1_700_000_000);
    },
  ],
  'a whole program approved': [
    'standing',
    /words001/,
    paths => inDatabase(paths, standingRow('words001', `{"words":["npm"],"more":true}`, 1, 5)),
  ],
  'any path approved': [
    'standing',
    /globs002/,
    paths => inDatabase(paths, standingRow('globs002', `{"glob":"**"}`, 1, 5)),
  ],
  'any text approved': [
    'standing',
    /prefix03/,
    paths => inDatabase(paths, standingRow('prefix03', `{"prefix":""}`, 1, 5)),
  ],
  'a command approved for a year': [
    'longStanding',
    /longterm/,
    paths => inDatabase(paths, standingRow('longterm', `{"is":"npm test"}`, 300, 5)),
  ],
  'a command approved a thousand times': [
    'longStanding',
    /manyuses/,
    paths => inDatabase(paths, standingRow('manyuses', `{"is":"npm test"}`, 1, 1_000)),
  ],
  'a tool changed by hand': [
    'tool',
    /hello/,
    paths => {
      const parameters = { type: 'object', properties: {}, required: [] };
      write(
        join(paths.scripts, 'hello.json'),
        JSON.stringify({ name: 'hello', description: 'Says hello.', parameters }),
      );
      write(join(paths.scripts, 'hello.py'), 'print("{}")\n');
      inDatabase(
        paths,
        `INSERT INTO tools (name, enabled, pinned, calls, failures, failures_in_row, version)
        VALUES ('hello', 1, 'of-before', 0, 0, 0, 1)`,
      );
    },
  ],
  'a hook in the workspace': [
    'hook',
    /pre-commit/,
    ({ workspace }) => write(join(workspace, 'a b', '.git', 'hooks', 'pre-commit'), '#!/bin/sh\n', 0o755),
  ],
  'the settings of an older version': [
    'formerAgent',
    /scripts\/agent\.toml/,
    ({ formerAgentFile }) => write(formerAgentFile, '[personality]\n'),
  ],
  'an audit chain without its anchor': ['chain', /anchor is missing/, ({ auditAnchor }) => rmSync(auditAnchor)],
};

function standingRow(id: string, pattern: string, days: number, most: number): string {
  const at = Date.now();
  return `INSERT INTO standing (id, tool, pattern, given_by, at, until, most, used, signature)
    VALUES ('${id}', 'execute_command', '{"command":${pattern}}', 'owner', ${at}, ${at + days * 86_400_000}, ${most}, 0, 'none')`;
}

test('given a home weakened in every way a command mends, when security is looked at and the commands run, then each was found and is gone', () =>
  withAgent({}, async agent => {
    await agent.ask('hello');
    const kinds = new Set(Object.values(mended).map(([kind]) => kind));
    const some = async () => (await findings(agent)).filter(({ kind }) => kinds.has(kind));
    assert.deepEqual(await some(), []);
    for (const [, , weaken] of Object.values(mended)) weaken(homePaths(agent.path));
    const found = await some();
    for (const [what, [kind, names]] of Object.entries(mended))
      assert.ok(
        found.some(one => one.kind === kind && names.test(one.found)),
        `${what}: ${JSON.stringify(found, null, 1)}`,
      );
    for (const command of new Set(found.map(one => one.command ?? assert.fail(one.found)))) runCommand(agent, command);
    assert.deepEqual(await some(), []);
  }));

/** Lines of config.toml, and what is found while they are there. */
const settings: Readonly<Record<string, string>> = {
  '[store]\nsynchronous = "normal"': 'synchronous',
  '[telemetry]\nendpoint = "http://198.51.100.7:4318"': 'telemetry',
  '[egress]\nallowed_domains = ["*.co.uk"]': 'egress',
  '[packages]\nenabled = true': 'packages',
  '[budget]\nmax_usd_per_day = "none"': 'budget',
  '[undo]\nenabled = false': 'undo',
  '[approvals]\nexpires_ms = "never"': 'expires',
  '[sandbox]\nexecutor = "direct"': 'direct',
  '[[gates]]\nname = "gone"\non = "input"\nkind = "script"\nprogram = "/nowhere/at/all"': 'gateMissing',
};

test('given settings that weaken, when security is looked at, then each is found with what to change, and gone without', () =>
  withAgent({}, async agent => {
    await agent.straylight('budget');
    const { configFile } = homePaths(agent.path);
    const plain = '[channels.web]\nport = 0\n';
    writeFileSync(configFile, [plain, ...Object.keys(settings)].join('\n'));
    const all = await findings(agent);
    for (const kind of Object.values(settings)) {
      const [found] = ofKind(all, kind);
      assert.ok(found?.advice && found.command === undefined, kind);
    }
    writeFileSync(configFile, `${plain}[sandbox]\nexecutor = "auto"\n`);
    const rest = (await findings(agent)).map(({ kind }) => kind);
    // on a machine without a sandbox that one stays
    assert.deepEqual(
      rest.filter(kind => kind !== 'direct' && Object.values(settings).includes(kind)),
      [],
    );
  }));

test('given a gate whose program others can write, when its command has run, then it is found no more', () =>
  withAgent({}, async agent => {
    await agent.straylight('budget');
    const program = join(agent.path, 'judge.sh');
    write(program, '#!/bin/sh\n', 0o777);
    const gate = `[[gates]]\nname = "judge"\non = "input"\nkind = "script"\nprogram = "${program}"\n`;
    writeFileSync(homePaths(agent.path).configFile, `[channels.web]\nport = 0\n${gate}`);
    const [found] = ofKind(await findings(agent), 'gate');
    assert.equal(found?.gravity, 'serious');
    runCommand(agent, found?.command ?? 'false');
    assert.deepEqual(ofKind(await findings(agent), 'gate'), []);
  }));

test('given a service with keys in its environment and a bot nobody may write to, when security is looked at, then both are told', () => {
  const token = '123456:not-a-real-token-of-anybody';
  return withAgent({ env: { STRAYLIGHT_TELEGRAM_TOKEN: token, INVOCATION_ID: 'a1' } }, async agent => {
    await agent.straylight('budget');
    const all = await findings(agent);
    assert.match(ofKind(all, 'environment')[0]?.found ?? '', /STRAYLIGHT_TELEGRAM_TOKEN$/);
    assert.equal(ofKind(all, 'telegram').length, 1);
    assert.ok(!JSON.stringify(all).includes(token));
  });
});

test('given a process that shows what runs to Stately, when security is looked at, then it is found as long as it runs', () =>
  withAgent({}, async agent => {
    await agent.straylight('budget');
    const started = agent.launch(['start', '--stately']);
    await started.line(/^Stately /m);
    assert.equal(ofKind(await findings(agent), 'stately').length, 1);
    await started.kill();
    assert.deepEqual(ofKind(await findings(agent), 'stately'), []);
  }));

test('given a database that cannot be read and settings with a fault, when security is looked at, then that is told and the rest is looked at', () =>
  withAgent({}, async agent => {
    await agent.straylight('budget');
    const { database, configFile, home } = homePaths(agent.path);
    const [settings, records] = [configFile, database].map(path => readFileSync(path));
    write(database, 'no database at all, but long enough to be read as one'.repeat(20));
    writeFileSync(configFile, 'nonsense = 1\n');
    chmodSync(home, 0o755);
    const all = await findings(agent);
    assert.equal(all[0]?.kind, 'open');
    const unread = ofKind(all, 'unread').map(({ found }) => found);
    assert.ok(unread.some(found => found.includes('settings')) && unread.some(found => found.includes('tools')));
    const { out, code } = await agent.straylight('doctor', '--security');
    assert.equal(code, 1);
    assert.match(out, /^SERIOUS {2}other users of this machine can reach .*\n +→ chmod go-rwx /);
    writeFileSync(configFile, settings ?? '');
    writeFileSync(database, records ?? '');
  }));
