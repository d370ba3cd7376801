/**
 * Keeps the workspace so that what a turn changed can be brought back. Synchronous: it runs in a thread of its own
 * (kept-workspace.ts).
 *
 * Before a call that may write begins, the workspace is looked at and every content that is new is kept; after it has
 * ended, once more. What differs belongs to the calls that ran in between. So nobody has to know what a command does:
 * its own files tell.
 */
import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { tracesOf } from '../../domain/memory/forgetting.ts';
import { worded } from '../../domain/policy/sentence.ts';
import type { Phrase } from '../../domain/text/writing/phrase-search.ts';
import type { UndoDetails, UndoList, UndoOutcome } from '../../domain/undo/undo.ts';
import type { KeptCall } from '../../ports/files/workspace-keeper.ts';
import type { ContentSeal } from './content-seal.ts';
import { keptRoom } from './kept-room.ts';
import { type LetIn, letInOf } from './let-in.ts';
import { objectStore } from './object-store.ts';
import { judged } from './plan.ts';
import { createTree } from './tree.ts';
import { turnBook } from './turn-book.ts';
import { detailsOf, turnOf } from './turn-view.ts';
import type { UndoIndex } from './undo-index.ts';
import { applyUndo, recoverUndos } from './undoing.ts';
import { type Notes, workspaceLook } from './workspace-look.ts';

export interface UndoBounds {
  readonly maxBytes: number;
  readonly maxFileBytes: number;
  readonly maxEntries: number;
  readonly maxAgeMs: number;
}

export interface Keeper {
  /** Finishes what a crash has cut in two. */
  recover(): Notes;
  /** Keeps what the workspace holds now. */
  keep(): Notes;
  /** The same, before a call begins. */
  begin(call: KeptCall): Notes;
  /** Notes what the call has changed. */
  end(call: string): Notes;
  list(limit: number): UndoList;
  show(id: number): UndoDetails | undefined;
  apply(id: number, overwrite: boolean): UndoOutcome;
  /** Takes out of what is said of turns whatever holds one of these phrases. */
  forget(phrases: readonly Phrase[]): void;
  close(): void;
}

export function createKeeper(options: {
  readonly workspace: string;
  readonly letIn?: LetIn;
  /** Where contents and index are kept; no sandbox sees it. */
  readonly folder: string;
  readonly seal: ContentSeal;
  readonly index: UndoIndex;
  readonly bounds: UndoBounds;
  readonly now: () => number;
  /** Told from time to time that long work goes on. */
  readonly onAlive?: () => void;
}): Keeper {
  const { letIn = letInOf(), folder, seal, index, bounds, now, onAlive = () => {} } = options;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const root = realpathSync(options.workspace);
  const tree = createTree(index.tree());
  const room = keptRoom(index, bounds.maxAgeMs, now);
  const known = index.objects();
  const objects = objectStore({ folder: join(folder, 'objects'), seal, known, bounds, makeRoom: room.make });
  const book = turnBook(index, now, letIn.table);
  const { running } = book;
  const { look, standing } = workspaceLook({
    root,
    letIn,
    tree,
    objects,
    index,
    mostEntries: bounds.maxEntries,
    now,
    running,
    onAlive,
  });
  const parts = { root, letIn, tree, objects, index, book, look, now, onAlive };
  const prune = () => room.prune().forEach(objects.remove);

  return {
    recover() {
      prune();
      return recoverUndos(parts);
    },
    keep: () => look(),
    begin({ call, ...scope }) {
      prune();
      let id = 0;
      const notes = look(() => {
        id = book.joined(scope);
        index.openCall({ call, turn: id });
      });
      book.note([id], notes);
      return notes;
    },
    end(call) {
      const turns = running();
      const notes = look(() => index.closeCall(call));
      book.note(turns, notes);
      const still = running();
      for (const id of turns)
        if (!still.includes(id) && !book.changed(id) && index.turn(id)?.facts.notes.length === 0) index.dropTurn(id);
      return notes;
    },
    list(limit) {
      const turns = index.changedTurns(limit).map(turn => turnOf(turn, index.changes(turn.id)));
      return { isOn: true, turns, usedBytes: objects.usedBytes, notes: standing().map(note => worded('text', note)) };
    },
    show(id) {
      const turn = book.changed(id);
      if (!turn) return undefined;
      look();
      const changes = judged(index.changes(id), tree, letIn.since(turn.facts.letIn));
      const others = turn.facts.overlaps.filter(other => index.changes(other).length > 0);
      return detailsOf(turn, changes, { objects, others });
    },
    apply: (id, overwrite) => applyUndo(parts, id, overwrite),
    forget(phrases) {
      const traces = tracesOf(phrases);
      index.forget(facts => traces.without(facts, 'facts'));
    },
    close: () => index.close(),
  };
}
