/**
 * Keeps the workspace so that what a turn changed can be brought back. Synchronous: it runs in a thread of its own (kept-workspace.ts).
 *
 * Before a call that may write begins, the workspace is looked at and every content that is new is kept; after it has ended, once more. What differs
 * belongs to the calls that ran in between. So nobody has to know what a command does: its own files tell.
 */
import { chmodSync, mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fault } from '../../machines/domain/failure.ts';
import type { UndoDetails, UndoList, UndoOutcome } from '../../machines/domain/undo.ts';
import type { KeptCall } from '../workspace-keeper.ts';
import { bringBack, dropParts, type Left } from './bring-back.ts';
import { shownPath } from './byte-path.ts';
import { type Entry, isAlike, type Unkept } from './entry.ts';
import { type HeldFolder, holdFolder } from './held-folder.ts';
import { objectStore } from './object-store.ts';
import { dueSteps, judged, type Plan, planFor, type Standing } from './plan.ts';
import { createTree } from './tree.ts';
import { type Difference, scanTree } from './tree-scan.ts';
import { detailsOf, turnOf } from './turn-view.ts';
import type { KeptTurn, NewTurn, TurnFacts, UndoIndex } from './undo-index.ts';

export interface KeeperOptions {
  readonly workspace: string;
  /** Where contents and index are kept; no sandbox sees it. */
  readonly folder: string;
  readonly index: UndoIndex;
  readonly bounds: UndoBounds;
  readonly now: () => number;
  /** Told from time to time that long work goes on. */
  readonly onAlive?: () => void;
}

export interface UndoBounds {
  readonly maxBytes: number;
  readonly maxFileBytes: number;
  readonly maxEntries: number;
  readonly maxAgeMs: number;
}

/** What is to be said to the owner, in whole sentences; mostly nothing. */
export type Notes = readonly string[];

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
  close(): void;
}

const dayMs = 86_400_000;
const mostWhat = 5;
const mostNotes = 20;

