/** The tools of the agent, and those that Straylight brings. */

import type { ZodType } from 'zod';
import type { Words } from '../../../domain/text/catalog.ts';
import { readable } from '../../../domain/text/visible.ts';
import { type CoreTool, type ToolDetails, type ToolRow, toolActs } from '../../../domain/tools/health.ts';
import type { CommandForm } from '../../command-form.ts';
import { operation } from '../../contract.ts';
import { count, instant, jsonObject, oneOf, sentence } from '../../fields.ts';
import { lines } from '../../view.ts';
import { noTool, oneTool, toolList, toolSource } from '../../views/tools.ts';
import { z } from '../../zod.ts';

const name = () => z.string().describe('the name of a tool');

const row = () => ({
  name: z.string(),
  description: z.string(),
  state: z.enum(['ok', 'untested', 'quarantined', 'broken', 'disabled']),
  reason: z.string().optional(),
  trusted: z.boolean().describe('it runs without approval'),
  calls: count(),
  successRate: z.number().describe('0 to 1').optional(),
  medianMs: z.number().optional(),
  lastError: z.string().optional(),
  lastUsedAt: instant().optional(),
  version: count(),
  commit: z.string().optional(),
});

function toolRow(): ZodType<ToolRow> {
  return z.object(row());
}

function coreTool(): ZodType<CoreTool> {
  return z.object({
    name: z.string(),
    description: z.string(),
    does: z.string().describe('for you, where the description is for models').optional(),
    calls: count().optional(),
    failures: count().optional(),
    lastUsedAt: instant().optional(),
    medianMs: z.number().optional(),
  });
}

function toolDetails(): ZodType<ToolDetails> {
  return z.object({
    ...row(),
    parameters: jsonObject().optional(),
    timeoutSeconds: z.number().optional(),
    program: z.string().optional(),
    hash: z.string(),
    source: z.string().optional(),
    history: z.array(z.object({ commit: z.string(), at: instant(), subject: z.string() })),
    runs: z.array(z.object({ at: instant(), ok: z.boolean(), ms: z.number(), error: z.string().optional() })),
  });
}

function ofTool(act: string, help: Words): CommandForm {
  return { words: `tools ${act}`, help, args: { name: 'NAME' }, fixed: { act } };
}

export const tools = {
  list: operation({
    summary: 'The tools the agent has written, and those that Straylight brings.',
    role: 'reader',
    http: { method: 'GET', path: '/api/tools' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'tools list',
        about: { en: 'Tools that the agent has written', de: 'Werkzeuge, die der Agent geschrieben hat' },
        isDefault: true,
        help: {
          en: 'List the tools and how well they work.',
          de: 'Listet die Werkzeuge auf und wie gut sie gehen.',
        },
      },
    ],
    input: () => ({}),
    output: () => z.object({ tools: z.array(toolRow()).readonly(), core: z.array(coreTool()).readonly() }),
    needs: ['tools', 'coreTools'],
    run: async ({ tools, coreTools }) => ({ tools: await tools.list(), core: coreTools() }),
    json: ({ tools }) => tools,
    view: toolList,
  }),
  show: operation({
    summary: 'One tool of the agent, with its code, its versions and its last runs.',
    role: 'reader',
    http: { method: 'GET', path: '/api/tools/{name}' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'tools show',
        also: ['tools'],
        help: {
          en: 'Show one tool: its state, versions and last runs.',
          de: 'Zeigt ein Werkzeug: Zustand, Fassungen, letzte Läufe.',
        },
        args: { name: 'NAME' },
      },
    ],
    input: () => ({ name: name() }),
    output: toolDetails,
    missing: 'tool, or it has been pruned',
    needs: ['tools'],
    run: ({ tools }, { name }) => tools.show(name),
    view: oneTool,
    absent: noTool,
  }),
  source: operation({
    summary: 'The program of a tool as it was in one of its versions.',
    role: 'reader',
    http: { method: 'GET', path: '/api/tools/{name}/versions/{commit}' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'tools source',
        help: { en: 'Show the program of a tool.', de: 'Zeigt das Programm eines Werkzeugs.' },
        args: { name: 'NAME' },
        fixed: { commit: 'now' },
      },
    ],
    input: () => ({
      name: name(),
      commit: z
        .string()
        .regex(/^(?:[0-9a-f]{40}|now)$/)
        .describe('the whole id of a commit, or "now": as it is'),
    }),
    output: () => z.object({ commit: z.string(), source: z.string() }),
    missing: 'version of such a tool, or it is no text, or it has been pruned',
    needs: ['tools'],
    run: async ({ tools }, { name, commit }) => {
      const source = commit === 'now' ? (await tools.show(name))?.source : await tools.sourceAt?.(name, commit);
      return source === undefined ? undefined : { commit, source };
    },
    view: toolSource,
    absent: noTool,
  }),
  change: operation({
    summary: 'Switches a tool of the agent on or off, or takes it back to its version before.',
    role: 'owner',
    http: { method: 'POST', path: '/api/tools/{name}/{act}' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      ofTool('enable', {
        en: 'Enable a tool, and trust its code as it is now.',
        de: 'Schaltet ein Werkzeug ein und vertraut seinem jetzigen Code.',
      }),
      ofTool('disable', { en: 'Disable a tool.', de: 'Schaltet ein Werkzeug aus.' }),
      {
        ...ofTool('revert', {
          en: 'Go back to the last version that worked.',
          de: 'Zurück zur letzten Fassung, die ging.',
        }),
        will: {
          en: 'The tool {name} would go back to the last version that worked; its newest version would no longer be used.',
          de: 'Das Werkzeug {name} ginge zurück zur letzten Fassung, die ging; die neueste würde nicht mehr benutzt.',
        },
      },
    ],
    input: () => ({ name: name(), act: oneOf(...toolActs) }),
    output: sentence,
    needs: ['changeTool'],
    run: async ({ changeTool }, { name, act }, { by }) => ({ message: await changeTool(name, act, by) }),
    json: ({ message }, { name, act }) => ({ tool: name, act, message }),
    view: ({ message }) => [lines(readable(message))],
    about: 'tools.show',
    absent: noTool,
  }),
};
