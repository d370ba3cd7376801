/** The tools with which the agent schedules work: make a job, change it, cancel it, list them. */

import { hash } from 'node:crypto';
import { z } from 'zod';
import { isReminderName } from '../../domain/goals/goal.ts';
import { changedJob } from '../../domain/jobs/change.ts';
import type { JobDefinition } from '../../domain/jobs/definition.ts';
import {
  catchUps,
  freshForMs,
  isJobName,
  type JobSpec,
  type JobState,
  notifyModes,
  overlaps,
} from '../../domain/jobs/job.ts';
import { type JobAs, jobRecord, standing } from '../../domain/jobs/record.ts';
import type { ListedJobs } from '../../domain/jobs/service.ts';
import { leftToOwner, type WhenProblem } from '../../domain/jobs/when.ts';
import { jobInBrief, jobInWords } from '../../domain/jobs/words.ts';
import { isAsJudged, type JudgedRecord, laterOf } from '../../domain/policy/own-records.ts';
import { shownRecords } from '../../domain/policy/record-words.ts';
import { inEnglish, type Sentence } from '../../domain/policy/sentence.ts';
import type { Taint } from '../../domain/policy/taint.ts';
import type { JsonObject } from '../../domain/text/json.ts';
import type { ToolDeclaration } from '../../domain/tools/declaration.ts';
import { intentTexts } from '../../domain/tools/intent-texts.ts';
import type { ShownFile } from '../../domain/tools/run-file.ts';
import { answerOf } from '../../domain/tools/said/said.ts';
import type { Said } from '../../domain/tools/said/texts.ts';
import type { CallFacts } from '../../domain/tools/tool.ts';
import { defineTool, type Shown, type Tool, type ToolOutput } from '../../ports/tool.ts';

/** What the tools need of the jobs (src/actors/jobs/job-service.ts). */
export interface JobTools {
  plan(
    written: JobDefinition,
    author: {
      readonly taint: Taint;
      readonly by: string;
      readonly mayHavePassed?: boolean;
      readonly mayRemind?: boolean;
    },
  ): JobSpec | WhenProblem;
  fixed(when: string, timeZone?: string): string;
  make(spec: JobSpec, key: string, isPaused?: boolean): Promise<string>;
  find(name: string): { readonly spec: JobSpec; readonly state?: JobState } | undefined;
  list(query: { readonly limit: number }): ListedJobs;
  act(name: string, act: 'enable' | 'disable' | 'remove', by: string): Promise<string | undefined>;
}

export interface JobToolOptions {
  readonly jobs: () => JobTools;
  /** Does such a call only read, so that the owner need not be asked? */
  readonly onlyReads: (tool: string, args: JsonObject) => boolean;
  /** What a call of this tool runs, as it lies there now; left out: nobody looks. */
  readonly runsOf?: (tool: string, args: JsonObject) => readonly ShownFile[];
  /** What the owner reads with the first job; left out: nothing. */
  readonly notes?: () => readonly string[];
  readonly now: () => number;
}

/** What `list_jobs` and the others say of themselves. */
export const listJobsDeclaration = {
  name: 'list_jobs',
  does: { en: 'Lists the jobs.', de: 'Listet die Termine auf.' },
  effect: 'read',
  isQuiet: true,
} as const satisfies ToolDeclaration;

const changing = { effect: 'act', isQuiet: true, leavesWorkspace: true } as const;

export const scheduleJobDeclaration = {
  ...changing,
  name: 'schedule_job',
  does: {
    en: 'Adds a job: a reminder, a command, a tool or an instruction.',
    de: 'Legt einen Termin an: eine Erinnerung, einen Befehl, ein Werkzeug oder eine Anweisung.',
  },
  deeds: ['keep', 'schedule'],
  factsOf: () => ({ schedules: 'acts' }),
} as const satisfies ToolDeclaration;

