/**
 * The tools of MCP servers, as tools like any other: judged by policy, shown to the owner, run on their server.
 *
 * What is offered comes from what was seen last, so that no server has to run for it. What a server says of a tool
 * reaches a model only as the owner has accepted it.
 */
import { filesOfServer, isContained, type McpServer, reachesOut } from '../../domain/mcp/server.ts';
import { type McpTool, standingOf } from '../../domain/mcp/tool.ts';
import { textReader } from '../../domain/memory/relevance.ts';
import { judge } from '../../domain/policy/policy.ts';
import { says } from '../../domain/policy/sentence.ts';
import { outputTaint } from '../../domain/policy/taint.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { defined, type JsonObject } from '../../domain/text/json.ts';
import { chooseTools } from '../../domain/tools/choice.ts';
import { executorOf } from '../../domain/tools/declaration.ts';
import { intentTexts } from '../../domain/tools/intent-texts.ts';
import type { CallFacts, FrozenCall, ToolSpec } from '../../domain/tools/tool.ts';
import type { Executor } from '../../ports/executor.ts';
import type { McpLedger, PendingCall } from '../../ports/ledgers/mcp.ts';
import type { SourcedTool, ToolContext, ToolOutput } from '../../ports/tool.ts';
import type { ToolSource } from '../../ports/tool-source.ts';
import type { Offer } from '../../ports/toolbox.ts';
import { bareParameters } from '../scripts/bare-parameters.ts';
import { type ChoosesBy, keptOffers } from '../toolbox/kept-offers.ts';
import { connectMs } from './open-link.ts';
import { usableParameters } from './parameters.ts';
import { type KeepFile, resultText } from './result-text.ts';
import type { McpServers } from './servers.ts';
import type { Usable } from './usable.ts';

export interface McpSourceOptions {
  readonly servers: Pick<McpServers, 'all' | 'get'>;
  readonly ledger: McpLedger;
  readonly executor: Pick<Executor, 'kind'>;
  /** How many are offered in full. */
  readonly most: number;
  /** Keeps a file of an answer in the workspace. */
  /** Puts a question of a server before the owner, for good, and answers what the model reads; undefined: nobody can answer it. */
  readonly ask: (pending: PendingCall) => Promise<string | undefined>;
  readonly keep: (server: string, bytes: Uint8Array, mimeType: string) => Promise<string>;
}

export function mcpToolSource(options: McpSourceOptions): ToolSource {
  const { ledger } = options;
  const shelf = shelfOf(options);
  return {
    offer: shelf.offer,
    find(name, call) {
      const found = toolNamed(options, name);
      if (!found) return undefined;
      const { server, tool } = found;
      if (tool.isGone)
        return { problem: `The MCP server ${server.name} does not have the tool ${tool.tool} any more.` };
      if (isForbidden(server, tool)) return { problem: `The owner has forbidden ${name}.` };
      const one = serverTool(server, tool, options);
      const run: SourcedTool['run'] = (args, context) => {
        accepted(ledger, tool, call, shelf.changed);
        shelf.used(name);
        return one.run(args as JsonObject, context);
      };
      return { tool: { ...one, run }, version: tool.hash };
    },
    names: () => shelf.usable().map(({ name }) => name),
    findable: { all: shelf.usable, isCut: shelf.isCut },
    changed: shelf.changed,
    // who connects to the servers closes them
    close: async () => {},
  };
}

