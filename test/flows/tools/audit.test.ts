/** The trail of a house through its real program: what is in it, and what is said when somebody has been at it. */
import assert from 'node:assert/strict';
import { appendFileSync, copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { homePaths } from '../../../config/home.ts';
import type { AuditEntry } from '../../../src/domain/audit/audit.ts';
import { test } from '../../sampled.ts';
import { type House, inHouse } from '../rig/house.ts';

async function kinds(house: House, family?: string): Promise<readonly string[]> {
  const { value } = await house.json('audit', 'list', '--limit', '500', ...(family ? ['--kind', family] : []));
  return value.entries.map(({ kind, subject }: AuditEntry) => `${kind} ${subject.replace(/:.*/, '')}`).reverse();
}

async function verify(house: House) {
  const { code, out } = await house.straylight('audit', 'verify');
  return { code, out };
}

test('given a day of a house, when its trail is read, then starts, calls, approvals, levers and changed settings are there, with and without a running house', async () => {
  await inHouse({}, async house => {
    const paths = homePaths(house.path);
    await house.ask('run uname -s');
    await house.ask('run rm -r kept.txt');
    const { value: waiting } = await house.json('approvals');
    assert.equal((await house.straylight('approvals', 'deny', waiting[0].card.key)).code, 0);
    appendFileSync(paths.envFile, '\nSTRAYLIGHT_OTHER=a-value-nobody-sees\n');
    const running = await house.start();
    assert.equal((await house.straylight('reset')).code, 0);
    assert.equal((await verify(house)).code, 0, 'over HTTP');
    assert.deepEqual(
      (await kinds(house)).filter((kind, at, all) => kind !== all[at - 1] && kind !== 'house.completed sandbox'),
      [
        'house.started house',
        'tool.called execute_command',
        'house.started house',
        'approval.asked approval',
        'approval.shown approval',
        'house.started house',
        'approval.ended approval',
        'tool.called execute_command',
        'house.started house',
        'settings.changed .env',
        'admin.sandbox-reset sandbox',
      ],
    );
    await running.kill();
    const { code, out } = await verify(house);
    assert.equal(code, 0, out);
    const exported = await house.straylight('audit', 'export');
    const file = join(house.path, 'trail.jsonl');
    writeFileSync(file, exported.out);
    assert.doesNotMatch(exported.out, /a-value-nobody-sees|uname|kept\.txt/, 'neither secrets nor words');
    assert.equal((await house.straylight('audit', 'verify', '--file', file)).code, 0);
    writeFileSync(file, exported.out.replace('"outcome":"denied"', '"outcome":"done"'));
    const forged = await house.straylight('audit', 'verify', '--file', file);
    assert.equal(forged.code, 1);
    assert.match(forged.out, /^Broken at row \d+: row \d+ is not as it was written/);
  });
});

test('given rows cut from the end while the house slept, when it is looked at and started, then status, start and verify say so until it is accepted', async () => {
  await inHouse({}, async house => {
    const paths = homePaths(house.path);
    await house.ask('run uname -s');
    await house.ask('run uname -s');
    const database = new Database(paths.database);
    database.exec('DELETE FROM audit WHERE n > 2');
    database.close();
    const cut = /the chain ends at row 2 and its anchor is at row \d+/;
    const before = await verify(house);
    assert.equal(before.code, 1);
    assert.match(before.out, cut);
    assert.match((await house.straylight('status')).out, cut);
    const running = await house.start();
    assert.match(running.greeting, cut);
    const told = await house.straylight('audit', 'verify');
    assert.equal(told.code, 1);
    assert.match(told.out, /^Broken at row 3: a break was found at a start: the chain ends at row 2/);
    assert.match(told.out, /tool-call:\S+ stands in the database and not in the chain/);
    assert.ok((await kinds(house, 'chain')).includes('chain.broken audit'));
    assert.equal((await house.straylight('audit', 'accept')).code, 0);
    await running.stop();
    assert.doesNotMatch((await verify(house)).out, /Broken/);
    assert.doesNotMatch((await house.straylight('status')).out, cut);
  });
});

test('given an older copy of the database put back, or the anchor taken away, when the house is started, then it says which', async () => {
  for (const [hide, said] of [
    ['database', /its anchor is at row \d+.*older copy of the database was put back/],
    ['anchor', /the anchor is missing/],
  ] as const)
    await inHouse({}, async house => {
      const paths = homePaths(house.path);
      await house.ask('run uname -s');
      const copy = join(house.path, 'copy.db');
      copyFileSync(paths.database, copy);
      await house.ask('run uname -s');
      if (hide === 'anchor') rmSync(paths.auditAnchor);
      else {
        for (const more of ['-wal', '-shm']) rmSync(`${paths.database}${more}`, { force: true });
        copyFileSync(copy, paths.database);
      }
      const running = await house.start();
      assert.match(running.greeting, said);
      await running.stop();
    });
});

test('given a yes that may still be taken back, when the trail is verified, with and without a running process, then nothing is wrong', async () => {
  const config = '[approvals]\nundo_window_s = 600\n';
  await inHouse({ config }, async house => {
    const first = await house.start();
    const { waiting } = await first.say('session:web:main', 'run rm -r old');
    assert.equal((await first.decide(waiting[0], 'approve')).status, 202);
    const held = "SELECT count(*) FROM approvals WHERE state = 'granted' AND card ->> 'undoUntil' IS NOT NULL";
    assert.equal(house.tables.value(held), 1);
    await allIsWell(house);
    await first.kill();
    await allIsWell(house);
    const second = await house.start();
    assert.doesNotMatch(second.greeting, /^Audit/m);
    await allIsWell(house);
    assert.equal(house.tables.value(held), 1, 'the window is still open');
    await second.stop();
  });
});

test('given a process that keeps writing, when the trail is verified and exported again and again, then no time is something wrong', async () => {
  await inHouse({}, async house => {
    const running = await house.start();
    let writes = true;
    const talk = async (name: string) => {
      for (let turn = 0; writes; turn += 1) await running.say(`session:web:${name}`, `run echo ${turn}`);
    };
    const talking = Promise.all(['a', 'b', 'c'].map(talk));
    const rows: number[] = [];
    try {
      for (let round = 0; round < 8; round += 1) rows.push(await allIsWell(house));
    } finally {
      writes = false;
      await talking;
    }
    assert.ok((rows.at(-1) ?? 0) > (rows[0] ?? 0), `it wrote meanwhile: ${rows}`);
    await running.kill();
    await allIsWell(house);
  });
});

/** Verified, looked at and exported; answers how many rows there are. */
async function allIsWell(house: House): Promise<number> {
  const { code, value } = await house.json('audit', 'verify');
  assert.deepEqual([code, value.ok, value.unrecorded], [0, true, []]);
  assert.doesNotMatch((await house.straylight('status')).out, /audit/i);
  const exported = await house.straylight('audit', 'export');
  const file = join(house.path, 'trail.jsonl');
  writeFileSync(file, exported.out);
  const read = await house.straylight('audit', 'verify', '--file', file);
  assert.equal(read.code, 0, read.out);
  return value.rows;
}
