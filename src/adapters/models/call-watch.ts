/**
 * One call to a model server, watched: it ends when its caller aborts, when no first byte comes, and when the stream
 * falls silent.
 *
 * The client library under it gets one abort signal; why it was pulled is kept here, because libraries forget the
 * reason.
 */
import { type Part, says } from '../../domain/policy/sentence.ts';
import { brokenOff, type Fault, fault } from '../../domain/supervision/failure.ts';
import type { Clock } from '../../ports/clock.ts';

/** How long the other side may take, in milliseconds. */
export interface Deadlines {
  /** Until the first byte of the answer's body. */
  readonly firstByteMs: number;
  /** Between one piece of a stream and the next. */
  readonly silenceMs: number;
}

export interface CallWatch {
  /** For the client library. */
  readonly signal: AbortSignal;
  /** Bytes have come: the other side is alive. */
  touch(): void;
}

/**
 * Runs `work` under watch. Throws `cancelled` when `signal` aborts and `timeout` when a deadline passes, at once,
 * whatever the library does with the signal; else answers or throws as `work` does. `service` names the other side in
 * messages.
 */
export async function watched<Result>(
  watch: Deadlines & {
    readonly clock: Clock;
    readonly signal: AbortSignal;
    readonly service: Part;
    /** Bytes have come. */
    readonly onAlive?: (() => void) | undefined;
  },
  work: (call: CallWatch) => Promise<Result>,
): Promise<Result> {
  const { clock, service, firstByteMs, silenceMs } = watch;
  const inner = new AbortController();
  const sentAt = clock.elapsed();
  let receivedAt: number | undefined;
  let disarm = (): void => {};
  let giveUp: (reason: Fault) => void = () => {};
  const given = new Promise<never>((_resolve, reject) => {
    giveUp = reason => {
      reject(reason);
      inner.abort(reason);
    };
  });
  const onAbort = (): void => giveUp(fault('cancelled', says`the call to ${service} was cancelled`));
  const check = (): void => {
    // a process that was stopped has not waited meanwhile
    const dueAt = receivedAt === undefined ? sentAt + firstByteMs : receivedAt + silenceMs;
    const leftMs = dueAt - clock.elapsed();
    if (leftMs > 0) disarm = clock.after(Math.ceil(leftMs), check);
    else if (receivedAt === undefined)
      giveUp(
        fault('timeout', says`expected ${service} to answer within ${firstByteMs} ms, nothing came; try again later`),
      );
    else
      giveUp(
        fault('timeout', says`${service} fell silent for ${silenceMs} ms in the middle of its answer; try again`, {
          cause: brokenOff,
        }),
      );
  };
  if (watch.signal.aborted) throw fault('cancelled', says`the call to ${service} was cancelled before it began`);
  watch.signal.addEventListener('abort', onAbort, { once: true });
  disarm = clock.after(firstByteMs, check);
  const touch = (): void => {
    const first = receivedAt === undefined;
    receivedAt = clock.elapsed();
    watch.onAlive?.();
    if (!first) return;
    disarm();
    disarm = clock.after(silenceMs, check);
  };
  try {
    return await Promise.race([work({ signal: inner.signal, touch }), given]);
  } catch (error) {
    // Frees the connection where the work ended early for a reason of its own.
    inner.abort(error);
    throw error;
  } finally {
    disarm();
    watch.signal.removeEventListener('abort', onAbort);
  }
}
