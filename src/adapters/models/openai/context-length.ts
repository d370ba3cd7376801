/**
 * How much a server of one's own was started with, asked in its own words: OpenAI's list of models has no place for it,
 * and some servers put there what the model was trained for.
 */
import type { ContextLimit } from '../../../domain/models/context-limit.ts';

/** Servers that say it beside OpenAI's API, each at an address of its own. */
export type ContextServer = 'llamacpp' | 'lmstudio' | 'ollama';

export interface ContextLength {
  readonly contextTokens: number;
  readonly limit: ContextLimit;
}

/** Asks one path of the server, without the `/v1` of its API. Rejects where there is no such path. */
export type AskServer = (path: string, body?: object) => Promise<unknown>;

/** Undefined where none of these servers answers. */
export async function contextLengthAt(
  servers: readonly ContextServer[],
  model: string,
  ask: AskServer,
): Promise<ContextLength | undefined> {
  for (const server of servers) {
    const contextTokens = await asking[server](model, ask);
    if (contextTokens !== undefined) return { contextTokens, limit: server };
  }
  return undefined;
}

const asking: Readonly<Record<ContextServer, (model: string, ask: AskServer) => Promise<number | undefined>>> = {
  /** `n_ctx` of one slot: `-c` shared by `-np`. */
  async llamacpp(model, ask) {
    // a router of several models is told which
    const props = fieldsOf(await ask(`/props?model=${encodeURIComponent(model)}`));
    return countOf(fieldsOf(props['default_generation_settings'])['n_ctx']) ?? countOf(props['n_ctx']);
  },
  /** What the model is loaded with; one that is not loaded yet gets what LM Studio has set for it. */
  async lmstudio(model, ask) {
    const { data } = fieldsOf(await ask('/api/v0/models'));
    const found = Array.isArray(data) ? data.map(fieldsOf).find(({ id }) => id === model) : undefined;
    return countOf(found?.['loaded_context_length']);
  },
  /** What the model is loaded with, else what its Modelfile says; its API takes no context size of ours. */
  async ollama(model, ask) {
    const { models } = fieldsOf(await ask('/api/ps'));
    const loaded = Array.isArray(models) ? models.map(fieldsOf) : undefined;
    if (loaded === undefined) return undefined;
    const running = loaded.find(({ name, model: own }) => [name, own].some(one => isSame(one, model)));
    const said = countOf(running?.['context_length']);
    if (said !== undefined) return said;
    const { parameters } = fieldsOf(await ask('/api/show', { model }));
    const [, set] = /^\s*num_ctx\s+(\d+)/m.exec(`${parameters ?? ''}`) ?? [];
    return countOf(Number(set)) ?? usualOfOllama;
  },
};

/** Where nobody has set another. */
const usualOfOllama = 4_096;

function isSame(listed: unknown, model: string): boolean {
  return listed === model || listed === `${model}:latest`;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined;
}
