/** `straylight reset`: the sandbox made anew, and what became of it. */
import type { House } from './house.ts';
import { type Io, jsonText } from './io.ts';

export interface ResetOptions {
  readonly house: Pick<House, 'sandbox'>;
  readonly io: Io;
  readonly json: boolean;
  /** Ends the waiting; the reset itself goes on where a house runs. */
  readonly signal: AbortSignal;
  /** Resolves a moment later. */
  readonly pause: () => Promise<void>;
}

/** Begins it, waits for its end, and answers 1 where it failed. */
export async function reset({ house: { sandbox }, io, json, signal, pause }: ResetOptions): Promise<number> {
  const begun = await sandbox.reset();
  if (!json) io.out(begun);
  let view = await sandbox.look();
  while (view.isResetting && !signal.aborted) {
    await pause();
    view = await sandbox.look();
  }
  const { lastReset } = view;
  if (json) io.out(jsonText(view));
  else if (lastReset && !view.isResetting) io.out(lastReset.text);
  return lastReset?.ok === false ? 1 : 0;
}