export const updateJobDeclaration = {
  ...changing,
  name: 'update_job',
  does: { en: 'Changes a job, or pauses it.', de: 'Ändert einen Termin oder hält ihn an.' },
  deeds: ['keep', 'schedule'],
  factsOf: () => ({ schedules: 'acts' }),
} as const satisfies ToolDeclaration;

export const cancelJobDeclaration = {
  ...changing,
  name: 'cancel_job',
  does: { en: 'Removes a job.', de: 'Entfernt einen Termin.' },
  deeds: ['keep'],
  factsOf: ({ name }) => ({
    // without a home nobody knows who made it; one of the owner's may not end unasked
    changes: [{ kind: 'job', name: typeof name === 'string' ? name : '', act: 'end', maker: 'owner' }],
  }),
} as const satisfies ToolDeclaration;

const name = () =>
  z
    .string()
    .refine(isJobName, 'a name is up to 60 lower case letters, digits, "-" or "_"')
    .describe('A short name: lower case letters, digits, "-" and "_".');

const fields = {
  say: z.string().min(1).max(4_000).optional().describe('A reminder: the job only says this to the owner.'),
  command: z.string().min(1).max(20_000).optional().describe('The job runs this shell command in the sandbox.'),
  tool: z.string().min(1).max(100).optional().describe('The job calls this tool, with "arguments".'),
  arguments: z.record(z.string(), z.unknown()).optional().describe('The arguments of "tool".'),
  instruction: z
    .string()
    .min(1)
    .max(20_000)
    .optional()
    .describe('The job begins a conversation of its own with this. {{date}} and {{datetime}} are filled in.'),
  time_zone: z.string().max(60).optional().describe('An IANA name; the owner’s if left out.'),
  notify: z.enum(notifyModes).optional().describe('Of which runs the owner is notified; always if left out.'),
  catch_up: z.enum(catchUps).optional().describe('Of runs missed in a downtime: once (default), skip or all.'),
  overlap: z.enum(overlaps).optional().describe('If the run before has not ended: skip (default), queue or parallel.'),
  max_retries: z.int().min(0).max(5).optional().describe('Further attempts of a failed run; 0 if left out.'),
  timeout: z.string().max(20).optional().describe('When a run is stopped, such as 5m.'),
  budget_tokens: z.int().min(1_000).max(100_000_000).optional().describe('Tokens that one run may use.'),
};

const schedule = z
  .string()
  .min(1)
  .max(200)
  .describe(
    'When: "in 20 minutes", "every weekday at 8", "every other Sunday at 9", cron such as "0 8 * * 1-5", 2026-12-24T18:00, "every 90m".',
  );

/** All four. */
export function jobTools(options: JobToolOptions): readonly Tool[] {
  return [scheduleJob(options), updateJob(options), cancelJob(options), listJobs(options)];
}

