/** MCP servers: the tools of other programs. */

import type { ZodType } from 'zod';
import { importedServers, type RefusedServer, refusedServer } from '../../../domain/mcp/import.ts';
import { type LoginWay, loginStates, loginWays } from '../../../domain/mcp/login.ts';
import { questionStates, type ServerQuestion } from '../../../domain/mcp/question.ts';
import {
  type McpDetails,
  type McpRow,
  type McpService,
  mcpToolActs,
  serverStates,
} from '../../../domain/mcp/service.ts';
import { toolRules } from '../../../domain/mcp/tool.ts';
import { typedServer } from '../../../domain/mcp/typed.ts';
import { saidOf, toFailure } from '../../../domain/supervision/failure.ts';
import { phrase, type Words } from '../../../domain/text/catalog.ts';
import { operation } from '../../contract.ts';
import { between, count, flag, instant, jsonObject, oneOf, saidAsData, text } from '../../fields.ts';
import { refuse } from '../../refusal.ts';
import { oneQuestion, questionList } from '../../views/mcp/questions.ts';
import {
  begunLogin,
  importedView,
  mcpList,
  noServer,
  noTool,
  oneServer,
  removedView,
  serverInBrief,
} from '../../views/mcp/servers.ts';
import { z } from '../../zod.ts';
import { addForms, mcpHelp } from './mcp-forms.ts';

declare module '../../provided.ts' {
  interface Provided {
    readonly mcp: McpService;
  }
}

const name = () =>
  z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,19}$/)
    .describe(phrase({ en: 'the name of an MCP server', de: 'der Name eines MCP-Servers' }));

const row = () => ({
  name: z.string(),
  kind: z.enum(['local', 'remote']),
  place: z.string(),
  from: z.enum(['settings', 'added']),
  state: z.enum(serverStates),
  problem: z.string().optional(),
  tools: count(),
  unaccepted: count().describe('of them, those whose description is not accepted'),
});

function serverRow(): ZodType<McpRow> {
  return z.object(row());
}

function toolRow() {
  return z.object({
    name: z.string(),
    tool: z.string().describe('the name that the server gives it'),
    description: z.string(),
    rule: z.enum(toolRules),
    standing: z.enum(['accepted', 'new', 'changed', 'gone']),
    hints: z.object({ readOnly: z.boolean().optional(), destructive: z.boolean().optional() }),
    isUnasked: flag().describe('a call of it runs without approval'),
    hash: z.string(),
    parameters: jsonObject(),
  });
}

function offers() {
  const words = { name: z.string(), description: z.string() };
  const argument = z.object({ ...words, isRequired: flag() });
  return z.object({
    resources: z.array(z.object({ ...words, uri: z.string(), mediaType: z.string().optional() })).readonly(),
    templates: z.array(z.object({ ...words, template: z.string() })).readonly(),
    prompts: z.array(z.object({ ...words, args: z.array(argument).readonly() })).readonly(),
  });
}

function details(): ZodType<McpDetails> {
  return z.object({
    ...row(),
    server: jsonObject('the server with its rights'),
    title: z.string().optional(),
    protocol: z.string().optional(),
    seenAt: instant().optional(),
    login: z
      .object({
        state: z.enum(loginStates),
        authority: z.string().describe('the origin of the authorization server').optional(),
        problem: z.string().optional(),
        at: instant(),
        expiresAt: instant().describe('when what it was given ends').optional(),
        renewedAt: instant().optional(),
        isRenewable: z.literal(true).optional(),
        renewingSince: instant().optional(),
      })
      .optional(),
    toolRows: z.array(toolRow()).readonly(),
    offers: offers().describe('what it offers beside tools'),
  }) as unknown as ZodType<McpDetails>;
}

function refusedRow(): ZodType<RefusedServer> {
  return z.object({ name: z.string(), why: z.string(), said: saidAsData().optional() });
}

