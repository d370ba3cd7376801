/** A change of `agent.toml` that adds, enables or enlarges a job passes the gate of `schedule_job`, or runs nothing. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { agentFile } from '../../../src/actors/jobs/agent-file.ts';
import { agentFileHash, agentFileJobs } from '../../../src/adapters/settings/agent-file.ts';
import { openDatabase } from '../../../src/adapters/stores/sqlite/database.ts';
import { sqliteAgentFileLedger } from '../../../src/adapters/stores/sqlite/jobs/agent-file.ts';
import { jobFrom } from '../../../src/domain/jobs/definition.ts';
import type { JobRecord, JobSpec } from '../../../src/domain/jobs/job.ts';
import { judge } from '../../../src/domain/policy/policy.ts';
import { shownRecords } from '../../../src/domain/policy/record-words.ts';
import { defined } from '../../../src/domain/text/json.ts';
import type { CallFacts, FrozenCall } from '../../../src/domain/tools/tool.ts';

const entry = (name: string, does: string, more = '') =>
  `[[scheduled_tasks]]\nname = "${name}"\ncron = "0 8 * * *"\n${does}\n${more}\n`;
const backup = entry('daily_backup', 'builtin = "backup"');

function ground(t: TestContext, isOpenToCommands: boolean) {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-agent-file-'));
  const database = openDatabase({ file: join(folder, 'db'), synchronous: 'normal', now: () => 0 });
  t.after(() => {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const known = new Map<string, { readonly spec: JobSpec; readonly isPaused: boolean }>();
  const told: string[] = [];
  let text = '';
  let ids = 0;
  const opened = () =>
    agentFile({
      system: { perform: async work => work({} as never) },
      jobs: {
        plan: (written, author) =>
          jobFrom(written, { ...author, now: 1_000, timeZone: 'UTC', language: 'en' } as Parameters<typeof jobFrom>[1]),
        make: async (spec, _key, isPaused = false) => {
          known.set(spec.name, { spec, isPaused });
          return spec.name;
        },
        find(name) {
          const job = known.get(name);
          return job && ({ spec: job.spec, state: job.isPaused ? 'paused' : 'active' } as JobRecord);
        },
        act: async name => (known.delete(name) ? `The job ${name} is removed.` : undefined),
      },
      ledger: sqliteAgentFileLedger(database),
      clock: { now: () => 1_000, id: () => String(++ids) },
      read: () => text,
      parse: agentFileJobs,
      hash: agentFileHash,
      isOpenToCommands,
      isMild: ({ action }) => action.kind === 'say',
      report: (_kind, words) => told.push(words),
    });
  let file = opened();
  const save = async (next: string) => {
    text = next;
    await file.apply();
  };
  /** The agent writes it with its file tools, after a restart; `judged`: as its call would have had it. */
  const writes = async (next: string, taint: 'owner' | 'external', judged = next) => {
    const { entries = [] } = file.scheduling(judged);
    file = opened();
    await file.allow(next, entries, { taint, by: 'session:terminal:main' });
    await save(next);
  };
  const stands = () => [...known].map(([name, { spec, isPaused }]) => [name, isPaused, spec.taint]);
  const shown = (next: string, language?: 'de') => shownRecords(file.records(next), language);
  return { scheduling: file.scheduling, shown, told, save, writes, stands };
}

/** How a write of the settings with these facts is judged. */
function verdict(facts: Partial<CallFacts>, taint: 'owner' | 'external', executor?: 'direct') {
  const all: CallFacts = {
    writes: 'settings',
    path: '/settings/agent.toml',
    ...facts,
    ...defined({ executor }),
  };
  const call = { tool: 'write_file', effect: 'act', facts: all } as unknown as FrozenCall;
  return judge(call, { taint }).verdict;
}

test('given entries of the owner, when the file is saved, then each is a job at once, and one that is taken out is removed, but no built-in', async t => {
  const { save, stands, told } = ground(t, false);
  await save(backup + entry('water', 'say = "drink"') + entry('off', 'command = "ls"', 'enabled = false'));
  assert.deepEqual(stands(), [
    ['daily_backup', false, 'owner'],
    ['water', false, 'owner'],
    ['off', true, 'owner'],
  ]);
  await save(entry('water', 'say = "drink"') + entry('bad', 'say = 7'));
  assert.deepEqual(
    stands().map(([name]) => name),
    ['daily_backup', 'water'],
  );
  assert.match(told.join('\n'), /daily_backup is built in and stays/);
  assert.match(told.join('\n'), /scheduled_tasks\.say: expected a text; came 7/);
  await save('[[broken');
  assert.equal(stands().length, 2);
});

