/** Coding workers: installed programs that work on copies of folders. */
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import type { Decisions } from '../../actors/approvals/decisions.ts';
import { later } from '../../adapters/process/later.ts';
import { sqliteTables } from '../../adapters/stores/sqlite/tables.ts';
import type * as CodeTool from '../../adapters/tools/workers/code.ts';
import type * as Ledger from '../../adapters/workers/ledger.ts';
import { agentChannel } from '../../domain/agents/agent.ts';
import { placeOf } from '../../domain/conversation/chat-session.ts';
import { jobChannel } from '../../domain/jobs/job.ts';
import { taskChannel } from '../../domain/tasks/task.ts';
import type { WorkerService } from '../../domain/workers/worker.ts';
import type { Tool } from '../../ports/tool.ts';
import type { WorkLedger } from '../../ports/workers/work-ledger.ts';
import { type Core, type Feature, feature } from '../feature.ts';
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

export const workersFeature = feature(
  'workers',
  ['core', 'sandbox', 'network', 'secrets', 'audit', 'undo'],
  ({ core, ...needs }) => {
    const { config, database, log, redactor } = core;
    const ledger = (): WorkLedger =>
      (load('../../adapters/workers/ledger.ts') as typeof Ledger).workLedger(sqliteTables(database));
    const isSetUp = config.workers.length > 0 || hasWorks(core);
    const parts = isSetUp ? (load('./parts.ts') as typeof Parts).workerParts({ core, ...needs }, ledger()) : undefined;
    return {
      machines: parts?.machines ?? [],
      effects: parts?.effects ?? {},
      writers: parts?.writers ?? {},
      tools: config.workers.length > 0 ? [codeToolOf(core, ledger(), needs.sandbox.executor.kind)] : [],
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
        parts
          ?.sweep()
          .catch((error: unknown) => log({ level: 'warn', event: 'workers', text: redactor.text(String(error)) }));
      },
      close: () => parts?.programs.close(),
    };
  },
);

/** Without its ledger, which is loaded where there are some. */
function hasWorks({ database }: Core): boolean {
  return sqliteTables(database).all('SELECT 1 FROM workers_works LIMIT 1').length > 0;
}

/** Conversations that end by themselves hear of nothing that comes days later. */
const passing: readonly string[] = [jobChannel, taskChannel, agentChannel];

function codeToolOf({ config, system, owner }: Core, ledger: WorkLedger, executor: Parts.Kind): Tool {
  const { approvals, workers } = config;
  return (load('../../adapters/tools/workers/code.ts') as typeof CodeTool).codeTool({
    workers,
    underWay: ledger.underWay,
    mayGive: session => !passing.includes(placeOf(session).channel),
    async give({ call, worker, ...work }) {
      const key = createHash('sha256').update(call).digest('hex').slice(0, 12);
      const target = `worker:${key}`;
      const event = {
        type: 'worker.given',
        worker,
        ...work,
        executor,
        runMs: (workers.find(({ name }) => name === worker)?.minutes ?? 60) * 60_000,
        language: owner.language,
        undoMs: approvals.undoWindowS * 1000,
        expiresAfterMs: approvals.expiresMs === 'never' ? null : approvals.expiresMs,
      };
      await system.accept({ target, dedupe: `code:${call}`, event });
      return ledger.at(target)?.id ?? 0;
    },
  });
}
