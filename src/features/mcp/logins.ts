/** Logins at MCP servers: begun by the owner, ended in a browser, kept encrypted, and asked for where one is missing. */

import type { EgressNetwork } from '../../adapters/mcp/egress-fetch.ts';
import type { LoginFlow } from '../../adapters/mcp/login/flow.ts';
import type { KeptLogins } from '../../adapters/mcp/login/kept-logins.ts';
import { loginFetch } from '../../adapters/mcp/open-link.ts';
import type { BegunLogin, LoginRow, LoginWay } from '../../domain/mcp/login.ts';
import { type McpServer, type RemoteServer, serverSecrets } from '../../domain/mcp/server.ts';
import { inEnglish, says } from '../../domain/policy/sentence.ts';
import { handlesIn } from '../../domain/secrets/handle.ts';
import { type Fault, fault, saidOf, toFailure } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import { failureWords } from '../../domain/text/texts.ts';
import type { McpLedger } from '../../ports/ledgers/mcp.ts';
import type { Core, Features } from '../feature.ts';
import { loginTexts } from './login-texts.ts';
import { loginRenewals } from './renewals.ts';

export interface ServerLogins {
  readonly kept: () => Promise<KeptLogins>;
  /** Throws a `Fault` where the server is none at an address, or offers no login of this way. */
  begin(server: McpServer, way: LoginWay): Promise<BegunLogin>;
  /** Throws `invalid` where none was begun, or the address is not that of this one. */
  finish(name: string, address: string): Promise<void>;
  /** A server takes nothing without one, or not without further rights. */
  needed(name: string, scope?: string): void;
  renew(name: string, url: string): Promise<void>;
  /** Goes on with what an earlier start has begun, and renews what is due. */
  resume(): Promise<void>;
  forget(name: string): Promise<void>;
  /** Renewals that run are waited for: what comes of them is kept. */
  stop(): Promise<void>;
  close(): void;
}

type Means = Pick<Features, 'secrets'> & {
  readonly ledger: McpLedger;
  readonly vault: Features['logins'];
  readonly network: EgressNetwork;
  readonly addressOf: (name: string) => string | undefined;
  /** Somebody is logged in now. */
  readonly onDone: (name: string) => Promise<void>;
};

type FlowMeans = Means & { readonly wanted: (name: string) => string | undefined };
type Begun = LoginFlow & { readonly code?: string };
type LoginCore = Pick<Core, 'system' | 'clock' | 'report' | 'owner' | 'redactor' | 'version' | 'log'>;

/** So long an owner may take in the browser; a code says itself how long it is good. */
const longestMs = 600_000;

export function serverLogins(core: LoginCore, means: Means): ServerLogins {
  const { clock, redactor, version } = core;
  const { vault, ledger, network, addressOf } = means;
  let kept: Promise<KeptLogins> | undefined;
  /** Rights that servers wanted beside those of their logins, for the next ones. */
  const wanted = new Map<string, string>();
  const opened = () => {
    kept ??= openedFrom(vault, redactor.learn, clock.now);
    return kept;
  };
  const needs = neededIn(core, ledger);
  const renewals = loginRenewals(core, {
    ledger,
    kept: opened,
    fetch: () => loginFetch(network, version),
    addressOf,
    needed: needs.needed,
  });
  const flows = openFlows(core, { ...means, wanted: name => wanted.get(name) }, opened, async name => {
    wanted.delete(name);
    needs.met(name);
    renewals.watch();
    await means.onDone(name);
  });
  return {
    ...flows,
    kept: opened,
    needed(name, scope) {
      if (scope !== undefined) wanted.set(name, scope);
      needs.needed(name, false);
    },
    renew: renewals.renew,
    async resume() {
      renewals.watch();
      for (const row of ledger.logins()) if (row.state === 'open') await flows.resumeOne(row);
    },
    async forget(name) {
      flows.abandon(name);
      const logins = await opened();
      await logins.keepPending(name, undefined);
      await logins.remove(name);
    },
    stop: renewals.stop,
    close: flows.close,
  };
}

/** That a login is needed is kept, and said once. */
function neededIn({ system, clock, report, owner, ...core }: LoginCore, ledger: McpLedger) {
  const texts = loginTexts[owner.language];
  const noted = new Set<string>();
  return {
    met: (name: string) => void noted.delete(name),
    needed(name: string, wasCut: boolean): void {
      if (noted.has(name)) return;
      noted.add(name);
      const tell = () => report(`mcp:${name}`, 'failed', wasCut ? texts.cut(name) : texts.needed(name));
      system
        .perform(() => {
          const state = ledger.login(name)?.state;
          const isNews = state === undefined || state === 'done';
          if (isNews) ledger.keepLogin(name, { state: 'needed', at: clock.now() });
          return isNews;
        })
        .then(
          isNews => {
            // its owner knows, is about it, or has read why it failed
            if (isNews) tell();
            else noted.delete(name);
          },
          (thrown: unknown) => lost(core, thrown),
        );
    },
  };
}

const lost = ({ log, redactor }: Pick<Core, 'log' | 'redactor'>, thrown: unknown) =>
  log({ level: 'warn', event: 'mcp.login', text: redactor.text(toFailure(thrown).message) });

