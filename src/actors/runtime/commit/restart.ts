/** An actor that begins again from its first step, with the input it was born with. */
import { defined } from '../../../domain/text/json.ts';
import type { ActorRecord } from '../../../ports/store.ts';
import type { LeftBehind, Rewound } from '../registry.ts';
import { type Children, firstStep, recorder } from '../step.ts';
import type { Batch } from './batch.ts';
import { commitStep } from './commit.ts';
import { cleanUp } from './ending.ts';
import type { LiveActor } from './live-actor.ts';
import type { StepHost } from './step-host.ts';

/** Restarts an actor from its first step. Its seq goes on; what waits for it stays. */
export function writeRestart(host: StepHost, row: ActorRecord, batch: Batch): void {
  const entry = host.registry.machines.get(row.machine);
  if (!entry) throw new Error(`there is no machine named ${row.machine} any more`);
  const began = host.elapsed();
  const at = host.now();
  const id = `${row.address}#${row.seq + 1}`;
  const released = entry.onRestart?.(leftBehind(host, row, { at, id })) ?? {};
  cleanUp(host, row.address, JSON.parse(row.children) as Children, at, batch);
  // an act that is named by the actor's address has begun: the chart has to know
  const hasActed = host.store.act(row.address) !== undefined;
  const input = {
    ...(JSON.parse(row.input) as object),
    at,
    ...defined({ hasActed: hasActed || undefined }),
    ...released,
  };
  const record = recorder(row.address, row.parent);
  const step = firstStep(entry.machine, record, input);
  const again: ActorRecord = { ...row, status: 'active', leaf: '', incarnation: row.incarnation + 1, problem: null };
  const live: LiveActor = { entry, record, row: again, snapshot: step.snapshot, children: {} };
  commitStep(host, live, step, { type: 'host.restarted', input, at, id }, batch, began);
  const state = host.store.actor(row.address)?.state ?? row.state;
  entry.onRewound?.({ state, since: [], id, ...reaching(host, row.address, at, batch) });
}

/** How what a rewind or a restart calls reaches on: to the actor, and behind the commit. */
export function reaching(
  host: StepHost,
  address: string,
  at: number,
  batch: Batch,
): Pick<Rewound, 'address' | 'at' | 'send' | 'onCommitted'> {
  return {
    address,
    at,
    send: event => void batch.mails.push({ target: address, child: null, event: { ...event, at, id: host.id() } }),
    onCommitted: call => void batch.committed.push(call),
  };
}

/** What a restart leaves behind, as it is before it. */
export function leftBehind(
  { store, registry }: Pick<StepHost, 'store' | 'registry'>,
  { address, state, children }: ActorRecord,
  { at, id }: Pick<LeftBehind, 'at' | 'id'>,
): LeftBehind {
  const all = Object.entries(JSON.parse(children) as Children).filter(([, { src }]) => registry.machines.has(src));
  const statusOf = (child: string) => store.actor(child)?.status;
  // an act that is recorded and has not begun is taken back with its actor
  const isUnbegun = (child: string) => {
    const status = statusOf(child);
    return status !== undefined && status !== 'done' && (store.act(child)?.status ?? 'pending') === 'pending';
  };
  const named = (are: (child: string) => boolean) => all.filter(([, child]) => are(child.address)).map(([one]) => one);
  return { address, state, at, id, unbegun: named(isUnbegun), over: named(one => statusOf(one) === 'done') };
}
