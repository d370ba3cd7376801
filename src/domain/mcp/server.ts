/** An MCP server as its owner sets it up: a program of this machine, or an address. */
import type { LoginSettings } from './login.ts';

/** A folder of this machine that a server sees, under the same path. */
export interface ServerFolder {
  /** Absolute. */
  readonly path: string;
  readonly isWritable: boolean;
}

/** A program that is started when it is first needed, and spoken to over its standard streams. */
export interface LocalServer {
  readonly kind: 'local';
  /** The program and its arguments, as it sees paths. */
  readonly argv: readonly [string, ...string[]];
  /** Its variables. A value may hold handles of secrets, `{{secret:NAME}}`. */
  readonly env: Readonly<Record<string, string>>;
  /** How it sees the workspace. */
  readonly workspace: 'none' | 'read' | 'write';
  readonly folders: readonly ServerFolder[];
  /** Hosts that it may reach over TLS on port 443; none: no network at all. */
  readonly network: readonly string[];
}

/** A server that is reached over HTTP. */
export interface RemoteServer {
  readonly kind: 'remote';
  readonly url: string;
  /** A value may hold handles of secrets. */
  readonly headers: Readonly<Record<string, string>>;
  /** `sse`: the transport of before 2025. */
  readonly transport: 'http' | 'sse';
  /** What is set for a login there. */
  readonly login?: LoginSettings;
}

export interface McpServer {
  /** Lower case letters, digits and underscores, at most 20. */
  readonly name: string;
  readonly reach: LocalServer | RemoteServer;
  /** How long one call may take. */
  readonly timeoutMs: number;
  /** Tools that are never offered nor run, by the server's own names. */
  readonly forbid: readonly string[];
}

/** The names by which the owner's rules for secrets know servers: a program gets one as a variable, an address in a header. */
export const serverSecrets = { local: 'mcp_program', remote: 'mcp_address' } as const;

export const serverNameRule = 'lower case letters, digits and single underscores, a letter first, at most 20';

export function isServerName(text: string): boolean {
  return /^(?!.*__)[a-z][a-z0-9_]{0,18}[a-z0-9]$|^[a-z]$/.test(text);
}

/** How long a call may take if nothing is set. */
export const usualTimeoutMs = 60_000;

/** What the owner reads of where a server is: the program, or the address without its query. */
export function placeOfServer({ reach }: Pick<McpServer, 'reach'>): string {
  if (reach.kind === 'local') return reach.argv.join(' ');
  const url = URL.parse(reach.url);
  return url === null ? '' : `${url.origin}${url.pathname}`;
}

/** Can what it is given leave this machine? */
export function reachesOut({ reach }: Pick<McpServer, 'reach'>): boolean {
  return reach.kind === 'remote' || reach.network.length > 0;
}

/** What it can do with the owner's files. */
export function filesOfServer({ reach }: Pick<McpServer, 'reach'>): 'read' | 'write' | undefined {
  if (reach.kind === 'remote') return undefined;
  if (reach.workspace === 'write' || reach.folders.some(({ isWritable }) => isWritable)) return 'write';
  return reach.workspace === 'read' || reach.folders.length > 0 ? 'read' : undefined;
}

/** Can it change nothing but the workspace, and tell nobody what it reads? So far as its walls hold. */
export function isContained({ reach }: Pick<McpServer, 'reach'>): boolean {
  return reach.kind === 'local' && reach.network.length === 0 && reach.folders.every(({ isWritable }) => !isWritable);
}
