/** A job that is there already, as its owner would write it today. */
import type { Sentence } from '../policy/sentence.ts';
import { defined } from '../text/json.ts';
import type { JobDefinition } from './definition.ts';
import type { JobAction, JobSpec } from './job.ts';
import { writtenAs } from './when.ts';

/** What a job does, in the fields that say so where one is written. */
export type WrittenAction = Pick<
  JobDefinition,
  'say' | 'command' | 'tool' | 'arguments' | 'builtin' | 'instruction' | 'parameters'
>;

const actions = ['say', 'command', 'tool', 'builtin', 'instruction'] as const;

/** Would the change have the job do something else, or the same on other terms? */
export function isOtherAction(change: Partial<JobDefinition>): boolean {
  return actions.some(field => change[field] !== undefined);
}

/** What it does, as it is written. */
export function writtenAction(action: JobAction): WrittenAction {
  switch (action.kind) {
    case 'say':
      return { say: action.text };
    case 'builtin':
      return { builtin: action.name };
    case 'ask':
      return { instruction: action.instruction, parameters: action.parameters };
    case 'tool': {
      const { command, ...others } = action.arguments;
      const isCommand =
        action.tool === 'execute_command' && typeof command === 'string' && Object.keys(others).length === 0;
      return isCommand ? { command } : { tool: action.tool, arguments: action.arguments };
    }
  }
}

/** The job as it would be with the change, or why it is none. What is left out stays; without a new schedule its instants do. */
export function changedJob(
  before: JobSpec,
  change: Partial<JobDefinition>,
  plan: (written: JobDefinition) => JobSpec | { readonly problem: Sentence },
): JobSpec | { readonly problem: Sentence } {
  const spec = plan(writtenAgain(before, change));
  if ('problem' in spec) return spec;
  const { schedule, when, taint, distrust } = before;
  const isOnTime = change.schedule === undefined && change.time_zone === undefined;
  return {
    ...spec,
    ...defined({
      schedule: isOnTime ? schedule : undefined,
      when: isOnTime ? when : undefined,
      distrust: spec.taint === taint && distrust !== undefined ? distrust : undefined,
    }),
  };
}

/** The job as it was written, with what is changed. */
function writtenAgain(before: JobSpec, change: Partial<JobDefinition>): JobDefinition {
  const { name, timeZone, action, notify, catchUp, overlap, retries, timeoutMs, budgetTokens } = before;
  const { priority, dedup, onSuccess, onFailure } = before;
  const terms = { notify, overlap, catch_up: catchUp, max_retries: retries, budget_tokens: budgetTokens };
  const written = isOtherAction(change) ? {} : writtenAction(action);
  return {
    // words that count from a day would mean another one by now
    schedule: writtenAs(before.schedule),
    name,
    time_zone: timeZone,
    ...terms,
    timeout: `${timeoutMs / 1000}s`,
    ...defined({
      idempotency_key: dedup?.key,
      dedup_window: dedup ? `${dedup.windowMs / 1000}s` : undefined,
      on_success: onSuccess,
      on_failure: onFailure,
    }),
    priority,
    ...written,
    ...change,
  };
}