function question(): ZodType<ServerQuestion> {
  return z.object({
    id: count(),
    server: z.string(),
    tool: z.string(),
    state: z.enum(questionStates),
    at: instant(),
    session: z.string(),
    message: z.string().describe('in the words of the server'),
    fields: z
      .array(
        z.object({
          name: z.string(),
          title: z.string(),
          type: z.enum(['string', 'number', 'integer', 'boolean']),
          options: z.array(z.string()).readonly().optional(),
          standard: z
            .union([z.string(), z.number(), z.boolean(), z.array(z.string()).readonly()])
            .describe('what it is if nothing is given')
            .optional(),
          isRequired: flag(),
        }),
      )
      .readonly(),
    pages: z
      .array(z.object({ url: z.string(), host: z.string() }))
      .readonly()
      .describe('what the owner is to open and do something at'),
    isSaidDone: z.literal(true).describe('the server says that it was done there').optional(),
    result: z.string().optional(),
  });
}

/** `3 yes`, as it is typed. */
function typedAnswer(typed: string): { readonly id: number; readonly text: string } {
  const [, id = '0', text = ''] = /^\s*(\d{1,9})\s*(.*)$/s.exec(typed) ?? [];
  return { id: Number(id), text };
}

/** `docs`, `docs code`, or `docs https://…`, as it is typed. */
function typedLogin(typed: string): { readonly name: string; readonly returned?: string; readonly way?: LoginWay } {
  const [, name = '', more = ''] = /^\s*(\S+)\s*(\S*)\s*$/s.exec(typed) ?? [];
  if (more === '') return { name };
  return more === 'code' ? { name, way: 'code' } : { name, returned: more };
}

const words = (what: Words) => z.array(z.string().max(8_000)).max(100).describe(phrase(what)).optional();