function scheduleJob({ jobs, now, notes = () => [], ...options }: JobToolOptions): Tool {
  const { changed, isOwners } = records({ jobs, now, ...options });
  const schema = z
    .strictObject({ name: name().optional(), schedule, ...fields })
    .overwrite(args => ({ ...args, schedule: jobs().fixed(args.schedule, args.time_zone) }));
  type Args = z.infer<typeof schema>;
  const planOf = (args: Args, taint: Taint = 'owner', by = '') => jobs().plan(definitionOf(args), { taint, by });
  const change = (args: Args, session: string | undefined) =>
    // a job without a name takes none that is there
    changed(args.name, { spec: planOf(args), isPaused: false }, session, definitionOf(args).name);
  return defineTool({
    ...scheduleJobDeclaration,
    description:
      'Schedules work for later, once or again and again: a reminder (say), a command, a tool, or a conversation of its own (instruction). Give exactly one of them. Tell the owner when it runs, with the next instants it answers.',
    schema,
    problem: args =>
      args.name !== undefined && isOwners(args.name)
        ? answerOf(ownersOwn(args.name))
        : problemOf(planOf(args), scheduleJobDeclaration.name),
    intent: (args, language) => intentTexts(language).schedule(planned(planOf(args))),
    exact: (args, shown) => exactly(change(args, shown?.session), planOf(args), now(), shown),
    facts: (args, { session }) => factsOf(change(args, session)),
    runs: args => runsIn(planOf(args), options.runsOf),
    async run(args, { taint, session, call, facts }) {
      const wanted = definitionOf(args);
      if (args.name !== undefined && isOwners(args.name)) return { ...answerOf(ownersOwn(args.name)), failed: true };
      const record = change(args, session);
      if (!isSame(facts, record)) return changedSince(wanted.name);
      if (record === undefined) return likeThis(wanted.name);
      const free = args.name === undefined ? freeName(wanted.name, one => jobs().find(one) !== undefined) : wanted.name;
      const spec = jobs().plan({ ...wanted, name: free }, { taint, by: session, mayHavePassed: true });
      if ('problem' in spec)
        return { ...answerOf({ code: 'sentence', values: { sentence: spec.problem } }), failed: true, taint };
      const before = jobs().find(free)?.spec;
      // what follows from a job that outside text may have made is trusted no further
      const least = before && before.taint === 'external' ? before.taint : spec.taint;
      const once = notes();
      const made = await jobs().make({ ...spec, taint: least }, call);
      const { text, said } = answerOf({ code: 'jobSet' }, inOwnWords(made), ...passed(spec, now()));
      // where it will be seen is said once, by the reply
      return { text: [text, ...once].join('\n'), said, taint };
    },
  });
}

function updateJob({ jobs, now, ...options }: JobToolOptions): Tool {
  const { changed, isOwners, notToChange } = records({ jobs, now, ...options });
  const schema = z
    .strictObject({
      name: name(),
      schedule: schedule.optional(),
      ...fields,
      enabled: z.boolean().optional().describe('False pauses it.'),
    })
    .overwrite(args => {
      const zone = args.time_zone ?? jobs().find(args.name)?.spec.timeZone;
      return args.schedule === undefined ? args : { ...args, schedule: jobs().fixed(args.schedule, zone) };
    });
  type Args = z.infer<typeof schema>;
  const specOf = ({ name, enabled: _, ...change }: Args, taint: Taint = 'owner', mayHavePassed = false) => {
    const before = jobs().find(name)?.spec;
    if (!before) return { problem: `there is no job ${name}; list_jobs lists them` };
    const least = before.taint === 'external' ? before.taint : taint;
    return changedJob(before, change as Partial<JobDefinition>, written =>
      jobs().plan(written, { taint: least, by: before.by, mayHavePassed, mayRemind: true }),
    );
  };
  const change = (args: Args, session: string | undefined) => {
    const isPaused = args.enabled === undefined ? (standing(jobs().find(args.name))?.isPaused ?? false) : !args.enabled;
    return changed(args.name, { spec: specOf(args, 'owner', true), isPaused }, session);
  };
  return defineTool({
    ...updateJobDeclaration,
    description: 'Changes a job: its schedule, what it does, or whether it is enabled. What is left out stays.',
    schema,
    problem(args) {
      const none = notToChange(args.name);
      if (none !== undefined || args.schedule === undefined) return none;
      return problemOf(specOf(args), updateJobDeclaration.name);
    },
    intent: (args, language) => intentTexts(language).changeJob(planned(specOf(args))),
    exact: (args, shown) => exactly(change(args, shown?.session), specOf(args), now(), shown),
    facts: (args, { session }) => factsOf(change(args, session)),
    runs: args => runsIn(specOf(args), options.runsOf),
    async run(args, { taint, session, call, facts }) {
      if (isOwners(args.name)) return { ...answerOf(ownersOwn(args.name)), failed: true };
      const record = change(args, session);
      if (!isSame(facts, record)) return changedSince(args.name);
      if (record === undefined) return likeThis(args.name);
      const spec = specOf(args, taint, args.schedule !== undefined);
      if ('problem' in spec)
        return { ...answerOf({ code: 'sentence', values: { sentence: spec.problem } }), failed: true, taint };
      const isPaused = args.enabled === undefined ? undefined : !args.enabled;
      const made = await jobs().make(spec, call, isPaused);
      return { ...answerOf({ code: 'jobChanged' }, inOwnWords(made), ...passed(spec, now())), taint: spec.taint };
    },
  });
}

