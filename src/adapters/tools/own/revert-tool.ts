/** The tool that takes one of the agent's own tools back to an earlier version. */

import { z } from 'zod';
import type { ToolDeclaration } from '../../../domain/tools/declaration.ts';
import { intentTexts } from '../../../domain/tools/intent-texts.ts';
import { answerOf } from '../../../domain/tools/said/said.ts';
import type { Said } from '../../../domain/tools/said/texts.ts';
import type { Executor } from '../../../ports/executor.ts';
import { defineTool, type Tool } from '../../../ports/tool.ts';
import type { ToolWorkshop } from '../../scripts/tool-workshop.ts';

/** What `revert_tool` says of itself. */
export const revertToolDeclaration = {
  name: 'revert_tool',
  does: {
    en: 'Takes a tool of its own back to an earlier version.',
    de: 'Setzt ein eigenes Werkzeug auf eine frühere Fassung zurück.',
  },
  effect: 'act',
  runsCommands: true,
  factsOf: () => ({ trusted: true }),
} as const satisfies ToolDeclaration;

/** `revert_tool`. */
export function revertTool({
  workshop,
  executor,
}: {
  readonly workshop: Pick<ToolWorkshop, 'revert'>;
  readonly executor: Pick<Executor, 'kind'>;
}): Tool {
  return defineTool({
    ...revertToolDeclaration,
    description:
      'Takes a tool you have made back to its last version that could work, also one that was changed by hand, quarantined or deleted. Use it when a change made a tool worse.',
    schema: z.strictObject({
      name: z.string().min(1).max(64).describe('The tool to take back.'),
      version: z
        .string()
        .regex(/^[0-9a-f]{7,40}$/, 'a version is named by its commit, 7 to 40 hexadecimal digits')
        .optional()
        .describe('The commit to go to, as show_tool lists them; the last good one if left out.'),
    }),
    intent: ({ name, version = '' }, language) => intentTexts(language).revertTool(name, version),
    // what comes back runs unasked only where create_tool committed it, so this can bring nothing new
    facts: () => ({ trusted: true, executor: executor.kind }),
    async run({ name, version }) {
      const { commit, version: number, from, trusted } = await workshop.revert(name, version, 'agent');
      const kept: Said =
        commit === undefined
          ? { code: 'asBefore' }
          : { code: 'committedVersion', values: { commit: commit.slice(0, 7), version: number } };
      const use: Said = { code: trusted ? 'usableNext' : 'needsApproval' };
      return {
        ...answerOf({
          code: 'toolReverted',
          values: { name, from: from.commit.slice(0, 7), subject: from.subject, commit: kept, use },
        }),
        taint: 'owner',
      };
    },
  });
}
