/** The tool that shows one of the agent's own tools: its code, its versions, how it is doing. */

import { z } from 'zod';
import type { ToolDeclaration } from '../../../domain/tools/declaration.ts';
import type { ToolDetails } from '../../../domain/tools/health.ts';
import { intentTexts } from '../../../domain/tools/intent-texts.ts';
import { type Answer, answerOf } from '../../../domain/tools/said/said.ts';
import type { Said } from '../../../domain/tools/said/texts.ts';
import { defineTool, type Tool } from '../../../ports/tool.ts';

/** What `show_tool` says of itself. */
export const showToolDeclaration = {
  name: 'show_tool',
  does: {
    en: 'Shows a tool of its own: code, versions, last failure.',
    de: 'Zeigt ein eigenes Werkzeug: Code, Fassungen, letzter Fehlschlag.',
  },
  effect: 'read',
  isQuiet: true,
} as const satisfies ToolDeclaration;

/** `show_tool`. */
export function showTool({ show }: { readonly show: (name: string) => Promise<ToolDetails | undefined> }): Tool {
  return defineTool({
    ...showToolDeclaration,
    description:
      'Shows a tool you have made: its parameters, code, versions and last failure. From your next step on it is offered to you in full. Use it before you repair a tool, or when you want one that is only named.',
    schema: z.strictObject({ name: z.string().min(1).max(64).describe('The tool to show.') }),
    intent: ({ name }, language) => intentTexts(language).showTool(name),
    async run({ name }) {
      const tool = await show(name);
      if (!tool) return { ...answerOf({ code: 'toolNotOwn', values: { name } }), failed: true, taint: 'owner' };
      return { ...shown(tool), taint: tool.trusted && tool.lastError === undefined ? 'owner' : 'external' };
    },
  });
}

function shown(tool: ToolDetails): Answer {
  const { name, description, state, reason, trusted, parameters, program, source, calls, successRate, lastError } =
    tool;
  const versions = tool.history
    .slice(0, 10)
    .map(({ commit, subject }) => `  ${commit.slice(0, 7)} ${subject}`)
    .join('\n');
  const known: Said = { code: states[state] };
  const why: Said = reason === undefined ? known : { code: 'stateWhy', values: { state: known, why: reason } };
  const percent = successRate === undefined ? undefined : Math.round(successRate * 100);
  return answerOf(
    { code: 'toolShown', values: { name, description } },
    { code: 'toolState', values: { state: why, trust: trusted ? '' : { code: 'notAsMade' } } },
    percent === undefined
      ? { code: 'toolCalls', values: { calls } }
      : { code: 'toolCallsWell', values: { calls, percent } },
    ...(lastError === undefined ? [] : [{ code: 'lastFailure', values: { error: lastError } } as const]),
    { code: 'toolVersions' },
    versions || '  none',
    ...(parameters === undefined ? [] : [{ code: 'itsParameters' } as const, JSON.stringify(parameters)]),
    ...(program === undefined ? [] : [`--- ${program} ---\n${source ?? '(not a text)'}`]),
  );
}

const states = {
  ok: 'toolOk',
  untested: 'toolUntested',
  disabled: 'toolDisabled',
  quarantined: 'toolQuarantined',
  broken: 'toolBroken',
} as const;
