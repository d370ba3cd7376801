/**
 * The host: accepts events, steps actors, starts what they asked for, and forgets those that idle.
 *
 * Whatever arrives within one tick shares one transaction: accepted events, outcomes of effects, fired timers, and the
 * messages actors send each other meanwhile. Nothing of it becomes visible, and no effect starts, before the commit.
 */
import { crashPoint } from '#crash-points';
import { type Failure, fault, toFailure } from '../../domain/supervision/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EffectRecord, HostStore, InboxRecord } from '../../ports/store.ts';
import { createBreakers } from './breakers.ts';
import { createDispatch, type Dispatch, isOver, kindOf, PartFailed, stepsPerBatch, within } from './dispatch.ts';
import { type Batch, type LiveActor, type Mail, newBatch, type StepHost } from './durable.ts';
import { createEffectRunner, type Lanes, type Outcome, type Silence } from './effects.ts';
import { createFeed, type Feed } from './feed.ts';
import { intake, redacted } from './intake.ts';
import type { EffectSource, Lane, Registry } from './registry.ts';
import { createStays, type Stays } from './stays.ts';
import type { Event } from './step.ts';
import { createTimers } from './timers.ts';

export type LogEntry = {
  readonly level: 'info' | 'warn' | 'error';
  readonly event: string;
  readonly [key: string]: unknown;
};

export interface SystemOptions {
  readonly store: HostStore;
  readonly registry: Registry;
  readonly clock: Clock;
  /** Names this process among all that opened the store. */
  readonly boot: string;
  /** The redactor, on every text that enters from outside a chart. */
  readonly redact: (text: string) => string;
  readonly lanes?: Partial<Lanes>;
  readonly snapshotEvery?: number;
  /** So many actors are kept in memory; the ones longest untouched go first. */
  readonly liveActors?: number;
  /** Sizes, kinds and ids, never message text. */
  readonly log?: (entry: LogEntry) => void;
  /** Runs a call soon, after what arrived together has arrived. */
  readonly soon?: (call: () => void) => void;
  /** Runs the work of an effect within what libraries take for its surroundings; it calls `work` once, at once, and throws nothing. */
  readonly surround?: ((row: EffectRecord, work: () => void) => void) | undefined;
}

export interface Accepted {
  /** The same `dedupe` key was taken before; nothing happened. */
  readonly duplicate: boolean;
  /** The stamp of the event. */
  readonly id: string;
}

export interface System {
  readonly feed: Feed;
  readonly host: StepHost;
  /** Resolves once the event is committed. Rejects with a `Fault` when it was not: nothing of it is kept then. */
  accept(mail: { readonly target: string; readonly event: Event; readonly dedupe?: string }): Promise<Accepted>;
  /** Runs a write of the host's own in the next transaction; what `work` puts into the batch happens after the commit. */
  perform<Result>(work: (batch: Batch) => Result): Promise<Result>;
  /** Begins to work: waiting messages, due timers, effects another boot left. In safe mode only what is vital does. */
  start(options?: { readonly isSafe?: boolean }): void;
  /** Ends safe mode: what was held goes on. */
  go(): void;
  readonly isSafe: boolean;
  /** No event is accepted and no effect begun any more; running ones have `graceMs` to end. Answers how many did not. */
  stop(graceMs: number): Promise<number>;
  /** Resolves when no message waits and no effect runs but services. */
  quiet(): Promise<void>;
  /** Gives a running effect its abort signal; what it then becomes is heard. */
  abort(effect: string): void;
  /** Running effects that give no sign of life. */
  silent(): readonly Silence[];
  /** What runs, and the last that began since this was asked before: source and owner. Services are left out. */
  underWay(): readonly string[];
  /** The last commit that took long: its last step, how long, and when it ended by the monotonic clock. */
  readonly lastCommit: { readonly during: string; readonly ms: number; readonly endedAt: number } | undefined;
  /** How long actors usually stay in a leaf, as this process has seen it. */
  readonly stays: Stays;
  /** Drops a live actor, so that its row is read anew; with what waits for it. */
  refresh(address: string): void;
  readonly liveCount: number;
  /** Why the last commit failed: events are refused until one succeeds. */
  readonly trouble: string | undefined;
}

