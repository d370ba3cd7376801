/**
 * A provider whose library is loaded when it is first asked something: many a process asks no model, or another one, and
 * a library is a quarter of all files that a start would read.
 */
import type { ModelProvider } from '../../ports/model.ts';

type Ability = 'embed' | 'countTokens' | 'preload';

export function laterProvider({
  name,
  load,
  can,
}: {
  readonly name: string;
  readonly load: () => Promise<ModelProvider>;
  /** What it can beside replies; it has to be known before it is loaded. */
  readonly can: readonly Ability[];
}): ModelProvider {
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
    embed: can.includes('embed')
      ? async (request, options) => sure((await loaded()).embed, name)(request, options)
      : undefined,
    countTokens: can.includes('countTokens')
      ? async (request, signal) => sure((await loaded()).countTokens, name)(request, signal)
      : undefined,
    preload: can.includes('preload')
      ? async (model, signal) => sure((await loaded()).preload, name)(model, signal)
      : undefined,
  };
}

function sure<Work>(work: Work | undefined, name: string): Work {
  if (work === undefined) throw new Error(`${name} was said to do what it does not`);
  return work;
}
