/** `straylight reset`: the sandbox made again, and what became of it. */
import type { Agent } from '../api/client/agent.ts';
import { type Io, jsonText } from './io.ts';

/** Begins it, waits for its end, and answers 1 where it failed. */
export async function reset({
  agent: { sandbox },
  io,
  json,
  signal,
  pause,
}: {
  readonly agent: Pick<Agent, 'sandbox'>;
  readonly io: Io;
  readonly json: boolean;
  /** Ends the waiting; the reset itself goes on where Straylight runs. */
  readonly signal: AbortSignal;
  /** Resolves a moment later. */
  readonly pause: () => Promise<void>;
}): Promise<number> {
  const { message } = await sandbox.reset();
  if (!json) io.out(message);
  let view = await sandbox.show();
  while (view.isResetting && !signal.aborted) {
    await pause();
    view = await sandbox.show();
  }
  const { lastReset } = view;
  if (json) io.out(jsonText(view));
  else if (lastReset && !view.isResetting) io.out(lastReset.text);
  return lastReset?.ok === false ? 1 : 0;
}
