/**
 * Committed effects are started here, if they may: a place in their lane, admission, and for an act the fence before
 * it.
 *
 * The others wait for a place, for the end of safe mode, or for the next boot.
 */
import type { EffectRecord } from '../../ports/store.ts';
import { type Arrivals, keptUntilWritten, retryCommitMs } from './arrivals.ts';
import { redacted } from './cleaned.ts';
import type { Batch } from './commit/batch.ts';
import type { Outcome } from './commit/outcome.ts';
import { endOf, recordedOutcome } from './outcomes.ts';
import type { EffectSource, Registry } from './registry.ts';
import type { HostBase } from './running/base.ts';
import { createEffectRunner, type EffectRunner } from './running/effects.ts';
import { createParked, type Parked } from './running/parked.ts';

/** How many effects of a lane run at once, by its name. A lane that is not named has no limit. */
export type Lanes = Readonly<Record<string, number>>;

export interface Launch {
  readonly runner: EffectRunner;
  /** How many wait for a place. */
  readonly parked: number;
  /** Is there a place in the lane for one more effect of the open transaction? */
  hasRoom(lane: string | undefined): boolean;
  /** Starts a committed effect if it may start. */
  begin(row: EffectRecord): void;
  /** The same for what was committed just now; if its row cannot be read now, in a moment. */
  beginFresh(row: EffectRecord): void;
  /** By urgency, then by age; those that waited longer stand first already. */
  inOrder(rows: readonly EffectRecord[]): readonly EffectRecord[];
}

/** The effects that wait, and those that are on their way to a commit. */
interface Waiting {
  readonly parked: Parked;
  /** How many acts of each lane have a claim that is not committed yet. */
  readonly claiming: Map<string | undefined, number>;
}

/** `openBatch`: the batch of the open transaction. `surround`: see `SystemOptions`. */
export function createLaunch(
  base: HostBase,
  arrivals: Arrivals,
  lanes: Lanes,
  openBatch: () => Batch | undefined,
  surround: ((row: EffectRecord, work: () => void) => void) | undefined,
): Launch {
  const { registry, clock, feed, safely } = base;
  const waiting: Waiting = { parked: createParked(base.boot), claiming: new Map() };
  const runner = createEffectRunner({
    clock,
    lanes,
    surround,
    source: name => sourceOf(registry, name),
    settle: (...ended) => settle(base, arrivals, ...ended),
    onProgress(row, event) {
      if (!feed.watched) return;
      const { owner, address: effect, src } = row;
      feed.publish({ kind: 'progress', owner, effect, src, event: redacted(event, base.redact) });
    },
    onRoom: lane => fill(starting, lane),
  });
  const starting: Starting = { ...base, arrivals, lanes, openBatch, waiting, runner };

  function beginFresh(row: EffectRecord): void {
    const isBegun = safely('effect.unread', () => begin(starting, row, true));
    if (!isBegun) clock.after(retryCommitMs, () => beginFresh(row));
  }

  return {
    runner,
    get parked() {
      return waiting.parked.size;
    },
    hasRoom: lane => hasRoom(starting, lane),
    begin: row => begin(starting, row),
    beginFresh,
    inOrder: rows => inOrder(registry, rows),
  };
}

interface Starting extends HostBase {
  readonly arrivals: Arrivals;
  readonly lanes: Lanes;
  readonly openBatch: () => Batch | undefined;
  readonly waiting: Waiting;
  readonly runner: EffectRunner;
}

/** Starts an effect if it may start. `isFresh`: it was committed just now. */
function begin(starting: Starting, row: EffectRecord, isFresh = false): void {
  const { phase, registry, admission, store, waiting, isHeld } = starting;
  if (phase.isStopping || isHeld(row.owner)) return;
  const source = sourceOf(registry, row.src);
  const refusal = admission.refusal(row, source);
  if (refusal) settle(starting, starting.arrivals, row, { kind: 'failed', failure: refusal }, 0, false);
  else if (row.status === 'running') run(starting, row);
  else if (source.isPossible && !source.isPossible(JSON.parse(row.input) as never)) return;
  else if (source.lane !== undefined && !hasRoom(starting, source.lane))
    waiting.parked.add(source.lane, row, { urgency: urgencyOf(registry, row), now: starting.clock.now() });
  else if (row.policy === 'once') claim(starting, row);
  else if (isFresh || store.effect(row.address)) run(starting, row);
}

