/** `straylight stop`: the process that uses the home ends in good order. */

import { fault } from '../domain/supervision/failure.ts';
import { catalog } from '../domain/text/catalog.ts';
import { type Io, jsonText } from './io.ts';

/** Exit code 0 where nothing uses the home any more, 1 where it still stops when the waiting ends. */
export async function stop({
  io,
  json,
  isNow,
  user,
  ask,
  pause,
  signal,
}: {
  readonly io: Io;
  readonly json: boolean;
  /** Does not let running work end first. */
  readonly isNow: boolean;
  /** The process that uses the home now, which says its id a moment after it began; undefined: none does. */
  readonly user: () => { readonly pid?: number } | undefined;
  /** Asks it to stop; asked again, it ends at once. */
  readonly ask: (pid: number) => void;
  /** Resolves a moment later. */
  readonly pause: () => Promise<void>;
  /** Ends the waiting. */
  readonly signal: AbortSignal;
}): Promise<number> {
  const say = words[io.language ?? 'en'];
  const found = user();
  if (!found) {
    io.out(json ? jsonText({ running: false }) : say.notRunning);
    return 0;
  }
  const { pid } = found;
  if (pid === undefined) throw fault('unavailable', 'another process is just opening this home; try again');
  const isThere = () => {
    const now = user();
    return now !== undefined && (now.pid ?? pid) === pid;
  };
  ask(pid);
  if (!json) io.err(io.style.dim(say.stopping(pid, isNow)));
  await pause();
  if (isNow && isThere()) ask(pid);
  while (isThere()) {
    if (signal.aborted)
      throw fault(
        'timeout',
        `process ${pid} is still finishing its work; "straylight stop --now" ends it at once, and the next start goes on with it`,
      );
    await pause();
  }
  io.out(json ? jsonText({ running: false, stopped: pid }) : say.stopped);
  return 0;
}

const words = catalog('commands/stop', {
  en: {
    notRunning: 'Straylight is not running.',
    stopping: (pid: number, isNow: boolean) =>
      `Stopping process ${pid}${isNow ? '' : ' after running work has finished'} …`,
    stopped: 'Stopped.',
  },
  de: {
    notRunning: 'Straylight läuft nicht.',
    stopping: (pid: number, isNow: boolean) =>
      `Hält Prozess ${pid} an${isNow ? '' : ', sobald die laufende Arbeit fertig ist'} …`,
    stopped: 'Angehalten.',
  },
});
