/**
 * A first start and an upgrade that are killed at each step that makes something: the next one finds everything whole,
 * or finishes it.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { homePaths } from '../../../config/home.ts';
import { removeLeftDrafts } from '../../../src/adapters/home/left-drafts.ts';
import { copyDatabase } from '../../../src/adapters/stores/sqlite/backup.ts';
import { test } from '../../slow.ts';

const file = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const env = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', OLLAMA_HOST: 'http://127.0.0.1:9' };
const mayTrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;
const skip = mayTrace ? false : 'there is no strace here, or it may not trace';

/** Kills the process as it makes its n-th call of that name; false: it came to its end without one. */
function killedAt(call: string, n: number, args: readonly string[]): boolean {
  const inject = ['-f', '-qq', '-o', '/dev/null', '-e', `trace=${call}`, '-e', `inject=${call}:signal=KILL:when=${n}`];
  const { signal, status } = spawnSync('strace', [...inject, process.execPath, ...args], { env, timeout: 60_000 });
  return signal === 'SIGKILL' || status === 137;
}

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'straylight-half-'));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const examples: Readonly<Record<string, string>> = {
  'config.toml': 'config/config.example.toml',
  '.env': 'config/env.example',
  'settings/agent.toml': 'config/agent.example.toml',
};

for (const call of ['mkdir', 'fsync', 'link', 'unlink'])
  test(`given a first start that is killed at each ${call}, when it is started again, then each file is whole and no draft is left`, {
    skip,
  }, t => {
    let kills = 0;
    for (let n = 1; ; n += 1) {
      const home = join(folder(t), 'home');
      if (!killedAt(call, n, [file('bin/straylight.js'), 'init', '--home', home])) break;
      kills += 1;
      for (const [name, example] of Object.entries(examples)) {
        const made = statSync(join(home, name), { throwIfNoEntry: false });
        if (made)
          assert.equal(readFileSync(join(home, name), 'utf8'), readFileSync(file(example), 'utf8'), `${name} at ${n}`);
      }
      const { status, stderr } = spawnSync(process.execPath, [file('bin/straylight.js'), 'ask', 'hello'], {
        encoding: 'utf8',
        env: { ...env, STRAYLIGHT_HOME: home },
      });
      assert.equal(status, 0, stderr);
      for (const [name, example] of Object.entries(examples))
        assert.equal(readFileSync(join(home, name), 'utf8'), readFileSync(file(example), 'utf8'), `${name} after ${n}`);
      const left = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.part'));
      assert.deepEqual(left, []);
    }
    assert.ok(kills >= 3, `it was killed ${kills} times`);
  });

const copier = `
  import Database from 'better-sqlite3';
  import { copyDatabase } from ${JSON.stringify(file('src/adapters/stores/sqlite/backup.ts'))};
  copyDatabase(new Database(process.argv[2]), process.argv[3]);
`;

for (const call of ['pwrite64', 'fsync', 'rename'])
  test(`given the copy before a migration, when it is killed at each ${call}, then it stands whole under its name or not at all`, {
    skip,
  }, t => {
    const base = folder(t);
    const { backups } = homePaths(base);
    const source = join(base, 'old.db');
    const database = new Database(source);
    database.exec('CREATE TABLE t (x)');
    database.prepare('INSERT INTO t SELECT randomblob(20000)').run();
    database.close();
    // beside the program, so that its packages are found
    const program = join(file('test/flows'), `.copier-${process.pid}.mts`);
    writeFileSync(program, copier);
    t.after(() => rmSync(program, { force: true }));
    let kills = 0;
    for (let n = 1; n < 40; n += 1) {
      rmSync(backups, { recursive: true, force: true });
      mkdirSync(backups);
      copyFileSync(source, join(base, 'now.db'));
      const target = join(backups, 'schema-1-2.db');
      if (!killedAt(call, n, [program, join(base, 'now.db'), target])) break;
      kills += 1;
      if (statSync(target, { throwIfNoEntry: false })) {
        const copy = new Database(target, { readonly: true });
        assert.deepEqual(copy.pragma('integrity_check'), [{ integrity_check: 'ok' }]);
        assert.deepEqual(copy.prepare('SELECT count(*) AS n FROM t').get(), { n: 1 });
        copy.close();
      }
      removeLeftDrafts(base);
      assert.deepEqual(
        readdirSync(backups).filter(name => name !== 'schema-1-2.db'),
        [],
      );
      const again = new Database(join(base, 'now.db'));
      copyDatabase(again, target);
      again.close();
      assert.deepEqual(readdirSync(backups), ['schema-1-2.db']);
    }
    assert.ok(kills >= 1, `it was killed ${kills} times`);
  });

test('given drafts of every kind beside what they look like, when a home is opened, then the drafts alone are removed', t => {
  const home = folder(t);
  const letters = 'aB3aB3aB3aB3aB3a';
  const drafts = [
    'config.toml.12.part',
    '.env.12.part',
    'settings/agent.toml.7.part',
    'run/agent.last-good.toml.7.part',
    'run/token.0123456789ab',
    'run/token.reader.0123456789ab',
    'keys/signing.pem.aB3aB3aB',
    'keys/secrets.key.aB3aB3aB',
    'keys/secrets.key.keyring.aB3aB3aB',
    'backups/schema-3-1.db.part',
    'backups/schema-3-1.db.part-journal',
    `scripts/.tool.py.${letters}.tmp`,
    `workspace/.straylight-${letters}.part`,
    'run/charts/session-abc-1.json.part',
  ];
  const kept = [
    'config.toml',
    'config.toml.part',
    'run/token',
    'run/token.reader',
    'keys/signing.pem',
    'keys/signing.pem.keyring',
    'keys/signing.pem.old',
    'backups/schema-3-1.db',
    'scripts/.tool.tmp',
    'workspace/report.part',
    'workspace/notes.12.part',
  ];
  for (const name of [...drafts, ...kept]) {
    mkdirSync(join(home, name, '..'), { recursive: true });
    writeFileSync(join(home, name), 'x');
  }
  assert.deepEqual(removeLeftDrafts(home).toSorted(), drafts.toSorted());
  for (const name of kept) assert.ok(statSync(join(home, name)).isFile(), name);
});