export function createKeeper(options: KeeperOptions): Keeper {
  const { folder, index, bounds, now, onAlive = () => {} } = options;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const root = realpathSync(options.workspace);
  const tree = createTree(index.tree());
  const objects = objectStore({ folder: join(folder, 'objects'), known: index.objects(), bounds, makeRoom });
  let wasCut = false;
  let prunedAt = Number.NEGATIVE_INFINITY;

  /**
   * Lets the oldest turns go until some content is needed by nothing. A day is left in any case: else a command that writes much could make the
   * program forget what it has just destroyed.
   */
  function makeRoom(needed: ReadonlySet<string>): readonly string[] {
    for (;;) {
      const free = index.unneededObjects().filter(object => !needed.has(object));
      const oldest = free.length > 0 ? undefined : index.oldestTurn(now() - dayMs);
      if (oldest === undefined) {
        index.transaction(() => free.forEach(index.dropObject));
        return free;
      }
      index.dropTurn(oldest);
    }
  }

  function prune(): void {
    if (now() - prunedAt < dayMs) return;
    prunedAt = now();
    index.transaction(() => index.turnsBefore(now() - bounds.maxAgeMs).forEach(index.dropTurn));
    for (const object of makeRoomForNothing()) objects.remove(object);
  }

  function makeRoomForNothing(): readonly string[] {
    const free = index.unneededObjects();
    index.transaction(() => free.forEach(index.dropObject));
    return free;
  }

  /**
   * Looks at the workspace. What differs belongs to the calls that run; `also` is written in the same transaction, so that a call is never noted
   * without what it found, nor the other way round.
   */
  function look(also: () => void = () => {}, owners: () => readonly number[] = running): Notes {
    let scan: ReturnType<typeof scanTree>;
    try {
      scan = scanTree({ root, tree, objects, mostEntries: bounds.maxEntries, now, onAlive });
    } catch (error) {
      objects.forget();
      restoreTree();
      throw error;
    }
    const settled = objects.settle();
    const turns = owners();
    index.transaction(() => {
      settled.forEach(index.addObject);
      for (const [path, entry] of scan.touched) index.saveEntry(path, entry);
      for (const turn of turns) for (const difference of scan.differences) attribute(turn, difference);
      also();
    });
    const notes = [...unkeptNotes(scan.differences), ...(scan.isCut && !wasCut ? [cutNote(bounds.maxEntries)] : [])];
    wasCut = scan.isCut;
    return notes;
  }

  /** Half a look is none: what is known is again what was noted last. */
  function restoreTree(): void {
    for (const path of [...tree.below('')].reverse()) tree.set(path, undefined);
    for (const [path, entry] of index.tree()) tree.set(path, entry);
  }

  function running(): readonly number[] {
    return [...new Set(index.calls().map(({ turn }) => turn))];
  }

  function attribute(turn: number, { path, before, after }: Difference): void {
    const known = index.change(turn, path);
    const isMixed = known !== undefined && (known.isMixed || !isAlike(known.after, before));
    const first = known === undefined ? before : known.before;
    if (isAlike(first, after) && !isMixed) index.dropChange(turn, path);
    else index.saveChange(turn, { path, before: first, after, isMixed });
  }

  /** The turn of a call, noted where it is new, and with those that run at the same time. */
  function joined({ turn: name, session, what }: Omit<KeptCall, 'call'>, undoes?: number): number {
    const known = index.turn(name);
    const others = running().filter(id => id !== known?.id);
    const id = known?.id ?? index.addTurn(newTurn({ turn: name, session, what }, undoes));
    const facts = (index.turn(id) as KeptTurn).facts;
    const whats = facts.what.includes(what) || facts.what.length >= mostWhat ? facts.what : [...facts.what, what];
    index.setFacts(id, { ...facts, what: whats, overlaps: union(facts.overlaps, others) });
    for (const other of others) {
      const { facts } = index.turn(other) as KeptTurn;
      index.setFacts(other, { ...facts, overlaps: union(facts.overlaps, [id]) });
    }
    return id;
  }

  function newTurn({ turn, session, what }: Omit<KeptCall, 'call'>, undoes?: number): NewTurn {
    const facts: TurnFacts = { what: [what], overlaps: [], notes: [] };
    return { turn, session, at: now(), ...(undoes === undefined ? {} : { undoes }), facts };
  }

  function noteDown(turns: readonly number[], notes: Notes): void {
    if (notes.length === 0) return;
    index.transaction(() => {
      for (const id of turns) {
        const turn = index.turn(id);
        if (turn) index.setFacts(id, { ...turn.facts, notes: union(turn.facts.notes, notes).slice(0, mostNotes) });
      }
    });
  }

  /** Does what is left of a plan, and looks whether it came out. */
  function carryOut(undo: number, plan: Plan, held: HeldFolder): readonly Left[] {
    const part = partName(undo);
    let left: readonly Left[] = [];
    // a second time for what could be read only after the first
    for (let tries = 0; tries < 3; tries++) {
      const { due, left: others } = dueSteps(plan, tree);
      left = others.map(path => ({ path, why: 'has been changed since' }));
      if (due.length === 0) break;
      const failed = bringBack(due, plan.closed, { root: held, tree, objects, part, onAlive });
      look();
      const still = new Set(dueSteps(plan, tree).due.map(({ path }) => path));
      left = [...left, ...failed.filter(({ path }) => still.has(path))];
      if (failed.length > 0) break;
    }
    index.transaction(() => {
      index.dropPlan(undo);
      index.closeCall(callOf(undo));
    });
    return left;
  }

  /** Folders that a turn has closed against their owner hide what else it did in them. */
  function openUp(turn: KeptTurn): void {
    if (process.getuid?.() === 0) return;
    for (let round = 0; round < 64; round++) {
      const shut = index
        .changes(turn.id)
        .map(({ path }) => path)
        .filter(path => tree.get(path)?.kind === 'folder' && ((tree.get(path)?.mode ?? 0) & 0o500) !== 0o500);
      if (shut.length === 0) return;
      // the workspace itself lies where no sandbox can put a link in its place
      if (shut.includes('')) chmodSync(root, (tree.get('')?.mode ?? 0) | 0o700);
      const held = holdFolder(root);
      const steps = shut.map(path => ({ path, from: tree.get(path), to: withMode(tree.get(path)) }));
      try {
        bringBack(steps, [], { root: held, tree, objects, part: partName(turn.id), onAlive });
      } finally {
        held.close();
      }
      look(undefined, () => [turn.id]);
    }
  }

  function known(id: number): KeptTurn | undefined {
    const turn = index.turn(id);
    return turn && index.changes(id).length > 0 ? turn : undefined;
  }

  return {
    recover() {
      prune();
      const plans = index.plans();
      const cut = index.calls();
      if (plans.length === 0 && cut.length === 0) return [];
      const held = holdFolder(root);
      try {
        for (const { turn, plan } of plans) dropParts(plan, held, partName(turn));
        const calls = cut.filter(({ turn }) => plans.every(plan => plan.turn !== turn));
        look(() => {
          for (const { call, turn } of calls) {
            const { facts } = index.turn(turn) as KeptTurn;
            index.setFacts(turn, { ...facts, isCut: true });
            index.closeCall(call);
          }
        });
        return plans.map(({ turn, plan }) => {
          const left = carryOut(turn, plan, held);
          return left.length === 0
            ? `Undo ${turn} was cut short when the program ended; it has been finished.`
            : `Undo ${turn} was cut short when the program ended; ${left.length} of its files could not be brought back. "straylight undo show ${turn}" lists them.`;
        });
      } finally {
        held.close();
      }
    },
    keep: () => look(),
    begin({ call, ...asked }) {
      prune();
      let id = 0;
      const notes = look(() => {
        id = joined(asked);
        index.openCall({ call, turn: id });
      });
      noteDown([id], notes);
      return notes;
    },
    end(call) {
      const turns = running();
      const notes = look(() => index.closeCall(call));
      noteDown(turns, notes);
      const mine = turns.flatMap(id => index.turn(id) ?? []);
      for (const { id, facts } of mine)
        if (index.changes(id).length === 0 && facts.notes.length === 0 && !running().includes(id)) index.dropTurn(id);
      return notes;
    },
    list(limit) {
      const turns = index.changedTurns(limit).map(turn => turnOf(turn, index.changes(turn.id)));
      return { isOn: true, turns, usedBytes: objects.usedBytes, notes: wasCut ? [cutNote(bounds.maxEntries)] : [] };
    },
    show(id) {
      const turn = known(id);
      if (!turn) return undefined;
      look();
      const changes = judged(index.changes(id), tree);
      const others = turn.facts.overlaps.filter(other => index.changes(other).length > 0);
      return detailsOf(turn, changes, { objects, others });
    },
    apply(id, overwrite) {
      const turn = known(id);
      if (!turn) throw fault('invalid', `there is no turn ${id} to undo; "straylight undo list" names those there are`);
      if (running().length > 0)
        throw fault(
          'invalid',
          'a command is still at work in the workspace; wait until it has ended, or stop it, then undo',
        );
      look();
      openUp(turn);
      const all = judged(index.changes(id), tree);
      const takes: readonly Standing[] = overwrite ? ['ready', 'conflict'] : ['ready'];
      const chosen = all.filter(({ standing }) => takes.includes(standing)).map(({ change }) => change);
      const others = all.filter(({ standing }) => standing !== 'done' && !takes.includes(standing));
      const left = others.map(({ change, why = '' }) => ({ path: shownPath(change.path), why }));
      if (chosen.length === 0) return { restored: 0, left };
      const plan = planFor(chosen, tree);
      let undo = 0;
      index.transaction(() => {
        undo = joined({ turn: `undo:${id}:${now()}`, session: turn.session, what: `Undo ${id}.` }, id);
        index.savePlan(undo, plan);
        index.openCall({ call: callOf(undo), turn: undo });
      });
      const held = holdFolder(root);
      try {
        const failed = carryOut(undo, plan, held);
        const named = failed.map(({ path, why }) => ({ path: shownPath(path), why }));
        return { id: undo, restored: chosen.length - failed.length, left: [...left, ...named] };
      } finally {
        held.close();
      }
    },
    close: () => index.close(),
  };
}