/** Gives the free places of a lane to those that wait for one. */
function fill(starting: Starting, lane: string): void {
  while (hasRoom(starting, lane)) {
    const next = starting.waiting.parked.take(lane);
    if (!next) return;
    begin(starting, next);
  }
}

function run({ clock, feed, registry, runner, waiting }: Starting, row: EffectRecord): void {
  if (feed.watched)
    feed.publish({ kind: 'effect', owner: row.owner, effect: row.address, src: row.src, state: 'started' });
  const { lane } = sourceOf(registry, row.src);
  if (lane !== undefined) waiting.parked.given(lane, row, clock.now());
  runner.begin(row);
}

/** A `once` that was not written as running with its intent: the fence first, then a commit, then the start. */
function claim(starting: Starting, row: EffectRecord): void {
  const { store, clock, boot, phase, registry, arrivals, waiting } = starting;
  const { claiming } = waiting;
  const { lane } = sourceOf(registry, row.src);
  let claimed: EffectRecord | undefined;
  claiming.set(lane, (claiming.get(lane) ?? 0) + 1);
  arrivals.add({
    record() {
      claimed = undefined;
      const now = store.effect(row.address);
      if (now?.status !== 'pending' || phase.isStopping) return undefined;
      const before = store.act(now.key);
      if (before) {
        store.removeEffect(now.address);
        return endOf(clock, now, recordedOutcome(before));
      }
      claimed = { ...now, status: 'running', boot };
      store.updateEffect(claimed);
      return undefined;
    },
    committed() {
      claiming.set(lane, (claiming.get(lane) ?? 1) - 1);
      if (claimed) run(starting, claimed);
      // the place it was promised is free again
      else if (lane !== undefined) fill(starting, lane);
    },
    failed: () => true,
  });
}

/** An effect has ended: its outcome arrives, with what its admission has to say of it. */
function settle(
  { feed, phase, registry, admission, settle: record, clean, stamp }: HostBase,
  arrivals: Arrivals,
  row: EffectRecord,
  outcome: Outcome,
  ms: number,
  isAborted: boolean,
): void {
  if (feed.watched)
    feed.publish({ kind: 'effect', owner: row.owner, effect: row.address, src: row.src, state: outcome.kind, ms });
  const source = sourceOf(registry, row.src);
  // what ends because we stop goes on at the next boot: a service, and after the grace all that may run again
  if (phase.isStopping && source.isService) return;
  if (phase.isCutOff && row.policy !== 'once' && outcome.kind === 'failed') return;
  const message = admission.ended(row, source, outcome, isAborted);
  arrivals.add({
    record(batch) {
      const mail = record(row.address, outcome, batch);
      if (message) batch.mails.push({ target: message.target, event: stamp(clean(message.event)), child: null });
      return mail;
    },
    ...keptUntilWritten,
  });
}

/**
 * Places that are promised away count as taken: to acts of the open transaction, and to claims on their way to a
 * commit.
 */
function hasRoom({ lanes, registry, openBatch, waiting, runner }: Starting, lane: string | undefined): boolean {
  if (lane === undefined || lanes[lane] === undefined) return true;
  const isPromised = (row: EffectRecord) => row.status === 'running' && sourceOf(registry, row.src).lane === lane;
  const promised = openBatch()?.begins.filter(isPromised).length ?? 0;
  return runner.hasRoom(lane, promised + (waiting.claiming.get(lane) ?? 0));
}

function inOrder(registry: Registry, rows: readonly EffectRecord[]): readonly EffectRecord[] {
  return rows
    .map(row => ({ row, urgency: urgencyOf(registry, row) }))
    .toSorted((a, b) => b.urgency - a.urgency || a.row.at - b.row.at)
    .map(({ row }) => row);
}

function urgencyOf({ sources }: Registry, { src, input }: EffectRecord): number {
  const priority = sources.get(src)?.priority;
  return priority === undefined ? 0 : priority(JSON.parse(input) as never);
}

function sourceOf(registry: Registry, name: string): EffectSource {
  const found = registry.sources.get(name);
  if (!found) throw new Error(`the effect ${name} is not registered`);
  return found;
}
