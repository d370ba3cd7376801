/** What a program or a file gives on standard input. */
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Clock } from '../../ports/clock.ts';

/** Who starts a program may leave a pipe open that nobody ever writes into. */
const longestWaitMs = 3000;

/** All of it; undefined: not even its first byte, or its end, came for three seconds. */
export async function pipedInput(input: Readable, clock: Pick<Clock, 'after'>): Promise<string | undefined> {
  const hasBegun = await new Promise<boolean>((done, failed) => {
    const cancel = clock.after(longestWaitMs, () => done(false));
    const begun = () => {
      cancel();
      done(true);
    };
    input.once('readable', begun).once('end', begun).on('error', failed);
  });
  if (hasBegun) return text(input);
  input.destroy();
  return undefined;
}
