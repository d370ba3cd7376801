/**
 * Port of the store: what the host of the actors keeps, and how it reads it back. One SQLite file stands behind this
 * and the other stores (stores/sqlite), so one transaction spans them.
 *
 * Everything is synchronous. Writes are called inside `HostStore.transaction` only; a throw there undoes all of it.
 */

export type ActorStatus = 'active' | 'done' | 'stopped' | 'suspended' | 'quarantined';

/** A row of `actors`. `state`, `children`, `input` and `tags` are JSON text, as stored. */
export interface ActorRecord {
  readonly address: string;
  readonly machine: string;
  readonly version: string;
  readonly status: ActorStatus;
  readonly leaf: string;
  readonly tags: string;
  readonly state: string;
  readonly children: string;
  readonly input: string;
  readonly parent: string | null;
  readonly childId: string | null;
  readonly seq: number;
  readonly incarnation: number;
  readonly hash: string;
  readonly since: number;
  readonly startedAt: number;
  readonly lastAt: number;
  readonly lastEvent: string;
  readonly problem: string | null;
}

/** A message not yet handled. `child`: the address of the child whose end it tells. */
export interface InboxRecord {
  readonly id: number;
  readonly target: string;
  readonly event: string;
  readonly child: string | null;
  readonly attempts: number;
}

export interface JournalRecord {
  readonly address: string;
  readonly seq: number;
  readonly at: number;
  readonly event: string;
  readonly value: string;
  readonly path: string;
  readonly effects: string;
  readonly micros: number;
  readonly hash: string;
  readonly code: string;
}

export interface SnapshotRecord {
  readonly address: string;
  readonly seq: number;
  readonly version: string;
  readonly state: string;
  readonly children: string;
}

export type EffectPolicy = 'repeatable' | 'keyed' | 'once';
export type EffectStatus = 'pending' | 'running' | 'done' | 'failed' | 'cancelled' | 'unknown';

export interface EffectRecord {
  readonly address: string;
  readonly owner: string;
  readonly childId: string;
  readonly src: string;
  readonly policy: EffectPolicy;
  readonly key: string;
  readonly input: string;
  readonly status: EffectStatus;
  readonly leftAt: number | null;
  readonly boot: string;
  readonly attempt: number;
  readonly outcome: string | null;
  readonly at: number;
}

export interface TimerRecord {
  readonly owner: string;
  readonly id: string;
  readonly target: string;
  readonly event: string;
  readonly due: number;
}

export interface DeadLetter {
  readonly id: number;
  readonly target: string;
  readonly event: string;
  readonly child: string | null;
  readonly attempts: number;
  readonly failure: string;
  readonly at: number;
}

/** Transactions of the one file that all stores share. */
export interface TransactionStore {
  /**
   * Runs `work` in one immediate transaction and commits it. Throws what `work` or the commit throws; then nothing was
   * written.
   */
  transaction<T>(work: () => T): T;
  /** Runs `work` so that a throw undoes it alone. Only inside a transaction. */
  savepoint<T>(work: () => T): T;
  /**
   * Is a transaction open? False after an error: SQLite has undone all of it by itself (a full disk), and nothing more
   * may be written.
   */
  isOpen(): boolean;
}

/** The actors, with their newest states. */
export interface ActorStore {
  actor(address: string): ActorRecord | undefined;
  insertActor(row: ActorRecord): void;
  updateActor(row: ActorRecord): void;
  /** All rows but the `done` and `stopped` ones, and of those the ones that ended after `endedAfter`. */
  actors(endedAfter: number): readonly ActorRecord[];
  countActors(): { readonly active: number; readonly suspended: number; readonly quarantined: number };
  /** How many actors there are of each machine, version and leaf that are `active`: what a boot checks. */
  census(): readonly {
    readonly machine: string;
    readonly version: string;
    readonly leaf: string;
    readonly count: number;
  }[];
  actorsIn(machine: string, version: string, leaf: string): readonly string[];
  /** Active actors that do not rest and have no message, timer, open effect or live child: nothing will move them. */
  wedged(): readonly string[];
  isWedged(address: string): boolean;
  /** Active actors that are busy and have been so in the same leaf since before `instant`. */
  busySince(instant: number): readonly Pick<ActorRecord, 'address' | 'machine' | 'leaf' | 'since' | 'seq'>[];
}

