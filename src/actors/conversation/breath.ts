/**
 * Messages that were sent in one breath are read together: a request waits until the owner's newest words are a little
 * old, so that a paste in pieces has one turn, one answer and one price. Each message is committed before; what waits
 * here is only the question to the model.
 */

import { isWhole } from '../../domain/conversation/chat-session.ts';
import type { ReadMessage } from '../../domain/conversation/message.ts';
import type { Side } from '../../domain/models/route.ts';
import type { Clock } from '../../ports/clock.ts';

/** Words that go on and on begin their turn after so many waits. */
const mostWaits = 10;
/** What a channel has put together by its own marks, and the message right behind it, are taken so close together. */
const behindMs = 50;
/** A process that has just begun to work takes up to so long for its first request. */
const busyMs = 1_000;

/**
 * Waits until the owner has said what there is to say. False: what came since is for other models than this request
 * goes to, so it may not be shown to this one.
 */
export function breath({
  recent,
  clock,
  gatherMs,
  sideOf,
}: {
  readonly recent: { of(session: string): readonly ReadMessage[] };
  readonly clock: Pick<Clock, 'now' | 'after'>;
  /** So long more may come; 0: nothing is waited for. */
  readonly gatherMs: number;
  /** Whose models may read the turn as it is now. */
  readonly sideOf: (session: string) => Side | undefined;
}) {
  /** For how long more may come behind the newest message. */
  function left(session: string, isFirst: boolean): number {
    const last = recent.of(session).at(-1);
    if (last?.role !== 'owner') return 0;
    const longest = waitFor(last.id);
    if (longest === 0) return 0;
    const age = clock.now() - last.at;
    // while this process was busy with the first one, the second may have come and not have been looked at
    const least = isFirst && age < busyMs ? longest / 3 : 0;
    // a clock that was set back is no reason to wait for longer
    return Math.min(longest, Math.max(least, longest - age));
  }

  function waitFor(id: string): number {
    if (id.startsWith('telegram:')) return behindMs;
    return id.startsWith('local:') && !isWhole(id) ? gatherMs : 0;
  }

  /** Only words of the owner change that, and behind those stands at least what was answered to them. */
  function isStillFor(session: string, only: Side | undefined): boolean {
    const newest = recent.of(session).findLast(({ role }) => role !== 'tool');
    return newest?.role !== 'owner' || sideOf(session) === only;
  }

  return async (session: string, only: Side | undefined, signal: AbortSignal): Promise<boolean> => {
    for (let waits = 0; waits < mostWaits && !signal.aborted; waits++) {
      const ms = left(session, waits === 0);
      if (ms <= 0) break;
      await pause(clock, ms, signal);
    }
    return isStillFor(session, only);
  };
}

function pause(clock: Pick<Clock, 'after'>, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const cancel = clock.after(ms, done);
    function done(): void {
      cancel();
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done, { once: true });
  });
}