function callOf(undo: number): string {
  return `undo:${undo}`;
}

function partName(undo: number): string {
  return `.straylight-undo-${undo}.part`;
}

function union<Value>(some: readonly Value[], more: readonly Value[]): readonly Value[] {
  return [...new Set([...some, ...more])];
}

function withMode(entry: Entry | undefined): Entry | undefined {
  return entry && { ...entry, mode: entry.mode | 0o700 };
}

const whys: Readonly<Record<Unkept, string>> = {
  large: 'larger than [undo] max_file_mb',
  full: '[undo] max_mb is reached',
  disk: 'too little of the disk is free',
  unreadable: 'not readable',
};

function unkeptNotes(differences: readonly Difference[]): Notes {
  const found = new Map<Unkept, string[]>();
  for (const { path, before, after } of differences)
    if (after?.unkept !== undefined && after.unkept !== before?.unkept)
      found.set(after.unkept, [...(found.get(after.unkept) ?? []), path]);
  return [...found].map(([why, paths]) => {
    const names = paths.slice(0, 3).map(shownPath).join(', ');
    const more = paths.length > 3 ? ` and ${paths.length - 3} more` : '';
    return `Not kept for undo: ${names}${more} (${whys[why]}).`;
  });
}

function cutNote(most: number): string {
  return `The workspace has more than ${most} files; those beyond are not kept for undo.`;
}
