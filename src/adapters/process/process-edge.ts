/** The edge of the process: signals that ask it to stop, and errors that nobody has taken. */
import type { Clock } from '../../ports/clock.ts';

/** The first signal asks for an orderly end; one that comes later ends the process at once. */
export function stopSignal({ elapsed }: Pick<Clock, 'elapsed'>): AbortSignal {
  const stopping = new AbortController();
  let firstAt = 0;
  const onSignal = () => {
    if (!stopping.signal.aborted) {
      firstAt = elapsed();
      stopping.abort();
      // A launcher and a terminal both pass one keypress on: what comes at the same moment is the same wish.
    } else if (elapsed() - firstAt > 250) process.exit(130);
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // until now the launcher answered for them (bin/straylight.js): nothing had begun that needs an orderly end.
    // It goes after the new one has come: without any listener a signal that is on its way would be lost.
    const before = process.listeners(name);
    process.on(name, onSignal);
    for (const listener of before) process.off(name, listener);
  }
  return stopping.signal;
}

/** An error that reached the edge: its kind, and where it came from. */
export interface Untaken {
  readonly error: unknown;
  /** The first lines of the stack, without the message. */
  readonly frames: readonly string[];
}

/**
 * What is done about an error that nobody has taken.
 *
 * One of the system (a pipe that broke, a file that could not be opened) says nothing about this program's state: it is
 * passed to
 * `onSystemError` and the process goes on. Anything else is a defect: the state in memory cannot be relied on any more,
 * so it is passed to `onDefect` and the process ends with 1. What was accepted is committed; the next start goes on
 * with it.
 */
export function watchUntaken(options: {
  readonly onSystemError: (untaken: Untaken) => void;
  readonly onDefect: (untaken: Untaken) => void;
}): void {
  process.on('uncaughtException', error => {
    const untaken = { error, frames: framesOf(error) };
    try {
      (isOfSystem(error) ? options.onSystemError : options.onDefect)(untaken);
    } finally {
      if (!isOfSystem(error)) process.exit(1);
    }
  });
}

function isOfSystem(error: unknown): boolean {
  const { errno, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  return typeof errno === 'number' && typeof syscall === 'string';
}

function framesOf(error: unknown): readonly string[] {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  return stack
    .split('\n')
    .map(line => line.trim())
    .filter(line => line.startsWith('at '))
    .slice(0, 6);
}
