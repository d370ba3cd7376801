/** What others may know of a worker, from its stored state. */
import type { Body } from '../../domain/conversation/body.ts';
import { inEnglish } from '../../domain/policy/sentence.ts';
import { defined } from '../../domain/text/json.ts';
import type { StoredState } from '../stored.ts';
import type { Context, WorkGiven } from './types.ts';

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

/** What it was given; undefined: nothing yet, or its state cannot be read. */
export function givenWork({ context }: StoredState): WorkGiven | undefined {
  const { worker, folder, task, checks, session, taint, executor, ...terms } = context as Partial<Context>;
  const { runMs, language, undoMs, expiresAfterMs } = terms;
  if (!worker || folder === undefined || task === undefined || checks === undefined) return undefined;
  if (session === undefined || taint === undefined || executor === undefined || runMs === undefined) return undefined;
  if (language === undefined || undoMs === undefined || expiresAfterMs === undefined) return undefined;
  return { worker, folder, task, checks, session, taint, executor, runMs, language, undoMs, expiresAfterMs };
}
