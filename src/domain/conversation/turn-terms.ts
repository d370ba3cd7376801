/** On what terms a turn is taken: how urgent it is, until when it is of use, and which models may answer. */
import type { Side } from '../models/route.ts';
import type { NamedFile } from './files.ts';

/** From the least urgent to the most. What waits for a place begins by this, then by age. */
export const priorities = ['low', 'normal', 'high', 'critical'] as const;
export type Priority = (typeof priorities)[number];

/** What somebody asks for with a message. */
export interface TurnTerms {
  readonly priority?: Priority;
  /** The turn ends by itself when so much time has passed. */
  readonly deadlineMs?: number;
  /** Only models that run there may answer. */
  readonly only?: Side;
}

/** A deadline lies at most so far ahead. */
export const longestDeadlineMs = 7 * 86_400_000;

/** How urgent, as a number; nothing said is `normal`, which is 0. */
function urgency(priority: Priority | undefined): number {
  return priorities.indexOf(priority ?? 'normal') - priorities.indexOf('normal');
}

/** How urgent the turn of an effect is, from its input. */
export function urgencyOf({ priority }: { readonly priority?: Priority }): number {
  return urgency(priority);
}

/** The more urgent of two; undefined where neither says anything. */
export function moreUrgent(one: Priority | undefined, other: Priority | undefined): Priority | undefined {
  return urgency(one) >= urgency(other) ? (one ?? other) : other;
}

/** The stricter of two: what was to stay on the owner's machines does. */
export function stricter(one: Side | undefined, other: Side | undefined): Side | undefined {
  return one === 'local' || other === 'local' ? 'local' : (one ?? other);
}

/** Something said from outside, and the terms it comes with. */
export interface Saying extends TurnTerms {
  /** Makes a repeat of the same message a no-op. */
  readonly clientId: string;
  /** May be empty where files come with it. */
  readonly text: string;
  /** Files that were kept before. */
  readonly files?: readonly NamedFile[];
  /** Names the work: while the turn it was asked for lasts, asking again under the same key gives that turn. */
  readonly key?: string;
  /** It joins no other turn: it waits until the running one has ended, and is answered by itself. */
  readonly ownTurn?: boolean;
}