test('given the tools of the agent, when they would write jobs, then each is judged as the tools for jobs are, and all of it where outside text may have asked', async t => {
  const { scheduling, save } = ground(t, false);
  const list = entry('list', 'command = "ls"', 'enabled = false');
  const load = entry('load', 'command = "uptime"');
  const before = backup + list + load + entry('water', 'say = "drink"');
  await save(before);
  const cases: readonly (readonly [string, string, 'allow' | 'ask', readonly object[]])[] = [
    ['nothing of the jobs', `[personality]\nname = "Ada"\n${before}`, 'allow', []],
    ['a reminder', before + entry('tea', 'say = "tea"'), 'allow', [{ act: 'add', later: 'reads' }]],
    ['a command', before + entry('rm', 'command = "rm -r old"'), 'ask', [{ act: 'add', later: 'acts' }]],
    ['an instruction', before + entry('ask', 'instruction = "read"'), 'ask', [{ act: 'add', later: 'acts' }]],
    ['enabling', before.replace('enabled = false', ''), 'ask', [{ name: 'list', act: 'change', later: 'acts' }]],
    ['re-pointing', before.replace('uptime', 'sh x'), 'ask', [{ name: 'load', act: 'change', later: 'acts' }]],
    ['re-timing', before.replace(load, load.replace('0 8', '0 9')), 'ask', [{ name: 'load', act: 'change' }]],
    ['another name', before.replace('"load"', '"lead"'), 'ask', [{ name: 'load', act: 'end' }, { name: 'lead' }]],
    ['pausing', before.replace(load, `${load}enabled = false\n`), 'allow', [{ name: 'load', act: 'change' }]],
    ['removing', before.replace(load, ''), 'allow', [{ name: 'load', act: 'end', maker: 'owner' }]],
    ['an entry that is wrong, which changes nothing', before.replace('"uptime"', '7'), 'allow', []],
    ['no TOML, which changes nothing', '[[broken', 'allow', []],
    [
      'pausing a built-in',
      before.replace('builtin = "backup"', 'builtin = "backup"\nenabled = false'),
      'ask',
      [{ name: 'daily_backup', act: 'change' }],
    ],
    ['removing a built-in, which stays', before.replace(backup, ''), 'allow', []],
    [
      'what no version knows yet',
      before + entry('later', 'builtin = "later"').replace('0 8 * * *', '0 8 30 2 *'),
      'ask',
      [{ act: 'add', later: 'acts' }],
    ],
  ];
  for (const [what, text, expected, changes] of cases) {
    const facts = scheduling(text);
    assert.partialDeepStrictEqual(facts.changes ?? [], changes, what);
    assert.equal(facts.changes?.length ?? 0, changes.length, what);
    assert.equal(verdict(facts, 'owner'), expected, what);
    assert.equal(verdict(facts, 'external'), 'ask', what);
  }
  // calls that were judged before the records were stated
  assert.equal(verdict({ schedules: 'reads' }, 'external'), 'ask');
  assert.equal(verdict({ schedules: 'acts' }, 'owner'), 'ask');
  assert.equal(verdict({ schedules: 'reads' }, 'owner', 'direct'), 'ask');
});

test('given a job of the file, when its entry would change, then the card shows what it was and what it becomes, whole', async t => {
  const { save, shown } = ground(t, false);
  await save(entry('load', 'command = "uptime"', 'notify = "change"'));
  const paused = shown(entry('load', 'command = "uptime"', 'notify = "change"\nenabled = false'));
  assert.match(
    paused,
    /^Changes the job load \(made by you\):\n {2}load: every day at 08:00 \(UTC\), run “uptime”\.$/m,
  );
  assert.match(paused, /^- enabled: true\n\+ enabled: false$/m);
  assert.match(paused, /^ {2}notify: change$/m);
  const other = shown(
    entry('load', 'command = "sh x"', 'notify = "change"\non_success = { template = "done", channel = "mail" }'),
  );
  assert.match(other, /^- arguments: \{"command":"uptime"\}\n\+ arguments: \{"command":"sh x"\}$/m);
  assert.match(other, /^\+ onSuccess: \{"template":"done","channel":"mail"\}$/m);
  assert.match(shown(''), /^Ends the job load \(made by you\):\n- load: every day/);
  assert.match(shown('', 'de'), /^Beendet den Job load \(von dir\):/);
});

test('given what the agent wrote, when a yes came after a restart, then a judged entry has the trust of its conversation, and what nobody judged is paused', async t => {
  const { writes, save, stands, told } = ground(t, false);
  const judged = entry('judged', 'command = "ls"');
  await writes(judged, 'external');
  assert.deepEqual(stands(), [['judged', false, 'external']]);
  // its trust stays, whoever changes the entry
  await save(entry('judged', 'command = "ls -l"'));
  assert.deepEqual(stands(), [['judged', false, 'external']]);
  // the file had changed between the judgement and the writing
  const more = judged.replace('ls', 'ls -a');
  await writes(more + entry('unjudged', 'command = "rm -r old"'), 'owner', more);
  assert.deepEqual(stands(), [
    ['judged', false, 'external'],
    ['unjudged', true, 'owner'],
  ]);
  assert.match(told.at(-1) ?? '', /Nobody has judged this change, so the job is paused.*jobs enable unjudged/s);
});

test('given commands without a sandbox, when the file changes in whatever way, then what is new in it is paused until its owner enables it', async t => {
  const { save, stands } = ground(t, true);
  await save(entry('sneaked', 'command = "ls"'));
  assert.deepEqual(stands(), [['sneaked', true, 'owner']]);
});
