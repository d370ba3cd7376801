/**
 * Gives memories and messages their vectors, in the background and a batch at a time: what is new, what was reworded,
 * and everything once more after another model was set.
 *
 * A batch is written in one transaction with how far it has come. One that was cut off is asked for once more, so
 * nothing is lost and nothing is there twice.
 */
import type { MeaningState } from '../../domain/memory/service.ts';
import { toFailure } from '../../domain/supervision/failure.ts';
import type { Unembedded, VectorStore } from '../../ports/memory/vectors.ts';
import type { ModelCalls } from '../../ports/model-call.ts';
import type { System } from '../runtime/system.ts';

export interface EmbeddingRun {
  start(): void;
  stop(): Promise<void>;
  /** Undefined: no model is set. */
  state(): MeaningState | undefined;
}

const batchSize = 64;
/** Between two looks for something new. */
const pauseMs = 1_000;
const firstRetryMs = 15_000;
const lastRetryMs = 900_000;
/** "Yes", "ok", "thanks": shorter messages say nothing that could be found by its meaning. */
const leastText = 8;

export function embeddingRun({
  vectors,
  models,
  system,
  clock,
  onTrouble,
}: {
  readonly vectors: VectorStore;
  readonly models: Pick<ModelCalls, 'embed' | 'embeds'>;
  readonly system: Pick<System, 'perform' | 'isSafe'>;
  readonly clock: { after(ms: number, call: () => void): () => void };
  /** Called once when the model stops answering, and once when it answers again. */
  readonly onTrouble: (why: string | undefined) => void;
}): EmbeddingRun {
  const stopped = new AbortController();
  let cancel = () => {};
  let trouble: string | undefined;
  let retryMs = firstRetryMs;
  let running: Promise<void> = Promise.resolve();

  function plan(ms: number): void {
    if (stopped.signal.aborted) return;
    cancel = clock.after(ms, () => {
      running = look().then(plan);
    });
  }

  /** Answers when to look again. */
  async function look(): Promise<number> {
    const model = models.embeds;
    if (model === undefined || system.isSafe) return pauseMs;
    try {
      const waiting = vectors.waiting(model, batchSize);
      if (waiting.length === 0) return pauseMs;
      await embed(model, waiting);
      if (trouble !== undefined) onTrouble(undefined);
      trouble = undefined;
      retryMs = firstRetryMs;
      return 0;
    } catch (thrown) {
      if (stopped.signal.aborted) return 0;
      if (trouble === undefined) onTrouble(toFailure(thrown).message);
      trouble = toFailure(thrown).message;
      const ms = retryMs;
      retryMs = Math.min(2 * retryMs, lastRetryMs);
      return ms;
    }
  }

  async function embed(model: string, waiting: readonly Unembedded[]): Promise<void> {
    const worth = waiting.filter(({ text }) => text.trim().length >= leastText);
    const texts = worth.map(({ text }) => text);
    const made =
      texts.length === 0 ? undefined : await models.embed({ heading: 'memory', texts }, { signal: stopped.signal });
    // another model was set meanwhile: these are of no use
    if (made && made.model !== model) return;
    const vectorOf = new Map(worth.map((one, at) => [one, made?.vectors[at]]));
    const none = new Float32Array();
    await system.perform(() =>
      vectors.put(
        model,
        waiting.map(one => ({ ...one, vector: vectorOf.get(one) ?? none })),
      ),
    );
  }

  return {
    start: () => plan(0),
    async stop() {
      cancel();
      stopped.abort();
      await running;
    },
    state() {
      const model = models.embeds;
      if (model === undefined) return undefined;
      return { model, ...vectors.count(model), trouble };
    },
  };
}
