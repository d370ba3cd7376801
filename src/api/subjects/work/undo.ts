/** What turns changed in the workspace, and bringing it back. */

import type { ZodType } from 'zod';
import { says } from '../../../domain/policy/sentence.ts';
import { phrase } from '../../../domain/text/catalog.ts';
import type {
  UndoChange,
  UndoDetails,
  UndoList,
  UndoNote,
  UndoOutcome,
  UndoThing,
  UndoTurn,
} from '../../../domain/undo/undo.ts';
import { restoredOf } from '../../../domain/undo/undo-words.ts';
import { operation } from '../../contract.ts';
import { between, count, flag, instant, saidAsData, text } from '../../fields.ts';
import { refuse } from '../../refusal.ts';
import * as views from '../../views/undo.ts';
import { z } from '../../zod.ts';

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

function undoNote(): ZodType<UndoNote> {
  return z.object({ text: z.string(), said: saidAsData().optional() });
}

function undoList(): ZodType<UndoList> {
  const turns: ZodType<UndoTurn> = z.object(turn());
  return z.object({ isOn: z.boolean(), turns: z.array(turns), usedBytes: count(), notes: z.array(undoNote()) });
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

function undoChange(): ZodType<UndoChange> {
  return z.object({
    path: z.string(),
    what: z.enum(['added', 'changed', 'deleted', 'mode', 'type']),
    before: undoThing().optional(),
    after: undoThing().optional(),
    standing: z.enum(['ready', 'done', 'conflict', 'lost']),
    why: z.string().optional(),
    said: saidAsData().optional(),
    diff: z.array(z.string()).optional(),
  });
}

function undoDetails(): ZodType<UndoDetails> {
  return z.object({
    ...turn(),
    seen: z.string().describe('names this difference, by a hash: for `undo.apply`'),
    changes: z.array(undoChange()),
    more: count(),
    notes: z.array(undoNote()),
  });
}

function undoOutcome(): ZodType<UndoOutcome> {
  const left = z.object({ path: z.string(), why: z.string(), said: saidAsData().optional() });
  return z.object({ id: count().optional(), restored: count(), left: z.array(left) });
}

const number = () =>
  between(1, 999_999_999_999_999).describe(phrase({ en: 'the number of a turn', de: 'die Nummer einer Runde' }));

export const undo = {
  list: operation({
    summary: 'The turns that changed something in the workspace.',
    role: 'reader',
    http: { method: 'GET', path: '/api/undo' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'undo list',
        about: {
          en: 'Files that turns changed, and restoring them',
          de: 'Dateien, die Runden geändert haben, und wie sie zurückkommen',
        },
        isDefault: true,
        help: {
          en: 'List the last turns that changed files.',
          de: 'Listet die letzten Runden auf, die Dateien geändert haben.',
        },
      },
    ],
    input: () => ({}),
    output: undoList,
    needs: ['undo'],
    run: ({ undo }) => undo.list(),
    view: views.undoList,
  }),
  show: operation({
    summary: 'What one turn changed, and what of it can be restored.',
    role: 'reader',
    http: { method: 'GET', path: '/api/undo/{id}' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'undo show',
        also: ['undo'],
        help: { en: 'Show what one turn changed.', de: 'Zeigt, was eine Runde geändert hat.' },
        args: { id: 'N' },
      },
    ],
    input: () => ({ id: number() }),
    output: undoDetails,
    missing: 'turn to undo, or it has been pruned',
    needs: ['undo'],
    run: ({ undo }, { id }) => undo.show(id),
    view: views.undoTurn,
    absent: views.noTurn,
  }),
  apply: operation({
    summary: 'Restores what one turn changed; with overwrite also what has been changed since.',
    role: 'owner',
    http: { method: 'POST', path: '/api/undo/{id}' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'undo apply',
        help: {
          en: 'Restore the files that one turn changed.',
          de: 'Holt die Dateien zurück, die eine Runde geändert hat.',
        },
        args: { id: 'N' },
        behind: { yes: {}, ja: {}, overwrite: { overwrite: true } },
        options: {
          yes: {
            help: {
              en: 'restore them; without it, only show what would be restored',
              de: 'zurückholen; ohne das nur zeigen, was zurückgeholt würde',
            },
          },
          overwrite: {
            field: 'overwrite',
            help: {
              en: 'also restore files that were changed after that turn',
              de: 'auch Dateien zurückholen, die danach geändert wurden',
            },
          },
        },
      },
    ],
    input: () => ({
      id: number(),
      overwrite: flag().optional(),
      seen: text(
        'the name of the difference that was shown: if it is another one by now, nothing is restored',
        40,
      ).optional(),
    }),
    output: () =>
      z.object({
        outcome: undoOutcome(),
        changes: z
          .array(undoChange())
          .readonly()
          .optional()
          .describe('what was restored, where all of it can be named'),
      }),
    missing: 'turn to undo, or it has been pruned',
    needs: ['undo', 'applyUndo'],
    async run({ undo, applyUndo }, { id, overwrite = false, seen }, { by }) {
      const details = await undo.show(id);
      if (!details) return undefined;
      if (seen !== undefined && details.seen !== seen)
        throw refuse(409, says`the files have changed since this was shown; look at them as they are now`);
      const outcome = await applyUndo(id, { overwrite }, by);
      const changes = restoredOf(details, overwrite);
      const isNamed = changes?.length === outcome.restored;
      return { outcome, changes: isNamed ? changes.map(({ diff: _, ...change }) => change) : undefined };
    },
    json: ({ outcome }) => outcome,
    view: views.undoOutcome,
    outcome: ({ outcome: { left, restored } }) => (left.length === 0 ? 'done' : restored > 0 ? 'open' : 'nothing'),
    absent: views.noTurn,
    async ahead(ask, { id }, look) {
      const details = (await ask('undo.show', { id })) as UndoDetails | undefined;
      if (!details) throw refuse(404, views.noTurn({ id }, look));
      if (!views.isUndoable(details)) throw refuse(409, views.nothingLeft(look));
      return views.undoAhead(details, look);
    },
  }),
};
