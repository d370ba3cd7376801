/** A provider that is made again when its keys have changed; calls under way end with the one they began with. */
import type { ModelProvider } from '../../ports/model.ts';

export function renewedProvider({
  first,
  make,
  keys,
}: {
  /** Made with the keys of the moment. */
  readonly first: ModelProvider;
  readonly make: () => Promise<ModelProvider>;
  /** Another text for other keys. */
  readonly keys: () => string;
}): ModelProvider {
  let made = { keys: keys(), provider: Promise.resolve(first) };
  const current = () => {
    const now = keys();
    if (now !== made.keys) made = { keys: now, provider: make() };
    return made.provider;
  };
  const { embed, preload, countTokens } = first;
  return {
    name: first.name,
    complete: async (request, options) => (await current()).complete(request, options),
    info: async (model, signal) => (await current()).info(model, signal),
    health: async signal => (await current()).health(signal),
    embed: embed ? async (request, options) => ((await current()).embed ?? embed)(request, options) : undefined,
    preload: preload ? async (model, signal) => ((await current()).preload ?? preload)(model, signal) : undefined,
    countTokens: countTokens
      ? async (request, signal) => ((await current()).countTokens ?? countTokens)(request, signal)
      : undefined,
  };
}