/** Logins that were begun and have not ended. */
function openFlows(
  core: LoginCore,
  means: FlowMeans,
  opened: () => Promise<KeptLogins>,
  onDone: (name: string) => Promise<void>,
) {
  const { clock, report, owner, system } = core;
  const { ledger } = means;
  const texts = loginTexts[owner.language];
  const open = new Map<string, { readonly flow: Begun; readonly cancelLate: () => void }>();
  const keep = (name: string, row: Omit<LoginRow, 'at'>) =>
    system.perform(() => ledger.keepLogin(name, { ...row, at: clock.now() }));

  async function ended(name: string, authority: string, problem: Fault | undefined): Promise<void> {
    open.delete(name);
    if (problem) {
      await keep(name, { state: 'failed', authority, problem: inEnglish(saidOf(problem.failure)) });
      // the failure may be in the words of the other side
      const why = `${failureWords(problem.failure, owner.language)}.`;
      return report(`mcp:${name}`, 'failed', texts.failed(name, why), 'aside');
    }
    const { expiresAt, tokens } = (await (await opened()).get(name, means.addressOf(name) ?? '')) ?? {};
    const isRenewable = tokens?.refresh_token === undefined ? undefined : (true as const);
    await keep(name, { state: 'done', authority, ...defined({ expiresAt, isRenewable }) });
    await onDone(name);
    report(`mcp:${name}`, 'completed', texts.done(name));
  }

  function abandon(name: string): void {
    const begun = open.get(name);
    open.delete(name);
    begun?.cancelLate();
    begun?.flow.abandon();
  }

  /** `begin`: given what it calls at its end. */
  async function follow(name: string, begin: (onEnd: (problem: Fault | undefined) => void) => Promise<Begun>) {
    let authority = '';
    const flow = await begin(problem => {
      open.get(name)?.cancelLate();
      ended(name, authority, problem).catch(thrown => lost(core, thrown));
    });
    authority = new URL(flow.address).origin;
    const { code, address, cancel } = flow;
    open.set(name, { flow, cancelLate: code === undefined ? clock.after(longestMs, cancel) : () => {} });
    return { name, address, authority, ...defined({ code }) };
  }

  return {
    abandon,
    async begin(server: McpServer, way: LoginWay): Promise<BegunLogin> {
      const { name, reach } = server;
      if (reach.kind !== 'remote')
        throw fault('invalid', says`the MCP server ${name} is a program, which has no login`);
      abandon(name);
      const logins = await opened();
      await logins.keepPending(name, undefined);
      const begun = await follow(name, onEnd => begunBy(way, core, means, server, reach, logins, onEnd));
      await keep(name, { state: 'open', authority: begun.authority });
      return begun;
    },
    async finish(name: string, address: string) {
      const begun = open.get(name);
      if (!begun)
        throw fault('invalid', says`no login at the MCP server ${name} was begun; begin one with "mcp login"`);
      await begun.flow.finish(address);
    },
    async resumeOne({ name, authority = '' }: { readonly name: string; readonly authority?: string }) {
      if (open.has(name)) return;
      const going = await goingOn(core, means, await opened(), name);
      if (going) return void (await follow(name, going));
      await keep(name, { state: 'failed', authority });
      report(`mcp:${name}`, 'failed', texts.closed(name));
    },
    close: () => [...open.keys()].forEach(abandon),
  };
}

/** What an earlier start has begun: a code is good still, a page that a browser is sent back to is gone. */
async function goingOn(
  { clock: { now, after }, version }: LoginCore,
  { network, addressOf }: FlowMeans,
  logins: KeptLogins,
  name: string,
): Promise<((onEnd: (problem: Fault | undefined) => void) => Promise<Begun>) | undefined> {
  const pending = await logins.pending(name);
  if (!pending || pending.url !== addressOf(name)) return undefined;
  const { followed } = await import('../../adapters/mcp/login/device.ts');
  const fetch = await loginFetch(network, version);
  return async onEnd => followed(pending, { name, logins, fetch, now, after, onEnd });
}

async function begunBy(
  way: LoginWay,
  { clock, version, owner }: LoginCore,
  { network, secrets, wanted }: FlowMeans,
  server: McpServer,
  { url, login = {} }: RemoteServer,
  logins: KeptLogins,
  onEnd: (problem: Fault | undefined) => void,
): Promise<Begun> {
  const { clientId, scope, port = 0 } = login;
  const { now, after } = clock;
  const fetch = await loginFetch(network, version);
  const clientSecret = await secretOf(server, secrets);
  const more = wanted(server.name);
  const known = { name: server.name, url, more, clientId, scope, clientSecret, fetch, logins, now, onEnd };
  if (way === 'code') {
    const { beginByCode } = await import('../../adapters/mcp/login/device.ts');
    return beginByCode({ ...known, after });
  }
  const { beginLogin } = await import('../../adapters/mcp/login/flow.ts');
  const { pageDone: done, pageFailed: failed } = loginTexts[owner.language];
  return beginLogin({ ...known, port, words: { done, failed }, state: `${clock.id()}${clock.id()}${clock.id()}` });
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
