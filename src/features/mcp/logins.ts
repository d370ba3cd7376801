/** Logins at MCP servers: begun by the owner, ended in a browser, kept encrypted, and asked for where one is missing. */

import type { EgressNetwork } from '../../adapters/mcp/egress-fetch.ts';
import type { LoginFlow, LoginOptions } from '../../adapters/mcp/login/flow.ts';
import type { KeptLogins } from '../../adapters/mcp/login/kept-logins.ts';
import { loginFetch } from '../../adapters/mcp/open-link.ts';
import type { BegunLogin, LoginRow } from '../../domain/mcp/login.ts';
import { type McpServer, type RemoteServer, serverSecrets } from '../../domain/mcp/server.ts';
import { inEnglish, says } from '../../domain/policy/sentence.ts';
import { handlesIn } from '../../domain/secrets/handle.ts';
import { type Fault, fault, saidOf, toFailure } from '../../domain/supervision/failure.ts';
import { failureWords } from '../../domain/text/texts.ts';
import type { McpLedger } from '../../ports/ledgers/mcp.ts';
import type { Core, Features } from '../feature.ts';
import { loginTexts } from './login-texts.ts';

export interface ServerLogins {
  readonly kept: () => Promise<KeptLogins>;
  /** Throws a `Fault` where the server is none at an address, or offers no login. */
  begin(server: McpServer): Promise<BegunLogin>;
  /** Throws `invalid` where none was begun, or the address is not that of this one. */
  finish(name: string, address: string): Promise<void>;
  /** A server takes nothing without one, or not without further rights. */
  needed(name: string, scope?: string): void;
  forget(name: string): Promise<void>;
  close(): void;
}

interface Means {
  readonly ledger: McpLedger;
  readonly vault: Features['logins'];
  readonly network: EgressNetwork;
  readonly secrets: Features['secrets'];
  /** Somebody is logged in now. */
  readonly onDone: (name: string) => Promise<void>;
}

/** So long an owner may take in the browser. */
const longestMs = 600_000;

export function serverLogins(
  core: Pick<Core, 'system' | 'clock' | 'report' | 'owner' | 'redactor' | 'version' | 'log'>,
  means: Means,
): ServerLogins {
  const { clock, report, owner, redactor } = core;
  const { vault, ledger, onDone } = means;
  const { language } = owner;
  const texts = loginTexts[language];
  const open = new Map<string, { readonly flow: LoginFlow; readonly cancelLate: () => void }>();
  let kept: Promise<KeptLogins> | undefined;
  /** Rights that servers wanted beside those of their logins, for the next ones. */
  const wanted = new Map<string, string>();
  /** Their owner knows. */
  const noted = new Set<string>();

  const opened = () => {
    kept ??= openedFrom(vault, redactor.learn, clock.now);
    return kept;
  };
  const keep = (name: string, row: Omit<LoginRow, 'at'>) =>
    core.system.perform(() => ledger.keepLogin(name, { ...row, at: clock.now() }));

  const lost = (thrown: unknown) =>
    core.log({ level: 'warn', event: 'mcp.login', text: redactor.text(toFailure(thrown).message) });
  const ended = async (name: string, authority: string, problem: Fault | undefined): Promise<void> => {
    open.delete(name);
    noted.delete(name);
    if (problem) {
      await keep(name, { state: 'failed', authority, problem: inEnglish(saidOf(problem.failure)) });
      // the failure may be in the words of the other side
      const why = `${failureWords(problem.failure, language)}.`;
      return report(`mcp:${name}`, 'failed', texts.failed(name, why), 'aside');
    }
    wanted.delete(name);
    await keep(name, { state: 'done', authority });
    await onDone(name);
    report(`mcp:${name}`, 'completed', texts.done(name));
  };
  const abandon = (name: string) => {
    const begun = open.get(name);
    open.delete(name);
    begun?.cancelLate();
    begun?.flow.abandon();
  };

  return {
    kept: opened,
    async begin(server) {
      const { name, reach } = server;
      if (reach.kind !== 'remote')
        throw fault('invalid', says`the MCP server ${name} is a program, which has no login`);
      abandon(name);
      let authority = '';
      const flow = await begun(core, means, server, reach, {
        logins: await opened(),
        more: wanted.get(name),
        words: { done: texts.pageDone, failed: texts.pageFailed },
        onEnd(problem) {
          open.get(name)?.cancelLate();
          ended(name, authority, problem).catch(lost);
        },
      });
      authority = new URL(flow.address).origin;
      open.set(name, { flow, cancelLate: clock.after(longestMs, flow.cancel) });
      await keep(name, { state: 'open', authority });
      return { name, address: flow.address, authority };
    },
    async finish(name, address) {
      const begun = open.get(name);
      if (!begun)
        throw fault('invalid', says`no login at the MCP server ${name} was begun; begin one with "mcp login"`);
      await begun.flow.finish(address);
    },
    needed(name, scope) {
      if (scope !== undefined) wanted.set(name, scope);
      if (noted.has(name) || ledger.login(name)?.state === 'needed') return;
      noted.add(name);
      keep(name, { state: 'needed' }).then(() => report(`mcp:${name}`, 'failed', texts.needed(name)), lost);
    },
    forget: async name => (await opened()).remove(name),
    close: () => [...open.keys()].forEach(abandon),
  };
}

async function begun(
  { clock, version }: Pick<Core, 'clock' | 'version'>,
  { network, secrets }: Means,
  server: McpServer,
  { url, login = {} }: RemoteServer,
  more: Pick<LoginOptions, 'logins' | 'more' | 'words' | 'onEnd'>,
): Promise<LoginFlow> {
  const { beginLogin } = await import('../../adapters/mcp/login/flow.ts');
  const { clientId, scope, port = 0 } = login;
  return beginLogin({
    ...more,
    name: server.name,
    url,
    clientId,
    scope,
    port,
    clientSecret: await secretOf(server, secrets),
    state: `${clock.id()}${clock.id()}${clock.id()}`,
    fetch: await loginFetch(network, version),
    now: clock.now,
  });
}

async function openedFrom(
  vault: Means['vault'],
  learn: Core['redactor']['learn'],
  now: () => number,
): Promise<KeptLogins> {
  const { keptLogins } = await import('../../adapters/mcp/login/kept-logins.ts');
  return keptLogins({ vault, learn, now });
}

/** What the owner has set, for the authorization server of this address alone. */
async function secretOf({ name, reach }: McpServer, secrets: Features['secrets']): Promise<string | undefined> {
  if (reach.kind !== 'remote' || reach.login?.clientSecret === undefined) return undefined;
  const names = handlesIn(reach.login.clientSecret);
  if ('problem' in names) return undefined;
  const [secret = ''] = names;
  const use = { tool: serverSecrets.remote, way: 'header', url: reach.url, header: 'authorization' } as const;
  return (await secrets.reveal([{ name: secret, use }], `mcp:${name}`)).get(secret);
}