export const mcp = {
  list: operation({
    summary: 'The MCP servers, and how they stand.',
    role: 'reader',
    http: { method: 'GET', path: '/api/mcp' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [{ words: 'mcp list', about: mcpHelp.about, isDefault: true, help: mcpHelp.list }],
    input: () => ({}),
    output: () => z.object({ servers: z.array(serverRow()).readonly() }),
    needs: ['mcp'],
    run: ({ mcp }) => ({ servers: mcp.list() }),
    json: ({ servers }) => servers,
    view: mcpList,
  }),
  show: operation({
    summary: 'One MCP server: its rights, and what its tools say and may do.',
    role: 'reader',
    http: { method: 'GET', path: '/api/mcp/{name}' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [{ words: 'mcp show', also: ['mcp'], help: mcpHelp.show, args: { name: 'NAME' } }],
    input: () => ({ name: name() }),
    output: details,
    missing: 'MCP server',
    needs: ['mcp'],
    run: ({ mcp }, { name }) => mcp.show(name),
    view: oneServer,
    absent: noServer,
  }),
  add: operation({
    summary: 'Sets up an MCP server and looks what it offers.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/mcp' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: addForms,
    input: () => ({
      server: text(
        {
          en: 'a name, and a program with its arguments or an address',
          de: 'ein Name, und ein Programm mit seinen Argumenten oder eine Adresse',
        },
        8_000,
      ),
      folders: words({ en: 'folders that it sees, to read', de: 'Ordner, die er zum Lesen sieht' }),
      writable: words({ en: 'folders that it sees and writes to', de: 'Ordner, die er sieht und ändert' }),
      network: words({ en: 'hosts that it may reach', de: 'Hosts, die er erreichen darf' }),
      env: words({
        en: 'variables as NAME=VALUE, a secret as {{secret:NAME}}',
        de: 'Variablen als NAME=WERT, ein Geheimnis als {{secret:NAME}}',
      }),
      headers: words({
        en: 'headers as NAME=VALUE, a secret as {{secret:NAME}}',
        de: 'Header als NAME=WERT, ein Geheimnis als {{secret:NAME}}',
      }),
      workspace: oneOf('none', 'read', 'write').optional(),
      transport: oneOf('http', 'sse').optional(),
      timeoutMs: between(1_000, 3_600_000, 'milliseconds').optional(),
    }),
    output: details,
    needs: ['mcp'],
    run({ mcp }, { server: typed, ...rights }, { by }) {
      const meant = typedServer(typed, rights);
      if ('problem' in meant) throw refuse(400, meant.problem);
      return mcp.add(meant.server, by);
    },
    view: serverInBrief,
  }),
  import: operation({
    summary: 'Sets up the MCP servers of another program’s configuration.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/mcp/import' },
    offered: ['http', 'command'],
    commands: [{ words: 'mcp import', help: mcpHelp.import, args: { config: 'FILE' } }],
    input: () => ({
      config: text(
        {
          en: 'the configuration of Claude Desktop, Claude Code, VS Code or Cursor, as JSON',
          de: 'die Konfiguration von Claude Desktop, Claude Code, VS Code oder Cursor, als JSON',
        },
        200_000,
      ),
    }),
    output: () =>
      z.object({
        added: z.array(z.string()).readonly(),
        refused: z.array(refusedRow()).readonly(),
      }),
    needs: ['mcp'],
    async run({ mcp }, { config }, { by }) {
      const found = importedServers(config);
      if ('problem' in found) throw refuse(400, found.problem);
      const added: string[] = [];
      const refused = [...found.refused];
      for (const server of found.servers)
        try {
          await mcp.add(server, by);
          added.push(server.name);
        } catch (thrown) {
          refused.push(refusedServer(server.name, saidOf(toFailure(thrown))));
        }
      return { added, refused };
    },
    view: importedView,
    outcome: ({ added, refused }) => (refused.length === 0 ? 'done' : added.length > 0 ? 'open' : 'nothing'),
  }),
  test: operation({
    summary: 'Connects to an MCP server now, and looks what it offers.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/mcp/{name}/test' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [{ words: 'mcp test', help: mcpHelp.test, args: { name: 'NAME' } }],
    input: () => ({ name: name() }),
    output: details,
    missing: 'MCP server',
    needs: ['mcp'],
    run: ({ mcp }, { name }) => mcp.test(name),
    view: serverInBrief,
    absent: noServer,
  }),
  accept: operation({
    summary: 'Accepts what the tools of an MCP server say of themselves now, so that the model is told it.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/mcp/{name}/accept' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [{ words: 'mcp accept', help: mcpHelp.accept, args: { name: 'NAME' } }],
    input: () => ({ name: name() }),
    output: details,
    missing: 'MCP server',
    needs: ['mcp'],
    run: ({ mcp }, { name }, { by }) => mcp.accept(name, by),
    view: serverInBrief,
    absent: noServer,
  }),
  change: operation({
    summary: 'Allows a tool of an MCP server to run without approval, forbids it, or has it asked about each time.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/mcp/tools/{tool}/{act}' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: (['allow', 'ask', 'forbid'] as const).map(act => ({
      words: `mcp ${act}`,
      help: mcpHelp[act],
      args: { tool: 'TOOL' },
      fixed: { act },
    })),
    input: () => ({
      tool: z
        .string()
        .regex(/^[a-z][a-z0-9_]{0,63}$/)
        .describe(
          phrase({
            en: 'the name of a tool as in files__read_file',
            de: 'der Name eines Werkzeugs wie files__read_file',
          }),
        ),
      act: oneOf(...mcpToolActs),
    }),
    output: details,
    missing: 'tool of an MCP server',
    needs: ['mcp'],
    run: ({ mcp }, { tool, act }, { by }) => mcp.change(tool, act, by),
    view: serverInBrief,
    absent: noTool,
  }),
  login: operation({
    summary:
      'Begins a login at an MCP server, and answers the address to open in a browser, with the code to type there where one was asked for; with the address that the browser came back to, ends it.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/mcp-logins' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [{ words: 'mcp login', help: mcpHelp.login, args: { login: 'NAME' }, isOpen: true }],
    input: () => ({
      name: name().optional(),
      way: oneOf(...loginWays)
        .describe('code: by a code that is typed in a browser of any machine')
        .optional(),
      returned: text(
        { en: 'the address that the browser came back to', de: 'die Adresse, zu der der Browser zurückkam' },
        8_000,
      ).optional(),
      login: text(
        {
          en: 'the name of an MCP server, with or without “code” or that address behind it',
          de: 'der Name eines MCP-Servers, mit oder ohne „code“ oder diese Adresse dahinter',
        },
        8_100,
      ).optional(),
    }),
    typed: ({ login, ...given }) => (login === undefined ? given : typedLogin(login)),
    check: ({ name, login }) =>
      name === undefined && login === undefined
        ? { en: 'expected name, the name of an MCP server', de: 'erwartet wird name, der Name eines MCP-Servers' }
        : undefined,
    output: () =>
      z.object({
        name: z.string(),
        address: z.string().describe('what to open; missing: the login is done').optional(),
        authority: z.string().describe('whose address it is: the origin of the authorization server').optional(),
        code: z.string().describe('what is typed at the address').optional(),
      }),
    missing: 'MCP server',
    needs: ['mcp'],
    async run({ mcp }, { name = '', returned, way }, { by }) {
      if (returned === undefined) return mcp.login(name, by, way);
      const details = await mcp.loggedIn(name, returned, by);
      return details && { name };
    },
    view: begunLogin,
    absent: ({ name = '' }, look) => noServer({ name }, look),
  }),
  questions: operation({
    summary: 'What MCP servers ask back before they go on with a call, the open ones first.',
    role: 'reader',
    http: { method: 'GET', path: '/api/mcp-questions' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [{ words: 'mcp questions', about: mcpHelp.aboutQuestions, help: mcpHelp.questions }],
    input: () => ({}),
    output: () => z.object({ questions: z.array(question()).readonly() }),
    needs: ['mcp'],
    run: ({ mcp }) => ({ questions: mcp.questions() }),
    json: ({ questions }) => questions,
    view: questionList,
  }),
  answer: operation({
    summary: 'Answers a question of an MCP server; its call goes on with that, once.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/mcp-questions/{id}' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [{ words: 'mcp answer', help: mcpHelp.answer, args: { text: 'N TEXT' }, isOpen: true }],
    input: () => ({
      id: between(1, 999_999_999)
        .describe(phrase({ en: 'the number of a question', de: 'die Nummer einer Frage' }))
        .optional(),
      text: text({ en: 'the answer; "decline" gives none', de: 'die Antwort; „decline“ gibt keine' }, 8_000),
    }),
    output: question,
    missing: 'question of an MCP server',
    needs: ['mcp'],
    run: ({ mcp }, { id = 0, text }, { by }) => mcp.answer(id, text, by),
    typed: given => (given.id === undefined ? typedAnswer(given.text) : given),
    view: oneQuestion,
  }),
  remove: operation({
    summary: 'Removes an MCP server that was added, with all that was decided about its tools.',
    role: 'owner',
    wakes: true,
    http: { method: 'DELETE', path: '/api/mcp/{name}' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [{ words: 'mcp remove', help: mcpHelp.remove, args: { name: 'NAME' }, will: mcpHelp.willRemove }],
    input: () => ({ name: name() }),
    output: () => z.object({ name: z.string() }),
    missing: 'MCP server',
    needs: ['mcp'],
    run: async ({ mcp }, { name }, { by }) => {
      const removed = await mcp.remove(name, by);
      return removed === undefined ? undefined : { name: removed };
    },
    view: removedView,
    about: 'mcp.show',
    absent: noServer,
  }),
};