function cancelJob({ jobs, now, ...options }: JobToolOptions): Tool {
  const { changed, isOwners, notToChange } = records({ jobs, now, ...options });
  const schema = z.strictObject({ name: name() });
  return defineTool({
    ...cancelJobDeclaration,
    description: 'Cancels a job for good. To pause it, use update_job with enabled: false.',
    schema,
    problem: ({ name }) => notToChange(name),
    intent: ({ name }, language) => intentTexts(language).cancelJob(name),
    exact({ name }, shown) {
      const ends = changed(name, undefined, shown?.session);
      return ends && shownRecords([ends], shown?.language);
    },
    facts: ({ name }, { session }) => factsOf(changed(name, undefined, session)),
    async run({ name }, { session, taint, facts }) {
      if (isOwners(name)) return { ...answerOf(ownersOwn(name)), failed: true };
      if (!isSame(facts, changed(name, undefined, session))) return changedSince(name);
      const done = await jobs().act(name, 'remove', session);
      return done === undefined
        ? { ...answerOf({ code: 'jobMissing', values: { name } }), failed: true }
        : { ...answerOf(inOwnWords(done)), taint };
    },
  });
}

const mostShown = 100;

function listJobs({ jobs }: JobToolOptions): Tool {
  return defineTool({
    ...listJobsDeclaration,
    description: 'Lists the scheduled jobs, with when each runs next and how its last run ended.',
    schema: z.strictObject({}),
    intent: (_, language) => intentTexts(language).listJobs,
    async run() {
      const { jobs: all, total } = jobs().list({ limit: mostShown });
      const lines = all.map(
        ({ name, when, does, state, next, timeZone, last }): Said => ({
          code: 'job',
          values: {
            name,
            state: { code: state },
            when,
            does,
            next: next === null ? '' : { code: 'jobNext', values: { at: { at: next, timeZone } } },
            last: last === undefined ? '' : { code: 'jobLast', values: { outcome: { code: last.state } } },
          },
        }),
      );
      // the words of a job are as little trusted as those who made it
      const isOutside = all.some(({ name }) => jobs().find(name)?.spec.taint === 'external');
      const rest: readonly Said[] = total > all.length ? [{ code: 'more', values: { count: total - all.length } }] : [];
      return {
        ...answerOf(...(lines.length === 0 ? [{ code: 'jobsNone' } as const] : [...lines, ...rest])),
        taint: isOutside ? 'external' : 'owner',
      };
    },
  });
}

/** What is there under the name is judged with what comes: to put a reminder in the place of a job ends that job. */
function records({ jobs, onlyReads }: JobToolOptions) {
  const terms = {
    isMild: (spec: JobSpec) => isMild(spec, onlyReads),
    hash: (text: string) => hash('sha256', text),
  };
  return {
    /** `name`: undefined, it takes a free one, and begins with `shown`. */
    changed(name: string | undefined, after: JobAs | undefined, session: string | undefined, shown = name) {
      const before = name === undefined ? undefined : standing(jobs().find(name));
      return jobRecord(shown ?? '', { before, after }, { ...terms, session });
    },
    isOwners: (name: string) => jobs().find(name)?.spec.action.kind === 'builtin',
    /** Why the job of this name is none to change or cancel, for the model. */
    notToChange(name: string) {
      const job = jobs().find(name);
      if (job === undefined) return `There is no job ${name}; list_jobs lists them.`;
      return job.spec.action.kind === 'builtin' ? answerOf(ownersOwn(name)).text : undefined;
    },
  };
}

function ownersOwn(name: string): Said {
  return { code: 'jobOwners', values: { name } };
}

/** A sentence that is in the owner's language already. */
function inOwnWords(text: string): Said {
  return { code: 'text', values: { text } };
}

