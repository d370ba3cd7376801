/**
 * The tokens of logins: encrypted in a vault of their own, each bound to the address that it was given for. The redactor
 * knows each of them before it is used, so none is shown, whatever a server answers.
 */
import type {
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { z } from 'zod';
import { serverSecrets } from '../../../domain/mcp/server.ts';
import type { SecretVault } from '../../../ports/secrets/vault.ts';

export interface KeptLogin {
  /** Of the server; to no other are they sent. */
  readonly url: string;
  readonly redirectUrl: string;
  readonly client: StoredOAuthClientInformation;
  readonly tokens: StoredOAuthTokens;
  readonly discovery?: OAuthDiscoveryState | undefined;
  /** Of the access token, UTC epoch ms; undefined: nobody has said. */
  readonly expiresAt?: number | undefined;
}

/** A login by a code that was begun, and not ended yet. */
export interface PendingCode {
  readonly url: string;
  readonly client: StoredOAuthClientInformation;
  readonly discovery: OAuthDiscoveryState;
  readonly deviceCode: string;
  readonly userCode: string;
  readonly address: string;
  /** UTC epoch ms. */
  readonly until: number;
  readonly intervalMs: number;
}

export interface KeptLogins {
  /** Undefined: there is none for this address. */
  get(server: string, url: string): Promise<KeptLogin | undefined>;
  put(server: string, login: KeptLogin): Promise<void>;
  remove(server: string): Promise<void>;
  /** Keeps a login that waits for its owner; undefined: it waits no more. */
  keepPending(server: string, pending: PendingCode | undefined): Promise<void>;
  pending(server: string): Promise<PendingCode | undefined>;
}

const kept = z.looseObject({
  url: z.string(),
  redirectUrl: z.string(),
  client: z.looseObject({ client_id: z.string() }),
  tokens: z.looseObject({ access_token: z.string(), token_type: z.string() }),
});

const waiting = z.looseObject({
  url: z.string(),
  client: z.looseObject({ client_id: z.string() }),
  discovery: z.looseObject({ authorizationServerUrl: z.string() }),
  deviceCode: z.string(),
  userCode: z.string(),
  address: z.string(),
  until: z.number(),
  intervalMs: z.number(),
});

/** Who may use what is kept here: nothing that a model calls. */
const rule = { tools: [serverSecrets.remote], hosts: [], headers: [], commands: [], agents: ['main'] };

export function keptLogins(options: {
  readonly vault: SecretVault;
  /** The redactor. */
  readonly learn: (name: string, value: string) => void;
  readonly now: () => number;
}): KeptLogins {
  const { vault, learn, now } = options;
  let read: Promise<Map<string, KeptLogin>> | undefined;

  async function all(): Promise<Map<string, KeptLogin>> {
    read ??= opened();
    return read.catch((thrown: unknown) => {
      read = undefined;
      throw thrown;
    });
  }

  async function opened(): Promise<Map<string, KeptLogin>> {
    const entries = vault.version() === 'none' ? [] : await vault.read();
    const found = entries.flatMap(({ name, value }) => {
      const login = kept.safeParse(JSON.parse(value));
      return login.success ? [[name, login.data as unknown as KeptLogin] as const] : [];
    });
    for (const [name, login] of found) learnAll(name, login);
    return new Map(found);
  }

  function learnAll(name: string, { client, tokens }: KeptLogin): void {
    const { client_secret: secret } = client as { readonly client_secret?: string };
    const { access_token, refresh_token, id_token } = tokens;
    for (const value of [secret, access_token, refresh_token, id_token])
      if (value !== undefined && value.length >= 8) learn(name, value);
  }

  return {
    async get(server, url) {
      const login = (await all()).get(nameOf(server));
      return login?.url === url ? login : undefined;
    },
    async put(server, login) {
      const name = nameOf(server);
      learnAll(name, login);
      await vault.set({ name, rule, value: JSON.stringify(login), createdAt: now() });
      (await all()).set(name, login);
    },
    async remove(server) {
      const name = nameOf(server);
      if (!(await all()).delete(name)) return;
      await vault.remove(name);
    },
    async keepPending(server, pending) {
      const name = `code_${server}`;
      if (!pending) {
        if (vault.version() !== 'none') await vault.remove(name);
        return;
      }
      learn(name, pending.deviceCode);
      await vault.set({ name, rule, value: JSON.stringify(pending), createdAt: now() });
    },
    async pending(server) {
      const entries = vault.version() === 'none' ? [] : await vault.read();
      const found = entries.find(({ name }) => name === `code_${server}`);
      const pending = waiting.safeParse(found && JSON.parse(found.value));
      if (!pending.success) return undefined;
      learn(`code_${server}`, pending.data.deviceCode);
      return pending.data as unknown as PendingCode;
    },
  };
}

const nameOf = (server: string) => `mcp_${server}`;