/** Something that arrived, to be written with the next transaction. */
interface Arrival {
  /** Writes it; answers the message it makes, if any. */
  record(batch: Batch): Mail | undefined;
  committed(): void;
  /** It was not written. True: keep it for another try. */
  failed(failure: Failure): boolean;
}

/** A transaction that was committed. */
interface Written {
  readonly batch: Batch;
  readonly dispatch: Dispatch;
  /** Arrivals that were not written with it. */
  readonly refused: ReadonlyMap<Arrival, Failure>;
  /** Did a part of it fail alone? */
  readonly hasFailures: boolean;
}

/** Outcomes and timers: kept until they are written. */
const always = { committed() {}, failed: () => true };
const retryCommitMs = 1000;
/** Clocks of a machine differ by less from one step to the next. */
const setBackMs = 1000;
/** A transaction that takes longer is remembered, and one that takes much longer is written to the log. */
const longMs = 50;
const stallMs = 500;

export function createSystem(options: SystemOptions): System {
  const {
    store,
    registry,
    clock,
    boot,
    redact,
    snapshotEvery = 50,
    liveActors = 2000,
    log = () => {},
    soon = setImmediate,
    surround,
  } = options;
  const lanes: Lanes = { model: 32, tool: 16, delivery: 16, ...options.lanes };
  const live = new Map<string, LiveActor>();
  const mailboxes = new Map<string, readonly InboxRecord[]>();
  const ready = new Set<string>();
  let arrivals: Arrival[] = [];
  let parked: EffectRecord[] = [];
  const claiming = new Map<string, Lane>();
  let current: Batch | undefined;
  let scheduled = false;
  let started = false;
  let stopping = false;
  /** Safe mode: what is not vital is held. */
  let isSafe = false;
  /** The grace of the stop is over: what still runs is aborted. */
  let isCutOff = false;
  let endJumps = () => {};
  let trouble: string | undefined;
  let lastCommit: System['lastCommit'];
  /** Arrivals that are tried once more in a moment. */
  let postponed = 0;
  let waiting: (() => void)[] = [];

  const feed = createFeed(error => log({ level: 'error', event: 'feed.defect', error: toFailure(error).message }));
  const stays = createStays();
  const breakers = createBreakers({ store, now: clock.now });
  const timers = createTimers({
    clock,
    nextDue: store.nextDue,
    onDue: fireTimers,
    onTrouble: thrown => logFailure('timers.unread', thrown),
  });
  const effects = createEffectRunner({
    clock,
    lanes,
    source,
    settle,
    surround,
    onProgress(row, event) {
      if (feed.watched)
        feed.publish({
          kind: 'progress',
          owner: row.owner,
          effect: row.address,
          src: row.src,
          event: redacted(event, redact),
        });
    },
    onRoom(lane) {
      const waited = parked.filter(row => source(row.src).lane === lane);
      parked = parked.filter(row => source(row.src).lane !== lane);
      for (const row of inOrder(waited)) begin(row);
    },
  });
  const host: StepHost = {
    store,
    registry,
    boot,
    snapshotEvery,
    now: clock.now,
    elapsed: clock.elapsed,
    id: clock.id,
    clean,
    watched: () => feed.watched,
    reserve: lane => !stopping && hasRoom(lane),
    isHeld,
    underWay: effects.isRunning,
    settle: recordOutcome,
    forget(address, batch) {
      live.delete(address);
      for (let index = batch.touched.length - 1; index >= 0; index -= 1)
        if (batch.touched[index]?.row.address === address) batch.touched.splice(index, 1);
    },
  };

  function source(name: string): EffectSource {
    const found = registry.sources.get(name);
    if (!found) throw new Error(`the effect ${name} is not registered`);
    return found;
  }

  function aboutOf({ src, input }: EffectRecord): { readonly about?: string } {
    const { about } = source(src);
    return about ? { about: about(JSON.parse(input) as never) } : {};
  }

  /** Places that are promised away count as taken: to acts of the open transaction, and to claims on their way to a commit. */
  function hasRoom(lane: Lane): boolean {
    const promised =
      current?.begins.filter(row => row.status === 'running' && source(row.src).lane === lane).length ?? 0;
    const claimed = [...claiming.values()].filter(claim => claim === lane).length;
    return effects.hasRoom(lane, promised + claimed);
  }

  function clean<Value>(value: Value): Value {
    return intake(value, { redact, putBlob: (hash, body) => store.putBlob(hash, body, clock.now()) });
  }

  const stamp = (event: Event): Event => ({ ...event, at: clock.now(), id: clock.id() });

  function logFailure(event: string, thrown: unknown): void {
    log({ level: 'error', event, error: redact(toFailure(thrown).message) });
  }

  // ── what arrives ────────────────────────────────────────────────────────────────────────────────

  function arrive(arrival: Arrival): void {
    arrivals.push(arrival);
    schedule();
  }

  function schedule(): void {
    if (scheduled || !started) return;
    scheduled = true;
    soon(flush);
  }

  function accept({ target, event, dedupe }: { target: string; event: Event; dedupe?: string }): Promise<Accepted> {
    const [family] = event.type.split('.');
    if (family === 'xstate' || family === 'host')
      return Promise.reject(
        fault('denied', `events named ${family}.* are the host's own and are not taken from outside`),
      );
    if (stopping)
      return Promise.reject(
        fault('unavailable', 'Straylight is stopping and takes nothing new; try again when it is back'),
      );
    let answer: Accepted;
    return promised(
      () => {
        const stamped = stamp(clean(event));
        answer = { duplicate: dedupe !== undefined && !store.accept(dedupe, clock.now()), id: stamped['id'] as string };
        return answer.duplicate ? undefined : { target, event: stamped, child: null };
      },
      () => answer,
    );
  }

  function perform<Result>(work: (batch: Batch) => Result): Promise<Result> {
    let result: Result;
    return promised(
      batch => {
        result = work(batch);
        return undefined;
      },
      () => result,
    );
  }

  function promised<Result>(record: Arrival['record'], result: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      arrive({
        record,
        committed: () => resolve(result()),
        failed({ kind, message, ...more }) {
          reject(fault(kind, message, more));
          return false;
        },
      });
    });
  }

  function settle(row: EffectRecord, outcome: Outcome, ms: number, isAborted = false): void {
    if (feed.watched)
      feed.publish({ kind: 'effect', owner: row.owner, effect: row.address, src: row.src, state: outcome.kind, ms });
    // what ends because we stop goes on at the next boot: a service, and after the grace all that may run again
    if (stopping && source(row.src).lane === 'service') return;
    if (isCutOff && row.policy !== 'once' && outcome.kind === 'failed') return;
    const heard = breakers.heard(row, source(row.src), outcome, isAborted);
    arrive({
      record(batch) {
        const mail = recordOutcome(row.address, outcome, batch);
        if (heard) batch.mails.push({ target: heard.target, event: stamp(clean(heard.event)), child: null });
        return mail;
      },
      ...always,
    });
  }

  /** The row gets its outcome, or goes; its owner gets the message. Nothing where nobody waits any more. */
  function recordOutcome(address: string, raw: Outcome, batch: Batch): Mail | undefined {
    const row = store.effect(address);
    if (row?.status !== 'pending' && row?.status !== 'running') return undefined;
    const outcome = clean(raw.kind === 'failed' ? { ...raw, failure: short(raw.failure, redact) } : raw);
    const unknown = outcome.kind === 'failed' && outcome.failure.kind === 'unknown';
    // an act that is named by its own address can never be asked for again: there is nothing left to fence
    if (row.policy === 'once' && row.key !== row.address) {
      const status = outcome.kind === 'done' ? 'done' : unknown ? 'unknown' : 'failed';
      store.updateEffect({ ...row, status, outcome: JSON.stringify(outcome) });
    } else store.removeEffect(address);
    batch.settled.push(address);
    const { owner, src } = row;
    if (unknown || row.leftAt !== null)
      batch.facts.push({
        type: unknown ? 'effect.unknown' : 'effect.left',
        effect: address,
        owner,
        src,
        outcome: outcome.kind,
        ...(unknown ? aboutOf(row) : {}),
      });
    return row.leftAt === null ? endOf(row, outcome) : undefined;
  }

  /** What the owner of an effect hears of its end. */
  function endOf(row: EffectRecord, outcome: Outcome): Mail {
    const common = { actorId: row.childId, from: row.address, at: clock.now(), id: clock.id() };
    const event: Event =
      outcome.kind === 'done'
        ? { type: `xstate.done.actor.${row.childId}`, output: outcome.output, ...common }
        : { type: `xstate.error.actor.${row.childId}`, error: outcome.failure, ...common };
    return { target: row.owner, event, child: row.address };
  }

  function fireTimers(now: number): void {
    for (const { owner, id, target, event, due } of store.timersDue(now, stepsPerBatch))
      arrive({
        record: () =>
          store.takeTimer(owner, id, due)
            ? { target, event: stamp(JSON.parse(event) as Event), child: null }
            : undefined,
        ...always,
      });
    schedule();
  }

  // ── the transaction ─────────────────────────────────────────────────────────────────────────────

  function flush(): void {
    scheduled = false;
    if (!started) return;
    const began = clock.elapsed();
    const taken = arrivals;
    arrivals = [];
    const whole = write(taken, false);
    const written = whole instanceof PartFailed ? write(taken, true) : whole;
    if (!written || written instanceof PartFailed) return;
    if (whole instanceof PartFailed && !written.hasFailures)
      log({ level: 'error', event: 'step.repeated', error: redact(toFailure(whole.cause).message) });
    const { batch, dispatch, refused } = written;
    trouble = undefined;
    crashPoint(`commit.after ${labelOf(batch)}`);
    publish(batch, dispatch.boxes, taken, refused);
    const endedAt = clock.elapsed();
    const ms = endedAt - began;
    if (ms > longMs) lastCommit = { during: labelOf(batch), ms, endedAt };
    if (ms > stallMs) onStall(batch, ms);
  }

  /** One transaction, with savepoints or without. Undefined: it could not be written. */
  function write(taken: readonly Arrival[], isApart: boolean): Written | PartFailed | undefined {
    const batch = newBatch(isApart);
    const refused = new Map<Arrival, Failure>();
    let hasFailures = false;
    const noteFailure: typeof onFailedStep = (...failed) => {
      hasFailures = true;
      onFailedStep(...failed);
    };
    const dispatch = createDispatch({ host, batch, live, mailboxes, stamp, onFailedStep: noteFailure, onBuried });
    current = batch;
    try {
      store.transaction(() => {
        for (const arrival of taken)
          try {
            const mail = within(host, batch, () => arrival.record(batch));
            if (mail) dispatch.post(mail);
          } catch (error) {
            if (isOver(host, batch, error)) throw error;
            refused.set(arrival, toFailure(error));
          }
        for (const address of ready) dispatch.work(address);
        dispatch.flush();
        crashPoint(`commit.before ${labelOf(batch)}`);
      });
      return { batch, dispatch, refused, hasFailures: hasFailures || refused.size > 0 };
    } catch (error) {
      for (const actor of batch.touched) live.delete(actor.row.address);
      if (error instanceof PartFailed) return error;
      undo(taken, toFailure(error));
      return undefined;
    } finally {
      current = undefined;
    }
  }

  /** Nothing else could be done meanwhile: it is named, so that it can be found. */
  function onStall(batch: Batch, ms: number): void {
    const during = labelOf(batch);
    log({ level: 'warn', event: 'loop.stalled', during, steps: batch.touched.length, ms: Math.round(ms) });
  }

  /** Everything is committed: now it may be seen, and what was asked for may start. */
  function publish(
    batch: Batch,
    boxes: ReadonlyMap<string, readonly InboxRecord[]>,
    taken: readonly Arrival[],
    refused: ReadonlyMap<Arrival, Failure>,
  ): void {
    for (const [address, rows] of boxes) {
      if (rows.length > 0) mailboxes.set(address, rows);
      else mailboxes.delete(address);
    }
    ready.clear(); // before anything is called that may make others ready
    for (const { machine, leaf, ms } of batch.left) stays.note(machine, leaf, ms);
    for (const call of batch.committed) safely('committed.failed', call);
    for (const actor of batch.touched) {
      retain(actor);
      breakers.note(actor);
    }
    const kept = taken.filter(arrival => {
      const failure = refused.get(arrival);
      if (!failure) arrival.committed();
      if (failure?.kind === 'defect') log({ level: 'error', event: 'arrival.failed', error: redact(failure.message) });
      return failure !== undefined && arrival.failed(failure);
    });
    if (kept.length > 0) keep(kept);
    for (const frame of batch.frames) feed.publish(frame);
    for (const effect of batch.aborts) effects.abort(effect);
    for (const row of batch.begins) beginOrRetry(row);
    timers.note(batch.dues);
    for (const address of boxes.keys()) if (mailboxes.has(address) && isActive(address)) ready.add(address);
    if (arrivals.length > 0 || ready.size > 0) schedule();
    wake();
  }

  /** The commit failed: memory goes back to what the file says. Outcomes and timers are kept, accepted events refused. */
  function undo(taken: readonly Arrival[], { message }: Failure): void {
    trouble = redact(message);
    log({ level: 'error', event: 'commit.failed', error: trouble });
    const refusal: Failure = {
      kind: 'unavailable',
      message: `the store could not be written (${trouble}); nothing was accepted, try again`,
      retryAfterMs: retryCommitMs,
    };
    arrivals = [...taken.filter(arrival => arrival.failed(refusal)), ...arrivals];
    scheduled = true;
    clock.after(retryCommitMs, flush);
  }

  /** Outcomes and timers that alone could not be written, while the rest of their transaction could: once more, in a moment. */
  function keep(kept: readonly Arrival[]): void {
    postponed += kept.length;
    clock.after(retryCommitMs, () => {
      postponed -= kept.length;
      arrivals = [...kept, ...arrivals];
      schedule();
    });
  }

  function retain(actor: LiveActor): void {
    const { address, status } = actor.row;
    live.delete(address);
    if (status !== 'active') return;
    live.set(address, actor);
    const [oldest] = live.size > liveActors ? live.keys() : [];
    if (oldest !== undefined) live.delete(oldest);
  }

  function isHeld(address: string): boolean {
    return isSafe && !registry.machines.get(kindOf(address))?.isVital;
  }

  function isActive(address: string): boolean {
    if (isHeld(address)) return false;
    const status = live.get(address)?.row.status ?? store.actor(address)?.status;
    return status !== 'suspended' && status !== 'quarantined';
  }

  function onFailedStep({ target, event }: Mail, failure: Failure, attempts: number): void {
    log({
      level: 'error',
      event: 'step.failed',
      actor: target,
      type: event.type,
      attempts,
      error: redact(failure.message),
    });
  }

  function onBuried({ target, event }: Mail, failure: Failure, letter: number): void {
    log({
      level: 'error',
      event: 'message.buried',
      actor: target,
      type: event.type,
      letter,
      error: redact(failure.message),
    });
  }

  // ── effects ─────────────────────────────────────────────────────────────────────────────────────

  /** Starts a committed effect if it may start; the others wait for a place, or for the next boot. `isFresh`: just committed. */
  function begin(row: EffectRecord, isFresh = false): void {
    if (stopping || isHeld(row.owner)) return;
    const { lane, isPossible } = source(row.src);
    const refusal = breakers.refusal(row, source(row.src));
    if (refusal) settle(row, { kind: 'failed', failure: refusal }, 0);
    else if (row.status === 'running') run(row);
    else if (isPossible && !isPossible(JSON.parse(row.input) as never)) return;
    else if (!hasRoom(lane)) parked.push(row);
    else if (row.policy === 'once') claim(row);
    else if (isFresh || store.effect(row.address)) run(row);
  }

  /** Begins what was just committed; where its row cannot be read now, in a moment. */
  function beginOrRetry(row: EffectRecord): void {
    const isBegun = safely('effect.unread', () => begin(row, true));
    if (!isBegun) clock.after(retryCommitMs, () => beginOrRetry(row));
  }

  /** A failure here must not keep what follows from happening: the transaction is committed. */
  function safely(event: string, call: () => void): boolean {
    try {
      call();
      return true;
    } catch (thrown) {
      logFailure(event, thrown);
      return false;
    }
  }

  /** By urgency, then by age; those that waited longer stand first already. */
  function inOrder(rows: readonly EffectRecord[]): readonly EffectRecord[] {
    const urgency = ({ src, input }: EffectRecord) =>
      registry.sources.get(src)?.priority?.(JSON.parse(input) as never) ?? 0;
    return rows
      .map(row => ({ row, urgency: urgency(row) }))
      .toSorted((a, b) => b.urgency - a.urgency || a.row.at - b.row.at)
      .map(({ row }) => row);
  }

  function run(row: EffectRecord): void {
    if (feed.watched)
      feed.publish({ kind: 'effect', owner: row.owner, effect: row.address, src: row.src, state: 'started' });
    effects.begin(row);
  }

  /** A `once` that was not written as running with its intent: the fence first, then a commit, then the start. */
  function claim(row: EffectRecord): void {
    let claimed: EffectRecord | undefined;
    claiming.set(row.address, source(row.src).lane);
    arrive({
      record() {
        claimed = undefined;
        const now = store.effect(row.address);
        if (now?.status !== 'pending' || stopping) return undefined;
        const before = store.act(now.key);
        if (before) {
          store.removeEffect(now.address);
          return endOf(now, recordedOutcome(before));
        }
        claimed = { ...now, status: 'running', boot };
        store.updateEffect(claimed);
        return undefined;
      },
      committed() {
        claiming.delete(row.address);
        if (claimed) run(claimed);
        else for (const next of inOrder(parked.splice(0))) begin(next); // the place it was promised is free again
      },
      failed: () => true,
    });
  }

  // ── life ────────────────────────────────────────────────────────────────────────────────────────

  function start({ isSafe: safe = false }: { readonly isSafe?: boolean } = {}): void {
    isSafe = safe;
    for (const row of store.inbox()) mailboxes.set(row.target, [...(mailboxes.get(row.target) ?? []), row]);
    for (const address of mailboxes.keys()) if (isActive(address)) ready.add(address);
    started = true;
    breakers.load();
    // a clock that was set back while nothing ran: every wait goes on from the last step that was made
    const behind = clock.now() - (store.lastStepAt() ?? 0);
    if (behind < -setBackMs) store.transaction(() => store.shiftTimers(behind));
    endJumps = clock.onJump?.(onJump) ?? endJumps;
    for (const row of inOrder(store.openEffects())) if (!isHeld(row.owner)) resume(row);
    timers.begin();
    schedule();
  }

  /** Set back, the clock says nothing of how long anything has waited: all waits move with it. Set forward, what is due is due. */
  function onJump(byMs: number): void {
    log({ level: 'warn', event: 'clock.set', byMs });
    const moved = byMs < 0 ? perform(() => store.shiftTimers(byMs)) : Promise.resolve();
    void moved.catch(thrown => logFailure('timers.unmoved', thrown)).then(timers.begin);
  }

  function go(): void {
    if (!isSafe) return;
    const held = store.openEffects().filter(row => isHeld(row.owner));
    isSafe = false;
    for (const row of held) if (row.boot !== boot) resume(row);
    for (const row of held) if (row.boot === boot) begin(row);
    for (const address of mailboxes.keys()) if (isActive(address)) ready.add(address);
    schedule();
  }

  /** What another boot left unfinished: a `once` that ran is unknown, all else runs again under the same key. */
  function resume(row: EffectRecord): void {
    if (row.policy === 'once' && row.status === 'running') {
      const message = `Straylight died while ${row.src} was under way; it may or may not have happened`;
      arrive({
        record(batch) {
          crashPoint(`recover.unknown ${row.src}`);
          return recordOutcome(row.address, { kind: 'failed', failure: { kind: 'unknown', message } }, batch);
        },
        ...always,
      });
    } else if (row.policy === 'once') begin(row);
    else {
      const again: EffectRecord = { ...row, boot, attempt: row.attempt + 1, status: 'pending' };
      arrive({
        record() {
          crashPoint(`recover.again ${row.src}`);
          store.updateEffect(again);
          source(row.src).onAgain?.(JSON.parse(row.input) as never, { ...again, at: clock.now() });
          return undefined;
        },
        committed: () => begin(again),
        failed: () => true,
      });
    }
  }

  async function stop(graceMs: number): Promise<number> {
    stopping = true;
    endJumps();
    timers.end();
    if (!started) return refuseAll();
    effects.abortAll('service');
    const ended = async () => {
      await effects.idle();
      await settled();
    };
    if (!(await inTime(ended(), graceMs))) {
      isCutOff = true;
      effects.abortAll();
      await inTime(ended(), Math.min(7000, graceMs)); // a command is sent TERM, and KILL five seconds later
    }
    await inTime(settled(), retryCommitMs * 3);
    started = false;
    return effects.size;
  }

  /** It never began to work: what was handed to it is not accepted. */
  function refuseAll(): number {
    for (const arrival of arrivals.splice(0))
      arrival.failed({
        kind: 'unavailable',
        message: 'Straylight ended before it began to work; try again when it runs',
      });
    return 0;
  }

  /** Everything that arrived is committed. */
  async function settled(): Promise<void> {
    while (arrivals.length + postponed > 0 || scheduled) await new Promise<void>(resolve => clock.after(1, resolve));
  }

  function inTime(work: Promise<void>, ms: number): Promise<boolean> {
    return new Promise(resolve => {
      const cancel = clock.after(ms, () => resolve(false));
      void work.then(() => {
        cancel();
        resolve(true);
      });
    });
  }

  function wake(): void {
    if (arrivals.length + postponed > 0 || ready.size > 0 || parked.length > 0 || effects.busy > 0) return;
    const woken = waiting;
    waiting = [];
    for (const resolve of woken) resolve();
  }

  return {
    feed,
    host,
    accept,
    perform,
    start,
    go,
    get isSafe() {
      return isSafe;
    },
    stop,
    quiet: () =>
      new Promise(resolve => {
        waiting.push(resolve);
        schedule();
      }),
    abort: effects.abort,
    silent: effects.silent,
    underWay: effects.underWay,
    get lastCommit() {
      return lastCommit;
    },
    stays,
    refresh(address) {
      live.delete(address);
      if (mailboxes.has(address) && isActive(address)) ready.add(address);
      schedule();
    },
    get liveCount() {
      return live.size;
    },
    get trouble() {
      return trouble;
    },
  };
}

/** A failure travels in events and is shown in sentences: it is never so long that it would be stored apart. */
function short(failure: Failure, redact: (text: string) => string): Failure {
  const cut = (text: string) => (text.length > 600 ? `${redact(text).slice(0, 599)}…` : text);
  return {
    ...failure,
    message: cut(failure.message),
    ...(failure.cause === undefined ? {} : { cause: cut(failure.cause) }),
  };
}

/** What an act that was started before became; without a record, nobody knows. */
function recordedOutcome(row: EffectRecord): Outcome {
  if (row.outcome !== null) return JSON.parse(row.outcome) as Outcome;
  return {
    kind: 'failed',
    failure: { kind: 'unknown', message: 'it was started before, and what became of it is not known' },
  };
}

/** Names a commit for the crash points: the last step in it. */
function labelOf(batch: Batch): string {
  const last = batch.touched.at(-1);
  return last ? `${kindOf(last.row.address)}<${last.row.lastEvent}` : 'host';
}
