/**
 * The jobs of `agent.toml`: an entry there is a job.
 *
 * The file tools of the agent judge what they would write (`scheduling`), and note what they write (`allow`). Whatever
 * else of the agent's stands there, or could be, makes a job that is paused until its owner enables it: a change that
 * nobody judged runs nothing.
 */

import {
  type AgentFileJob,
  type AgentFileJobs,
  agentFileName,
  type WrittenEntry,
} from '../../domain/jobs/agent-file.ts';
import type { JobSpec } from '../../domain/jobs/job.ts';
import { jobRecord, standing } from '../../domain/jobs/record.ts';
import { type JudgedRecord, laterOf } from '../../domain/policy/own-records.ts';
import { inEnglish } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import type { CallFacts } from '../../domain/tools/tool.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AgentFileLedger } from '../../ports/ledgers/agent-file.ts';
import type { System } from '../runtime/system.ts';
import type { Jobs } from './job-service.ts';

export interface AgentFileOptions {
  readonly system: Pick<System, 'perform'>;
  readonly jobs: Pick<Jobs, 'plan' | 'make' | 'find' | 'act'>;
  readonly ledger: AgentFileLedger;
  readonly clock: Pick<Clock, 'now' | 'id'>;
  /** The text of the file; undefined: there is none. */
  readonly read: () => string | undefined;
  readonly parse: (text: string) => AgentFileJobs;
  readonly hash: (text: string) => string;
  /** May a command of the agent write the file? */
  readonly isOpenToCommands: boolean;
  /** Does it only say or read something? */
  readonly isMild: (spec: JobSpec) => boolean;
  readonly report: (kind: 'completed' | 'failed', text: string) => void;
}

export interface AgentFile {
  /** What a new text would do to the jobs, each judged as the tools for jobs would be; empty: nothing. */
  scheduling(text: string): Pick<CallFacts, 'schedules' | 'entries' | 'changes'>;
  /** The same, with what each job was and what it would be, for the owner. */
  records(text: string): readonly JudgedRecord[];
  /** The agent is about to write this text; `judged`: the entries that its call was judged by. */
  allow(text: string, judged: readonly string[], author: WrittenEntry): Promise<void>;
  /** Takes over what stands in the file now. */
  apply(): Promise<void>;
}

export function agentFile(options: AgentFileOptions): AgentFile {
  const { system, ledger, clock, read, parse, hash } = options;
  let said = '';
  return {
    scheduling(text) {
      const read = parse(text);
      const changes = recordsIn(read, options).map(({ change }) => change);
      const schedules = laterOf(changes);
      // an entry that says the same in other words is judged, too
      const entries = changedIn(read, options).map(job => job.hash);
      return defined({
        schedules,
        changes: schedules === undefined ? undefined : changes,
        entries: entries.length === 0 ? undefined : entries,
      });
    },
    records: text => recordsIn(parse(text), options),
    async allow(text, judged, author) {
      const { jobs } = parse(text);
      await system.perform(() => {
        ledger.note(hash(text), author, clock.now());
        for (const job of jobs)
          if (judged.includes(job.hash) && ledger.taken(job.name) !== job.hash)
            ledger.note(job.hash, author, clock.now());
      });
    },
    async apply() {
      const text = read();
      // an editor may be putting another one in its place
      if (text === undefined) return;
      const { jobs, problems, wrong, isUnreadable } = parse(text);
      const found = [...problems];
      const isAgents = ledger.written(hash(text)) !== undefined;
      for (const job of jobs) {
        const problem = await takeOver(options, job, isAgents || options.isOpenToCommands);
        if (problem !== undefined) found.push(problem);
      }
      if (!isUnreadable) await removeOthers(options, [...jobs.map(({ name }) => name), ...wrong]);
      tell(found);
    },
  };

  /** The same problems once. */
  function tell(problems: readonly string[]): void {
    const text = problems.join('\n');
    if (text !== said && text !== '') options.report('failed', `${text}\nThe other jobs of the file count.`);
    said = text;
  }
}

