/** The budget of this home: its limits and prices from the settings, its book in the database. */

import type { Config } from '../../../config/load.ts';
import { type Budget, createBudget, weightOf } from '../../actors/budget/budget.ts';
import { closeLostCalls } from '../../actors/budget/call-funds.ts';
import { sqliteBudgetLedger } from '../../adapters/stores/sqlite/ledgers/budget.ts';
import type { Limit } from '../../domain/budget/budget.ts';
import type { OwnPrices } from '../../domain/budget/prices.ts';
import { modelAt } from '../../domain/models/route.ts';
import { defined } from '../../domain/text/json.ts';
import type { ToolSpec } from '../../domain/tools/tool.ts';
import { feature } from '../feature.ts';

declare module '../feature.ts' {
  interface Features {
    readonly budget: Budget;
  }
}

const needed = ['core', 'models', 'lined', 'instructions', 'scheduled', 'delegated'] as const;

export const budgetFeature = feature(
  'budget',
  needed,
  ({ core, models, lined, instructions, scheduled, delegated }) => {
    const { config, database, clock, system, toolbox } = core;
    const { line, listed } = lined;
    const ledger = sqliteBudgetLedger(database);
    database.transaction(() => closeLostCalls(ledger))();
    const { budget, owner, prices } = config;
    let weighed: { readonly specs: readonly ToolSpec[]; readonly tokens: number } | undefined;
    return createBudget({
      ledger,
      limits: {
        session: limit(budget.maxTokensPerSession ?? usualTokens.session, budget.maxUsdPerSession),
        day: limit(budget.maxTokensPerDay ?? usualTokens.day, budget.maxUsdPerDay),
        // what costs nothing has a limit only where the owner has set one
        free: {
          session: limit(budget.maxTokensPerSession ?? 'none', budget.maxUsdPerSession),
          day: limit(budget.maxTokensPerDay ?? 'none', budget.maxUsdPerDay),
        },
      },
      book: Object.fromEntries(models.kinds.map(kind => [kind.name, kind.prices])),
      isLocal: lined.isLocal,
      prices: Object.fromEntries(Object.entries(prices).map(([name, price]) => [name, whole(price)])),
      listedPrice: listed.get,
      modelOf: (route, session, only) => modelAt(line.names({ role: 'session', only }, session), route),
      maxOutputTokens: provider => models.capabilities(provider).maxOutputTokens,
      fixedTokens() {
        const { specs } = toolbox.offer('');
        // the list is the same one as long as nothing has changed
        if (weighed?.specs !== specs)
          weighed = { specs, tokens: weightOf([...instructions().map(({ text }) => text), JSON.stringify(specs)]) };
        return weighed.tokens;
      },
      scheduleLimit: session => scheduled.limitOf(session) ?? delegated.limitOf(session),
      timeZone: owner.timeZone,
      language: owner.language,
      now: clock.now,
      id: clock.id,
      write: work => system.perform(work),
      showCost: budget.showCost,
      ...defined({ eurPerUsd: budget.eurPerUsd }),
    });
  },
);

/** The limits of paid models where the owner has set none. */
const usualTokens = { session: 500_000, day: 5_000_000 };

function limit(tokens: number | 'none', usd: number | 'none'): Limit {
  return {
    tokens: tokens === 'none' ? null : tokens,
    micros: usd === 'none' ? null : Math.round(usd * 1_000_000),
  };
}

/** What the owner did not say of a price follows from the input's, as Anthropic's own prices mostly do. */
function whole({ input, output, cacheRead, cacheWrite }: Config['prices'][string]): OwnPrices[string] {
  return { input, output, cacheRead: cacheRead ?? input / 10, cacheWrite: cacheWrite ?? input * 1.25 };
}
