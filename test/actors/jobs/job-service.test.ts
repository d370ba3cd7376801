/** What an owner changes of a job: the rest of it stays, and it is trusted no further than who chose what it does. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ActorCore } from '../../../src/actors/core.ts';
import { jobService } from '../../../src/actors/jobs/job-service.ts';
import { openDatabase } from '../../../src/adapters/stores/sqlite/database.ts';
import { sqliteJobLedger } from '../../../src/adapters/stores/sqlite/jobs/jobs.ts';
import { jobFrom } from '../../../src/domain/jobs/definition.ts';
import type { JobRecord, JobSpec } from '../../../src/domain/jobs/job.ts';
import { mostListed } from '../../../src/domain/jobs/service.ts';
import { inEnglish } from '../../../src/domain/policy/sentence.ts';
import type { JobLedger } from '../../../src/ports/ledgers/job.ts';
import { coreOf } from '../core.ts';

const now = Date.parse('2026-11-23T10:00:00Z');
const owner = { language: 'en', timeZone: 'UTC', name: 'Jonas' } as const;

function serviceOf(ledger: JobLedger, accept: ActorCore['system']['accept'], builtIns: readonly string[] = []) {
  const core = coreOf({
    system: { accept },
    conversation: { read: body => String(body) },
    clock: { now: () => now, id: () => 'made' },
    owner,
  });
  return jobService(core, ledger, () => {}, {
    builtIns,
    digest: text => `digest of ${text}`,
    spentBy: () => ({ tokens: 0, micros: 0 }),
  });
}

function over(spec: JobSpec) {
  const job: JobRecord = {
    id: `job:${spec.name}`,
    spec,
    state: 'active',
    next: now + 60_000,
    failures: 0,
    createdAt: now,
    endedAt: null,
  };
  const accepted: { readonly event: { readonly spec?: JobSpec; readonly type: string }; readonly dedupe: string }[] =
    [];
  const accept = async (one: never) => {
    accepted.push(one);
    return { duplicate: false, id: '1' };
  };
  const ledger = {
    list: () => [job],
    coming: () => [],
    named: (name: string) => (name === spec.name ? [job] : []),
    get: () => job,
    runs: () => [],
    hasRunUnder: () => false,
  } as never;
  const jobs = serviceOf(ledger, accept as never, ['backup']);
  return { jobs, accepted, specs: () => accepted.map(({ event }) => event.spec) };
}

function job(written: object, taint: 'owner' | 'external' = 'owner'): JobSpec {
  const author = { taint, by: 'session:web:main', now: now - 600_000, ...owner };
  const spec = jobFrom({ name: 'watch', schedule: 'every 90m', ...written }, author);
  if ('problem' in spec) throw new Error(inEnglish(spec.problem));
  return taint === 'external' ? { ...spec, distrust: 'web_fetch' } : spec;
}

test('given an owner with a name, when a job is planned, then it has its own name', () => {
  const { jobs } = over(job({ say: 'tea' }));
  const spec = jobs.plan({ name: 'call-ada', schedule: 'every 90m', say: 'call Ada' }, { taint: 'owner', by: 'cli' });
  assert.equal('problem' in spec ? spec.problem : spec.name, 'call-ada');
});

test('given a job with every term, when one is changed, then all others stay, its instants too', async () => {
  const before = job({
    instruction: 'look at {{page}}',
    parameters: { page: 'https://example.org' },
    notify: 'change',
    overlap: 'queue',
    on_success: { template: 'Seen: {{summary}}' },
    idempotency_key: '{{date}}',
    priority: 'high',
    timeout: '9m',
  });
  const { jobs, specs } = over(before);
  await jobs.change('watch', { max_retries: 3 }, 'web');
  assert.deepEqual(specs(), [{ ...before, retries: 3 }]);
  assert.match((await jobs.change('watch', { schedule: '0 9 * * *' }, 'web')) ?? '', /every day at 09:00/);
  assert.equal(await jobs.change('nothing', { schedule: '0 9 * * *' }, 'web'), undefined);
  await assert.rejects(jobs.change('watch', { schedule: '0 0 30 2 *' }, 'web'), /./);
  const shown = jobs.show('watch');
  assert.deepEqual(shown?.action, { instruction: 'look at {{page}}', parameters: { page: 'https://example.org' } });
});

test('given a job that outside text may have chosen, when its owner changes its terms, then it is trusted no further; when he writes what it does, it is his', async () => {
  const { jobs, specs } = over(job({ command: 'curl https://example.org' }, 'external'));
  await jobs.change('watch', { schedule: 'every 5m', budget_tokens: 900_000 }, 'web');
  await jobs.change('watch', { say: 'look at the page' }, 'web');
  assert.deepEqual(
    specs().map(spec => [spec?.taint, spec?.distrust, spec?.by]),
    [
      ['external', 'web_fetch', 'session:web:main'],
      ['owner', undefined, 'session:web:main'],
    ],
  );
});

test('given an act that comes again under its key, when it is accepted, then it has the same name, so it is done once', async () => {
  const { jobs, accepted } = over(job({ say: 'hello' }));
  await jobs.act('watch', 'run', 'telegram:42', 'telegram:9');
  await jobs.act('watch', 'run', 'telegram:42', 'telegram:9');
  await jobs.act('watch', 'disable', 'telegram:42', 'telegram:10');
  assert.deepEqual(
    accepted.map(({ dedupe }) => dedupe),
    ['job:run:telegram:9', 'job:run:telegram:9', 'job:disable:telegram:10'],
  );
});

test('given thousands of jobs, when they are listed, then a page reads the runs of its own jobs alone, and the pages hold each once', t => {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-many-jobs-'));
  const database = openDatabase({ file: join(folder, 'db'), synchronous: 'normal', now: () => now });
  t.after(() => {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const kept = sqliteJobLedger(database);
  const spec = job({ say: 'hi' });
  const many = 3_000;
  database.transaction(() => {
    for (let at = 0; at < many; at += 1) {
      const name = `job-${at}`;
      const next = at % 2 === 0 ? now + (many - at) * 1_000 : null;
      kept.put({ id: `job:${name}`, spec: { ...spec, name }, state: 'active', next, failures: 0, endedAt: null }, now);
    }
  })();
  let read = 0;
  const ledger: JobLedger = {
    ...kept,
    runs(id, limit) {
      read += 1;
      return kept.runs(id, limit);
    },
  };
  const jobs = serviceOf(ledger, () => assert.fail());
  const names: string[] = [];
  for (let after: string | undefined; names.length < many; ) {
    const page = jobs.list({ after });
    assert.deepEqual([page.total, page.jobs.length], [many, mostListed]);
    names.push(...page.jobs.map(({ name }) => name));
    after = page.jobs.at(-1)?.id;
  }
  assert.deepEqual([names.length, new Set(names).size], [many, many]);
  read = 0;
  assert.equal(jobs.list({ limit: 10_000 }).jobs.length, mostListed);
  assert.equal(read, mostListed);
  const coming = jobs.list({ order: 'next', limit: 200, upcoming: 3 }).jobs;
  assert.deepEqual([coming[0]?.name, coming[0]?.upcoming?.length], [`job-${many - 2}`, 3]);
  assert.equal(coming.filter(({ upcoming }) => upcoming !== undefined).length, 100);
});