/** The entries that are not what their jobs were made from. */
function changedIn({ jobs, isUnreadable }: AgentFileJobs, { ledger }: AgentFileOptions): readonly AgentFileJob[] {
  return isUnreadable ? [] : jobs.filter(job => ledger.taken(job.name) !== job.hash);
}

/** What would become of the jobs: those of changed entries, and those whose entry is gone. */
function recordsIn(text: AgentFileJobs, options: AgentFileOptions): readonly JudgedRecord[] {
  const { ledger, jobs: known, isMild, hash } = options;
  if (text.isUnreadable) return [];
  const terms = { isMild, hash };
  const own = (name: string) => {
    const job = known.find(name);
    return job?.spec.by === agentFileName ? standing(job) : undefined;
  };
  // an entry in which something is wrong leaves its job as it is
  const names = [...text.jobs.map(({ name }) => name), ...text.wrong];
  const gone = ledger.names().filter(name => !names.includes(name) && !isBuiltIn(name, options));
  const ended = gone.map(name => jobRecord(name, { before: own(name) }, terms));
  const made = changedIn(text, options).map(({ name, isEnabled, definition }) => {
    const before = own(name);
    const spec = known.plan(definition, { taint: 'owner', by: agentFileName });
    return jobRecord(name, { before, after: { spec, isPaused: !isEnabled } }, terms);
  });
  return [...ended, ...made].filter(record => record !== undefined);
}

function isBuiltIn(name: string, { jobs }: Pick<AgentFileOptions, 'jobs'>): boolean {
  return jobs.find(name)?.spec.action.kind === 'builtin';
}

/** Makes the job of an entry that is new or changed; answers what is wrong with it. */
async function takeOver(
  options: AgentFileOptions,
  job: AgentFileJob,
  isDoubtful: boolean,
): Promise<string | undefined> {
  const { jobs, ledger, system, clock, report } = options;
  const { name, line, hash, isEnabled, definition } = job;
  if (ledger.taken(name) === hash) return undefined;
  const written = ledger.written(hash);
  const before = jobs.find(name)?.spec;
  const at = `${agentFileName}:${line}: scheduled_tasks`;
  if (before !== undefined && before.by !== agentFileName)
    return `${at}.name: expected a name that no other job has; came "${name}", a job made by ${before.by}`;
  const taint = before?.taint === 'external' ? before.taint : (written?.taint ?? 'owner');
  const spec = jobs.plan(definition, { taint, by: agentFileName });
  if ('problem' in spec) return `${at}: the job "${name}": ${inEnglish(spec.problem)}`;
  const isHeld = isEnabled && written === undefined && isDoubtful;
  const words = await jobs.make(spec, `${agentFileName}:${clock.id()}`, isHeld || !isEnabled);
  await system.perform(() => ledger.take(name, hash, clock.now()));
  const why = `Nobody has judged this change, so the job is paused. To let it run: straylight jobs enable ${name}`;
  report('completed', `${agentFileName}: ${words}${isHeld ? `\n${why}` : isEnabled ? '' : '\nIt is paused.'}`);
  return undefined;
}

/** Jobs whose entry is gone are removed. A built-in stays: the owner alone removes it. */
async function removeOthers(options: AgentFileOptions, names: readonly string[]): Promise<void> {
  const { jobs, ledger, system, report } = options;
  for (const name of ledger.names().filter(one => !names.includes(one))) {
    const job = jobs.find(name);
    if (job?.spec.action.kind === 'builtin' && job.spec.by === agentFileName)
      report(
        'completed',
        `${agentFileName}: ${name} is built in and stays. To remove it: straylight jobs remove ${name}`,
      );
    else if (job?.spec.by === agentFileName) {
      const done = await jobs.act(name, 'remove', agentFileName);
      if (done === undefined) throw fault('defect', `the job ${name} could not be removed`);
      report('completed', `${agentFileName}: ${done}`);
    }
    await system.perform(() => ledger.drop(name));
  }
}
