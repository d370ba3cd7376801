/**
 * An actor that does one piece of work: a promise logic that gets its input, what the host tells it about itself, and a
 * signal.
 */
import { type EventObject, fromPromise } from 'xstate';
import { aliveEvent, type Work } from './runtime/registry.ts';

/** What it emits on the way is shown to clients that watch and never stored; `alive` only says that it goes on. */
export function work<Output, Input, Emitted extends EventObject = EventObject>(
  run: (input: Work<Input>, emit: (event: Emitted) => void, alive: () => void) => Promise<Output>,
) {
  return fromPromise<Output, Work<Input>, Emitted | typeof aliveEvent>(({ input, emit }) =>
    run(input, emit, () => emit(aliveEvent)),
  );
}
