/** The agent's tools, where they run, and the names of the secrets they may use. */
import type { ZodType } from 'zod';
import type { SecretRow } from '../../domain/secrets/rule.ts';
import { executorKinds, type SandboxView } from '../../domain/security/sandbox.ts';
import { type CoreTool, type ToolDetails, type ToolRow, toolActs } from '../../domain/tools/health.ts';
import { commandForms } from '../command-forms.ts';
import { operation } from '../contract.ts';
import { count, instant, jsonObject, oneOf, sentence } from '../fields.ts';
import { z } from '../zod.ts';

const name = () => z.string().describe('the name of a tool');

const row = () => ({
  name: z.string(),
  description: z.string(),
  state: z.enum(['ok', 'untested', 'quarantined', 'broken', 'disabled']),
  reason: z.string().exactOptional(),
  trusted: z.boolean().describe('it runs without approval'),
  calls: count(),
  successRate: z.number().describe('0 to 1').exactOptional(),
  medianMs: z.number().exactOptional(),
  lastError: z.string().exactOptional(),
  lastUsedAt: instant().exactOptional(),
  version: count(),
  commit: z.string().exactOptional(),
});

function toolRow(): ZodType<ToolRow> {
  return z.object(row());
}

function coreTool(): ZodType<CoreTool> {
  return z.object({
    name: z.string(),
    description: z.string(),
    calls: count().exactOptional(),
    failures: count().exactOptional(),
    lastUsedAt: instant().exactOptional(),
    medianMs: z.number().exactOptional(),
  });
}

function toolDetails(): ZodType<ToolDetails> {
  return z.object({
    ...row(),
    parameters: jsonObject().exactOptional(),
    timeoutSeconds: z.number().exactOptional(),
    program: z.string().exactOptional(),
    hash: z.string(),
    source: z.string().exactOptional(),
    history: z.array(z.object({ commit: z.string(), at: instant(), subject: z.string() })),
    runs: z.array(z.object({ at: instant(), ok: z.boolean(), ms: z.number(), error: z.string().exactOptional() })),
  });
}

export const tools = {
  list: operation({
    summary: 'The tools the agent has written, and those that Straylight brings.',
    role: 'reader',
    http: { method: 'GET', path: '/api/tools' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: commandForms['tools.list'],
    input: () => ({}),
    output: () => z.object({ tools: z.array(toolRow()).readonly(), core: z.array(coreTool()).readonly() }),
  }),
  show: operation({
    summary: 'One tool of the agent, with its code, its versions and its last runs.',
    role: 'reader',
    http: { method: 'GET', path: '/api/tools/{name}' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: commandForms['tools.show'],
    input: () => ({ name: name() }),
    output: toolDetails,
    missing: 'tool, or it has been pruned',
  }),
  source: operation({
    summary: 'The program of a tool as it was in one of its versions.',
    role: 'reader',
    http: { method: 'GET', path: '/api/tools/{name}/versions/{commit}' },
    offered: ['http', 'page'],
    input: () => ({
      name: name(),
      commit: z
        .string()
        .regex(/^[0-9a-f]{40}$/)
        .describe('the whole id of a commit'),
    }),
    output: () => z.object({ commit: z.string(), source: z.string() }),
    missing: 'version of such a tool, or it is no text, or it has been pruned',
  }),
  change: operation({
    summary: 'Switches a tool of the agent on or off, or takes it back to its version before.',
    role: 'owner',
    http: { method: 'POST', path: '/api/tools/{name}/{act}' },
    offered: ['http', 'page', 'command'],
    commands: commandForms['tools.change'],
    input: () => ({ name: name(), act: oneOf(...toolActs) }),
    output: sentence,
  }),
};

function sandboxView(): ZodType<SandboxView> {
  return z.object({
    kind: z.enum(executorKinds),
    reason: z.string(),
    health: z.object({ ok: z.boolean(), detail: z.string() }),
    packageHosts: z.array(z.string()),
    isResetting: z.boolean(),
    lastReset: z.object({ at: instant(), ok: z.boolean(), text: z.string() }).exactOptional(),
  });
}

export const sandbox = {
  show: operation({
    summary: 'Where commands run, and whether that works.',
    role: 'reader',
    http: { method: 'GET', path: '/api/sandbox' },
    offered: ['http', 'command', 'slash'],
    input: () => ({}),
    output: sandboxView,
  }),
  reset: operation({
    summary: 'Resets the sandbox and installs what scripts/requirements.txt lists.',
    role: 'owner',
    http: { method: 'POST', path: '/api/sandbox/reset' },
    offered: ['http', 'command', 'slash'],
    commands: commandForms['sandbox.reset'],
    input: () => ({}),
    output: sentence,
  }),
};

function secretRow(): ZodType<SecretRow> {
  const names = () => z.array(z.string());
  return z.object({
    name: z.string(),
    rule: z.object({
      ...{ tools: names(), hosts: names(), headers: names(), commands: names(), agents: names() },
    }),
    note: z.string().exactOptional(),
    createdAt: instant(),
    lastUsedAt: instant().exactOptional(),
  });
}

export const secrets = {
  list: operation({
    summary: 'The names of the secrets and where each may be used. Values are never shown.',
    role: 'reader',
    http: { method: 'GET', path: '/api/secrets' },
    offered: ['http', 'command'],
    input: () => ({}),
    output: () => z.object({ secrets: z.array(secretRow()).readonly() }),
  }),
  reload: operation({
    summary: 'Reads the file of secrets again, because it was changed.',
    role: 'owner',
    http: { method: 'POST', path: '/api/secrets/reload' },
    offered: ['http', 'command'],
    input: () => ({}),
    output: sentence,
  }),
};
