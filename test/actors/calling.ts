/** Model calls over real rows and real peers, for tests: every breaker closed unless told otherwise. */
import { type ModelCallsOptions, modelCalls } from '../../src/actors/models/model-calls.ts';
import { modelLine } from '../../src/actors/models/model-line.ts';
import type { SqliteDatabase } from '../../src/adapters/stores/sqlite/database.ts';
import type { ModelSettings } from '../../src/domain/models/route.ts';
import type { ModelProvider } from '../../src/ports/model.ts';
import type { ModelCalls } from '../../src/ports/model-call.ts';
import { budgetOver } from './spending.ts';

export interface CallingOptions extends Partial<Omit<ModelCallsOptions, 'line'>> {
  readonly settings: Partial<ModelSettings> & Pick<ModelSettings, 'default'>;
}

export function callsOver(
  database: SqliteDatabase,
  providers: readonly ModelProvider[],
  { settings, ...options }: CallingOptions,
): ModelCalls {
  return modelCalls({
    line: modelLine({
      settings: () => ({ roles: {}, skills: {}, ...settings }),
      provider: name => providers.find(provider => provider.name === name),
      missing: name => `${name} is not set up`,
      chosenFor: () => undefined,
      maxOutputTokens: () => 4096,
    }),
    funds: budgetOver(database).funds,
    breakers: { refusal: () => undefined, ended: () => {} },
    watch: { spanned: () => undefined, onCall: () => {} },
    log: () => {},
    embeds: () => settings.roles?.['embedding'],
    ...options,
  });
}
