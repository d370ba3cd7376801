/** Which conversations are to be summarised before their next request. */
import { createRequire } from 'node:module';
import { dropOldest } from '../../domain/collections/drop-oldest.ts';
import type * as Compaction from '../../domain/context/compaction.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CompactionLedger } from '../../ports/ledgers/compaction.ts';
import type { RecentMessages } from '../conversation/recent-messages.ts';

// With the second request of a process.
const load = createRequire(import.meta.url);

/** So many conversations are remembered, those that spoke last. */
const mostSessions = 256;
/** After a summary that failed none is tried for so long: each try is a wait. */
const restMs = 300_000;

export interface Fullness {
  /** A request was made: its messages may take so much, in estimated tokens. */
  noteRoom(session: string, room: number): void;
  /** A summary did not come about. */
  noteFailure(session: string): void;
  /** Until a request was made in this process nothing is known, and the answer is no. */
  isFull(session: string, turn: string): boolean;
}

export function fullness({
  recent,
  compactions,
  clock,
}: {
  readonly recent: Pick<RecentMessages, 'look'>;
  readonly compactions: Pick<CompactionLedger, 'undoneAt'>;
  readonly clock: Pick<Clock, 'now'>;
}): Fullness {
  const rooms = new Map<string, number>();
  const rests = new Map<string, number>();
  return {
    noteRoom: (session, room) => keep(rooms, session, room),
    noteFailure: session => keep(rests, session, clock.now() + restMs),
    isFull(session, turn) {
      if ((rests.get(session) ?? 0) > clock.now()) return false;
      const room = rooms.get(session);
      if (room === undefined) return false;
      const { isFull } = load('../../domain/context/compaction.ts') as typeof Compaction;
      return isFull({ messages: recent.look(session), turn, room, undoneAt: compactions.undoneAt(session) });
    },
  };
}

function keep(known: Map<string, number>, session: string, value: number): void {
  known.delete(session);
  known.set(session, value);
  dropOldest(known, mostSessions);
}
