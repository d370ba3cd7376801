/**
 * Everything that may happen next in a simulated agent, and the time in which it happens.
 *
 * Nothing here waits for the machine's own clock. Whoever drives it chooses which of the things that are ready happens,
 * or lets time pass until another one is; so one seed is one order of events.
 */
import type { Clock } from '../../../src/ports/clock.ts';

/** Takes one of several, by its number. */
export type Choose = (below: number) => number;

export interface Schedule {
  /** The clock on the wall, UTC in milliseconds; it may be set. */
  now(): number;
  /** What has passed since the beginning; it only grows. */
  elapsed(): number;
  /** Happens once, not before `delayMs` have passed. `whose`: it goes with its owner. The answer takes it back. */
  add(whose: object, delayMs: number, call: () => void): () => void;
  /** How many things are ready to happen. */
  readonly ready: number;
  /** How long until one more is; undefined: never. */
  readonly nextMs: number | undefined;
  /** Lets one of the ready things happen. */
  run(choose: Choose): void;
  /** Time passes; what becomes ready by that is not run yet. */
  pass(ms: number): void;
  /** The clock on the wall is set, forward or back. */
  set(ms: number): void;
  /** Stretches of the clock on the wall that came again since it was set back. */
  readonly again: readonly { readonly from: number; readonly to: number }[];
  /** Nothing of this owner happens any more. */
  drop(whose: object): void;
  /** The clock of one life of Straylight. */
  clock(whose: object): Clock;
  /** How many ids were given. */
  readonly ids: number;
  /** What the host runs soon. */
  soon(whose: object): (call: () => void) => void;
}

interface Coming {
  readonly whose: object;
  readonly at: number;
  readonly call: () => void;
}

/** `given`: so many ids were given before. */
export function createSchedule(startsAt: number, given = 0): Schedule {
  let elapsed = 0;
  let offset = startsAt;
  let ids = given;
  let coming: Coming[] = [];
  let watching: { readonly whose: object; readonly call: (byMs: number) => void }[] = [];
  const again: { readonly from: number; readonly to: number }[] = [];
  /** Whoever has gone asks for nothing more. */
  const gone = new WeakSet<object>();

  const schedule: Schedule = {
    now: () => offset + elapsed,
    elapsed: () => elapsed,
    add(whose, delayMs, call) {
      if (gone.has(whose)) return () => {};
      const one: Coming = { whose, at: elapsed + Math.max(0, delayMs), call };
      coming.push(one);
      return () => {
        coming = coming.filter(other => other !== one);
      };
    },
    get ready() {
      return coming.filter(({ at }) => at <= elapsed).length;
    },
    get nextMs() {
      const later = coming.filter(({ at }) => at > elapsed).map(({ at }) => at);
      return later.length === 0 ? undefined : Math.min(...later) - elapsed;
    },
    run(choose) {
      const ready = coming.filter(({ at }) => at <= elapsed);
      const one = ready[choose(ready.length)];
      if (!one) return;
      coming = coming.filter(other => other !== one);
      one.call();
    },
    pass(ms) {
      elapsed += ms;
    },
    set(ms) {
      const to = schedule.now();
      offset += ms;
      if (ms < 0) again.push({ from: to + ms, to });
      // whoever watches the clock looks every second
      for (const { whose, call } of watching) schedule.add(whose, 1000, () => call(ms));
    },
    again,
    drop(whose) {
      gone.add(whose);
      coming = coming.filter(one => one.whose !== whose);
      watching = watching.filter(one => one.whose !== whose);
    },
    clock: whose => ({
      now: schedule.now,
      elapsed: schedule.elapsed,
      after: (delayMs, call) => schedule.add(whose, delayMs, call),
      id() {
        ids += 1;
        return ids.toString(36).padStart(16, '0');
      },
      onJump(call) {
        const one = { whose, call };
        watching.push(one);
        return () => {
          watching = watching.filter(other => other !== one);
        };
      },
    }),
    get ids() {
      return ids;
    },
    soon: whose => call => void schedule.add(whose, 0, call),
  };
  return schedule;
}

/** What was begun goes on until it waits for something of the schedule. */
export function settled(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve));
}
