/** The tool that shows one of the agent's own tools: its code, its versions, how it is doing. */
import { z } from 'zod';
import type { ToolDeclaration } from '../../domain/tools/declaration.ts';
import type { ToolDetails } from '../../domain/tools/health.ts';
import { intentTexts } from '../../domain/tools/intent-texts.ts';
import { defineTool, type Tool } from '../../ports/tool.ts';

/** What `show_tool` says of itself. */
export const showToolDeclaration = {
  name: 'show_tool',
  effect: 'read',
  isQuiet: true,
} as const satisfies ToolDeclaration;

/** `show_tool`. */
export function showTool({
  show,
  want,
}: {
  readonly show: (name: string) => Promise<ToolDetails | undefined>;
  /** Offers it in full from the next question on. */
  readonly want: (name: string) => void;
}): Tool {
  return defineTool({
    ...showToolDeclaration,
    description:
      'Shows a tool you have made: its parameters, code, versions and last failure. From your next step on it is offered to you in full. Use it before you repair a tool, or when you want one that is only named.',
    schema: z.strictObject({ name: z.string().min(1).max(64).describe('The tool to show.') }),
    intent: ({ name }, language) => intentTexts(language).showTool(name),
    async run({ name }) {
      const tool = await show(name);
      if (!tool) return { text: `There is no tool ${name} of your own.`, failed: true, taint: 'owner' };
      want(name);
      return { text: text(tool), taint: tool.trusted && tool.lastError === undefined ? 'owner' : 'external' };
    },
  });
}

function text(tool: ToolDetails): string {
  const { name, description, state, reason, trusted, parameters, program, source, calls, successRate, lastError } =
    tool;
  return [
    `${name}: ${description}`,
    `State: ${state}${reason === undefined ? '' : ` (${reason})`}${trusted ? '' : '; not as create_tool made it, so the owner is asked before it runs'}`,
    `Calls: ${calls}${successRate === undefined ? '' : `, ${Math.round(successRate * 100)} % went well`}`,
    ...(lastError === undefined ? [] : [`Last failure: ${lastError}`]),
    `Versions, newest first:\n${
      tool.history
        .slice(0, 10)
        .map(({ commit, subject }) => `  ${commit.slice(0, 7)} ${subject}`)
        .join('\n') || '  none'
    }`,
    ...(parameters === undefined ? [] : [`--- parameters ---\n${JSON.stringify(parameters)}`]),
    ...(program === undefined ? [] : [`--- ${program} ---\n${source ?? '(not a text)'}`]),
  ].join('\n');
}
