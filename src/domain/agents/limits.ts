/**
 * What an agent may reach with the tools it has: folders, hosts, secrets, MCP servers, skills and memories. Each
 * narrows, none widens; what an agent gives on is held by its own limits too. A call of which nobody can tell what it
 * reaches is beyond a limit of that kind.
 */
import { globalPartition } from '../memory/partition.ts';
import { type Form, says } from '../policy/sentence.ts';
import type { JsonObject } from '../text/json.ts';
import type { CallFacts } from '../tools/tool.ts';
import type { AgentLimits } from './agent.ts';

/** A call, as far as limits look at it. */
export interface LimitedCall {
  readonly tool: string;
  readonly args: JsonObject;
  readonly facts: CallFacts;
}

/** Why a call is beyond them, the first reason of each kind; none: it is not. */
export function beyondLimits(agent: string, limits: AgentLimits, call: LimitedCall): readonly Form[] {
  const kinds = [beyondFolders, beyondNetwork, beyondNames, beyondMemory];
  return kinds.flatMap(kind => kind(agent, limits, call) ?? []);
}

/** Tools that read and change no file of the workspace. */
const apart =
  /^(?:ask_owner|delegate|find_tools|load_skill|agent_status|web_search|web_fetch|memory_\w+|list_jobs|goals|earlier_result|context_inspect)$/;

function beyondFolders(agent: string, { folders }: AgentLimits, { tool, facts }: LimitedCall): Form | undefined {
  if (folders === undefined || apart.test(tool)) return undefined;
  const named = [...(facts.path === undefined ? [] : [facts.path]), ...(facts.paths ?? [])];
  const isClear =
    named.length > 0 && facts.command === undefined && facts.server === undefined && facts.runs === undefined;
  if (isClear && named.every(path => folders.some(folder => isBeneath(path, folder)))) return undefined;
  return says`The agent ${agent} may only use these folders: ${folders.join(', ')}.`;
}

/** The folders of the workspace that limits allow, as they are called in a copy of one of them. */
export function foldersInCopy(folders: readonly string[], worktree: string, copy: string): readonly string[] {
  const own = partsOf(worktree);
  return folders.flatMap(folder => {
    const top = partsOf(folder);
    if (!top.every((part, at) => own[at] === undefined || own[at] === part)) return [];
    return [[copy, ...top.slice(own.length)].join('/')];
  });
}

function isBeneath(path: string, folder: string): boolean {
  const parts = partsOf(path);
  const top = partsOf(folder);
  return !parts.includes('..') && top.every((part, at) => parts[at] === part);
}

/** Without the folder of the workspace; a path from elsewhere stays one. */
function partsOf(path: string): readonly string[] {
  const plain = path.replace(/^\/?workspace(?=\/|$)/, '');
  const parts = plain.split('/').filter(part => part !== '' && part !== '.');
  return path.startsWith('/') && plain === path ? ['..', ...parts] : parts;
}

function beyondNetwork(agent: string, { network }: AgentLimits, { tool, facts }: LimitedCall): Form | undefined {
  if (network === undefined) return undefined;
  const { url, command, executor, outward, publishes, server } = facts;
  const host = url === undefined ? undefined : hostOf(url);
  const isReached =
    host !== undefined ||
    tool === 'web_search' ||
    tool === 'browser' ||
    outward === true ||
    (server !== undefined && facts.readsInWalls !== true) ||
    (publishes !== undefined && publishes !== 'nothing') ||
    (command !== undefined && executor === 'direct');
  if (!isReached) return undefined;
  if (host !== undefined && network.some(one => host === one || host.endsWith(`.${one}`))) return undefined;
  return network.length === 0
    ? says`The agent ${agent} may not use the network.`
    : says`The agent ${agent} may only reach these hosts: ${network.join(', ')}.`;
}

/** What is no address is reached all the same, by whatever name. */
function hostOf(url: string): string {
  try {
    return new URL(url).hostname.toLowerCase();
  } catch {
    return '?';
  }
}

function beyondNames(
  agent: string,
  { secrets, servers, skills }: AgentLimits,
  { tool, args, facts }: LimitedCall,
): Form | undefined {
  const secret = secrets && (facts.secrets ?? []).find(name => !secrets.includes(name));
  if (secret !== undefined) return says`The agent ${agent} may not use the secret ${secret}.`;
  if (servers !== undefined && facts.server !== undefined && !servers.includes(facts.server))
    return says`The agent ${agent} may not use the MCP server ${facts.server}.`;
  const skill =
    tool === 'load_skill' || tool === 'run_skill_script' ? String(args['skill'] ?? args['name'] ?? '') : undefined;
  if (skills !== undefined && skill !== undefined && !skills.includes(skill))
    return says`The agent ${agent} may not use the skill ${skill.slice(0, 60)}.`;
  return undefined;
}

/**
 * Ways to memories other than the tools for them, which look at partitions themselves: what runs later or is a skill of
 * other conversations knows what all conversations know, and without walls a command reads the database.
 */
function beyondMemory(agent: string, { memory }: AgentLimits, { tool, facts }: LimitedCall): Form | undefined {
  if (memory === undefined) return undefined;
  if (facts.forgets === true) return says`The agent ${agent} may only forget memories of its own partitions.`;
  if (memory.includes(globalPartition)) return undefined;
  if (facts.command !== undefined && facts.executor === 'direct')
    return says`The agent ${agent} may only run commands in a sandbox, since it may not read all memories.`;
  const isLater = facts.schedules !== undefined || (facts.changes ?? []).some(({ act }) => act !== 'end');
  if (isLater || tool === 'create_skill')
    return says`The agent ${agent} may leave nothing that other conversations do or know, since it may not read all memories.`;
  return undefined;
}

/** For its owner, a kind a line; nothing: there are none. */
export function limitLines({ folders, network, secrets, servers, skills, memory }: AgentLimits): readonly string[] {
  const line = (name: string, all: readonly string[] | undefined) =>
    all === undefined ? [] : [`${name}: ${all.length === 0 ? '–' : all.join(', ')}`];
  return [
    ...line('folders', folders),
    ...line('network', network),
    ...line('secrets', secrets),
    ...line('mcp_servers', servers),
    ...line('skills', skills),
    ...line('memory', memory),
  ];
}
