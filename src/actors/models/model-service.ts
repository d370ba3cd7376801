/** The models as their owner looks at them, and the choice of one for a conversation. */

import type { ModelPrice, OwnPrices, PriceBook } from '../../domain/budget/prices.ts';
import { effortFor } from '../../domain/models/effort.ts';
import { listedInstead, wholeName } from '../../domain/models/names.ts';
import { idleRoles, type ModelRole, modelRoles } from '../../domain/models/roles.ts';
import { byDefault, type ModelSettings, modelChoice, splitModel } from '../../domain/models/route.ts';
import type { ModelService, ModelView, RoleView } from '../../domain/models/view.ts';
import { inEnglish, type Sentence, says, worded } from '../../domain/policy/sentence.ts';
import { fault, saidOf, toFailure } from '../../domain/supervision/failure.ts';
import { catalog } from '../../domain/text/catalog.ts';
import { defined } from '../../domain/text/json.ts';
import { type Language, ownWords } from '../../domain/text/texts.ts';
import { oneLine } from '../../domain/text/visible.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ModelProvider } from '../../ports/model.ts';
import type { ModelCapabilities } from '../../ports/model-kind.ts';
import type { ModelLine } from './model-line.ts';
import type { SessionModels } from './session-models.ts';

export interface ModelServiceOptions {
  readonly settings: ModelSettings;
  /** Why the default is what it is. */
  readonly reason: Sentence;
  readonly line: Pick<ModelLine, 'names' | 'skillOf'>;
  readonly chosen: SessionModels;
  /** Roles that nothing here calls a model in, as it is set up. */
  readonly unused?: readonly string[];
  readonly provider: (name: string) => ModelProvider | undefined;
  readonly missing: (provider: string) => Sentence;
  readonly facts: (
    provider: string,
    model: string,
  ) => { readonly isLocal: boolean } & Pick<ModelCapabilities, 'format'>;
  readonly price: (model: string, at: number) => ModelPrice;
  readonly book: PriceBook;
  readonly own: OwnPrices;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  /** In which the owner is told what a choice came to. */
  readonly language: Language;
  readonly retry: ModelService['retry'];
  /** Another model answers a conversation from now on: what waits for the one before asks it at once. */
  readonly changed: (session: string) => Promise<void>;
  /** Runs a write in a transaction; resolves when it is committed. */
  readonly write: <Result>(work: () => Result) => Promise<Result>;
}

/** A provider is waited for so long. */
const answerMs = 3_000;
/** So many are named in a sentence. */
const mostNamed = 12;

export function modelService(options: ModelServiceOptions): ModelService {
  const { settings, chosen, clock, write } = options;
  const say = choiceTexts[options.language];
  return {
    retry: model => options.retry(model && wholeName(model)),
    prices: () => ({
      providers: Object.entries(options.book).map(([provider, rows]) => ({
        provider,
        isFree: rows === 'free',
        rows: rows === 'free' ? [] : rows,
      })),
      own: options.own,
    }),
    async look(session) {
      const roles = modelRoles.map(role => roleView(options, role, session));
      const names = [...new Set(roles.flatMap(({ models }) => models))];
      const models = await withinTime(clock, signal =>
        Promise.all(names.map(name => modelView(options, name, signal))),
      );
      return { roles, models, idle: idleRoles(settings.roles, settings.effort) };
    },
    async choose(session, typed) {
      const wanted = wholeName(typed.trim());
      if (wanted === 'default') {
        await write(() => chosen.set(session, undefined, clock.now()));
        await options.changed(session);
        return say.asSet(options.line.names({ role: 'session' }, session)[0] ?? '');
      }
      const note = await withinTime(clock, signal => offered(options, wanted, signal));
      await write(() => chosen.set(session, wanted, clock.now()));
      await options.changed(session);
      return `${say.chosen(wanted)}${note}`;
    },
  };
}

async function withinTime<Result>(
  clock: Pick<Clock, 'after'>,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const deadline = new AbortController();
  const cancel = clock.after(answerMs, () => deadline.abort());
  try {
    return await work(deadline.signal);
  } finally {
    cancel();
  }
}

