/**
 * What has to be done so that the workspace is again as it was before a turn. Pure: it looks at what is known, not at
 * the disk.
 */
import { type Form, says } from '../../domain/policy/sentence.ts';
import { depthOf, partsOf } from './byte-path.ts';
import { type Entry, hasSameContent, isAlike, isSameNode } from './entry.ts';
import type { Tree } from './tree.ts';

/** What a turn made of one path. */
export interface ChangeRow {
  readonly path: string;
  readonly before: Entry | undefined;
  readonly after: Entry | undefined;
  /** Somebody else changed it too, between two calls of the turn. */
  readonly isMixed: boolean;
}

/** One path, from what stands there to what stood there. */
export interface Step {
  readonly path: string;
  readonly from: Entry | undefined;
  readonly to: Entry | undefined;
}

export interface Plan {
  readonly steps: readonly Step[];
  /** Folders on the way that forbid to change what is in them; their rights are given back at the end. */
  readonly closed: readonly { readonly path: string; readonly mode: number }[];
}

/**
 * How one change of a turn stands now. `ready`: it can be brought back; `done`: it is as it was before; `conflict`:
 * somebody has changed it since;
 * `lost`: what it held was not kept.
 */
export type Standing = 'ready' | 'done' | 'conflict' | 'lost';

export interface Judged {
  readonly change: ChangeRow;
  readonly standing: Standing;
  /** Why it is a conflict or lost, the end of a sentence about the file. */
  readonly why?: Form;
}

/** Why a path stays as it is, whatever was changed there: the end of a sentence; undefined where nothing forbids it. */
export type Stays = (change: Pick<ChangeRow, 'path' | 'before'>) => Form | undefined;

/** Holds each change of a turn against what stands there now. */
export function judged(changes: readonly ChangeRow[], tree: Tree, stays: Stays = () => undefined): readonly Judged[] {
  const byPath = new Map(changes.map(change => [change.path, change]));
  return changes.map(change => {
    const now = tree.get(change.path);
    const why = stays(change);
    if (why !== undefined) return { change, standing: 'lost', why };
    if (isAlike(now, change.before)) return { change, standing: 'done' };
    const lost = lostBecause(change.before, now);
    if (lost !== undefined) return { change, standing: 'lost', why: lost };
    const conflict = conflictOf(change, now, tree, byPath);
    return conflict === undefined ? { change, standing: 'ready' } : { change, standing: 'conflict', why: conflict };
  });
}

function lostBecause(before: Entry | undefined, now: Entry | undefined): Form | undefined {
  if (before?.kind === 'other') return says`is a pipe, socket or device, which is not kept`;
  if (before?.kind !== 'file' || before.object !== undefined) return undefined;
  // its rights can be given back where it still is what it was
  if (now?.kind === 'file' && hasSameContent(now, before)) return undefined;
  switch (before.unkept) {
    case 'large':
      return says`was larger than [undo] max_file_mb`;
    case 'full':
      return says`was not kept: [undo] max_mb was reached`;
    case 'disk':
      return says`was not kept: too little of the disk was free`;
    default:
      return says`could not be read, so it was not kept`;
  }
}

function conflictOf(
  { path, before, after, isMixed }: ChangeRow,
  now: Entry | undefined,
  tree: Tree,
  changes: ReadonlyMap<string, ChangeRow>,
): Form | undefined {
  if (!isAlike(now, after)) return now === undefined ? says`has been deleted since` : says`has been changed since`;
  if (isMixed) return says`was also changed by somebody else during the turn`;
  if (now?.kind === 'folder' && before?.kind !== 'folder')
    for (const inner of tree.below(path)) {
      const change = changes.get(inner);
      if (change === undefined || change.before !== undefined || !isAlike(tree.get(inner), change.after))
        return says`holds files that were made since`;
    }
  const { folder } = partsOf(path);
  const parent = changes.get(folder);
  if (before !== undefined && folder !== '' && parent?.before?.kind !== 'folder' && tree.get(folder)?.kind !== 'folder')
    return says`stood in a folder that is gone`;
  return undefined;
}

/** The steps for these changes. */
export function planFor(chosen: readonly ChangeRow[], tree: Tree): Plan {
  const steps: Step[] = chosen.map(({ path, before }) => ({ path, from: tree.get(path), to: before }));
  const paths = new Set(chosen.map(({ path }) => path));
  const closed = new Map<string, number>();
  for (const { path } of steps)
    for (let { folder } = partsOf(path); ; { folder } = partsOf(folder)) {
      const entry = tree.get(folder);
      if (entry?.kind === 'folder' && (entry.mode & 0o700) !== 0o700 && !paths.has(folder))
        closed.set(folder, entry.mode);
      if (folder === '') break;
    }
  return { steps, closed: [...closed].map(([path, mode]) => ({ path, mode })) };
}

/**
 * The steps of a plan that are still to be done. Whatever somebody has changed since the plan was made is left to them:
 * `left`. A step that a crash cut in two stands between `from` and `to`: nothing, or a folder whose rights are not set
 * yet.
 */
export function dueSteps(plan: Plan, tree: Tree): { readonly due: readonly Step[]; readonly left: readonly string[] } {
  const due: Step[] = [];
  const left: string[] = [];
  for (const step of plan.steps) {
    const now = tree.get(step.path);
    if (isAlike(now, step.to)) continue;
    if (isOurs(step, now)) due.push({ ...step, from: now });
    else left.push(step.path);
  }
  return { due, left };
}

function isOurs({ from, to }: Step, now: Entry | undefined): boolean {
  if (now === undefined || isAlike(now, from)) return true;
  if (now.kind === 'folder') return to?.kind === 'folder' || from?.kind === 'folder';
  if (now.kind !== 'file') return false;
  // a hard link that has lost its fellows, or content that could not be read before
  if (from?.kind === 'file' && isSameNode(from, now)) return from.object === undefined || from.object === now.object;
  return to?.kind === 'file' && hasSameContent(now, to);
}

/** Deepest first. */
export function outerFirst(a: { readonly path: string }, b: { readonly path: string }): number {
  return depthOf(b.path) - depthOf(a.path) || (b.path === '' ? -1 : a.path === '' ? 1 : 0);
}
