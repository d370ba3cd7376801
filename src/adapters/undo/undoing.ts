/** Bringing a turn's changes back: planned, written down, carried out, and finished where a crash has cut it in two. */

import { chmodSync } from 'node:fs';
import { type Sentence, says, worded } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { UndoOutcome } from '../../domain/undo/undo.ts';
import { shownPath } from './byte-path.ts';
import type { Entry } from './entry.ts';
import { type HeldFolder, holdFolder } from './held-folder.ts';
import type { LetIn } from './let-in.ts';
import type { ObjectStore } from './object-store.ts';
import { dueSteps, judged, type Plan, planFor, type Standing } from './plan.ts';
import { bringBack, dropParts, type Left } from './restore/bring-back.ts';
import type { Tree } from './tree.ts';
import type { TurnBook } from './turn-book.ts';
import type { KeptTurn, UndoIndex } from './undo-index.ts';
import type { Notes, WorkspaceLook } from './workspace-look.ts';

export interface UndoingOptions {
  /** The workspace, links resolved. */
  readonly root: string;
  readonly letIn: LetIn;
  readonly tree: Tree;
  readonly objects: ObjectStore;
  readonly index: UndoIndex;
  readonly book: TurnBook;
  readonly look: WorkspaceLook['look'];
  readonly now: () => number;
  readonly onAlive: () => void;
}

/** Brings back what a turn changed; `overwrite`: also what has been changed since. */
export function applyUndo(options: UndoingOptions, id: number, overwrite: boolean): UndoOutcome {
  const { root, letIn, tree, index, book, look, now } = options;
  const turn = book.changed(id);
  if (!turn)
    throw fault('invalid', `there is no turn ${id} to undo; "straylight undo list" (in a chat /undo) lists them`);
  if (book.running().length > 0)
    throw fault(
      'invalid',
      'a command is still at work in the workspace; wait until it has ended, or stop it, then undo',
    );
  look();
  openUp(options, turn);
  const all = judged(index.changes(id), tree, letIn.since(turn.facts.letIn));
  const takes: readonly Standing[] = overwrite ? ['ready', 'conflict'] : ['ready'];
  const chosen = all.filter(({ standing }) => takes.includes(standing)).map(({ change }) => change);
  const others = all.filter(({ standing }) => standing !== 'done' && !takes.includes(standing));
  const left = others.map(({ change, why = '' }) => leftAs(change.path, why));
  if (chosen.length === 0) return { restored: 0, left };
  const plan = planFor(chosen, tree);
  let undo = 0;
  index.transaction(() => {
    undo = book.joined({ turn: `undo:${id}:${now()}`, session: turn.session, what: `Undo ${id}.` }, id);
    index.savePlan(undo, plan);
    index.openCall({ call: callOf(undo), turn: undo });
  });
  const held = holdFolder(root, letIn.kept);
  try {
    const failed = carryOut(options, undo, plan, held);
    const named = failed.map(({ path, why }) => leftAs(path, why));
    return { id: undo, restored: chosen.length - failed.length, left: [...left, ...named] };
  } finally {
    held.close();
  }
}

function leftAs(path: string, why: Sentence): UndoOutcome['left'][number] {
  return { path: shownPath(path), ...worded('why', why) };
}

/** Ends the calls and finishes the undos that a crash has cut in two. */
export function recoverUndos(options: UndoingOptions): Notes {
  const { root, letIn, index, look } = options;
  const plans = index.plans().map(({ turn, plan }) => {
    const stays = letIn.since(index.turn(turn)?.facts.letIn);
    const steps = plan.steps.filter(({ path, to }) => stays({ path, before: to }) === undefined);
    return { turn, plan: { ...plan, steps } };
  });
  const cut = index.calls();
  if (plans.length === 0 && cut.length === 0) return [];
  const held = holdFolder(root, letIn.kept);
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
      const left = carryOut(options, turn, plan, held);
      return left.length === 0
        ? says`Undo ${turn} was cut short when the program ended; it has been finished.`
        : says`Undo ${turn} was cut short when the program ended; ${left.length} of its files could not be brought back. "straylight undo show ${turn}" lists them.`;
    });
  } finally {
    held.close();
  }
}

/** Does what is left of a plan, and looks whether it came out. */
function carryOut(options: UndoingOptions, undo: number, plan: Plan, held: HeldFolder): readonly Left[] {
  const { tree, objects, index, look, onAlive } = options;
  const part = partName(undo);
  let left: readonly Left[] = [];
  // a second time for what could be read only after the first
  for (let tries = 0; tries < 3; tries++) {
    const { due, left: others } = dueSteps(plan, tree);
    left = others.map(path => ({ path, why: says`has been changed since` }));
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
function openUp({ root, letIn, tree, objects, index, look, onAlive }: UndoingOptions, turn: KeptTurn): void {
  if (process.getuid?.() === 0) return;
  for (let round = 0; round < 64; round++) {
    const shut = index
      .changes(turn.id)
      .map(({ path }) => path)
      .filter(path => tree.get(path)?.kind === 'folder' && ((tree.get(path)?.mode ?? 0) & 0o500) !== 0o500);
    if (shut.length === 0) return;
    // the workspace itself lies where no sandbox can put a link in its place
    if (shut.includes('')) chmodSync(root, (tree.get('')?.mode ?? 0) | 0o700);
    const held = holdFolder(root, letIn.kept);
    const steps = shut.map(path => ({ path, from: tree.get(path), to: withMode(tree.get(path)) }));
    try {
      bringBack(steps, [], { root: held, tree, objects, part: partName(turn.id), onAlive });
    } finally {
      held.close();
    }
    look(undefined, () => [turn.id]);
  }
}

function callOf(undo: number): string {
  return `undo:${undo}`;
}

function partName(undo: number): string {
  return `.straylight-undo-${undo}.part`;
}

function withMode(entry: Entry | undefined): Entry | undefined {
  return entry && { ...entry, mode: entry.mode | 0o700 };
}