/** What may be offered, and which of it is. */
function shelfOf({ servers, ledger, most }: McpSourceOptions) {
  const reader = textReader(mostTexts);
  const usedAt = new Map<string, number>();
  let uses = 0;
  let all: readonly Usable[] | undefined;
  const isCut = () => usable().length > most;
  const offers = keptOffers(most, isCut, choose);

  function choose(by: ChoosesBy): Offer {
    const there = usable().map(one => ({ ...one, lastAt: usedAt.get(one.name) ?? 0 }));
    const chosen = chooseTools(there, { ...by, most, reader });
    const specs = chosen.map(({ tool }) => specOf(tool));
    return { specs, notes: chosen.length === there.length ? '' : noteOf(there, chosen.length) };
  }

  function usable(): readonly Usable[] {
    all ??= servers.all().flatMap(({ server }) =>
      ledger
        .tools(server.name)
        .filter(tool => !tool.isGone && !isForbidden(server, tool))
        .map(tool => ({ server, tool, name: tool.name, description: shownWords(tool), lastAt: 0 })),
    );
    return all;
  }

  return {
    usable,
    isCut,
    offer: offers.offer,
    changed(): void {
      all = undefined;
      offers.changed();
    },
    used(name: string): void {
      uses += 1;
      usedAt.set(name, uses);
      // where all are offered, it moves nothing
      if (isCut()) offers.changed();
    },
  };
}

export function isForbidden(server: McpServer, { tool, name, rule }: Pick<McpTool, 'tool' | 'name' | 'rule'>): boolean {
  return rule === 'forbid' || server.forbid.some(one => one === tool || one === name);
}

function toolNamed({ servers, ledger }: McpSourceOptions, name: string) {
  const at = name.indexOf('__');
  if (at < 0) return undefined;
  const server = servers.all().find(one => one.server.name === name.slice(0, at))?.server;
  if (!server) return undefined;
  const there = ledger.tools(server.name).filter(one => one.name === name);
  const tool = there.find(one => !one.isGone) ?? there[0];
  return tool && { server, tool };
}

/** The words are shown as the owner has accepted them; of others only what no words can stand in. */
function specOf(tool: McpTool): ToolSpec {
  const known = specs.get(tool);
  if (known) return known;
  const { name } = tool;
  const { parameters, note } = usableParameters(tool.parameters);
  const spec =
    standingOf(tool) === 'accepted'
      ? { name, description: `${tool.description}${note}`, parameters }
      : { name, description: notAccepted, parameters: bareParameters(parameters) };
  specs.set(tool, spec);
  return spec;
}

/** Made for those that are offered alone: to read a schema takes half a millisecond. */
const specs = new WeakMap<McpTool, ToolSpec>();

const shownWords = (tool: McpTool) => (standingOf(tool) === 'accepted' ? tool.description : '');

/** So many descriptions are kept as they were read. */
const mostTexts = 5_000;

const notAccepted =
  'A tool of an MCP server that is new, or has changed: the owner is asked before it runs, and what the server says of it is shown once that is approved.';

function noteOf(candidates: readonly Usable[], offered: number): string {
  const counts = new Map<string, number>();
  for (const { server } of candidates) counts.set(server.name, (counts.get(server.name) ?? 0) + 1);
  const each = [...counts].map(([server, count]) => `${server} (${count})`).join(', ');
  return `## Tools of MCP servers\nThere are ${candidates.length} tools of these servers, of which ${offered} are offered now: ${each}. find_tools looks for others by what they do, and offers what it finds.`;
}

