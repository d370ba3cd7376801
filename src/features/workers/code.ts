/** How a coding worker is given its work; loaded where there is one. */
import { createHash } from 'node:crypto';
import { codeTool } from '../../adapters/tools/workers/code.ts';
import { agentChannel } from '../../domain/agents/agent.ts';
import { placeOf } from '../../domain/conversation/chat-session.ts';
import { jobChannel } from '../../domain/jobs/job.ts';
import type { ExecutorKind } from '../../domain/security/sandbox.ts';
import { taskChannel } from '../../domain/tasks/task.ts';
import type { Tool } from '../../ports/tool.ts';
import type { WorkLedger } from '../../ports/workers/work-ledger.ts';
import type { Core } from '../feature.ts';

interface Giver {
  readonly config: {
    readonly approvals: Pick<Core['config']['approvals'], 'undoWindowS' | 'expiresMs'>;
    readonly workers: Core['config']['workers'];
  };
  readonly system: Pick<Core['system'], 'accept'>;
  readonly owner: Pick<Core['owner'], 'language'>;
}

/** Conversations that end by themselves hear of nothing that comes days later. */
const passing: readonly string[] = [jobChannel, taskChannel, agentChannel];

/** The tool that gives them work: it begins their actors. */
export function codeToolOf(
  { config: { approvals, workers }, system, owner }: Giver,
  ledger: Pick<WorkLedger, 'underWay' | 'at'>,
  executor: ExecutorKind,
): Tool {
  return codeTool({
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
