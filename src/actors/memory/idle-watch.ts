/**
 * Looks now and then which conversations have come to rest with something new in them, and starts a run of the observer
 * for each: one for each newest message, however often it looks and whenever it dies.
 */
import type { News, Observations } from '../../ports/memory/observations.ts';
import type { System } from '../runtime/system.ts';

/** What is older is not learned from: a home that is updated does not read all it has. */
const newsMs = 7 * 86_400_000;
/** Between two looks. */
const longestPauseMs = 30_000;
const shortestPauseMs = 250;

export interface IdleWatch {
  start(): void;
  stop(): void;
  /** Looks at a conversation now, up to a message that is about to leave its requests. */
  look(session: string, upTo: string): void;
}

export function idleWatch({
  observations,
  system,
  clock,
  idleMs,
  onFailure,
}: {
  readonly observations: Pick<Observations, 'rested' | 'newsUpTo'>;
  readonly system: Pick<System, 'accept' | 'isSafe'>;
  readonly clock: { now(): number; after(ms: number, call: () => void): () => void };
  /** A conversation rests once nothing was said in it for so long. */
  readonly idleMs: number;
  /** Called with what went wrong; it looks again all the same. */
  readonly onFailure: (thrown: unknown) => void;
}): IdleWatch {
  const pauseMs = Math.max(shortestPauseMs, Math.min(idleMs / 4, longestPauseMs));
  let cancel = () => {};

  function look(): void {
    cancel = clock.after(pauseMs, look);
    try {
      // in safe mode nothing is learned
      if (system.isSafe) return;
      const now = clock.now();
      for (const news of observations.rested(now - idleMs, now - newsMs)) begin(news);
    } catch (thrown) {
      onFailure(thrown);
    }
  }

  function begin(news: News): void {
    const { session, upto } = news;
    const target = `observer:${session.slice(session.indexOf(':') + 1)}~${upto}`;
    system.accept({ target, event: { type: 'conversation.rested', ...news }, dedupe: target }).catch(onFailure);
  }

  return {
    start: look,
    stop: () => cancel(),
    look(session, upTo) {
      const news = system.isSafe ? undefined : observations.newsUpTo(session, upTo, clock.now() - newsMs);
      if (news) begin(news);
    },
  };
}
