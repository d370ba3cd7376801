/**
 * What a command or a chat talks to: the operations of the process that holds the home, and what is committed there.
 */

import type { DecisionAnswer } from '../../domain/approvals/card.ts';
import type { Frame } from '../../domain/supervision/view.ts';
import { defined } from '../../domain/text/json.ts';
import { Refusal } from '../refusal.ts';
import type { Client } from './client.ts';

/** The connection to the process that holds the home: lost, or there (again). */
export type Link = 'live' | 'lost';

export interface Agent extends Client {
  /** `here`: this process holds the home for as long as the command lasts; `there`: another process does. */
  readonly where: 'here' | 'there';
  /**
   * Calls back with each frame as it is committed, until the signal. Resolves when the watching has begun. `onLink` is
   * told where another process holds the home; the watch itself goes on.
   */
  watch(onFrame: (frame: Frame) => void, signal: AbortSignal, onLink?: (link: Link) => void): Promise<void>;
  close(): Promise<void>;
}

/** A decision and what came of it: one that did not count is an answer here, not a failure. */
export async function decisionAnswer(answering: ReturnType<Client['approvals']['decide']>): Promise<DecisionAnswer> {
  try {
    const { state, undoUntil } = await answering;
    return { ok: true, state, ...defined({ undoUntil }) };
  } catch (thrown) {
    if (!(thrown instanceof Refusal) || thrown.more.why === undefined) throw thrown;
    const { why, outcome } = thrown.more;
    return { ok: false, why, message: thrown.message, ...defined({ outcome }) } as DecisionAnswer;
  }
}
