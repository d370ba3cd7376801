/** What was left out of the requests of a conversation for want of room, as facts: when, up to where, and why. */
import type { ContextWindow } from '../conversation/context-window.ts';
import type { ReadMessage } from '../conversation/message.ts';

/**
 * `room`: the messages took more than their share of what the model takes. `refused`: its server refused the request as
 * too long. `scored`: a model chose what matters least.
 */
export type EvictionReason = 'room' | 'refused' | 'scored';

/** What is left out from a request on. */
export interface LeftOutFrom {
  readonly why: EvictionReason;
  /** So many results are one line each, the newest of them in this message. */
  readonly brief: number;
  readonly briefTo: string | null;
  /** So many older messages are not in it at all, the newest of them this one. */
  readonly older: number;
  readonly olderTo: string | null;
}

/** It stands in the journal of its conversation, too. */
export interface Eviction extends LeftOutFrom {
  readonly turn: string;
  /** UTC epoch ms. */
  readonly at: number;
  readonly model: string;
}

/** What is left out of a window. `source`: the messages it was made of, as they stand in the conversation. */
export function leftOutFrom(
  { messages, brief, older, isScored }: Pick<ContextWindow, 'messages' | 'brief' | 'older' | 'isScored'>,
  source: readonly ReadMessage[],
  why: EvictionReason,
): LeftOutFrom {
  const briefTo = messages.findLast(({ id }) => brief.has(id))?.id ?? null;
  if (isScored) {
    const shown = new Set(messages.map(({ turn }) => turn));
    const olderTo = source.findLast(({ turn, isSummary }) => isSummary !== true && !shown.has(turn))?.id ?? null;
    return { why: 'scored', brief: brief.size, briefTo, older, olderTo };
  }
  const first = messages.find(({ isSummary }) => isSummary !== true)?.id;
  const at = older === 0 ? -1 : source.findIndex(({ id }) => id === first);
  return { why, brief: brief.size, briefTo, older, olderTo: source[at - 1]?.id ?? null };
}

/** Undefined where nothing has changed since the last time. */
export function newlyLeftOut(now: LeftOutFrom, before: LeftOutFrom | undefined): LeftOutFrom | undefined {
  const { briefTo = null, olderTo = null, why, older } = before ?? {};
  // what a model chose may end with the same message as what the rules did
  const isOtherChoice = (now.why === 'scored') !== (why === 'scored') || (now.why === 'scored' && now.older !== older);
  return now.briefTo === briefTo && now.olderTo === olderTo && !isOtherChoice ? undefined : now;
}
