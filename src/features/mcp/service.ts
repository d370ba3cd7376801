/** What the owner can see of MCP servers, and do about them. */

import { mcpCall } from '../../adapters/mcp/judged.ts';
import type { McpServers } from '../../adapters/mcp/servers.ts';
import { isForbidden } from '../../adapters/mcp/tool-source.ts';
import { loginCause } from '../../domain/mcp/login.ts';
import { isServerName, type McpServer, placeOfServer, serverNameRule } from '../../domain/mcp/server.ts';
import type { McpDetails, McpRow, McpService, McpToolAct, McpToolRow, ServerState } from '../../domain/mcp/service.ts';
import { type McpTool, standingOf } from '../../domain/mcp/tool.ts';
import { unreadable } from '../../domain/mcp/typed.ts';
import { judge } from '../../domain/policy/policy.ts';
import { says } from '../../domain/policy/sentence.ts';
import { fault, resaid, saidOf, toFailure } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import type { Executor } from '../../ports/executor.ts';
import type { McpLedger } from '../../ports/ledgers/mcp.ts';
import type { ToolSource } from '../../ports/tool-source.ts';
import type { Core, Features } from '../feature.ts';
import type { ServerLogins } from './logins.ts';

interface Means {
  readonly servers: McpServers;
  readonly ledger: McpLedger;
  readonly source: Pick<ToolSource, 'changed'>;
  readonly audit: Pick<Features['audit'], 'record'>;
  readonly executor: Pick<Executor, 'kind'>;
  readonly logins: Pick<ServerLogins, 'begin' | 'finish' | 'forget'>;
}

export function mcpService(
  { system, clock }: Pick<Core, 'system' | 'clock'>,
  means: Means,
): Omit<McpService, 'questions' | 'answer' | 'prompts' | 'prompt'> {
  const { servers, ledger, audit, executor, logins } = means;
  const { rowOf, show } = looks(means);
  const setUp = (name: string) => servers.all().find(({ server }) => server.name === name);
  const look = (name: string) => servers.get(name)?.look(new AbortController().signal);
  const note = noteIn(audit);

  function needed(name: string): McpDetails {
    const details = show(name);
    if (!details) throw fault('unavailable', says`the MCP server ${name} was removed`);
    return details;
  }

  const decide = decidingOf(system, setUp, needed, means);

  async function forget(name: string): Promise<void> {
    await system.perform(() => ledger.remove(name));
    await servers.changed(name);
  }

  return {
    list: () => servers.all().map(rowOf),
    show,
    async test(name) {
      if (!setUp(name)) return undefined;
      await look(name);
      return needed(name);
    },
    async add(server, by) {
      const { name } = server;
      if (!isServerName(name)) throw fault('invalid', says`expected as a name ${serverNameRule}; came "${name}"`);
      if (setUp(name))
        throw fault('invalid', says`there is an MCP server ${name} already; remove it first, or choose another name`);
      note('mcp-added', name, by, { place: placeOfServer(server).slice(0, 300) });
      await system.perform(() => ledger.put(server, by, clock.now()));
      await servers.changed(name);
      try {
        await look(name);
      } catch (error) {
        // it is there, and its owner can log in
        if (toFailure(error).cause === loginCause) return needed(name);
        await forget(name);
        note('mcp-removed', name, by, { reason: 'it could not be reached' });
        const { reach } = server;
        const unseen = reach.kind === 'local' && executor.kind !== 'direct' ? unreadable(reach) : undefined;
        if (unseen === undefined) throw error;
        const failure = toFailure(error);
        throw resaid(
          failure,
          says`${saidOf(failure)}; ${unseen} is in no folder that the server may read: name it with --folder`,
        );
      }
      return needed(name);
    },
    async remove(name, by) {
      const found = setUp(name);
      if (!found) return undefined;
      if (found.from === 'settings')
        throw fault(
          'invalid',
          says`the MCP server ${name} is set up in config.toml: take [mcp.${name}] out there, and start Straylight again`,
        );
      note('mcp-removed', name, by);
      await forget(name);
      await logins.forget(name);
      return name;
    },
    ...loginActs(setUp, needed, means),
    accept: (name, by) => decide(name, undefined, 'accept', by),
    change: (tool, act, by) => decide(tool.split('__', 1)[0] ?? '', tool, act, by),
  };
}

