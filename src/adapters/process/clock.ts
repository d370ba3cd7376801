/** The present, and waiting for later. The only place that reads the machine's clock or its randomness. */

import { randomBytes } from 'node:crypto';
import type { Clock } from '../../ports/clock.ts';
import { runningTime, tickMs } from './running-time.ts';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random base62 text. */
export const randomText = randomLetters();

/** Asks the system for 4 KB at a time: asking takes longer than the letters do. */
function randomLetters(): (length: number) => string {
  let pool = Buffer.alloc(0);
  let used = 0;
  return length => {
    let text = '';
    while (text.length < length) {
      if (used === pool.length) {
        pool = randomBytes(4096);
        used = 0;
      }
      const byte = pool[used++] ?? 255;
      if (byte < 248) text += base62[byte % 62]; // 248 and more would favour some letters
    }
    return text;
  };
}

const running = runningTime(
  () => performance.now(),
  tick => void setInterval(tick, tickMs).unref(),
);

/** The same clock, but that a call which throws later ends nothing: it is passed to `onThrow`. */
export function guardedClock(clock: Clock, onThrow: (thrown: unknown) => void): Clock {
  const guarded =
    <Arguments extends readonly unknown[]>(call: (...all: Arguments) => void) =>
    (...all: Arguments) => {
      try {
        call(...all);
      } catch (thrown) {
        onThrow(thrown);
      }
    };
  return {
    now: () => clock.now(),
    elapsed: () => clock.elapsed(),
    stoppedMs: clock.stoppedMs,
    id: () => clock.id(),
    after: (delayMs, call) => clock.after(delayMs, guarded(call)),
    onJump: call => clock.onJump?.(guarded(call)) ?? (() => {}),
  };
}

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: running.elapsed,
  stoppedMs: running.stoppedMs,
  after(delayMs, call) {
    const timer = setTimeout(call, Math.min(delayMs, 2 ** 31 - 1));
    return () => clearTimeout(timer);
  },
  id: () => randomText(16),
  onJump(call) {
    let wall = Date.now();
    let run = performance.now();
    const timer = setInterval(() => {
      const [wallBefore, runBefore] = [wall, run];
      wall = Date.now();
      run = performance.now();
      const byMs = wall - wallBefore - (run - runBefore);
      // a clock that is kept right by small steps does not jump
      if (Math.abs(byMs) >= jumpMs) call(Math.round(byMs));
    }, 1_000);
    timer.unref();
    return () => clearInterval(timer);
  },
};

const jumpMs = 1_000;
