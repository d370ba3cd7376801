/**
 * Has a program used its processor lately?
 *
 * Counted over its process, its group, its session and all their children, as /proc tells it, those that have ended
 * included. A program that only waits leaves the count as it is. Where there is no /proc nobody can know, and it counts
 * as at work.
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { Clock } from '../../../ports/clock.ts';

/** How often it is looked. */
const everyMs = 1000;

/** Calls `onAlive` about once a second while the program `leader` is at work; until the answered call. */
export function watchWork(leader: number, clock: Clock, onAlive: () => void): () => void {
  let before = processorTime(leader);
  const look = () => {
    const now = processorTime(leader);
    if (now === undefined || now !== before) onAlive();
    before = now;
    cancel = clock.after(everyMs, look);
  };
  let cancel = clock.after(everyMs, look);
  return () => cancel();
}

/** Ticks it has had; undefined where there is no /proc. */
function processorTime(leader: number): number | undefined {
  let pids: readonly number[];
  try {
    pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return undefined;
  }
  const found = new Set([leader]);
  let total = 0;
  // a child has a higher number than its parent, until the numbers start over; what is missed then is found by its
  // group or session
  for (const pid of pids.toSorted((a, b) => a - b)) {
    const stat = statOf(pid);
    // after the state stand parent, group and session
    if (!stat || !(pid === leader || stat.slice(1, 4).some(id => found.has(Number(id))))) continue;
    found.add(pid);
    // user, system, and the same of children that have ended
    for (const ticks of stat.slice(11, 15)) total += Number(ticks);
  }
  return total;
}

/** The fields from the state on: before it stands a name, which may hold spaces and brackets. */
function statOf(pid: number): readonly string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