/** Messages that were accepted and not yet handled. */
export interface InboxStore {
  /** Takes a key for ever. False: it was taken before. */
  accept(key: string, at: number): boolean;
  wasAccepted(key: string): boolean;
  enqueue(row: Omit<InboxRecord, 'id'>): number;
  dequeue(id: number): void;
  countAttempt(id: number): void;
  inbox(): readonly InboxRecord[];
  /** How many messages wait for one actor. */
  countInbox(target: string): number;
  dropInbox(target: string): void;
}

/** Every step of every actor, and a snapshot now and then. */
export interface JournalStore {
  insertJournal(row: JournalRecord): void;
  journal(address: string, page: { readonly before?: number; readonly limit: number }): readonly JournalRecord[];
  journalAfter(address: string, seq: number, until?: number): readonly JournalRecord[];
  /** The last steps of all actors, oldest first. */
  lastSteps(limit: number): readonly JournalRecord[];
  /** When the newest step was made; undefined before the first. */
  lastStepAt(): number | undefined;
  insertSnapshot(row: SnapshotRecord): void;
  /** The newest snapshot at or before `seq`. */
  snapshotAt(address: string, seq: number): SnapshotRecord | undefined;
}

/** What charts have asked for. */
export interface EffectStore {
  insertEffect(row: EffectRecord): void;
  effect(address: string): EffectRecord | undefined;
  /** The row under which an act was started, if it ever was. */
  act(key: string): EffectRecord | undefined;
  updateEffect(row: Pick<EffectRecord, 'address' | 'status' | 'leftAt' | 'boot' | 'attempt' | 'outcome'>): void;
  removeEffect(address: string): void;
  openEffects(): readonly EffectRecord[];
}

/** Events that are due at an instant. */
export interface TimerStore {
  setTimer(row: TimerRecord): void;
  removeTimer(owner: string, id: string): void;
  /** Takes a timer that fires. False: it is not there, or was set again for another instant. */
  takeTimer(owner: string, id: string, due: number): boolean;
  removeTimers(owner: string): void;
  timersDue(now: number, limit: number): readonly TimerRecord[];
  nextDue(): number | undefined;
  timersOf(owner: string): readonly TimerRecord[];
  /** Moves every timer by so many milliseconds. */
  shiftTimers(byMs: number): void;
}

/** Messages whose steps failed every time. */
export interface DeadLetterStore {
  addDeadLetter(row: Omit<DeadLetter, 'id'>): number;
  deadLetters(): readonly DeadLetter[];
  countDeadLetters(): number;
  /** Takes out the dead letters of one actor, oldest first. */
  takeDeadLetters(target: string): readonly DeadLetter[];
}

/** Long texts, by their hashes. */
export interface BlobStore {
  putBlob(hash: string, body: string, at: number): void;
  blob(hash: string): string | undefined;
  /**
   * Removes texts stored before `before` that no row names any more, whatever the table; with `among` of these hashes
   * alone. Answers how many.
   */
  pruneBlobs(before: number, among?: readonly string[]): number;
}

/** When this program was started, and whether it ended by itself. */
export interface BootStore {
  beginBoot(id: string, program: string, at: number): void;
  endBoot(id: string, at: number): void;
  /** The owner knows of all that did not end by themselves before this boot: a row of them begins again with it. */
  settleBoots(boot: string): void;
  /** The boots that did not end by themselves since `since`, after the last one that did. */
  uncleanBoots(since: number): number;
}

/** The tables of the host (architecture: "The commit"), a part a subject. */
export interface HostStore
  extends TransactionStore,
    ActorStore,
    InboxStore,
    JournalStore,
    EffectStore,
    TimerStore,
    DeadLetterStore,
    BlobStore,
    BootStore {
  /**
   * Removes ended actors and the journal behind their newest snapshots that are older than `before`. Answers how many
   * rows.
   */
  prune(before: number): number;
  /** Removes an ended actor with all its steps and effects; with `keepsRow` its row stays, so that it is never born again. */
  removeEnded(address: string, keepsRow: boolean): void;
}
