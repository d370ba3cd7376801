/** How models are called in this home: the one line to them, and the calls that belong to no conversation. */
import { createRequire } from 'node:module';
import type { Config } from '../../../config/load.ts';
import { type ModelCallsOptions, modelCalls } from '../../actors/models/model-calls.ts';
import { type ModelLine, modelLine } from '../../actors/models/model-line.ts';
import { modelRetry } from '../../actors/models/model-retry.ts';
import type * as Service from '../../actors/models/model-service.ts';
import type { ModelServiceOptions } from '../../actors/models/model-service.ts';
import { type SessionModels, sessionModels } from '../../actors/models/session-models.ts';
import { later } from '../../adapters/process/later.ts';
import { sqliteSessionLedger } from '../../adapters/stores/sqlite/conversation/sessions.ts';
import { sqliteListedPrices } from '../../adapters/stores/sqlite/ledgers/listed-prices.ts';
import { priceOf } from '../../domain/budget/prices.ts';
import { modelRoles } from '../../domain/models/roles.ts';
import { type Preferable, splitModel } from '../../domain/models/route.ts';
import type { ModelService } from '../../domain/models/view.ts';
import { toFailure } from '../../domain/supervision/failure.ts';
import { sessionView } from '../../machines/session/view.ts';
import { storedState } from '../../machines/stored.ts';
import type { ListedPrices } from '../../ports/ledgers/budget.ts';
import type { ModelCalls } from '../../ports/model-call.ts';
import { isModelLocal } from '../../ports/model-kind.ts';
import { type Feature, feature, value } from '../feature.ts';
import type { Models } from './models.ts';

// With the first question about models.
const load = createRequire(import.meta.url);

/** How conversations reach models, and what of that is kept in this home. */
export interface Lined {
  readonly line: ModelLine;
  /** The choices of single conversations. */
  readonly chosen: SessionModels;
  /** The prices that providers list. */
  readonly listed: ListedPrices;
  /** Does `provider/model` run on this machine? */
  readonly isLocal: (model: string) => boolean;
}

declare module '../feature.ts' {
  interface Features {
    readonly lined: Lined;
    readonly modelService: ModelService & Feature;
    readonly calls: ModelCalls;
  }
}

export const openLine = value(
  'lined',
  ['core', 'models', 'delegated', 'skills'],
  ({ core: { config, database, clock, system }, models, delegated, skills }) => {
    const { settings, providers, capabilities, missing, worded } = models;
    const chosen = sessionModels(sqliteSessionLedger(database));
    const listed = sqliteListedPrices(database, clock.now, work => system.perform(work));
    const line = modelLine({
      facts: name => preferable(name, models.kinds, config, clock.now()),
      listed,
      worded,
      settings: () => settings,
      missing,
      chosenFor: session => chosen.of(session) ?? delegated.modelOf(session),
      skillsIn: session => skills.active(session).map(({ name }) => name),
      provider: name => providers.get(name),
      maxOutputTokens: provider => capabilities(provider).maxOutputTokens,
    });
    return { line, chosen, listed, isLocal: name => isModelLocal(models.kinds, name) };
  },
);

/** Local or not, and at what cost; the demo model is neither. */
function preferable(name: string, kinds: Models['kinds'], { prices }: Config, now: number): Preferable {
  const kind = kinds.find(one => one.name === splitModel(name)?.provider);
  const isDemo = kind?.unnamed !== undefined && kind.unnamed.advice === undefined;
  const book = Object.fromEntries(kinds.map(one => [one.name, one.prices]));
  const { input, output } = prices[name] ?? priceOf(book, name, now);
  return { isLocal: isDemo ? undefined : isModelLocal(kinds, name), cost: input + output };
}

export const modelServiceFeature = feature('modelService', ['core', 'models', 'lined', 'budget', 'boot'], needs => {
  const { core, models, lined, budget } = needs;
  const { config, store, clock, system } = core;
  const { line, chosen } = lined;
  const retrying = modelRetry({
    store,
    accept: (...mail) => system.accept(...mail),
    inUse: () => [...new Set(modelRoles.flatMap(({ name: role }) => line.names({ role })))],
    lineOf(session) {
      const { only } = sessionView(storedState(store.actor(session)?.state ?? ''));
      return line.names({ role: 'session', only }, session);
    },
  });
  const options: ModelServiceOptions = {
    line,
    chosen,
    settings: models.settings,
    missing: models.missing,
    clock,
    price: budget.price,
    book: budget.book,
    own: budget.own,
    unused: unusedRoles(config),
    reason: models.chosen.reason,
    language: config.owner.language,
    provider: name => models.providers.get(name),
    facts(provider, model) {
      const { format } = models.capabilities(provider);
      const isLocal = isModelLocal(models.kinds, `${provider}/${model}`);
      return { isLocal, format };
    },
    write: work => system.perform(work),
    retry: retrying.retry,
    changed: session => retrying.changed(session),
  };
  const service = later<ModelService>(
    () => (load('../../actors/models/model-service.ts') as typeof Service).modelService(options),
    { prices: true, look: true, choose: true, retry: true },
  );
  return { ...service, start: () => retrying.forgetRemoved() };
});

/** What only some settings make use of. */
function unusedRoles({ gates, models }: Config): readonly string[] {
  return [
    ...(gates.some(({ kind, model }) => kind === 'model' && model === undefined) ? [] : ['gate']),
    ...(models.naturalTools.length > 0 ? [] : ['translator']),
    ...(models.roles['scorer'] === undefined ? ['scorer'] : []),
  ];
}

const callsNeed = ['core', 'models', 'lined', 'budget', 'supervision', 'telemetry'] as const;

/** For every feature that needs a model. */
export const openModelCalls = value('calls', callsNeed, needs => {
  const { core, models, lined, budget, supervision, telemetry } = needs;
  const { log, redactor, system } = core;
  const { breakers } = supervision;
  const onLost = (thrown: unknown) =>
    log({ level: 'warn', event: 'breaker.lost', error: redactor.text(toFailure(thrown).message) });
  const options: ModelCallsOptions = {
    line: lined.line,
    log,
    embeds: () => models.settings.roles['embedding'],
    funds: budget.funds,
    watch: telemetry.modelCalls,
    breakers: {
      refusal: breakers.refusalOf,
      ended(...call) {
        const message = breakers.endedOf(...call);
        if (message) system.accept(message).catch(onLost);
      },
    },
  };
  return modelCalls(options);
});
