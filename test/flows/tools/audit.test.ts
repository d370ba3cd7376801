/** The trail of an agent through its real program: what is in it, and what is said when somebody has been at it. */
import assert from 'node:assert/strict';
import { appendFileSync, copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { homePaths } from '../../../config/home.ts';
import type { AuditEntry } from '../../../src/domain/audit/audit.ts';
import { test } from '../../slow.ts';
import { type TestAgent, withAgent } from '../rig/agent.ts';

async function kinds(agent: TestAgent, family?: string): Promise<readonly string[]> {
  const { value } = await agent.json('audit', 'list', '--limit', '500', ...(family ? ['--kind', family] : []));
  return value.entries.map(({ kind, subject }: AuditEntry) => `${kind} ${subject.replace(/:.*/, '')}`).reverse();
}

async function verify(agent: TestAgent) {
  const { code, out } = await agent.straylight('audit', 'verify');
  return { code, out };
}

test('given a day of an agent, when its trail is read, then starts, calls, approvals, levers and changed settings are there, with and without a running agent', async () => {
  await withAgent({}, async agent => {
    const paths = homePaths(agent.path);
    await agent.ask('run uname -s');
    await agent.ask('run rm -r kept.txt');
    const { value: waiting } = await agent.json('approvals');
    assert.equal((await agent.straylight('approvals', 'deny', waiting[0].card.key)).code, 0);
    appendFileSync(paths.envFile, '\nSTRAYLIGHT_OTHER=a-value-nobody-sees\n');
    const running = await agent.start();
    assert.equal((await agent.straylight('reset', '--yes')).code, 0);
    assert.equal((await verify(agent)).code, 0, 'over HTTP');
    assert.deepEqual(
      (await kinds(agent)).filter((kind, at, all) => kind !== all[at - 1] && kind !== 'agent.completed sandbox'),
      [
        'agent.started agent',
        'tool.called execute_command',
        'agent.started agent',
        'approval.asked approval',
        'approval.shown approval',
        'agent.started agent',
        'approval.ended approval',
        'tool.called execute_command',
        'agent.started agent',
        'settings.changed .env',
        'admin.sandbox-reset sandbox',
      ],
    );
    await running.kill();
    const { code, out } = await verify(agent);
    assert.equal(code, 0, out);
    const exported = await agent.straylight('audit', 'export');
    const file = join(agent.path, 'trail.jsonl');
    writeFileSync(file, exported.out);
    assert.doesNotMatch(exported.out, /a-value-nobody-sees|uname|kept\.txt/, 'neither secrets nor words');
    assert.equal((await agent.straylight('audit', 'verify', '--file', file)).code, 0);
    writeFileSync(file, exported.out.replace('"outcome":"denied"', '"outcome":"done"'));
    const forged = await agent.straylight('audit', 'verify', '--file', file);
    assert.equal(forged.code, 1);
    assert.match(forged.out, /^Broken at row \d+: row \d+ was changed/);
  });
});

test('given rows cut from the end while Straylight slept, when it is looked at and started, then status, start and verify say so until it is accepted', async () => {
  await withAgent({}, async agent => {
    const paths = homePaths(agent.path);
    await agent.ask('run uname -s');
    await agent.ask('run uname -s');
    const database = new Database(paths.database);
    database.exec('DELETE FROM audit WHERE n > 2');
    database.close();
    const cut = /the chain ends at row 2 and its anchor is at row \d+/;
    const before = await verify(agent);
    assert.equal(before.code, 1);
    assert.match(before.out, cut);
    assert.match((await agent.straylight('status')).out, cut);
    const running = await agent.start();
    assert.match(running.greeting, cut);
    const told = await agent.straylight('audit', 'verify');
    assert.equal(told.code, 1);
    assert.match(told.out, /^Broken at row 3: a break was found at a start: the chain ends at row 2/);
    assert.match(told.out, /tool-call:\S+ is in the database but not in the audit log/);
    assert.ok((await kinds(agent, 'chain')).includes('chain.broken audit'));
    assert.equal((await agent.straylight('audit', 'accept')).code, 0);
    await running.stop();
    assert.doesNotMatch((await verify(agent)).out, /Broken/);
    assert.doesNotMatch((await agent.straylight('status')).out, cut);
  });
});

test('given an older copy of the database put back, or the anchor taken away, when Straylight is started, then it says which', async () => {
  for (const [hide, said] of [
    ['database', /its anchor is at row \d+.*older copy of the database was put back/],
    ['anchor', /the anchor is missing/],
  ] as const)
    await withAgent({}, async agent => {
      const paths = homePaths(agent.path);
      await agent.ask('run uname -s');
      const copy = join(agent.path, 'copy.db');
      copyFileSync(paths.database, copy);
      await agent.ask('run uname -s');
      if (hide === 'anchor') rmSync(paths.auditAnchor);
      else {
        for (const more of ['-wal', '-shm']) rmSync(`${paths.database}${more}`, { force: true });
        copyFileSync(copy, paths.database);
      }
      const running = await agent.start();
      assert.match(running.greeting, said);
      await running.stop();
    });
});

test('given a yes that may still be taken back, when the trail is verified, with and without a running process, then nothing is wrong', async () => {
  const config = '[approvals]\nundo_window_s = 600\n';
  await withAgent({ config }, async agent => {
    const first = await agent.start();
    const { waiting } = await first.say('session:web:main', 'run rm -r old');
    assert.equal((await first.decide(waiting[0], 'approve')).status, 202);
    const held = "SELECT count(*) FROM approvals WHERE state = 'granted' AND card ->> 'undoUntil' IS NOT NULL";
    assert.equal(agent.tables.value(held), 1);
    await allIsWell(agent);
    await first.kill();
    await allIsWell(agent);
    const second = await agent.start();
    assert.doesNotMatch(second.greeting, /^Audit/m);
    await allIsWell(agent);
    assert.equal(agent.tables.value(held), 1, 'the window is still open');
    await second.stop();
  });
});

test('given a process that keeps writing, when the trail is verified and exported again and again, then no time is something wrong', async () => {
  await withAgent({}, async agent => {
    const running = await agent.start();
    let writes = true;
    const talk = async (name: string) => {
      for (let turn = 0; writes; turn += 1) await running.say(`session:web:${name}`, `run echo ${turn}`);
    };
    const talking = Promise.all(['a', 'b', 'c'].map(talk));
    const rows: number[] = [];
    try {
      for (let round = 0; round < 8; round += 1) rows.push(await allIsWell(agent));
    } finally {
      writes = false;
      await talking;
    }
    assert.ok((rows.at(-1) ?? 0) > (rows[0] ?? 0), `it wrote meanwhile: ${rows}`);
    await running.kill();
    await allIsWell(agent);
  });
});

/** Verified, looked at and exported; answers how many rows there are. */
async function allIsWell(agent: TestAgent): Promise<number> {
  const { code, value } = await agent.json('audit', 'verify');
  assert.deepEqual([code, value.ok, value.unrecorded], [0, true, []]);
  assert.doesNotMatch((await agent.straylight('status')).out, /audit/i);
  const exported = await agent.straylight('audit', 'export');
  const file = join(agent.path, 'trail.jsonl');
  writeFileSync(file, exported.out);
  const read = await agent.straylight('audit', 'verify', '--file', file);
  assert.equal(read.code, 0, read.out);
  return value.rows;
}
