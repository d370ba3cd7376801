/**
 * The MCP servers that other programs are set up with: `mcpServers` of Claude Desktop, Claude Code and Cursor, `servers`
 * of VS Code.
 *
 * What such a file grants is not taken over: a program gets no folder and no host, since there it had all of them. A
 * value that asks its user (`${input:…}`, `${env:…}`) or looks like a key is refused with what to do.
 */
import { type Form, formOf, inEnglish, type Sentence, says } from '../policy/sentence.ts';
import { defined } from '../text/json.ts';
import { isServerName, type McpServer, usualTimeoutMs } from './server.ts';
import { launcherProblem } from './typed.ts';

/** One that was not taken over. `said`: why, as data, from which each language has it. */
export interface RefusedServer {
  readonly name: string;
  readonly why: string;
  readonly said?: Form;
}

export interface ImportedServers {
  readonly servers: readonly McpServer[];
  readonly refused: readonly RefusedServer[];
}

export function refusedServer(name: string, why: Sentence): RefusedServer {
  return { name, why: inEnglish(why), ...defined({ said: formOf(why) }) };
}

export function importedServers(text: string): ImportedServers | { readonly problem: Sentence } {
  let value: unknown;
  try {
    value = JSON.parse(withoutComments(text));
  } catch {
    return { problem: says`expected the configuration as JSON` };
  }
  const found = serversIn(value);
  if (found === undefined)
    return { problem: says`expected "mcpServers" (Claude Desktop, Claude Code, Cursor) or "servers" (VS Code) in it` };
  const servers: McpServer[] = [];
  const refused: RefusedServer[] = [];
  const taken = new Set<string>();
  for (const [given, entry] of Object.entries(found)) {
    const name = nameOf(given, taken);
    taken.add(name);
    const found = isObject(entry) ? serverOf(name, entry) : { problem: says`it is no object` };
    if ('problem' in found) refused.push(refusedServer(given.slice(0, 60), found.problem));
    else servers.push(found);
  }
  return { servers, refused };
}

type Entry = Readonly<Record<string, unknown>>;

function serversIn(value: unknown): Entry | undefined {
  if (!isObject(value)) return undefined;
  const { mcpServers, servers, mcp } = value;
  if (isObject(mcpServers)) return mcpServers;
  if (isObject(servers)) return servers;
  return isObject(mcp) ? serversIn(mcp) : undefined;
}

/** `problem`: what is wrong with it. */
function serverOf(
  name: string,
  { command, args, env, url, headers, type }: Entry,
): McpServer | { readonly problem: Sentence } {
  const named = { name, timeoutMs: usualTimeoutMs, forbid: [] };
  const variables = texts(env ?? {});
  const sent = texts(headers ?? {});
  if (variables === undefined || sent === undefined) return { problem: says`its variables or headers are no texts` };
  const key = Object.entries({ ...variables, ...sent }).find(([field, value]) => isKey(field, value));
  if (key !== undefined)
    return {
      problem: says`its ${key[0]} is a key, or is asked for: keep it as a secret ("straylight secret set"), and add the server with {{secret:NAME}} in its place`,
    };
  if (typeof url === 'string')
    return /^https?:\/\//.test(url)
      ? { ...named, reach: { kind: 'remote', url, headers: sent, transport: type === 'sse' ? 'sse' : 'http' } }
      : { problem: says`its url is no address` };
  const list: readonly unknown[] = Array.isArray(args) ? args : [];
  if (typeof command !== 'string' || list.some(one => typeof one !== 'string'))
    return { problem: says`it has neither a command with arguments nor a url` };
  const launcher = launcherProblem(command);
  if (launcher !== undefined) return { problem: launcher };
  return {
    ...named,
    reach: {
      kind: 'local',
      env: variables,
      workspace: 'write',
      folders: [],
      network: [],
      argv: [command, ...(list as readonly string[])],
    },
  };
}

function isKey(field: string, value: string): boolean {
  return value.includes('${') || /key|token|secret|password|authorization|cookie/i.test(field);
}

function nameOf(given: string, taken: ReadonlySet<string>): string {
  const plain = given
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 18)
    .replace(/_+$/, '');
  const base = isServerName(plain) ? plain : 'server';
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}${number}`;
    if (!taken.has(name)) return name;
  }
}

function texts(value: unknown): Readonly<Record<string, string>> | undefined {
  if (!isObject(value) || Object.values(value).some(one => typeof one !== 'string')) return undefined;
  return value as Readonly<Record<string, string>>;
}

function isObject(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** VS Code lets comments stand in it; what stands in quotes is none. */
function withoutComments(text: string): string {
  return text.replace(
    /("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g,
    (_, quoted: string | undefined) => quoted ?? '',
  );
}
