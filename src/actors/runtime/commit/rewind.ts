/** An actor that goes back to where it once stood. */

import { says } from '../../../domain/policy/sentence.ts';
import { fault } from '../../../domain/supervision/failure.ts';
import type { ActorRecord } from '../../../ports/store.ts';
import { stepOf } from '../address.ts';
import { exportActor } from '../export.ts';
import { type Replayed, replay } from '../replay.ts';
import type { Children, Event } from '../step.ts';
import type { Batch } from './batch.ts';
import { stopChild } from './ending.ts';
import { reinvoke } from './reinvoke.ts';
import { reaching } from './restart.ts';
import type { StepHost } from './step-host.ts';

/**
 * Takes an actor back to the state after step `to`, as the journal gives it, with the timers and children of then.
 * Throws `invalid` if the journal does not reach so far back, this program's chart would have gone another way, or an
 * act that is named by its address has begun since.
 */
export function writeRewound(host: StepHost, row: ActorRecord, to: number, batch: Batch): void {
  const { address } = row;
  const past = checkedPast(host, row, to);
  const at = host.now();
  const { children, timers } = past;
  for (const [id, child] of Object.entries(JSON.parse(row.children) as Children))
    if (children[id]?.address !== child.address) stopChild(host, child, at, batch);
  host.store.removeTimers(address);
  for (const timer of timers) {
    host.store.setTimer(timer);
    batch.dues.push(timer.due);
  }
  const steps = host.store.journalAfter(address, to);
  const since = steps.map(({ event }) => JSON.parse(event) as Event);
  const state = JSON.stringify(past.state);
  reinvoke(host, row, { state, children, since }, { type: 'host.rewound', to, state: past.state }, batch);
  host.registry.machines.get(row.machine)?.onRewound?.({
    state,
    since: steps,
    id: `${address}#${row.seq + 1}`,
    ...reaching(host, address, at, batch),
  });
}

function checkedPast(host: StepHost, row: ActorRecord, to: number): Replayed {
  const { address, seq } = row;
  if (!Number.isInteger(to) || to < 1 || to >= seq)
    throw fault('invalid', says`${address} can be rewound to a step from 1 to ${seq - 1}, not to ${to}`);
  const past = pastOf(host, row, to);
  if (past?.verified === 'forgotten')
    throw fault(
      'invalid',
      `texts of ${address} before step ${to} were forgotten; rewind to a later step, or restart it`,
    );
  if (past?.verified !== true || past.steps === 0)
    throw fault(
      'invalid',
      `the journal of ${address} cannot be replayed to step ${to} by this version; restart it instead`,
    );
  const act = host.store.act(address);
  if (act && to < stepOf(act.address))
    throw fault(
      'invalid',
      says`an effect of ${address} had already started by then; it cannot be rewound to before that`,
    );
  return past;
}

/** The state after step `to`; undefined if the journal does not reach so far back. */
function pastOf({ store, registry }: StepHost, { address }: ActorRecord, to: number): Replayed | undefined {
  const file = exportActor(store, address);
  return file && (file.start?.seq ?? 0) < to ? replay(file, registry.machines, to) : undefined;
}
