/**
 * Forgets for good: blanks every copy in one transaction, then cleans the files of what was there.
 *
 * What is to be forgotten is noted first, in the transaction of the one who asks; from then on it goes on until it is
 * done, also in the next process. A turn that ran when it was asked for is waited for, since it may say it once more; one
 * that begins after it waits until the copies are blanked, since it would read them.
 */
import { crashPoint } from '#crash-points';
import type { Phrase } from '../../domain/text/writing/phrase-search.ts';
import type { Blanked, Forgetting, Forgettings, Swept } from '../../ports/memory/forgettings.ts';
import type { HostStore } from '../../ports/store.ts';
import { writeNote } from '../runtime/commit/note.ts';
import type { System } from '../runtime/system.ts';

export interface ForgettingWorkOptions {
  readonly forgettings: Forgettings;
  readonly store: Pick<HostStore, 'actor'>;
  readonly system: Pick<System, 'perform' | 'host' | 'refresh' | 'feed'>;
  readonly clock: { now(): number; after(ms: number, call: () => void): () => void };
  /** Takes texts with these phrases out of files of the home. What it throws undoes the look through the tables. */
  readonly forgetFiles: (phrases: readonly Phrase[]) => void;
  /** The same for the file that keeps what turns did, which another thread writes: after the commit. */
  readonly forgetUndo: (phrases: readonly Phrase[]) => Promise<void>;
  /** Called when copies were blanked: what was read of these conversations is read again. */
  readonly onBlanked: (sessions: readonly string[]) => void;
  readonly onFailure: (thrown: unknown) => void;
}

export interface ForgettingWork {
  /** Does what is noted as far as it can be done now; the rest follows by itself. Answers what was blanked. */
  now(): Promise<ForgettingOutcome>;
  /** Blanks what a turn that begins now may not read any more. */
  caughtUp(): Promise<void>;
  /** Something was noted, within a transaction. */
  soon(): void;
  start(): void;
  /** Resolves once what can be done by now is done: a process that answers one message ends before the pause is over. */
  stop(): Promise<void>;
}

export interface ForgettingOutcome extends Blanked {
  /** False: a turn that may say it once more runs, or another process reads the files; it goes on by itself. */
  readonly isComplete: boolean;
}

const shortestPauseMs = 500;
const longestPauseMs = 30_000;
/** A turn that takes longer is not waited for: its copies are blanked at once, and once more when it has ended. */
const patienceMs = 60_000;

const nothing: Blanked = { memories: 0, messages: 0, steps: 0, rows: 0 };

export function forgettingWork(options: ForgettingWorkOptions): ForgettingWork {
  const { forgettings, clock, onBlanked, onFailure } = options;
  let cancel: (() => void) | undefined;
  let isStopped = false;
  let pauseMs = shortestPauseMs;

  async function blankedNow(isWanted: (forgetting: Forgetting) => boolean): Promise<Blanked> {
    let blanked = nothing;
    for (const forgetting of forgettings.open()) {
      if (!isWanted(forgetting)) continue;
      const swept = await sweep(options, forgetting);
      blanked = sum(blanked, swept.blanked);
      if (swept.sessions.length > 0) onBlanked(swept.sessions);
    }
    return blanked;
  }

  async function now(): Promise<ForgettingOutcome> {
    const blanked = await blankedNow(({ at }) => !forgettings.isBusy(at) || clock.now() - at >= patienceMs);
    const isOpen = forgettings.open().length > 0;
    crashPoint('forgetting.blanked');
    const isComplete = isClean(options) && !isOpen;
    crashPoint('forgetting.cleaned');
    if (!isComplete) later();
    return { ...blanked, isComplete };
  }

  function later(): void {
    if (isStopped) return;
    cancel ??= clock.after(pauseMs, () => {
      cancel = undefined;
      pauseMs = Math.min(2 * pauseMs, longestPauseMs);
      now().catch(thrown => {
        onFailure(thrown);
        later();
      });
    });
  }

  function soon(): void {
    pauseMs = shortestPauseMs;
    later();
  }

  return {
    now,
    async caughtUp() {
      await blankedNow(({ at, isAgain }) => !isAgain && !forgettings.isBusy(at));
    },
    soon,
    start() {
      if (forgettings.isDue || forgettings.open().length > 0) soon();
    },
    async stop() {
      isStopped = true;
      cancel?.();
      if (forgettings.isBusy() || forgettings.open().length === 0) return;
      await now().catch(onFailure);
    },
  };
}

/** The files are clean, or cleaned now. A disk without room for that may have it later: the sweep stands. */
function isClean({ forgettings, onFailure }: ForgettingWorkOptions): boolean {
  try {
    return !forgettings.isDue || forgettings.clean();
  } catch (thrown) {
    onFailure(thrown);
    return false;
  }
}

/** One look through everything: the tables as one transaction, then the file of what turns did. */
async function sweep(options: ForgettingWorkOptions, forgetting: Forgetting): Promise<Swept> {
  const { forgettings, store, system, forgetFiles, forgetUndo, onFailure } = options;
  const { host, refresh, feed, perform } = system;
  const swept = await perform(batch => {
    const done = forgettings.sweep(forgetting);
    for (const { address, state, input } of done.actors) {
      const row = store.actor(address);
      if (!row) continue;
      host.forget(address, batch);
      const kept = { state: JSON.parse(state) as unknown, children: JSON.parse(row.children) as unknown };
      writeNote(host, { ...row, state, input }, { type: 'host.forgot', ...kept }, batch);
    }
    // its words stay until the other file is clean, too: a process that dies before looks through both once more
    forgettings.note({ ...forgetting, memories: done.memories, phrases: done.phrases, isAgain: true });
    // before the commit: a process that dies here does both once more
    forgetFiles(done.phrases);
    return done;
  });
  for (const { address } of swept.actors) refresh(address);
  feed.publish({ kind: 'forgotten' });
  crashPoint('forgetting.swept');
  try {
    if (swept.phrases.length > 0) await forgetUndo(swept.phrases);
    crashPoint('forgetting.undo');
    if (!swept.isUnderWay) await perform(() => forgettings.swept(forgetting.id));
  } catch (thrown) {
    // it is still noted, so it is done once more
    onFailure(thrown);
  }
  return swept;
}

function sum(a: Blanked, b: Blanked): Blanked {
  return {
    memories: a.memories + b.memories,
    messages: a.messages + b.messages,
    steps: a.steps + b.steps,
    rows: a.rows + b.rows,
  };
}
