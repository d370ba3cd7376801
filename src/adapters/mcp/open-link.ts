/** How a server is connected to: its program started in the sandbox, or its address reached by the one way out. */
import { join } from 'node:path';
import { type LocalServer, type McpServer, type RemoteServer, serverSecrets } from '../../domain/mcp/server.ts';
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { Executor } from '../../ports/executor.ts';
import type { Acts } from '../../ports/files/acts.ts';
import type { SecretAccess } from '../../ports/secrets/access.ts';
import { filledValues } from '../secrets/filled-values.ts';
import type { EgressNetwork } from './egress-fetch.ts';
import type { Link, LinkOptions } from './link.ts';
import type { KeptLogins } from './login/kept-logins.ts';

export interface OpenOptions {
  readonly executor: Executor;
  readonly network: EgressNetwork;
  readonly secrets: SecretAccess;
  readonly acts: Pick<Acts, 'begin'>;
  /** Opened with the first server at an address; undefined: there are no logins here. */
  readonly logins?: {
    readonly kept: () => Promise<KeptLogins>;
    /** The owner has to log in at this server. */
    readonly needed: (name: string, scope?: string) => void;
    readonly renew: (name: string, url: string) => Promise<void>;
  };
  /** Of the program, for the other side. */
  readonly version: string;
  /** In the home, for the sockets of proxies. */
  readonly folder: string;
  /** Why a folder cannot be given to a server; undefined: it can. */
  readonly refusal: (path: string) => string | undefined;
}

/** The longest that a start may take, with the list of the tools. */
export const connectMs = 30_000;

export async function openLink(
  server: McpServer,
  options: OpenOptions,
  more: Pick<LinkOptions, 'protocol' | 'onNews'>,
): Promise<Link> {
  const given = { ...more, version: options.version, connectMs };
  const { reach } = server;
  return reach.kind === 'local'
    ? ofProgram(server.name, reach, options, given)
    : ofAddress(server.name, reach, options, given);
}

async function ofProgram(
  name: string,
  reach: LocalServer,
  { executor, network, secrets, acts, folder, refusal }: OpenOptions,
  given: LinkOptions,
): Promise<Link> {
  for (const { path } of reach.folders) {
    const why = refusal(path);
    if (why !== undefined)
      throw fault('invalid', says`the MCP server ${name} is not started: its folder ${path} ${why}`);
  }
  if (executor.open === undefined)
    throw fault(
      'unavailable',
      says`the MCP server ${name} needs a sandbox in which a program can live on, and commands run in ${executor.kind}; set [sandbox] executor = "bubblewrap" in config.toml`,
      { cause: 'unrun' },
    );
  const [env, { openServerProxy }, { linkToProgram }] = await Promise.all([
    filledValues(reach.env, secrets, `mcp:${name}`, variable => ({
      tool: serverSecrets.local,
      way: 'variable',
      command: name,
      variable,
    })),
    import('./server-proxy.ts'),
    import('./link.ts'),
  ]);
  const isWalled = executor.kind !== 'direct';
  const proxy =
    isWalled && reach.network.length > 0
      ? await openServerProxy(join(folder, name), reach.network, network, executor.user)
      : undefined;
  // what it changes from now on, it changes for the agent
  const ended = reach.workspace === 'write' ? acts.begin() : () => {};
  const end = async () => {
    ended();
    await proxy?.close();
  };
  try {
    const program = await executor.open({
      name,
      argv: reach.argv,
      env: { ...env, ...proxy?.env },
      workspace: reach.workspace,
      folders: reach.folders,
      proxyFolder: proxy?.folder,
    });
    void program.ended.then(end, end);
    return await linkToProgram(name, program, given);
  } catch (error) {
    await end();
    throw error;
  }
}

async function ofAddress(
  name: string,
  { url, headers, transport }: RemoteServer,
  { network, secrets, version, logins }: OpenOptions,
  given: LinkOptions,
): Promise<Link> {
  const [sent, { egressFetch }, { linkToAddress }] = await Promise.all([
    filledValues(headers, secrets, `mcp:${name}`, header => ({
      tool: serverSecrets.remote,
      way: 'header',
      url,
      header: header.toLowerCase(),
    })),
    import('./egress-fetch.ts'),
    import('./link.ts'),
  ]);
  const fetch = egressFetch(network, { url, userAgent: `Straylight/${version}`, mostBytes: 16 * 2 ** 20 });
  const isNamed = Object.keys(headers).some(header => header.toLowerCase() === 'authorization');
  const authProvider = isNamed || logins === undefined ? undefined : await tokensOf(name, url, { network, logins });
  const { steppingUp } = authProvider ? await import('./login/bearer.ts') : { steppingUp: undefined };
  const sending = steppingUp ? steppingUp(name, fetch, scope => logins?.needed(name, scope)) : fetch;
  return linkToAddress(name, { url, headers: sent, isSse: transport === 'sse', fetch: sending, authProvider }, given);
}

async function tokensOf(
  name: string,
  url: string,
  { network, logins }: Pick<OpenOptions, 'network'> & Required<Pick<OpenOptions, 'logins'>>,
) {
  const [{ bearer }, kept] = await Promise.all([import('./login/bearer.ts'), logins.kept()]);
  return bearer({
    name,
    url,
    logins: kept,
    renew: logins.renew,
    now: network.clock.now,
    onNeeded: () => logins.needed(name),
  });
}

/** To the server and to where it says that one logs in, an answer of a few hundred kilobytes at most. */
export async function loginFetch(network: EgressNetwork, version: string): Promise<typeof globalThis.fetch> {
  const { egressFetch } = await import('./egress-fetch.ts');
  return egressFetch(network, { userAgent: `Straylight/${version}`, mostBytes: 2 ** 19 });
}
