/** The tool that restores what a turn of this conversation changed in the workspace. */
import { z } from 'zod';
import { arePlainNames } from '../../domain/text/plain-names.ts';
import type { ToolDeclaration } from '../../domain/tools/declaration.ts';
import { intentTexts } from '../../domain/tools/intent-texts.ts';
import { answerOf } from '../../domain/tools/said/said.ts';
import type { Said } from '../../domain/tools/said/texts.ts';
import type { UndoDetails, UndoService } from '../../domain/undo/undo.ts';
import { defineTool, type Tool } from '../../ports/tool.ts';

/** What `undo_turn` says of itself. Nothing is kept before it: an undo keeps by itself what it replaces. */
export const undoTurnDeclaration = {
  name: 'undo_turn',
  does: {
    en: 'Undoes what a turn changed in the workspace.',
    de: 'Macht rückgängig, was eine Runde im Arbeitsordner geändert hat.',
  },
  effect: 'act',
  deeds: ['writeFile', 'deleteFile'],
  isQuiet: true,
  leavesWorkspace: true,
  factsOf: () => ({ restores: true }),
} as const satisfies ToolDeclaration;

const schema = z.strictObject({
  turn: z
    .int()
    .min(1)
    .optional()
    .describe(
      'The number of the turn, or of an undo; the newest of this conversation that is not undone, if left out.',
    ),
});

/** Of what was left as it is, so much is named. */
const mostLeft = 10;

/** `undo_turn`. What has been changed since by somebody else stays as it is. */
export function undoTurnTool(undo: Pick<UndoService, 'list' | 'show' | 'apply'>): Tool {
  return defineTool({
    ...undoTurnDeclaration,
    description:
      'Undoes what a turn of this conversation changed in the workspace: files that it wrote, changed, moved or deleted, also by commands. Use it when the owner wants that back. What was sent, and memories and jobs, it does not undo.',
    schema,
    intent: ({ turn }, language) => intentTexts(language).undoTurn(turn),
    facts: () => ({ restores: true }),
    async run({ turn: wanted }, { session }) {
      const { isOn, turns } = await undo.list();
      if (!isOn) return { ...answerOf({ code: 'undoOff' }), failed: true };
      const { newestToUndo } = await import('../../domain/undo/undo.ts');
      const own = turns.filter(one => one.session === session);
      const turn = wanted === undefined ? newestToUndo(own) : own.find(({ id }) => id === wanted);
      if (turn === undefined) {
        const none: Said =
          wanted === undefined ? { code: 'undoNone' } : { code: 'undoMissing', values: { turn: wanted } };
        return { ...answerOf(none), failed: true };
      }
      const before = await undo.show(turn.id);
      const { id, restored, left } = await undo.apply(turn.id);
      const named = before === undefined || left.length > 0 ? [] : thingsRestored(before);
      return {
        ...answerOf(
          { code: 'undone', values: { turn: turn.id } },
          ...(named.length > 0 ? named : [{ code: 'restored', values: { count: restored } } as const]),
          ...(id === undefined ? [] : [{ code: 'undoIsTurn', values: { turn: id } } as const]),
          ...left
            .slice(0, mostLeft)
            .map(({ path, why, said }): Said => ({ code: 'left', values: { path, why: said ?? why } })),
        ),
        failed: restored === 0,
        // outside text may have chosen those paths
        taint: left.length === 0 ? 'owner' : 'external',
      };
    },
  });
}

const mostNamed = 5;
const kinds = { added: 'restoredAdded', deleted: 'restoredDeleted', changed: 'restoredChanged' } as const;

/** What became of each file, by name; nothing where there are too many, or a name is more than a name. */
function thingsRestored({ changes, more }: UndoDetails): readonly Said[] {
  const ready = changes.filter(({ standing }) => standing === 'ready');
  const isNamed =
    more === 0 &&
    ready.length <= mostNamed &&
    ready.every(({ what }) => Object.hasOwn(kinds, what)) &&
    arePlainNames(ready.map(({ path }) => path));
  if (!isNamed) return [];
  return (['deleted', 'added', 'changed'] as const).flatMap(kind => {
    const names = ready.filter(({ what }) => what === kind).map(({ path }) => path);
    return names.length === 0 ? [] : [{ code: kinds[kind], values: { names: names.join(', ') } }];
  });
}
