/** What another program or a file gives on standard input. */
import { once } from 'node:events';
import { fstatSync } from 'node:fs';
import { text } from 'node:stream/consumers';

/**
 * Empty where it is a terminal, a socket or a device, whose end may never come; undefined where it is a pipe and no byte
 * came in time: who starts a program may leave one open that nobody ever writes into.
 */
export async function pipedInput(input: typeof process.stdin, longestWaitMs: number): Promise<string | undefined> {
  const kind = statOf(input.fd);
  if (kind?.isFile()) return text(input);
  if (!kind?.isFIFO()) return '';
  const waited = AbortSignal.timeout(longestWaitMs);
  try {
    // at the end of an empty pipe, too
    await once(input, 'readable', { signal: waited });
  } catch (error) {
    if (!waited.aborted) throw error;
    input.destroy();
    return undefined;
  }
  return text(input);
}

/** Undefined: it is closed. */
function statOf(descriptor: number) {
  try {
    return fstatSync(descriptor);
  } catch {
    return undefined;
  }
}
