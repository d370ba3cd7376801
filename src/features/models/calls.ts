/** How models are called in this home: the one line to them, and the calls that belong to no conversation. */
import type { Budget } from '../../actors/budget/budget.ts';
import { type ModelCallsOptions, modelCalls } from '../../actors/models/model-calls.ts';
import { type ModelLine, modelLine } from '../../actors/models/model-line.ts';
import type { System } from '../../actors/runtime/system.ts';
import { toFailure } from '../../domain/supervision/failure.ts';
import type { ModelCalls } from '../../ports/model-call.ts';
import type { Home } from '../process/home.ts';
import type { Supervision } from '../supervision/supervision.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { Models } from './models.ts';

export function lineOf({ settings, providers, capabilities }: Models): ModelLine {
  return modelLine({
    settings: () => settings,
    provider: name => providers.get(name),
    maxOutputTokens: provider => capabilities(provider).maxOutputTokens,
  });
}

export interface ModelCallServices {
  readonly home: Home;
  readonly models: Pick<Models, 'settings'>;
  readonly line: ModelLine;
  readonly budget: Pick<Budget, 'funds'>;
  readonly supervision: Pick<Supervision, 'breakers'>;
  readonly telemetry: Pick<Telemetry, 'modelCalls'>;
  readonly system: () => System;
}

/** For every feature that needs a model. */
export function openModelCalls({
  home,
  models,
  line,
  budget,
  supervision,
  telemetry,
  system,
}: ModelCallServices): ModelCalls {
  const { log, redactor } = home;
  const { breakers } = supervision;
  const onLost = (thrown: unknown) =>
    log({ level: 'warn', event: 'breaker.lost', error: redactor.text(toFailure(thrown).message) });
  const options: ModelCallsOptions = {
    ...{ line, log },
    embeds: () => models.settings.roles['embedding'],
    funds: budget.funds,
    watch: telemetry.modelCalls,
    breakers: {
      refusal: breakers.refusalOf,
      ended(...call) {
        const message = breakers.endedOf(...call);
        if (message) system().accept(message).catch(onLost);
      },
    },
  };
  return modelCalls(options);
}
