/** One `[agents.NAME]` of config.toml: an agent that work can be given to. */
import { z } from 'zod';
import { modelRef, whole } from '../../../config/fields.ts';
import {
  type AgentProfile,
  agentNameRule,
  isAgentName,
  mostContinuations,
  shippedAgents,
} from '../../domain/agents/agent.ts';
import { isPartitionName, partitionNameRule } from '../../domain/memory/partition.ts';
import { defined } from '../../domain/text/json.ts';

const text = (error: string, most: number) => z.string({ error }).trim().min(1, { error }).max(most, { error });

/** A list of names; an empty one allows nothing. */
const names = (of: string) =>
  z.array(text(`a list of ${of}`, 200), { error: `a list of ${of}` }).max(100, { error: `a list of ${of}` });

function partitions() {
  const error = `a list of partitions of memories, as in ["garden"]; each is ${partitionNameRule}`;
  return z.array(z.string({ error }).refine(isPartitionName, { error }), { error }).max(20, { error });
}

/** As it stands in the file. */
function agent() {
  const isTools = { error: 'a list of names of tools, as in ["read_file", "web_fetch"]; "*" stands for all' };
  return z.strictObject(
    {
      purpose: text('what the agent is for, in a sentence of at most 300 characters', 300),
      tools: z.array(text(isTools.error, 64), isTools).max(200, isTools),
      prompt: z
        .string({ error: 'a text of at most 8 000 characters' })
        .trim()
        .max(8_000, { error: 'a text of at most 8 000 characters' })
        .default(''),
      model: modelRef().optional(),
      role: text('the name of a role, as in [models.roles]', 40).optional(),
      minutes: whole(1, 10_080, 'minutes').default(60),
      continuations: whole(0, mostContinuations, 'continuations').default(mostContinuations),
      reassign: z
        .string({ error: 'the name of another agent' })
        .refine(isAgentName, { error: 'the name of another agent' })
        .optional(),
      beyond: z.enum(['refuse', 'ask'], { error: '"refuse" or "ask"' }).default('refuse'),
      takes: z
        .array(text('a phrase of at most 100 characters, such as "proofread"', 100), {
          error: 'a list of phrases, as in ["proofread", "improve the text"]',
        })
        .max(50, { error: 'a list of at most 50 phrases' })
        .optional(),
      folders: names('folders of the workspace, as in ["reports"]').optional(),
      network: z
        .union([z.literal(false), z.literal(true), names('')], {
          error: 'false (no network), true, or a list of hosts, as in ["example.com"]',
        })
        .optional(),
      secrets: names('names of secrets, as in ["GITHUB_TOKEN"]').optional(),
      mcp_servers: names('names of MCP servers, as in ["files"]').optional(),
      skills: names('names of skills, as in ["pdf"]').optional(),
      memory: partitions().optional(),
      budget_tokens: whole(1_000, 1_000_000_000, 'tokens').optional(),
    },
    { error: issue => (issue.code === 'invalid_type' ? 'a table' : undefined) },
  );
}

function profile(name: string, given: z.output<ReturnType<typeof agent>>): AgentProfile {
  const { purpose, tools, prompt, model, role, minutes, continuations, budget_tokens: budgetTokens } = given;
  const { folders, network, secrets, mcp_servers: servers, skills, memory, reassign, beyond, takes } = given;
  const hosts = network === false ? [] : network === true ? undefined : network?.map(host => host.toLowerCase());
  const limits = defined({ folders, network: hosts, secrets, servers, skills, memory });
  const bounds = Object.keys(limits).length === 0 ? undefined : limits;
  return {
    name,
    purpose,
    tools,
    prompt,
    minutes,
    continuations,
    ...defined({
      model,
      role,
      budgetTokens,
      reassign,
      takes,
      limits: bounds,
      beyond: beyond === 'ask' ? beyond : undefined,
    }),
  };
}

/** What is wrong with who takes over whose work: an agent that is not there, or one whose own work comes back. */
function wrongTakers(all: Readonly<Record<string, { readonly reassign?: string | undefined }>>) {
  const known = [...new Set([...Object.keys(all), ...shippedAgents.map(({ name }) => name)])];
  const next = (name: string) => (Object.hasOwn(all, name) ? all[name]?.reassign : undefined);
  return Object.keys(all).flatMap(name => {
    const first = next(name);
    if (first === undefined) return [];
    if (!known.includes(first)) return [{ name, message: `the name of another agent: ${known.join(', ')}` }];
    const seen = new Set([name]);
    let at: string | undefined = first;
    while (at !== undefined && !seen.has(at)) {
      seen.add(at);
      at = next(at);
    }
    return at === name ? [{ name, message: `an agent whose own work does not come back to ${name}` }] : [];
  });
}

/** The tables of config.toml. */
export function agentsTables() {
  const error = `a table [agents.NAME], where NAME is ${agentNameRule}`;
  return {
    agents: z
      .record(z.string().refine(isAgentName, { error }), agent(), { error })
      .superRefine((all, context) => {
        for (const { name, message } of wrongTakers(all))
          context.addIssue({ code: 'custom', path: [name, 'reassign'], message });
      })
      .default({})
      .transform(all => Object.entries(all).map(([name, given]) => profile(name, given))),
  };
}
