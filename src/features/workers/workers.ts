/** Coding workers: installed programs that work on copies of folders. */
import { createRequire } from 'node:module';
import type { Decisions } from '../../actors/approvals/decisions.ts';
import { later } from '../../adapters/process/later.ts';
import { sqliteTables } from '../../adapters/stores/sqlite/tables.ts';
import type * as Ledger from '../../adapters/workers/ledger.ts';
import type { WorkerService } from '../../domain/workers/worker.ts';
import type { WorkLedger } from '../../ports/workers/work-ledger.ts';
import { type Core, type Feature, featureWithTools } from '../feature.ts';
import type * as Code from './code.ts';
import type * as Parts from './parts.ts';
import type * as Service from './service.ts';

// Where there is a worker, or its owner asks about them.
const load = createRequire(import.meta.url);

export interface Workers extends Feature {
  /** `decide`: how a card is answered. */
  readonly serviceWith: (decide: Decisions['decide']) => WorkerService;
}

declare module '../feature.ts' {
  interface Features {
    readonly workers: Workers;
  }
}

export const workersFeature = featureWithTools(
  'workers',
  ['core', 'sandbox', 'network', 'secrets', 'audit', 'undo'],
  ({ core, ...needs }) => {
    const { config, database } = core;
    const ledger = (): WorkLedger =>
      (load('../../adapters/workers/ledger.ts') as typeof Ledger).workLedger(sqliteTables(database));
    const isSetUp = config.workers.length > 0 || hasWorks(core);
    const parts = isSetUp ? (load('./parts.ts') as typeof Parts).workerParts({ core, ...needs }, ledger()) : undefined;
    return {
      machines: parts?.machines ?? [],
      effects: parts?.effects ?? {},
      writers: parts?.writers ?? {},
      tools:
        config.workers.length > 0
          ? [(load('./code.ts') as typeof Code).codeToolOf(core, ledger(), needs.sandbox.executor.kind)]
          : [],
      serviceWith: decide =>
        later<WorkerService>(
          () =>
            (load('./service.ts') as typeof Service).workerService(core, ledger(), {
              programs: () => parts?.programs,
              decide,
            }),
          { workers: true, list: true, show: true, stop: true, answer: true },
        ),
      start() {
        parts?.sweep();
      },
      close: () => parts?.programs.close(),
    };
  },
);

/** Without its ledger, which is loaded where there are some. */
function hasWorks({ database }: Core): boolean {
  return sqliteTables(database).all('SELECT 1 FROM workers_works LIMIT 1').length > 0;
}
