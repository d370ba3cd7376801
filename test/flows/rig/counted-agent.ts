/**
 * The whole agent in this process, in time that a test counts: it stands still until the test lets it pass, and then
 * goes from one timer to the next, with everything that follows from each.
 *
 * Its files are real, and outlive it: a stop is that of the program, and a kill leaves them as they stood in that moment.
 */
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../../config/load.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { compose } from '../../../src/compose.ts';
import type { Straylight } from '../../../src/features/process/straylight.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import { lookOver } from './aftermath.ts';

export interface CountedAgent {
  /** The one that runs now. */
  readonly straylight: Straylight;
  /** Time passes until this instant. */
  until(instant: number): Promise<void>;
  /** The clock is set by so many milliseconds while it runs. */
  set(byMs: number): Promise<void>;
  /** It ends now, and is started again at this instant; an earlier one: the clock was set back meanwhile. */
  away(end: 'stopped' | 'killed', until: number): Promise<void>;
  /** Stops it, and looks its home over. */
  close(): Promise<void>;
}

/** Begins at an instant, in a new home. */
export async function countedAgent(at: number): Promise<CountedAgent> {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-counted-'));
  const home = join(folder, 'home');
  mkdirSync(home, { mode: 0o700 });
  writeFileSync(join(home, 'config.toml'), '[safe_mode]\nboots = 0\n[owner]\ntime_zone = "UTC"\n');
  const clock = countedClock(at);
  const start = async () => {
    const loaded = loadConfig({ home, env: {} });
    if (!loaded.ok) throw new Error(loaded.message);
    const straylight = await compose(loaded.config, { clock, reaching: false, server: false });
    await straylight.start();
    await straylight.system.quiet();
    return straylight;
  };
  let straylight = await start();

  /** Everything that is due now has happened. */
  async function settle(): Promise<void> {
    do {
      clock.fire();
      await new Promise(resolve => setImmediate(resolve));
      await straylight.system.quiet();
    } while ((straylight.system.host.store.nextDue() ?? Number.POSITIVE_INFINITY) <= clock.now());
  }

  return {
    get straylight() {
      return straylight;
    },
    async until(instant) {
      for (;;) {
        const next = straylight.system.host.store.nextDue() ?? instant;
        clock.to(Math.min(instant, Math.max(next, clock.now())));
        await settle();
        if (clock.now() === instant) return;
      }
    },
    async set(byMs) {
      clock.set(byMs);
      await settle();
    },
    async away(end, until) {
      const left = join(folder, 'left');
      if (end === 'killed') cpSync(home, left, { recursive: true, filter: path => path !== join(home, 'run') });
      await straylight.stop();
      if (end === 'killed') {
        rmSync(home, { recursive: true });
        renameSync(left, home);
      }
      clock.to(until);
      straylight = await start();
      await settle();
    },
    async close() {
      await straylight.stop();
      try {
        await lookOver(home, {});
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

interface CountedClock extends Clock {
  /** It is this instant now. */
  to(instant: number): void;
  set(byMs: number): void;
  /** Calls what waits for an instant that has come. */
  fire(): void;
}

/** What waits for some milliseconds of the machine, as a stop does, still gets them. */
function countedClock(startsAt: number): CountedClock {
  let passed = 0;
  let began = startsAt;
  const waiting = new Set<{ readonly at: number; readonly fire: () => void }>();
  const watching = new Set<(byMs: number) => void>();
  const now = () => began + passed;
  return {
    now,
    // nothing takes time
    elapsed: () => 0,
    id: systemClock.id,
    after(delayMs, call) {
      const end = () => {
        waiting.delete(one);
        cancel();
      };
      const fire = () => {
        end();
        call();
      };
      const one = { at: passed + delayMs, fire };
      const cancel = systemClock.after(delayMs, fire);
      waiting.add(one);
      return end;
    },
    onJump(call) {
      watching.add(call);
      return () => void watching.delete(call);
    },
    to(instant) {
      if (instant < now()) began += instant - now();
      else passed += instant - now();
    },
    set(byMs) {
      began += byMs;
      for (const call of [...watching]) call(byMs);
    },
    fire() {
      for (const { fire } of [...waiting].filter(({ at }) => at <= passed)) fire();
    },
  };
}
