/** The tool that gives a piece of work to an agent. */
import { z } from 'zod';
import type { AgentProfile } from '../../../domain/agents/agent.ts';
import { schemaText } from '../../../domain/agents/answer-schema.ts';
import { agentTexts } from '../../../domain/agents/texts.ts';
import type { JsonObject } from '../../../domain/text/json.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import type { ToolDeclaration } from '../../../domain/tools/declaration.ts';
import { intentTexts } from '../../../domain/tools/intent-texts.ts';
import { defineTool, type Tool } from '../../../ports/tool.ts';
import { argumentsSchema } from '../../toolbox/arguments.ts';

/** What `delegate` says of itself. What its agent does are calls of their own. */
export const delegateDeclaration = {
  name: 'delegate',
  does: { en: 'Gives a piece of work to an agent.', de: 'Gibt einem Agenten eine Arbeit.' },
  effect: 'delegate',
  deeds: [],
  isQuiet: true,
  leavesWorkspace: true,
  factsOf: ({ agent }) => ({ delegates: String(agent ?? '').slice(0, 40) }),
} as const satisfies ToolDeclaration;

const longest = 8_000;

/** Words that speak of agents, or of the one who is to do something else. */
const ofAgents =
  /\bagents?\b|\bagenten?\b|\bdelegat|\bsub-?(?:agent|task)|\bin parallel\b|\bside by side\b|\bparallel\b|\bgleichzeitig\b|\bteam\b/i;

/**
 * `delegate`, for these agents. `isAlways`: its owner has set agents up, so it is offered with each request; else where
 * words speak of agents, or it was found.
 */
export function delegateTool(agents: readonly AgentProfile[], { isAlways = false } = {}): Tool {
  const names = agents.map(({ name }) => name);
  const known = agents.map(({ name, purpose }) => `${name} (${purpose})`).join(' ');
  const isNamed = new RegExp(`(?<!\\w)(?:${names.map(name => name.replaceAll('_', '[_ -]?')).join('|')})(?!\\w)`, 'i');
  const offered = isAlways
    ? {}
    : ({
        isOccasional: true,
        isUnnamed: true,
        isMeant: (words: string) => ofAgents.test(words) || isNamed.test(words),
      } as const);
  return defineTool({
    ...delegateDeclaration,
    ...offered,
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
      schema: z
        .record(z.string(), z.unknown())
        .optional()
        .describe('A JSON Schema of type object: the answer is to be JSON that fits it, and is checked.'),
      form: z.string().trim().min(1).max(1_000).optional().describe('In which form it is to answer.'),
    }),
    problem({ agent, schema }) {
      if (!names.includes(agent)) return agentTexts.unknownAgent(agent, names);
      return schema === undefined || canBeUsed(schema) ? undefined : agentTexts.noSchema;
    },
    intent: ({ agent, task }, language) => intentTexts(language).delegate(agent, oneLine(task, 160)),
    exact: ({ agent, task, form, schema }) =>
      [
        `${agent}:`,
        task,
        ...(form === undefined ? [] : [form]),
        ...(schema === undefined ? [] : [schemaText(schema)]),
      ].join('\n'),
    facts: ({ agent }) => ({ delegates: agent }),
    work: ({ task, form, schema }) =>
      [
        task,
        ...(form === undefined ? [] : [agentTexts.form(form)]),
        ...(schema === undefined ? [] : [schemaText(schema)]),
      ].join('\n\n'),
  });
}

function canBeUsed(schema: Readonly<Record<string, unknown>>): boolean {
  try {
    argumentsSchema(schema as JsonObject);
    return schema['type'] === 'object';
  } catch {
    return false;
  }
}
