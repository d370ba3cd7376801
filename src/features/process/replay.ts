/** An exported actor, replayed on the charts of this version. */
import { type MachineEntry, registered } from '../../actors/runtime/registry.ts';
import { type ActorExport, replay } from '../../actors/runtime/replay.ts';
import { approvalMachine } from '../../machines/approval/chart.ts';
import { approvalDeskMachine } from '../../machines/approval-desk.ts';
import { channelMachine } from '../../machines/channel/chart.ts';
import { circuitBreakerMachine } from '../../machines/circuit-breaker.ts';
import { consolidationMachine } from '../../machines/consolidation.ts';
import { delegationMachine } from '../../machines/delegation.ts';
import { incidentMachine } from '../../machines/incident/chart.ts';
import { jobMachine } from '../../machines/job/chart.ts';
import { observerMachine } from '../../machines/observer.ts';
import { planMachine } from '../../machines/plan.ts';
import { sessionMachine } from '../../machines/session/chart.ts';
import { supervisorMachine } from '../../machines/supervisor/chart.ts';
import { toolCallMachine } from '../../machines/tool-call/chart.ts';
import { workerMachine } from '../../machines/worker/chart.ts';

/** `more`: the charts of other features. Throws an `Error` for a file that is none. */
export function replayFile(file: unknown, more: readonly MachineEntry['machine'][] = []) {
  const exported = file as ActorExport;
  if (exported?.format !== 'straylight.actor/1' || !Array.isArray(exported.journal))
    throw new Error('expected a file made by "straylight actors export" (format straylight.actor/1)');
  return replay(exported, registered([...charts, ...more].map(machine => ({ machine }))));
}

const charts = [
  supervisorMachine,
  channelMachine,
  sessionMachine,
  toolCallMachine,
  approvalMachine,
  approvalDeskMachine,
  circuitBreakerMachine,
  jobMachine,
  incidentMachine,
  observerMachine,
  consolidationMachine,
  delegationMachine,
  planMachine,
  workerMachine,
];
