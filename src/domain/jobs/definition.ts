/** A job as it is written: by the agent, in `agent.toml`, on the command line or on the page. */

import { type Priority, priorities } from '../conversation/turn-terms.ts';
import { isReminderName } from '../goals/goal.ts';
import { type Sentence, says } from '../policy/sentence.ts';
import { defined, type JsonObject } from '../text/json.ts';
import {
  type CatchUp,
  catchUps,
  isJobName,
  type JobAction,
  type JobNotice,
  type JobSpec,
  type NotifyMode,
  notifyModes,
  type Overlap,
  overlaps,
  retryPausesMs,
} from './job.ts';
import { durationOf } from './schedule.ts';
import { readWhen, type WhenProblem } from './when.ts';

/** What may be written of a job. One of `say`, `tool`, `command`, `builtin` and `instruction` says what it does. */
export interface JobDefinition {
  readonly name: string;
  /** A cron expression, an instant, `every 90m`, or a phrase such as "every weekday at 8". */
  readonly schedule: string;
  readonly time_zone?: string | undefined;
  readonly say?: string | undefined;
  readonly tool?: string | undefined;
  readonly arguments?: JsonObject | undefined;
  readonly command?: string | undefined;
  readonly builtin?: string | undefined;
  readonly instruction?: string | undefined;
  readonly parameters?: JsonObject | undefined;
  /** True: always; false: never. */
  readonly notify?: boolean | NotifyMode | undefined;
  readonly on_success?: JobNotice | undefined;
  /** `retry` or `skip`; or what the owner is told. */
  readonly on_failure?: 'retry' | 'skip' | JobNotice | undefined;
  readonly max_retries?: number | undefined;
  readonly catch_up?: CatchUp | undefined;
  readonly overlap?: Overlap | undefined;
  readonly timeout?: string | undefined;
  readonly budget_tokens?: number | undefined;
  readonly priority?: Priority | undefined;
  readonly idempotency_key?: string | undefined;
  readonly dedup_window?: string | undefined;
}

/** Who writes it, and when. */
export type Author = Pick<JobSpec, 'taint' | 'distrust' | 'by' | 'language'> & {
  readonly now: number;
  /** Where the definition names none. */
  readonly timeZone: string;
  /** It was agreed to before its instant, which may be over by now. */
  readonly mayHavePassed?: boolean | undefined;
  /** It may have the name of a goal's reminder: a goal makes it, or it is changed. */
  readonly mayRemind?: boolean | undefined;
};

/** The job, or why it is none, in a sentence. */
export function jobFrom(written: JobDefinition, author: Author): JobSpec | WhenProblem {
  const { now, timeZone: usual, mayHavePassed, mayRemind, ...by } = author;
  const { name, time_zone: timeZone = usual, schedule: when } = written;
  if (!isJobName(name))
    return {
      problem: `"${name.slice(0, 60)}" is no name of a job; expected up to 60 lower case letters, digits, "-" or "_"`,
    };
  const schedule = readWhen(when, { timeZone, now, mayHavePassed, language: author.language });
  if ('problem' in schedule) return schedule;
  const action = actionOf(written);
  if ('problem' in action) return action;
  if (isReminderName(name) && !(mayRemind === true && action.kind === 'say'))
    return { problem: `the name "${name}" is kept for the reminder of a goal, which only says something` };
  const terms = termsOf(written);
  if ('problem' in terms) return terms;
  return { ...terms, ...by, name, schedule, when: when.trim(), timeZone, action };
}

function actionOf(written: JobDefinition): JobAction | { readonly problem: Sentence } {
  const { say, tool, command, builtin, instruction } = written;
  const given = Object.entries({ say, tool, command, builtin, instruction }).filter(
    ([, value]) => value !== undefined && value.trim() !== '',
  );
  if (given.length !== 1)
    return {
      problem: `a job does one thing; expected one of say, tool, command, builtin or instruction (--ask on the command line), got ${given.length === 0 ? 'none' : given.map(([name]) => name).join(' and ')}`,
    };
  if (say !== undefined) return { kind: 'say', text: say };
  if (tool !== undefined) return { kind: 'tool', tool, arguments: written.arguments ?? {} };
  if (command !== undefined) return { kind: 'tool', tool: 'execute_command', arguments: { command } };
  if (builtin !== undefined) return { kind: 'builtin', name: builtin };
  return { kind: 'ask', instruction: instruction ?? '', parameters: written.parameters ?? {} };
}

type Terms = Omit<JobSpec, 'name' | 'schedule' | 'when' | 'timeZone' | 'action' | keyof Author | 'by'>;

function termsOf(written: JobDefinition): Terms | { readonly problem: Sentence } {
  const { notify = 'always', on_success: onSuccess, on_failure: failure, max_retries: retries } = written;
  const {
    catch_up: catchUp = 'once',
    overlap = 'skip',
    budget_tokens: budgetTokens = 50_000,
    timeout = '5m',
  } = written;
  const { priority = 'normal', idempotency_key: key, dedup_window: window = '1h' } = written;
  const [timeoutMs, windowMs] = [durationOf(timeout), durationOf(window)];
  const mode = notify === true ? 'always' : notify === false ? 'never' : notify;
  const choices = [
    choiceProblem('notify', mode, notifyModes),
    choiceProblem('catch_up', catchUp, catchUps),
    choiceProblem('overlap', overlap, overlaps),
    choiceProblem('priority', priority, priorities),
    timeoutMs === undefined || timeoutMs < 1_000 || timeoutMs > longestMs
      ? says`timeout is a time from 1s to 24h, not "${timeout}"`
      : undefined,
    windowMs === undefined || windowMs > 31 * longestMs
      ? `dedup_window is a time up to 31d, not "${window}"`
      : undefined,
    isWhole(budgetTokens, 1_000, 100_000_000) ? undefined : 'budget_tokens is a number from 1000 to 100000000',
    noticeProblem('on_success', onSuccess) ?? noticeProblem('on_failure', failure),
    retries === undefined || isWhole(retries, 0, retryPausesMs.length)
      ? undefined
      : `max_retries is a number from 0 to ${retryPausesMs.length}`,
  ];
  const problem = choices.find(one => one !== undefined);
  if (problem !== undefined || timeoutMs === undefined || windowMs === undefined) return { problem: problem ?? '' };
  const isRetried = failure === 'retry' || (failure !== 'skip' && retries !== undefined);
  return {
    notify: mode,
    catchUp,
    overlap,
    timeoutMs,
    budgetTokens,
    priority,
    retries: isRetried ? (retries ?? retryPausesMs.length) : 0,
    ...defined({
      onSuccess,
      onFailure: typeof failure === 'object' ? failure : undefined,
      dedup: key === undefined ? undefined : { key, windowMs },
    }),
  };
}

const longestMs = 86_400_000;
/** A text of the owner's stands in each event of its job. */
const longestNotice = 600;

function noticeProblem(field: string, notice: JobNotice | string | undefined): string | undefined {
  if (typeof notice !== 'object' || notice.template.length <= longestNotice) return undefined;
  return `the template of ${field} has at most ${longestNotice} characters, not ${notice.template.length}`;
}

function choiceProblem(field: string, value: string, known: readonly string[]): string | undefined {
  return known.includes(value) ? undefined : `${field} is ${known.join(', ')}, not "${value.slice(0, 40)}"`;
}

function isWhole(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}
