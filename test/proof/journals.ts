/** Every journal of a store, replayed. */

import { registered } from '../../src/actors/runtime/registry.ts';
import { type ActorExport, replay } from '../../src/actors/runtime/replay.ts';
import { approvalMachine } from '../../src/machines/approval/chart.ts';
import { approvalDeskMachine } from '../../src/machines/approval-desk.ts';
import { channelMachine } from '../../src/machines/channel/chart.ts';
import { circuitBreakerMachine } from '../../src/machines/circuit-breaker.ts';
import { consolidationMachine } from '../../src/machines/consolidation.ts';
import { delegationMachine } from '../../src/machines/delegation.ts';
import { incidentMachine } from '../../src/machines/incident/chart.ts';
import { jobMachine } from '../../src/machines/job/chart.ts';
import { observerMachine } from '../../src/machines/observer.ts';
import { planMachine } from '../../src/machines/plan.ts';
import { sessionMachine } from '../../src/machines/session/chart.ts';
import { supervisorMachine } from '../../src/machines/supervisor/chart.ts';
import { toolCallMachine } from '../../src/machines/tool-call/chart.ts';
import { workerMachine } from '../../src/machines/worker/chart.ts';
import type { HostStore } from '../../src/ports/store.ts';

/** Every chart there is. */
export const machines = registered(
  [
    supervisorMachine,
    incidentMachine,
    circuitBreakerMachine,
    jobMachine,
    channelMachine,
    sessionMachine,
    toolCallMachine,
    delegationMachine,
    planMachine,
    workerMachine,
    approvalMachine,
    approvalDeskMachine,
    observerMachine,
    consolidationMachine,
  ].map(machine => ({ machine })),
);

/**
 * A sentence for each actor whose journal does not lead to its row, from its first step and from its newest snapshot.
 */
export function divergences(store: HostStore): readonly string[] {
  return store.actors(0).flatMap(row => {
    const whole = exportOf(store, row.address, row.machine, row.version, row.parent);
    const snapshot = store.snapshotAt(row.address, row.seq);
    const files = [
      whole,
      ...(snapshot
        ? [
            {
              ...whole,
              start: {
                seq: snapshot.seq,
                state: JSON.parse(snapshot.state),
                children: JSON.parse(snapshot.children),
              },
            },
          ]
        : []),
    ];
    return files.flatMap(file => {
      const { verified, firstDivergence, state } = replay(file, machines);
      if (verified !== true) return [`${row.address} diverges: ${JSON.stringify(firstDivergence)}`];
      return JSON.stringify(state) === row.state ? [] : [`${row.address} replays to another state than is stored`];
    });
  });
}

function exportOf(
  store: HostStore,
  address: string,
  machine: string,
  version: string,
  parent: string | null,
): ActorExport {
  const journal = store.journalAfter(address, 0).map(({ seq, at, event, value, effects, hash, code }) => ({
    seq,
    at,
    hash,
    code,
    event: JSON.parse(event),
    value: JSON.parse(value),
    effects: JSON.parse(effects),
  }));
  return { format: 'straylight.actor/1', address, machine, version, parent, journal, state: null };
}
