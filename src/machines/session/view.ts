/** What others may know of a conversation. */

import type { Outage } from '../../domain/models/outage.ts';
import type { Side } from '../../domain/models/route.ts';
import type { Taint } from '../../domain/policy/taint.ts';
import type { Failure } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import type { StoredState } from '../stored.ts';
import { contextOf } from './migrate.ts';
import type { WaitingMessage } from './types.ts';

/**
 * Facts of a conversation for its row, its spans, the supervisor, and what happens when it is restarted, rewound or
 * stopped.
 */
export interface SessionView {
  /** The open turn; null: none. */
  readonly turn: string | null;
  /** The turns it is in: the open one, and the one that begins when that has been stopped. */
  readonly turns: readonly string[];
  /** Messages that wait for a turn of their own, as they came; the turn of each has the id of its event. */
  readonly later: readonly WaitingMessage[];
  /**
   * Its tool calls that have not ended: the id of the child, the tool, and what the call would do, if that is known.
   */
  readonly calls: readonly { readonly childId: string; readonly tool: string; readonly intent: string }[];
  /** How often the call was asked for in this turn that was asked for most. */
  readonly mostRepeats: number;
  /** Tries of the model call in hand. */
  readonly attempt?: number;
  /** What the newest model call failed with. */
  readonly failure: Failure | null;
  /** It waits for a model, or has just tried again. */
  readonly outage: Outage | null;
  /** In which its owner reads instants. */
  readonly timeZone?: string;
  /** While it is at work: what brought outside text since its owner's newest words; null: nothing did. */
  readonly distrust: string | null;
  /** How far what stands since its owner's newest words is trusted, and up to when its owner has trusted all it held. */
  readonly taint?: Taint;
  readonly trustedUntil?: number;
  /** The only models that may read its turn. */
  readonly only?: Side;
}

/** The view of a stored conversation. */
export function sessionView({ context }: StoredState): SessionView {
  const { turn = null, open, calling, trust } = contextOf(context as object);
  const { calls = {}, next = null, later = [] } = open ?? {};
  return {
    turn: turn?.id ?? null,
    turns: [turn?.id, next?.turn].filter(one => one !== undefined),
    later,
    calls: Object.entries(calls).map(([childId, { tool, intent }]) => ({ childId, tool, intent })),
    mostRepeats: Math.max(0, ...Object.values(turn?.asked ?? {})),
    failure: calling?.failure ?? null,
    outage: calling?.outage ?? null,
    // the owner's next words begin trusted
    distrust: turn === null && Object.keys(calls).length === 0 ? null : (trust?.distrust ?? null),
    ...defined({
      attempt: calling?.attempt,
      timeZone: calling?.patience?.timeZone,
      taint: trust?.taint,
      trustedUntil: trust?.until ?? undefined,
      only: calling?.only ?? undefined,
    }),
  };
}
