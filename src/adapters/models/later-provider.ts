/**
 * A provider whose library is loaded when it is first asked something: many a process asks no model, or another one, and
 * a library is a quarter of all files that a start would read.
 */
import type { ModelProvider } from '../../ports/model.ts';

export interface LaterProviderOptions {
  readonly name: string;
  readonly load: () => Promise<ModelProvider>;
  /** Has it models that make vectors of texts? */
  readonly embeds: boolean;
}

export function laterProvider({ name, load, embeds }: LaterProviderOptions): ModelProvider {
  let loading: Promise<ModelProvider> | undefined;
  const loaded = () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  return {
    name,
    complete: async (request, options) => (await loaded()).complete(request, options),
    info: async (model, signal) => (await loaded()).info(model, signal),
    health: async signal => (await loaded()).health(signal),
    ...(embeds
      ? {
          async embed(request, options) {
            const { embed } = await loaded();
            if (!embed) throw new Error(`${name} was said to make vectors and does not`);
            return embed(request, options);
          },
        }
      : {}),
  };
}