function roleView(
  { settings, reason, line, chosen, unused = [] }: ModelServiceOptions,
  { name: role, use }: ModelRole,
  session: string | undefined,
): RoleView {
  const isUsed = !unused.includes(role) || Object.hasOwn(settings.roles, role);
  const common = { role, use: isUsed ? use : undefined };
  // vectors of two models cannot be compared, so there is no other one in line
  if (role === 'embedding') {
    const model = settings.roles['embedding'];
    return {
      ...common,
      models: model === undefined ? [] : [model],
      ...worded('why', model ? 'models.roles.embedding' : says`not set`),
    };
  }
  const of = role === 'session' ? session : undefined;
  const skill = of === undefined ? undefined : line.skillOf(of);
  const own = of === undefined ? undefined : chosen.of(of);
  const { name, by } = modelChoice(settings, { role, own, ...defined({ skill }) });
  const models = line.names({ role }, of);
  const effort = effortFor(settings.effort ?? {}, role, models[0] ?? '');
  const why = by === byDefault ? says`${byDefault}, ${reason}` : by;
  return {
    ...common,
    effort,
    models,
    ...worded('why', models[0] === name ? why : says`models.prefer is ${settings.prefer ?? ''}`),
  };
}

async function modelView(options: ModelServiceOptions, name: string, signal: AbortSignal): Promise<ModelView> {
  const { provider: providerName = '', model = '' } = splitModel(name) ?? {};
  const { input, output, cacheRead, cacheWrite, source } = options.price(name, options.clock.now());
  const { isLocal, format = 'schema' } = options.facts(providerName, model);
  const common = { name, format, isLocal, price: { input, output, cacheRead, cacheWrite, source } };
  const provider = options.provider(providerName);
  if (!provider) return { ...common, ...worded('problem', options.missing(providerName)) };
  try {
    const { contextTokens, limit, takesTools, takesImages, takesEffort } = await provider.info(model, signal);
    const known = { contextTokens, ...defined({ limit }), takesTools, takesImages };
    return { ...common, ...known, takesEffort };
  } catch (error) {
    const failure = toFailure(error);
    const isLate = failure.kind === 'cancelled';
    return {
      ...common,
      ...worded('problem', isLate ? says`no response within ${answerMs / 1000} s` : saidOf(failure)),
    };
  }
}

/** Throws `invalid` for a model that cannot be chosen; answers what is to be said of one that can. */
async function offered(
  { provider: find, missing, language }: ModelServiceOptions,
  wanted: string,
  signal: AbortSignal,
): Promise<string> {
  const say = choiceTexts[language];
  const split = splitModel(wanted);
  if (!split) throw fault('invalid', say.expected(wanted));
  const provider = find(split.provider);
  if (!provider) throw fault('invalid', say.unusable(wanted, missing(split.provider)));
  const health = await provider.health(signal);
  if (!health.ok) return ` ${say.silent(health.problem)}`;
  const instead = listedInstead(health.models, split.model);
  if (!instead) return '';
  const names = instead.slice(0, mostNamed).map(name => oneLine(name, 80));
  throw fault('invalid', say.notOffered(split.provider, split.model, names.join(', ')));
}

/** What the owner is told of a choice. */
const choiceTexts = catalog('actors/models/model-service', {
  en: {
    asSet: (model: string) => `This conversation uses ${model} again.`,
    chosen: (model: string) => `This conversation uses ${model} from its next step on.`,
    expected: (got: string) =>
      `expected a model as "provider/model", got "${got}"; "straylight models", or /model in a chat, lists them`,
    unusable: (model: string, why: Sentence) => `${model} cannot be used: ${inEnglish(why)}`,
    silent: (why: Sentence) => `It does not respond now: ${inEnglish(why)}`,
    notOffered: (provider: string, model: string, names: string) =>
      `${provider} does not offer ${model}; it offers ${names}`,
  },
  de: {
    asSet: (model: string) => `Dieses Gespräch nutzt wieder ${model}.`,
    chosen: (model: string) => `Dieses Gespräch nutzt ${model} ab seinem nächsten Schritt.`,
    expected: (got: string) =>
      `Erwartet wird ein Modell als „Anbieter/Modell“, nicht „${got}“; /model zeigt alle, auf der Befehlszeile „straylight models“.`,
    unusable: (model: string, why: Sentence) => `${model} ist nicht nutzbar: ${ownWords(why, 'de')}`,
    silent: (why: Sentence) => `Es antwortet gerade nicht: ${ownWords(why, 'de')}`,
    notOffered: (provider: string, model: string, names: string) =>
      `${provider} bietet ${model} nicht an, sondern ${names}`,
  },
});
