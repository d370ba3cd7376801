/** The chart of a worker, how often its effects may run, and how long. */
import type { EffectSource } from '../../actors/runtime/registry.ts';
import { assessing } from '../../actors/workers/assessing.ts';
import { clearing } from '../../actors/workers/clearing.ts';
import { collecting } from '../../actors/workers/collecting.ts';
import { copying } from '../../actors/workers/copying.ts';
import type { WorkerMeans } from '../../actors/workers/means.ts';
import { merging } from '../../actors/workers/merging.ts';
import { opening } from '../../actors/workers/opening.ts';
import { programming } from '../../actors/workers/programming.ts';
import { defined } from '../../domain/text/json.ts';
import { endTexts } from '../../domain/workers/texts.ts';
import { isWorkOver } from '../../domain/workers/worker.ts';
import { storedState } from '../../machines/stored.ts';
import { workerMachine } from '../../machines/worker/chart.ts';
import { givenWork } from '../../machines/worker/view.ts';
import type { AuditLog } from '../../ports/audit-log.ts';
import type { WorkLedger } from '../../ports/workers/work-ledger.ts';
import type { Feature } from '../feature.ts';

const copyMs = 600_000;
const checkMs = 1_800_000;

export function workerEffects(means: WorkerMeans): Readonly<Record<string, EffectSource>> {
  return {
    copying: { logic: copying(means), policy: 'repeatable', timeoutMs: copyMs + checkMs },
    opening: { logic: opening(means), policy: 'repeatable', timeoutMs: 300_000 },
    programming: {
      logic: programming(means),
      // what a program was told, it may have done: nobody says it a second time
      policy: 'once',
      timeoutMs: ({ runMs }: { readonly runMs: number }) => runMs,
    },
    collecting: { logic: collecting(means), policy: 'repeatable', timeoutMs: copyMs },
    assessing: { logic: assessing(means), policy: 'repeatable', timeoutMs: checkMs },
    merging: { logic: merging(means), policy: 'repeatable', timeoutMs: copyMs },
    clearing: { logic: clearing(means), policy: 'repeatable', timeoutMs: copyMs },
  };
}

/**
 * The stop of its actor ends the work, and the conversation that gave it reads that.
 *
 * @param onStopped the actor was stopped from outside: what stands outside of it is still there
 */
export function workerChart(
  ledger: Pick<WorkLedger, 'at' | 'end'>,
  audit: AuditLog['write'],
  onStopped: () => void = () => {},
): NonNullable<Feature['machines']>[number] {
  return {
    machine: workerMachine,
    startsWith: () => ({}),
    onRestart: ({ state }) => defined({ given: givenWork(storedState(state)) }),
    isShortLived: true,
    onStopped(address, at, send) {
      const work = ledger.at(address);
      if (work === undefined || isWorkOver(work.state)) return;
      ledger.end(address, 'stopped', at);
      const facts = { work: address, state: 'stopped' };
      audit({ kind: 'agent.coded', subject: work.worker, actor: work.session, facts }, { at });
      const text = endTexts.stopped(work.worker, work.folder);
      send(work.session, { type: 'message.received', messageId: `${address}/end`, text, taint: 'external' });
      onStopped();
    },
  };
}
