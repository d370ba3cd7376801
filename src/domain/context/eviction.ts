/**
 * What of a long conversation leaves a request, by rules alone.
 *
 * First the results of tools that lie five turns back become one line that says how to read them again, then the oldest
 * turns go. It happens in batches: where the room is nearly full, so much leaves at once that several turns find room
 * again. Until then each request begins with the one before it, and a provider goes on reading from its cache.
 */
import type { Body } from '../conversation/body.ts';
import type { ReadMessage } from '../conversation/message.ts';
import { shortCalls } from '../conversation/shortening.ts';

/** From such a share of the room on something leaves, and until such a share is left. */
const threshold = 0.8;
const target = 0.6;
/** Results of the newest turns stay as they are, the running one among them. */
export const wholeTurns = 5;
/** A shorter result takes no more room than the line in its place. */
const leastResult = 400;
const leastArguments = 400;

/** One turn: what it weighs, and what it weighs with its results left out. */
export interface TurnWeight {
  readonly whole: number;
  readonly brief: number;
}

/** Turns before `briefTo` have their results left out, those before `from` are left out. */
export interface Eviction {
  readonly from: number;
  readonly briefTo: number;
}

/**
 * What leaves of these turns, oldest first, the last of them running. It follows from the turns alone: told of one turn
 * more, it mostly answers the same, and where it does not, much leaves at once. `resultShare`: as long as results take
 * no more of the room, they stay and the oldest turns go; without it they go first.
 */
export function eviction(turns: readonly TurnWeight[], room: number, resultShare = -1): Eviction {
  const steady = inSteps(room);
  let from = 0;
  let briefTo = 0;
  let size = 0;
  for (const [at, turn] of turns.entries()) {
    size += turn.whole;
    if (size <= steady * threshold) continue;
    const end = resultsFrom(turns, Math.max(from, briefTo), at) > steady * resultShare ? at + 1 - wholeTurns : 0;
    for (; briefTo < end; briefTo += 1)
      size -= briefTo < from ? 0 : (turns[briefTo]?.whole ?? 0) - (turns[briefTo]?.brief ?? 0);
    if (size <= steady * target) continue;
    while (from < at && size > steady * target) {
      size -= (from < briefTo ? turns[from]?.brief : turns[from]?.whole) ?? 0;
      from += 1;
    }
  }
  return { from, briefTo };
}

/** What the results of these turns weigh. */
function resultsFrom(turns: readonly TurnWeight[], from: number, to: number): number {
  let size = 0;
  for (let at = from; at <= to; at += 1) size += (turns[at]?.whole ?? 0) - (turns[at]?.brief ?? 0);
  return size;
}

/** What is left once something has left: no more than that, so that several turns find room again. */
export function roomLeft(room: number): number {
  return inSteps(room) * target;
}

/** In coarse steps: a memory more in the instructions is not to change what leaves. */
function inSteps(room: number): number {
  const step = 2 ** Math.max(0, Math.floor(Math.log2(Math.max(1, room))) - 3);
  return Math.floor(room / step) * step;
}

/** The same message with one line for a long result, and without the middle of long arguments. */
export function briefMessage(message: ReadMessage, read: (body: Body) => string): ReadMessage {
  if (message.role !== 'tool') return shortCalls(message, leastArguments, read);
  const { id, text, tool = 'a tool' } = message;
  if (text.length < leastResult || !id.startsWith('tool-call:')) return message;
  // words of ours, whatever the result was: nothing of it is shown
  return { ...message, taint: 'owner', text: leftOutLine(tool, id, text.length) };
}

function leftOutLine(tool: string, id: string, characters: number): string {
  return `[${characters} characters of the result of ${tool} are left out here, for want of room. Call earlier_result with {"id": "${id}"} to read them.]`;
}
