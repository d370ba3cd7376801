/** A turn that a caller waits for: until it has ended, waits for the owner, or the caller has waited long enough. */
import type { Agent } from '../../api/client/agent.ts';
import type { CallerTurn } from '../../domain/callers/caller.ts';
import { callerSession } from '../../domain/callers/caller.ts';
import { says } from '../../domain/policy/sentence.ts';
import { fault, isRetryable, toFailure } from '../../domain/supervision/failure.ts';
import type { Clock } from '../../ports/clock.ts';

/** What of the agent is asked. */
export type Served = Pick<Agent, 'callers' | 'watch'>;

export interface Following {
  readonly agent: Served;
  readonly clock: Pick<Clock, 'after' | 'elapsed'>;
  readonly waitMs: number;
  /** Also while only its owner can move it. */
  readonly isUntilEnd?: boolean;
  readonly signal: AbortSignal;
  /** It goes on; a few words about that. */
  readonly onProgress: (words: string) => void;
}

/** How often it is asked as well, should nothing be told of it. */
const askEveryMs = 2_000;

/** Throws `invalid` where there is no such turn, `unavailable` where the agent stays away for the whole time. */
export async function followTurn(id: string, following: Following): Promise<CallerTurn> {
  const { clock, waitMs, signal, onProgress, isUntilEnd = false } = following;
  const until = clock.elapsed() + waitMs;
  const watching = new AbortController();
  const pause = pauses(following, AbortSignal.any([signal, watching.signal]));
  let away: unknown;
  try {
    for (;;) {
      const turn = await looked(id, following.agent).catch((thrown: unknown) => {
        if (!isRetryable(toFailure(thrown))) throw thrown;
        away = thrown;
        return undefined;
      });
      const isLast = clock.elapsed() >= until || signal.aborted;
      if (turn) {
        if (isOver(turn) || (turn.waits.length > 0 && !isUntilEnd) || isLast) return turn;
        onProgress(turn.state === 'queued' ? 'It waits for the turn before it.' : 'It works on.');
        await pause.watch(callerSession(turn.conversation));
      } else if (isLast) throw away;
      await pause.once(Math.max(0, Math.min(askEveryMs, until - clock.elapsed())));
    }
  } finally {
    watching.abort();
  }
}

export function isOver({ state }: Pick<CallerTurn, 'state'>): boolean {
  return state !== 'queued' && state !== 'running';
}

/** The turn as it is now. */
export async function looked(id: string, { callers }: Pick<Served, 'callers'>): Promise<CallerTurn> {
  const turn = await callers.turn({ id });
  if (!turn) throw fault('invalid', says`there is no turn of this id in a conversation of callers`);
  return turn;
}

/** Waits until something is told of the conversation, or so long. */
function pauses({ agent, clock }: Pick<Following, 'agent' | 'clock'>, signal: AbortSignal) {
  let watched: Promise<void> | undefined;
  let wake = () => {};
  let hasNews = false;
  return {
    watch(session: string): Promise<void> {
      const onFrame = () => {
        hasNews = true;
        wake();
      };
      // where it cannot be watched it is asked all the same
      watched ??= agent.watch(onFrame, signal, { turnsOf: session }).catch(() => {});
      return watched;
    },
    async once(ms: number): Promise<void> {
      if (!hasNews && !signal.aborted)
        await new Promise<void>(resolve => {
          const cancel = clock.after(ms, resolve);
          wake = () => {
            cancel();
            resolve();
          };
          signal.addEventListener('abort', wake, { once: true });
        });
      signal.removeEventListener('abort', wake);
      hasNews = false;
    },
  };
}
