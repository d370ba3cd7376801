/**
 * The workspace, kept in a thread: what the rest of the program asks for, and what of it the owner has to be told.
 *
 * A look that fails never stops a call: the owner is told beneath the reply that this turn cannot be undone, and why.
 */
import { dropOldest } from '../../domain/collections/drop-oldest.ts';
import { eachOnce, type Sentence, says } from '../../domain/policy/sentence.ts';
import { fault, saidOf, toFailure } from '../../domain/supervision/failure.ts';
import type { Phrase } from '../../domain/text/writing/phrase-search.ts';
import type { UndoDetails, UndoList, UndoOutcome, UndoService } from '../../domain/undo/undo.ts';
import type { Clock } from '../../ports/clock.ts';
import type { WorkspaceKeeper } from '../../ports/files/workspace-keeper.ts';
import { type KeeperPlace, keeperThread } from './keeper-thread.ts';

export interface KeptWorkspace extends WorkspaceKeeper {
  readonly service: UndoService;
  /** Keeps what is there now, so that the first call need not wait for it. */
  warm(): void;
  /** Takes out of what is said of turns whatever holds one of these phrases, and out of the file of it. */
  forget(phrases: readonly Phrase[]): Promise<void>;
  close(): Promise<void>;
}

const mostListed = 50;
const mostNoted = 100;

export function keptWorkspace({
  clock,
  waitMs,
  report,
  ...place
}: KeeperPlace & {
  readonly clock: Clock;
  /** How long a call waits until the workspace is kept. */
  readonly waitMs: number;
  /** Told of what nobody waits for: an undo that a crash had cut in two, a look that failed after a call. */
  readonly report: (said: Sentence) => void;
}): KeptWorkspace {
  const { order, close } = keeperThread(place, clock, report);
  const notesOf = new Map<string, readonly Sentence[]>();

  /** Beneath the reply of this turn; each sentence once. */
  function tell(turn: string, notes: readonly Sentence[]): void {
    if (notes.length === 0) return;
    notesOf.set(turn, eachOnce([...(notesOf.get(turn) ?? []), ...notes]));
    dropOldest(notesOf, mostNoted);
  }

  function unkept(thrown: unknown): Sentence {
    return says`What this turn changes in the workspace may not be undone: ${saidOf(toFailure(thrown))}.`;
  }

  return {
    async begin(call, alive = () => {}) {
      const { promise, resolve } = Promise.withResolvers<readonly Sentence[]>();
      const cancel = clock.after(waitMs, () =>
        resolve([
          unkept(fault('timeout', says`it was not kept within ${waitMs / 1_000} s, and the call did not wait longer`)),
        ]),
      );
      order<readonly Sentence[]>('begin', [call], alive).then(resolve, (thrown: unknown) => resolve([unkept(thrown)]));
      tell(call.turn, await promise);
      cancel();
    },
    end({ call, turn }) {
      order<readonly Sentence[]>('end', [call]).then(
        notes => tell(turn, notes),
        (thrown: unknown) => report(unkept(thrown)),
      );
    },
    beneath: turn => notesOf.get(turn) ?? [],
    warm() {
      order<readonly Sentence[]>('keep', []).catch((thrown: unknown) => report(unkept(thrown)));
    },
    service: {
      list: () => order<UndoList>('list', [mostListed]),
      show: id => order<UndoDetails | undefined>('show', [id]),
      apply: (id, { overwrite = false } = {}) => order<UndoOutcome>('apply', [id, overwrite]),
    },
    forget: phrases => order<void>('forget', [phrases]),
    close,
  };
}