/** What is decided of tools. */
function decidingOf(
  system: Core['system'],
  setUp: (name: string) => ReturnType<McpServers['all']>[number] | undefined,
  needed: (name: string) => McpDetails,
  { ledger, source, audit }: Means,
) {
  const note = noteIn(audit);
  /** Of one of its tools, by what a model calls it; else of all. */
  return async function decide(server: string, tool: string | undefined, act: McpToolAct, by: string) {
    const meant = ledger.tools(server).filter(({ name }) => tool === undefined || name === tool);
    if (!setUp(server) || (tool !== undefined && meant.length === 0)) return undefined;
    note(`mcp-${act}`, server, by, { tool: tool ?? '*' });
    const names = meant.map(one => one.tool);
    await system.perform(() => ledger.decide(server, names, decisionOf(act)));
    source.changed();
    return needed(server);
  };
}

/** A login is its owner's act, begun here and ended in a browser. */
function loginActs(
  setUp: (name: string) => ReturnType<McpServers['all']>[number] | undefined,
  needed: (name: string) => McpDetails,
  { logins, audit }: Means,
): Pick<McpService, 'login' | 'loggedIn'> {
  const note = noteIn(audit);
  return {
    async login(name, by, way = 'browser') {
      const found = setUp(name);
      if (!found) return undefined;
      note('mcp-login', name, by, { way });
      return logins.begin(found.server, way);
    },
    async loggedIn(name, address, by) {
      if (!setUp(name)) return undefined;
      note('mcp-login', name, by, { step: 'address' });
      await logins.finish(name, address);
      return needed(name);
    },
  };
}

function noteIn({ record }: Means['audit']) {
  return (act: string, name: string, by: string, facts: Readonly<Record<string, string>> = {}): void =>
    record({ kind: `settings.${act}`, subject: `mcp:${name}`, actor: by, facts });
}

/** A tool that may run unasked is accepted as it is; to accept one decides nothing else. */
function decisionOf(act: McpToolAct): Parameters<McpLedger['decide']>[2] {
  if (act === 'accept') return { pins: true };
  return act === 'allow' ? { pins: true, rule: act } : { rule: act };
}

/** Servers and tools as they are shown. */
function looks({ servers, ledger, executor }: Means) {
  function stateOf(name: string, problem: string | undefined): ServerState {
    const login = ledger.login(name)?.state ?? 'done';
    if (login === 'needed') return 'login';
    if (servers.get(name)?.isOn) return 'on';
    if (login !== 'done') return 'login';
    if (problem !== undefined) return 'failed';
    return servers.isSeen(name) ? 'off' : 'unseen';
  }

  function rowOf({ server, from }: ReturnType<McpServers['all']>[number]): McpRow {
    const { name, reach } = server;
    const problem = ledger.seen(name)?.problem;
    const tools = ledger.tools(name).filter(({ isGone }) => !isGone);
    return {
      name,
      kind: reach.kind,
      place: placeOfServer(server),
      from,
      state: stateOf(name, problem),
      tools: tools.length,
      unaccepted: tools.filter(tool => standingOf(tool) !== 'accepted').length,
      ...defined({ problem }),
    };
  }

  function toolRow(server: McpServer, tool: McpTool): McpToolRow {
    const isOff = isForbidden(server, tool);
    return {
      name: tool.name,
      tool: tool.tool,
      hash: tool.hash,
      description: tool.description,
      hints: tool.hints,
      parameters: tool.parameters,
      rule: isOff ? 'forbid' : tool.rule,
      standing: standingOf(tool),
      isUnasked: !isOff && judge(mcpCall(server, tool, executor), { taint: 'owner' }).verdict === 'allow',
    };
  }

  return {
    rowOf,
    show(name: string): McpDetails | undefined {
      const found = servers.all().find(({ server }) => server.name === name);
      if (!found) return undefined;
      const { title, protocol, seenAt } = ledger.seen(name) ?? {};
      return {
        ...rowOf(found),
        server: found.server,
        ...defined({ title, protocol, seenAt, login: ledger.login(name) }),
        toolRows: ledger.tools(name).map(tool => toolRow(found.server, tool)),
        offers: ledger.offers(name),
      };
    },
  };
}
