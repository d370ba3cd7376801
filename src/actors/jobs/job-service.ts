/** The owner's and the agent's hand on jobs: what is done is an event to the job. */

import type { Digest } from '../../domain/audit/audit.ts';
import type { Amount } from '../../domain/budget/budget.ts';
import { changedJob, isOtherAction, writtenAction } from '../../domain/jobs/change.ts';
import { type Author, type JobDefinition, jobFrom } from '../../domain/jobs/definition.ts';
import { type JobRecord, type JobRun, type JobSpec, jobAddress } from '../../domain/jobs/job.ts';
import { instantsAfter } from '../../domain/jobs/schedule.ts';
import { type JobDetail, type JobRow, type JobRunRow, type JobService, mostListed } from '../../domain/jobs/service.ts';
import { resultOf } from '../../domain/jobs/texts.ts';
import { fixedWhen, type WhenProblem } from '../../domain/jobs/when.ts';
import { wholeSpec } from '../../domain/jobs/whole.ts';
import { actionInWords, jobInWords, scheduleInWords } from '../../domain/jobs/words.ts';
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { catalog } from '../../domain/text/catalog.ts';
import { defined, type JsonObject } from '../../domain/text/json.ts';
import { boundContent } from '../../domain/tools/run-file.ts';
import type { CallFacts } from '../../domain/tools/tool.ts';
import type { AuditLog } from '../../ports/audit-log.ts';
import type { JobLedger } from '../../ports/ledgers/job.ts';
import type { ActorCore } from '../core.ts';

/** With what the tools of the agent need beside the owner's service. */
export interface Jobs extends JobService {
  /** The job as it would be; a sentence says why it is none. */
  plan(
    written: JobDefinition,
    author: Pick<Author, 'taint' | 'by' | 'mayHavePassed' | 'mayRemind'>,
  ): JobSpec | WhenProblem;
  /** A phrase that counts from now as the instant it means, in this time zone or the owner's. */
  fixed(when: string, timeZone?: string): string;
  /** Makes a planned job, once under its key. Answers it in words. */
  make(spec: JobSpec, key: string, isPaused?: boolean): Promise<string>;
  find(name: string): JobRecord | undefined;
}

const mostResult = 4_000;
/** The instants of so many jobs are worked out for a list. */
const mostPlanned = 100;

/** What runs can be of, and what they have cost. */
export interface RunnableWork {
  /** The names of built-ins. */
  readonly builtIns: readonly string[];
  /** What a call of this tool runs, as it lies there now. */
  readonly runsOf?: (tool: string, args: JsonObject) => CallFacts['runs'];
  readonly digest: Digest;
  /** What the model calls of the conversation of a run have used. */
  readonly spentBy: (session: string) => Amount;
}

export function jobService(
  core: ActorCore,
  ledger: JobLedger,
  audit: AuditLog['record'],
  { builtIns, runsOf, digest, spentBy }: RunnableWork,
): Jobs {
  const { system, clock, owner, conversation } = core;
  const whole = (job: JobRecord): JobRecord => ({ ...job, spec: wholeSpec(job.spec, conversation.read) });
  const find = (name: string) => {
    const job = ledger.named(name).find(({ endedAt }) => endedAt === null);
    return job && whole(job);
  };
  const plan: Jobs['plan'] = (written, author) => {
    // not all of the owner's settings: they have a name, too
    const { language, timeZone } = owner;
    const spec = jobFrom(written, { language, timeZone, ...author, now: clock.now() });
    if ('problem' in spec || spec.action.kind !== 'builtin' || builtIns.includes(spec.action.name)) return spec;
    return { problem: says`there is no built-in "${spec.action.name}"; there are ${builtIns.join(', ')}` };
  };
  const make: Jobs['make'] = async (planned, key, isPaused) => {
    const { action } = planned;
    const spec: JobSpec =
      action.kind === 'tool' && runsOf !== undefined
        ? { ...planned, runs: boundContent(runsOf(action.tool, action.arguments)) ?? [] }
        : planned;
    const target = find(spec.name)?.id ?? freeAddress(ledger, spec.name);
    const now = clock.now();
    // an instant that passed before the owner agreed is made up for
    const since = spec.schedule.kind === 'at' ? Math.min(now, spec.schedule.at - 1) : now;
    const event = { type: 'job.defined', spec, since, ...defined({ isPaused }) };
    audit({ kind: 'job.defined', subject: target, actor: spec.by, facts: { does: spec.action.kind, when: spec.when } });
    await system.accept({ target, event, dedupe: `job:${key}` });
    return jobInWords(spec, clock.now());
  };
  return {
    find,
    plan,
    fixed: (when, timeZone = owner.timeZone) =>
      fixedWhen(when, { now: clock.now(), timeZone, ownerZone: owner.timeZone }),
    make,
    list({ limit = mostListed, order = 'name', after = '', upcoming = 0 } = {}) {
      const most = Math.min(limit, mostListed);
      const found = order === 'next' ? ledger.coming(most) : ledger.live(after, most);
      const jobs = found.map((job, at) => ({
        ...rowOf(whole(job), ledger.runs(job.id, 1), digest),
        ...defined({ upcoming: at < mostPlanned ? comingOf(job, clock.now(), upcoming) : undefined }),
      }));
      return { jobs, total: ledger.count() };
    },
    show(name, count = 3) {
      const job = find(name);
      return job && detailOf(job, ledger.runs(job.id, 1), { digest, now: clock.now(), count });
    },
    history(name, limit) {
      const job = find(name) ?? ledger.named(name).at(-1);
      const runs =
        job && ledger.runs(job.id, limit).map(run => runRowOf(run, whole(job).spec, conversation.read, spentBy));
      return job && runs && { timeZone: job.spec.timeZone, runs };
    },
    define(written, by, key = clock.id()) {
      const spec = plan(written, { taint: 'owner', by });
      if ('problem' in spec) throw fault('invalid', spec.problem);
      return make(spec, key);
    },
    async change(name, change, by, key = clock.id()) {
      const before = find(name)?.spec;
      if (!before) return undefined;
      // the owner's word makes the owner's job; other terms for what somebody else may have chosen do not
      const taint = isOtherAction(change) ? 'owner' : before.taint;
      const spec = changedJob(before, change, written => plan(written, { taint, by: before.by, mayRemind: true }));
      if ('problem' in spec) throw fault('invalid', spec.problem);
      audit({ kind: 'job.changed', subject: name, actor: by, facts: { fields: Object.keys(change).join(' ') } });
      return make(spec, key);
    },
    async act(name, act, by, key = clock.id()) {
      const job = find(name);
      if (!job) return undefined;
      audit({ kind: `job.${act}`, subject: job.id, actor: by, facts: {} });
      await system.accept({ target: job.id, event: { type: eventOf[act] }, dedupe: `job:${act}:${key}` });
      return said[owner.language][act](name);
    },
  };
}

