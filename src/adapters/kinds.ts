/**
 * The kinds that come with Straylight: a line each.
 *
 * Where the owner names no model, the first kind that has one answers; so the last resort stands last.
 */
import { fault } from '../domain/supervision/failure.ts';
import type { Kinds } from '../ports/kinds.ts';
import type { ModelKind } from '../ports/model-kind.ts';
import { terminalKind, webKind } from './channels/screen/kind.ts';
import { telegramKind } from './channels/telegram/kind.ts';
import { anthropicKind } from './models/anthropic/kind.ts';
import { ollamaKind } from './models/ollama/kind.ts';
import { type ProviderSettings, providerKinds } from './models/openai/instances.ts';
import { rehearsalKind } from './models/rehearsal/kind.ts';
import { braveKind } from './search/brave.ts';
import { searxngKind } from './search/searxng.ts';
import { tavilyKind } from './search/tavily.ts';
import { wikipediaKind } from './search/wikipedia.ts';

export const builtInKinds: Kinds = {
  models: [anthropicKind, ollamaKind, rehearsalKind],
  channels: [terminalKind, webKind, telegramKind],
  searches: [wikipediaKind, searxngKind, braveKind, tavilyKind],
};

export { providersTable } from './models/openai/instances.ts';

/**
 * With the servers of models that the owner has named, before the last resort; and each kind with what follows from its
 * settings: where it is, what it costs, and which key it is sent.
 */
export function withProviders(
  kinds: Kinds,
  {
    providers,
    settings = {},
  }: {
    readonly providers: Readonly<Record<string, ProviderSettings>>;
    readonly settings?: Readonly<Record<string, unknown>>;
  },
): Kinds {
  const isLast = ({ unnamed }: ModelKind) => unnamed !== undefined && unnamed.advice === undefined;
  const placed = (kind: ModelKind) =>
    settings[kind.name] === undefined ? kind : { ...kind, ...kind.placed?.(settings[kind.name]) };
  const real = kinds.models.filter(kind => !isLast(kind)).map(placed);
  return { ...kinds, models: [...real, ...providerKinds(providers), ...kinds.models.filter(isLast)] };
}

/** With the kinds that others bring before them. */
export function withKinds(kinds: Kinds, others: readonly { readonly kinds?: Partial<Kinds> }[]): Kinds {
  const models = others.flatMap(({ kinds: more }) => more?.models ?? []);
  const channels = others.flatMap(({ kinds: more }) => more?.channels ?? []);
  for (const { name } of channels)
    if (!/^[a-z]+$/.test(name))
      throw fault('invalid', `expected a kind of channel to be named by lower case letters alone, came "${name}"`);
  const searches = others.flatMap(({ kinds: more }) => more?.searches ?? []);
  return {
    models: [...models, ...kinds.models],
    channels: [...kinds.channels, ...channels],
    searches: [...(kinds.searches ?? []), ...searches],
  };
}
