/** Effects that a test steers by hand: each run waits until the test ends it. */
import { type AnyActorLogic, fromPromise } from 'xstate';

/** One run of an effect, to be ended by the test. */
export interface Run {
  readonly src: string;
  readonly input: {
    readonly what: string;
    readonly effect: { readonly address: string; readonly key: string; readonly attempt: number };
  };
  readonly signal: AbortSignal;
  done(output: string): void;
  fail(failure: unknown): void;
}

export interface Runs {
  /** Effects that have begun, in order. */
  readonly begun: Run[];
  /** Waits for the n-th effect (from 1) to begin. */
  nth(number: number): Promise<Run>;
  logic(src: string): AnyActorLogic;
}

export function steeredRuns(): Runs {
  const begun: Run[] = [];
  const waiting: (() => void)[] = [];
  return {
    begun,
    async nth(number) {
      while (begun.length < number) await new Promise<void>(resolve => waiting.push(resolve));
      return begun[number - 1] as Run;
    },
    logic: src =>
      fromPromise<string, object>(({ input }) => {
        const { signal, ...rest } = input as unknown as Run['input'] & { readonly signal: AbortSignal };
        return new Promise((resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason), { once: true });
          begun.push({ src, input: rest, signal, done: resolve, fail: reject });
          for (const wake of waiting.splice(0)) wake();
        });
      }),
  };
}
