/** What is scheduled is part of the instructions; and the built-ins, on a home with a model that answers as told. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import Database from 'better-sqlite3';
import { compose } from '../../../src/compose.ts';
import type { JobRunRow } from '../../../src/domain/jobs/service.ts';
import { tablesOf } from '../../flows/rig/tables.ts';
import { instructionsOf, listening } from '../listener.ts';

let ids = 0;

function newHome(t: TestContext): string {
  const home = mkdtempSync(join(tmpdir(), 'straylight-jobs-'));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

/** An agent whose model answers this; `read`: the instructions it was given, `asked`: what it was told last. */
async function withAnswers(t: TestContext, answer: () => string, home = newHome(t)) {
  const read: string[] = [];
  const asked: string[] = [];
  const { config, features } = listening(home, request => {
    read.push(instructionsOf(request));
    asked.push(JSON.stringify(request.messages.at(-1)));
    return answer();
  });
  const straylight = await compose(config, { features, reaching: false, server: false });
  await straylight.start();
  t.after(() => straylight.stop());
  const call = async (name: string, input: object) => {
    ids += 1;
    const caller = { by: 'program', role: 'owner', commandId: `command-${ids}` } as const;
    const answered = await straylight.operations.call(name, input, caller);
    await straylight.system.quiet();
    return answered;
  };
  return { home, read, asked, straylight, call, tables: tablesOf(config.paths.database) };
}

/** A job runs now; how that ended. */
async function runOf(name: string, call: (operation: string, input: object) => Promise<unknown>) {
  await call('jobs.act', { name, act: 'run' });
  const { runs } = (await call('jobs.history', { name })) as { readonly runs: readonly JobRunRow[] };
  return runs[0];
}

test('given a job, when a model is asked and backups are made, then it reads when the job runs next, and seven copies are kept', async t => {
  const { home, read, straylight, call } = await withAnswers(t, () => 'Yes.');
  await call('jobs.define', { name: 'copy', schedule: '@yearly', builtin: 'backup', notify: 'never' });
  for (let run = 0; run < 9; run += 1) await call('jobs.act', { name: 'copy', act: 'run' });
  const copies = readdirSync(join(home, 'backups')).filter(name => name.startsWith('daily-'));
  assert.ok(copies.length > 0 && copies.length <= 7, copies.join(', '));
  await straylight.say('session:terminal:main', 'hello');
  assert.match(read.at(-1) ?? '', /Scheduled jobs, with when each runs next .*: copy \(.*1 Jan \d{4}/);
});

test('given a heartbeat, when nothing is open, a goal is, and the model has nothing to say of it, then only what it says is told', async t => {
  let reply = 'HEARTBEAT_OK';
  const { home, asked, call, tables } = await withAnswers(t, () => reply);
  const told = () => tables.rows("SELECT body FROM messages WHERE role = 'notice' AND body LIKE '%heartbeat%'");
  const run = () => runOf('heartbeat', call);
  await call('jobs.define', { name: 'heartbeat', schedule: '@yearly', builtin: 'heartbeat' });
  assert.partialDeepStrictEqual(await run(), { state: 'done', result: '', work: 'say' });
  assert.deepEqual(asked, []);
  await call('goals.add', { text: 'file the tax', due: '2099-01-01T09:00' });
  assert.partialDeepStrictEqual(await run(), { state: 'done', result: 'HEARTBEAT_OK' });
  assert.match(asked.at(-1) ?? '', /This is a heartbeat.*1\. file the tax \(due /);
  assert.deepEqual(told(), []);
  reply = 'Your tax is due in some years.';
  writeFileSync(join(home, 'workspace', 'HEARTBEAT.md'), '# What to look at\n- the weather\n');
  assert.partialDeepStrictEqual(await run(), { state: 'done', result: reply });
  assert.match(asked.at(-1) ?? '', /read HEARTBEAT\.md in the workspace/);
  assert.match(String(told()[0]?.['body']), /Job heartbeat: Your tax is due/);
});

test('given the built-in audit, when the chain is whole and when somebody has changed a row of it, then the run says so, and fails', async t => {
  const { call, straylight, home } = await withAnswers(t, () => 'Yes.');
  await call('jobs.define', { name: 'audit', schedule: '@yearly', builtin: 'audit', notify: 'failure' });
  assert.match((await runOf('audit', call))?.result ?? '', /^The audit chain is whole: \d+ rows\.$/);
  await straylight.stop();
  const database = new Database(join(home, 'straylight.db'));
  database.exec("UPDATE audit SET subject = 'another' WHERE n = 1");
  database.close();
  const failed = await runOf('audit', (await withAnswers(t, () => 'Yes.', home)).call);
  assert.equal(failed?.state, 'failed');
  assert.match(failed?.result ?? '', /the audit chain is broken: .*; "straylight audit verify" says more/);
});
