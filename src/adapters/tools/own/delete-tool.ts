/** The tool that removes one of the agent's own tools. */

import { z } from 'zod';
import type { ToolDeclaration } from '../../../domain/tools/declaration.ts';
import { intentTexts } from '../../../domain/tools/intent-texts.ts';
import { answerOf } from '../../../domain/tools/said/said.ts';
import type { Said } from '../../../domain/tools/said/texts.ts';
import type { Executor } from '../../../ports/executor.ts';
import { defineTool, type Tool } from '../../../ports/tool.ts';
import type { ToolWorkshop } from '../../scripts/tool-workshop.ts';

/** What `delete_tool` says of itself. */
export const deleteToolDeclaration = {
  name: 'delete_tool',
  does: {
    en: 'Removes a tool of its own; its versions stay.',
    de: 'Entfernt ein eigenes Werkzeug; seine Fassungen bleiben.',
  },
  effect: 'act',
  runsCommands: true,
  factsOf: () => ({ writes: 'scripts' }),
} as const satisfies ToolDeclaration;

/** `delete_tool`. */
export function deleteTool({
  workshop,
  executor,
}: {
  readonly workshop: Pick<ToolWorkshop, 'remove'>;
  readonly executor: Pick<Executor, 'kind'>;
}): Tool {
  return defineTool({
    ...deleteToolDeclaration,
    description:
      'Removes a tool you have made. Its versions stay in git, so revert_tool can bring it back. Use it when a tool is no longer needed or another does the same.',
    schema: z.strictObject({ name: z.string().min(1).max(64).describe('The tool to remove.') }),
    intent: ({ name }, language) => intentTexts(language).deleteTool(name),
    facts: () => ({ writes: 'scripts', executor: executor.kind }),
    async run({ name }) {
      const commit = await workshop.remove(name);
      const said: Said =
        commit === undefined
          ? { code: 'toolDeleted', values: { name } }
          : { code: 'toolDeletedAs', values: { name, commit: commit.slice(0, 7) } };
      return { ...answerOf(said), taint: 'owner' };
    },
  });
}
