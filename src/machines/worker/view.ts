/** What others may know of a worker, from its stored state. */
import type { Body } from '../../domain/conversation/body.ts';
import { inEnglish } from '../../domain/policy/sentence.ts';
import { defined } from '../../domain/text/json.ts';
import type { StoredState } from '../stored.ts';
import type { Context } from './types.ts';

export interface WorkerView {
  readonly diff?: Body;
  readonly conflicts: readonly string[];
  /** Each with what it found last, in English. */
  readonly checks: readonly { readonly text: string; readonly outcome: string }[];
}

export function workerView({ context }: StoredState): WorkerView {
  const { result = null, goalChecks = [] } = context as Partial<Context>;
  return {
    ...defined({ diff: result?.diff }),
    conflicts: result?.conflicts ?? [],
    checks: goalChecks.map(({ text, last }) => ({
      text,
      outcome: last === undefined ? 'not run' : `${last.outcome}: ${inEnglish(last.saw)}`,
    })),
  };
}
