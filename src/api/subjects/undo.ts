/** What turns changed in the workspace, and bringing it back. */
import type { ZodType } from 'zod';
import type { UndoDetails, UndoList, UndoOutcome, UndoThing, UndoTurn } from '../../domain/undo/undo.ts';
import { operation } from '../contract.ts';
import { between, count, flag, instant } from '../fields.ts';
import { z } from '../zod.ts';

const turn = () => ({
  id: count(),
  turn: z.string(),
  session: z.string(),
  at: instant(),
  what: z.array(z.string()).describe('what its calls were to do'),
  added: count(),
  changed: count(),
  deleted: count(),
  undoes: count().optional(),
});

function undoList(): ZodType<UndoList> {
  const turns: ZodType<UndoTurn> = z.object(turn());
  return z.object({ isOn: z.boolean(), turns: z.array(turns), usedBytes: count(), notes: z.array(z.string()) });
}

function undoThing(): ZodType<UndoThing> {
  return z.object({
    kind: z.enum(['file', 'folder', 'link', 'other']),
    bytes: count().optional(),
    files: count().optional().describe('of a folder that came or went: how many files with it'),
    target: z.string().optional(),
    rights: z.string(),
    owner: z.string(),
    isKept: z.literal(false).optional(),
  });
}

function undoDetails(): ZodType<UndoDetails> {
  const change = z.object({
    path: z.string(),
    what: z.enum(['added', 'changed', 'deleted', 'mode', 'type']),
    before: undoThing().optional(),
    after: undoThing().optional(),
    standing: z.enum(['ready', 'done', 'conflict', 'lost']),
    why: z.string().optional(),
    diff: z.array(z.string()).optional(),
  });
  return z.object({ ...turn(), changes: z.array(change), more: count(), notes: z.array(z.string()) });
}

function undoOutcome(): ZodType<UndoOutcome> {
  const left = z.object({ path: z.string(), why: z.string() });
  return z.object({ id: count().optional(), restored: count(), left: z.array(left) });
}

const number = () => between(1, 999_999_999_999_999).describe('the number of a turn');

export const undo = {
  list: operation({
    summary: 'The turns that changed something in the workspace.',
    role: 'reader',
    http: { method: 'GET', path: '/api/undo' },
    offered: ['http', 'page', 'command', 'slash', 'buttons'],
    commands: [
      {
        words: 'undo list',
        about: 'Files that turns changed, and restoring them',
        isDefault: true,
        help: 'List the last turns that changed files.',
      },
    ],
    input: () => ({}),
    output: undoList,
    needs: ['undo'],
    run: ({ undo }) => undo.list(),
  }),
  show: operation({
    summary: 'What one turn changed, and what of it can be restored.',
    role: 'reader',
    http: { method: 'GET', path: '/api/undo/{id}' },
    offered: ['http', 'page', 'command', 'slash', 'buttons'],
    commands: [{ words: 'undo show', help: 'Show what one turn changed.', args: { id: 'N' } }],
    input: () => ({ id: number() }),
    output: undoDetails,
    missing: 'turn to undo, or it has been pruned',
    needs: ['undo'],
    run: ({ undo }, { id }) => undo.show(id),
  }),
  apply: operation({
    summary: 'Restores what one turn changed; with overwrite also what has been changed since.',
    role: 'owner',
    http: { method: 'POST', path: '/api/undo/{id}' },
    offered: ['http', 'page', 'command', 'slash', 'buttons'],
    commands: [
      {
        words: 'undo apply',
        help: 'Restore the files that one turn changed.',
        args: { id: 'N' },
        options: {
          yes: { help: 'restore them; without it, only show what would be restored' },
          overwrite: { field: 'overwrite', help: 'also restore files that were changed after that turn' },
        },
      },
    ],
    input: () => ({ id: number(), overwrite: flag().optional() }),
    output: () => z.object({ outcome: undoOutcome() }),
    needs: ['applyUndo'],
    run: async ({ applyUndo }, { id, overwrite }, { by }) => ({
      outcome: await applyUndo(id, overwrite === undefined ? {} : { overwrite }, by),
    }),
  }),
};
