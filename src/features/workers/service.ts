/** What the owner can see of coding workers, and do about them. */
import type { Decisions } from '../../actors/approvals/decisions.ts';
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import { isWorkOver, type ShownWork, type WorkDetails, type WorkerService } from '../../domain/workers/worker.ts';
import { storedState } from '../../machines/stored.ts';
import { workerView } from '../../machines/worker/view.ts';
import type { CodingPrograms } from '../../ports/workers/coding-programs.ts';
import type { KeptWork, WorkLedger } from '../../ports/workers/work-ledger.ts';
import type { Core } from '../feature.ts';

const mostPending = 1_000;

export function workerService(
  core: Pick<Core, 'system' | 'store' | 'conversation' | 'config'>,
  ledger: WorkLedger,
  means: { readonly programs: () => CodingPrograms | undefined; readonly decide: Decisions['decide'] },
): WorkerService {
  const { system, store, conversation, config } = core;

  function approvalOf(address: string): string | null {
    const pending = conversation.approvals('pending', mostPending);
    const own = pending.find(one => store.actor(one.id)?.parent === address);
    return own?.card.key ?? null;
  }

  function shown({ address, thread: _, task, ...work }: KeptWork): ShownWork {
    const approval = isWorkOver(work.state) ? null : approvalOf(address);
    return { ...work, task: conversation.read(task), approval };
  }

  return {
    workers: () => config.workers.map(({ name, kind, minutes, network }) => ({ name, kind, minutes, network })),
    list: limit => ledger.list(limit).map(shown),
    show(id): WorkDetails | undefined {
      const work = ledger.get(id);
      if (!work) return undefined;
      const row = store.actor(work.address);
      const { diff = '', conflicts, checks } = workerView(storedState(row?.state ?? ''));
      return {
        work: shown(work),
        lines: means.programs()?.lines(work.address) ?? [],
        diff: conversation.read(diff),
        conflicts,
        checks,
      };
    },
    async stop(id) {
      const work = ledger.get(id);
      if (!work) return undefined;
      if (!isWorkOver(work.state)) await system.accept({ target: work.address, event: { type: 'worker.stopped' } });
      const now = ledger.get(id);
      return now && shown(now);
    },
    async answer(id, isAccepted, by) {
      const work = ledger.get(id);
      if (!work) return undefined;
      if (work.state !== 'review') throw fault('invalid', says`the work ${id} has no result that waits for an answer`);
      const approval = approvalOf(work.address);
      if (approval === null) {
        await system.accept({ target: work.address, event: { type: 'worker.shown' } });
        throw fault('invalid', says`the card of the work ${id} had reached nobody and is shown again; answer it now`);
      }
      const decision = isAccepted ? 'approve' : 'deny';
      const answer = await means.decide({
        approval,
        decision,
        by,
        ...defined({ confirmation: isAccepted ? 'yes' : undefined }),
      });
      if (!answer.ok) throw fault('invalid', answer.message);
      const now = ledger.get(id);
      return now && shown(now);
    },
  };
}
