/** The tool that gives a piece of work to an agent. */
import { z } from 'zod';
import type { AgentProfile } from '../../../domain/agents/agent.ts';
import { agentTexts } from '../../../domain/agents/texts.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import type { ToolDeclaration } from '../../../domain/tools/declaration.ts';
import { intentTexts } from '../../../domain/tools/intent-texts.ts';
import { defineTool, type Tool } from '../../../ports/tool.ts';

/** What `delegate` says of itself. What its agent does are calls of their own. */
export const delegateDeclaration = {
  name: 'delegate',
  does: { en: 'Gives a piece of work to an agent.', de: 'Gibt einem Agenten eine Arbeit.' },
  effect: 'delegate',
  isQuiet: true,
  leavesWorkspace: true,
  factsOf: ({ agent }) => ({ delegates: String(agent ?? '').slice(0, 40) }),
} as const satisfies ToolDeclaration;

const longest = 8_000;

/** `delegate`, for these agents. */
export function delegateTool(agents: readonly AgentProfile[]): Tool {
  const names = agents.map(({ name }) => name);
  const known = agents.map(({ name, purpose }) => `${name} (${purpose})`).join(' ');
  return defineTool({
    ...delegateDeclaration,
    description: `Gives a piece of work to an agent, which has a conversation of its own and only some of your tools; its answer is the result. It knows nothing of this conversation: say all it needs. Give several pieces in one reply and they are worked on at the same time. Agents: ${known}`,
    schema: z.strictObject({
      agent: z
        .string()
        .min(1)
        .max(40)
        .describe(`One of ${names.join(', ')}.`),
      task: z
        .string()
        .trim()
        .min(1)
        .max(longest)
        .describe('What it is to do, whole and clear without this conversation.'),
      form: z.string().trim().min(1).max(1_000).optional().describe('In which form it is to answer.'),
    }),
    problem: ({ agent }) => (names.includes(agent) ? undefined : agentTexts.unknownAgent(agent, names)),
    intent: ({ agent, task }, language) => intentTexts(language).delegate(agent, oneLine(task, 160)),
    exact: ({ agent, task, form }) => [`${agent}:`, task, ...(form === undefined ? [] : [form])].join('\n'),
    facts: ({ agent }) => ({ delegates: agent }),
    work: ({ task, form }) => (form === undefined ? task : `${task}\n\n${agentTexts.form(form)}`),
  });
}