/** What only says or reads something later needs no question. */
function factsOf(record: JudgedRecord | undefined): CallFacts {
  const changes = record === undefined ? [] : [record.change];
  return { changes, schedules: laterOf(changes) ?? 'reads' };
}

/** Is the job still what it was when the call was judged? */
function isSame(facts: CallFacts | undefined, record: JudgedRecord | undefined): boolean {
  return isAsJudged(facts?.changes, record === undefined ? [] : [record.change]);
}

/** The words of a call that changes nothing take no trust from the job. */
function likeThis(name: string) {
  return { ...answerOf({ code: 'jobSame', values: { name } }), taint: 'owner' } as const;
}

function changedSince(name: string) {
  return { ...answerOf({ code: 'jobOther', values: { name } }), failed: true } as const;
}

/** What the job would run is part of what is judged and allowed. */
function runsIn(
  spec: JobSpec | { readonly problem: Sentence },
  runsOf: JobToolOptions['runsOf'],
): readonly ShownFile[] {
  if ('problem' in spec || spec.action.kind !== 'tool' || runsOf === undefined) return [];
  return runsOf(spec.action.tool, spec.action.arguments);
}

/** Does a job only say or read something? */
export function isMild({ action }: JobSpec, onlyReads: JobToolOptions['onlyReads']): boolean {
  return action.kind === 'say' || (action.kind === 'tool' && onlyReads(action.tool, action.arguments));
}

/** What came of an instant that was over before the call ran, since it waited for the owner. */
function passed({ schedule, catchUp }: JobSpec, now: number): readonly Said[] {
  if (schedule.kind !== 'at' || schedule.at > now) return [];
  return [{ code: catchUp === 'skip' && now - schedule.at > freshForMs ? 'jobLeftOut' : 'jobLate' }];
}

/** Why it cannot be made, for the model. */
function problemOf(spec: JobSpec | WhenProblem, tool: string): Pick<ToolOutput, 'text' | 'said'> | undefined {
  if (!('problem' in spec)) return undefined;
  const { problem, isQuestion = false } = spec;
  const text = isQuestion
    ? leftToOwner(inEnglish(problem))
    : `The arguments of ${tool} do not fit. ${inEnglish(problem)}. Correct them and call it again.`;
  return { text, said: [{ code: 'sentence', values: { sentence: problem } }] };
}

function planned(spec: JobSpec | { readonly problem: Sentence }): string {
  return 'problem' in spec ? inEnglish(spec.problem) : jobInBrief(spec);
}

/** All of it, nothing cut: what the owner says yes to. */
function exactly(
  record: JudgedRecord | undefined,
  spec: JobSpec | { readonly problem: Sentence },
  now: number,
  shown: Shown | undefined,
): string {
  const states = record === undefined ? [] : [shownRecords([record], shown?.language)];
  return ['problem' in spec ? inEnglish(spec.problem) : jobInWords(spec, now), ...states].join('\n\n');
}

/** A job without a name is named for what it does. */
function definitionOf({
  name,
  ...args
}: { readonly name?: string | undefined; readonly schedule: string } & object): JobDefinition {
  const written = args as Omit<JobDefinition, 'name'>;
  const words = written.say ?? written.command ?? written.tool ?? written.instruction ?? 'job';
  const slug = slugOf(words);
  return { ...written, name: name ?? (isReminderName(slug) ? `job-${slug}` : slug) };
}

function slugOf(text: string): string {
  const words = text
    .toLowerCase()
    .replace(/[äöüßæøå]/g, letter => inLatin[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .match(/[a-z0-9]+/g);
  const named = words?.slice(words.findIndex(word => !article.test(word)));
  return (named ?? ['job']).slice(0, 4).join('-').slice(0, 40);
}

/** It names nothing by itself. */
const article = /^(?:the|an?|den|dem|die|das|der|einen?|mein(?:en?)?|my)$/;

const inLatin: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  ø: 'oe',
  å: 'aa',
};

function freeName(wanted: string, isTaken: (name: string) => boolean): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted}-${number}`;
    if (!isTaken(name)) return name;
  }
}
