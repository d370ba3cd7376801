/** A budget over real rows, for tests: generous unless told otherwise. */
import { randomUUID } from 'node:crypto';
import { type Budget, type BudgetOptions, createBudget } from '../../src/actors/budget/budget.ts';
import { builtInKinds } from '../../src/adapters/kinds.ts';
import type { SqliteDatabase } from '../../src/adapters/stores/sqlite/database.ts';
import { sqliteBudgetLedger } from '../../src/adapters/stores/sqlite/ledgers/budget.ts';
import { isModelLocal } from '../../src/ports/model-kind.ts';

const book = Object.fromEntries(builtInKinds.models.map(({ name, prices }) => [name, prices]));

export const sonnet = 'anthropic/claude-sonnet-5';
const unlimited = { tokens: null, micros: null };

export function budgetOver(database: SqliteDatabase, change: Partial<BudgetOptions> = {}): Budget {
  return createBudget({
    ledger: sqliteBudgetLedger(database),
    limits: { session: unlimited, day: unlimited },
    book,
    prices: {},
    modelOf: () => sonnet,
    maxOutputTokens: () => 4096,
    isLocal: name => isModelLocal(builtInKinds.models, name) || name.startsWith('ollama/'),
    fixedTokens: () => 1000,
    timeZone: 'UTC',
    language: 'en',
    now: Date.now,
    id: randomUUID,
    write: async work => database.transaction(work)(),
    showCost: false,
    ...change,
  });
}

/** A call of this session that a step asked for: what a test of the call itself starts with. */
export function reserved(budget: Budget, session: string, route = 0): void {
  budget.writers.reserveSpend(
    { turn: 'turn-1', route, allotment: 'm1' },
    { address: session, at: Date.now(), id: `${session}#3.1` },
  );
}
