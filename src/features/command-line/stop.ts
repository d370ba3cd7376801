/** `straylight stop`: who uses the home is told by its lock, since the id that a dead process left may be another's. */
import type { HomePaths } from '../../../config/home.ts';
import { systemClock } from '../../adapters/process/clock.ts';
import { stop } from '../../commands/stop.ts';
import type { Edge } from './edge.ts';
import { homeUser } from './home-user.ts';

/** Work that runs is given half a minute at a stop, and as long again for what comes after it. */
const mostMs = 60_000;

export async function stopHere(
  paths: HomePaths,
  { isNow, json }: { readonly isNow: boolean; readonly json: boolean },
  { io }: Edge,
): Promise<number> {
  const late = new AbortController();
  systemClock.after(mostMs, () => late.abort());
  return stop({
    io,
    json,
    isNow,
    user: await homeUser(paths),
    ask: pid => process.kill(pid, 'SIGTERM'),
    pause: () => new Promise(done => systemClock.after(300, done)),
    signal: late.signal,
  });
}