function serverTool(
  server: McpServer,
  tool: McpTool,
  { servers, ledger, executor, keep, ask }: McpSourceOptions,
): Omit<SourcedTool, 'run'> & { run(args: JsonObject, context: ToolContext): Promise<ToolOutput> } {
  const standing = standingOf(tool);
  const isAccepted = standing === 'accepted';
  const { parameters, note } = usableParameters(tool.parameters);
  const changesWorkspace = server.reach.kind === 'local' && server.reach.workspace === 'write';
  return {
    name: tool.name,
    description: isAccepted ? `${tool.description}${note}` : notAccepted,
    parameters,
    effect: 'act',
    timeoutMs: server.timeoutMs + connectMs,
    ...defined({ leavesWorkspace: changesWorkspace ? undefined : (true as const) }),
    intent: (_, language) => {
      const say = intentTexts(language);
      return isAccepted ? say.useServerTool(tool.tool, server.name) : say.acceptServerTool(tool.tool, server.name);
    },
    exact: args => exactCall(server, tool, args as JsonObject),
    facts: () => factsOf(server, tool, executor),
    async run(args, { signal, progress, session, call, alive = () => {} }): Promise<ToolOutput> {
      const peer = servers.get(server.name);
      if (!peer) throw fault('unavailable', says`the MCP server ${server.name} was removed`, { cause: 'unrun' });
      const answer = await peer.call(
        tool.tool,
        args,
        {
          signal,
          timeoutMs: server.timeoutMs,
          onProgress: words => (words === undefined ? alive() : progress(`${words}\n`)),
        },
        () => mustBeUnchanged(ledger, server, tool),
      );
      if (answer.kind === 'question') {
        const { state: requestState, requests } = answer;
        const pending = { server: server.name, tool: tool.tool, args, requests, session, call };
        const text = await ask({ ...pending, ...defined({ requestState }) });
        return text === undefined
          ? { text: asksBack(server), failed: true, taint: 'external' }
          : { text, taint: 'owner' };
      }
      const keepFile: KeepFile = (bytes, type) => keep(server.name, bytes, type);
      const text = await resultText(answer.content, answer.structured, keepFile);
      return { text, failed: answer.isError, taint: outputTaint(text) };
    },
  };
}

function asksBack({ name }: McpServer): string {
  return `The MCP server ${name} wants to know more before it goes on, in a way that its owner cannot answer here. Nothing more was done.`;
}

/** The server was looked at as it was connected to: what it says of the tool now is what was frozen, or nothing is sent. */
function mustBeUnchanged(ledger: McpLedger, server: McpServer, { tool, hash }: McpTool): void {
  const now = ledger.tools(server.name).find(one => one.tool === tool);
  if (now?.hash === hash && !now.isGone) return;
  throw fault(
    'denied',
    says`the MCP server ${server.name} says something else of its tool ${tool} than when this call was judged; nothing was sent. Call it again`,
    { cause: 'unrun', changed: [tool] },
  );
}

/** The owner saw all that a tool says of itself which is new or has changed; it runs, so he said yes. */
function accepted(ledger: McpLedger, tool: McpTool, call: FrozenCall | undefined, changed: () => void): void {
  if (!call || standingOf(tool) === 'accepted') return;
  if (judge(call, { taint: 'owner', executor: executorOf(call) }).verdict !== 'ask') return;
  ledger.decide(tool.server, [tool.tool], { pins: true });
  changed();
}

/** May it run unasked? Only where the owner said so, or where its walls bound what a wrong hint could do. */
export function factsOf(server: McpServer, tool: McpTool, executor: Pick<Executor, 'kind'>): CallFacts {
  const standing = standingOf(tool);
  const isAccepted = standing === 'accepted';
  const isLocal = server.reach.kind === 'local';
  const readsOnly = isAccepted && isLocal && isContained(server) && tool.hints.readOnly === true;
  const strayed = standing === 'changed' ? [`${server.name}: ${tool.tool}`] : undefined;
  return {
    server: server.name,
    ...defined({
      executor: isLocal ? executor.kind : undefined,
      outward: reachesOut(server) ? (true as const) : undefined,
      workspace: filesOfServer(server),
      readsInWalls: readsOnly ? (true as const) : undefined,
      isMild: isAccepted && tool.hints.destructive !== true ? (true as const) : undefined,
      trusted: isAccepted && tool.rule === 'allow' ? true : undefined,
      strayed,
    }),
  };
}

function exactCall(server: McpServer, tool: McpTool, args: JsonObject): string {
  const given = `── ${tool.tool} of the MCP server ${server.name} ──\n${JSON.stringify(args, null, 2)}`;
  if (standingOf(tool) === 'accepted') return given;
  return `${given}\n\n── what the server says of it ──\n${tool.description}\n${JSON.stringify(tool.parameters, null, 2)}`;
}