const eventOf = {
  run: 'job.requested',
  enable: 'job.enabled',
  disable: 'job.disabled',
  remove: 'job.removed',
} as const;

const said = catalog('actors/jobs/job-service', {
  en: {
    run: (name: string) => `The job ${name} runs now.`,
    enable: (name: string) => `The job ${name} is active.`,
    disable: (name: string) => `The job ${name} is paused.`,
    remove: (name: string) => `The job ${name} is removed.`,
  },
  de: {
    run: (name: string) => `Der Job ${name} läuft jetzt.`,
    enable: (name: string) => `Der Job ${name} ist aktiv.`,
    disable: (name: string) => `Der Job ${name} ist pausiert.`,
    remove: (name: string) => `Der Job ${name} ist entfernt.`,
  },
});

/** Its next runs; undefined where none is asked for, or none will come. */
function comingOf({ next, spec }: JobRecord, now: number, count: number): readonly number[] | undefined {
  return count === 0 || next === null ? undefined : instantsAfter(spec.schedule, now, count);
}

/** The address of an actor is never used twice. */
function freeAddress(ledger: Pick<JobLedger, 'named'>, name: string): string {
  const numbers = ledger.named(name).map(({ id }) => Number(/~(\d+)$/.exec(id)?.[1] ?? 1));
  return jobAddress(name, Math.max(0, ...numbers) + 1);
}

function rowOf({ id, spec, state, next, failures }: JobRecord, [last]: readonly JobRun[], digest: Digest): JobRow {
  const { name, timeZone, notify, by, language } = spec;
  return {
    name,
    id,
    seen: digest(JSON.stringify([id, writtenAction(spec.action), spec.schedule, timeZone])).slice(0, 12),
    state,
    next,
    timeZone,
    notify,
    failures,
    by,
    when: scheduleInWords(spec.schedule, language, timeZone),
    does: actionInWords(spec.action, language),
    last: last === undefined ? undefined : { state: last.state, slot: last.slot, reason: last.reason },
  };
}

function detailOf(
  job: JobRecord,
  runs: readonly JobRun[],
  { digest, now, count }: { readonly digest: Digest; readonly now: number; readonly count: number },
): JobDetail {
  const { schedule, when, catchUp, overlap, retries, timeoutMs, budgetTokens, priority, taint, action } = job.spec;
  return {
    ...rowOf(job, runs, digest),
    schedule: when,
    catchUp,
    overlap,
    retries,
    timeoutMs,
    budgetTokens,
    priority,
    taint,
    action: writtenAction(action),
    upcoming: job.state === 'active' ? instantsAfter(schedule, now, count) : [],
  };
}

function runRowOf(
  { job: _, dedupKey: _key, result, ...run }: JobRun,
  spec: JobSpec,
  textOf: ActorCore['conversation']['read'],
  spentBy: RunnableWork['spentBy'],
): JobRunRow {
  const read = result === null ? null : textOf(result);
  const text = read === null || run.work !== 'execute_command' ? read : resultOf(spec, read);
  const isConversation = run.work?.startsWith('session:') === true;
  const spent = isConversation && run.work !== null ? spentBy(run.work) : { tokens: 0, micros: 0 };
  return {
    ...run,
    result: text === null || text.length <= mostResult ? text : `${text.slice(0, mostResult)}…`,
    ...spent,
  };
}
