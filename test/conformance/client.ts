/**
 * Straylight's own connection to MCP servers, as the program that the conformance suite runs: it is given an address,
 * logs in where that is wanted, lists the tools, calls one, and ends.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemConnect, systemResolve } from '../../src/adapters/fetcher/network.ts';
import type { Link } from '../../src/adapters/mcp/link.ts';
import { beginLogin } from '../../src/adapters/mcp/login/flow.ts';
import { keptLogins } from '../../src/adapters/mcp/login/kept-logins.ts';
import { renewedLogin } from '../../src/adapters/mcp/login/renewal.ts';
import { loginFetch, type OpenOptions, openLink } from '../../src/adapters/mcp/open-link.ts';
import { systemClock } from '../../src/adapters/process/clock.ts';
import { ageVault } from '../../src/adapters/secrets/age-vault.ts';
import { loginCause } from '../../src/domain/mcp/login.ts';
import { answersFrom } from '../../src/domain/mcp/question.ts';
import type { McpServer } from '../../src/domain/mcp/server.ts';
import { inEnglish } from '../../src/domain/policy/sentence.ts';
import { type Fault, toFailure } from '../../src/domain/supervision/failure.ts';
import { defined, type JsonObject } from '../../src/domain/text/json.ts';
import { noSecrets } from '../../src/ports/secrets/access.ts';
import { browse } from '../peers/mcp/browser.ts';

const url = process.argv.at(-1) ?? '';
const context = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as Readonly<Record<string, string>>;
const folder = mkdtempSync(join(tmpdir(), 'straylight-conformance-'));
let key: string | undefined;
/** Rights that the server wanted beside those of the login. */
let more: string | undefined;
const logins = keptLogins({
  vault: ageVault({
    file: join(folder, 'logins.age'),
    key: async make => {
      key ??= await make();
      return key;
    },
  }),
  learn: () => {},
  now: systemClock.now,
});
// the suite chooses the ports of its authorization servers
const hosts = ['127.0.0.1', 'localhost'].flatMap(name =>
  Array.from({ length: 65_535 }, (_, port) => `${name}:${port + 1}`),
);
const network = { resolve: systemResolve, connect: systemConnect, clock: systemClock, blockedDomains: [] };
const opening: OpenOptions = {
  executor: { kind: 'direct' } as OpenOptions['executor'],
  secrets: noSecrets,
  acts: { begin: () => () => {} },
  version: '1',
  refusal: () => undefined,
  network: { ...network, ownNetwork: { hosts, pins: new Map() } },
  folder,
  logins: {
    kept: async () => logins,
    needed(_, scope) {
      more = scope;
    },
    async renew(name, url) {
      const login = await logins.get(name, url);
      if (!login) throw new Error('there is no login to renew');
      await logins.put(name, await renewedLogin(login, { name, fetch: globalThis.fetch, now: Date.now }));
    },
  },
};
const server: McpServer = {
  name: 'suite',
  timeoutMs: 20_000,
  forbid: [],
  reach: { kind: 'remote', url, headers: {}, transport: 'http' },
};
const open = () => openLink(server, opening, { protocol: '2025-11-25', onNews: () => {} });

async function loggedIn(): Promise<void> {
  const ended = Promise.withResolvers<Fault | undefined>();
  const flow = await beginLogin({
    name: 'suite',
    url,
    port: 0,
    logins,
    more,
    now: systemClock.now,
    state: `${systemClock.id()}${systemClock.id()}${systemClock.id()}`,
    ...defined({ clientId: context['client_id'], clientSecret: context['client_secret'], scope: undefined }),
    fetch: await loginFetch(opening.network, '1'),
    words: { done: 'done', failed: 'failed' },
    onEnd: ended.resolve,
  });
  await browse(flow.address);
  const problem = await ended.promise;
  if (problem) throw problem;
}

const args: Readonly<Record<string, object>> = { add_numbers: { a: 5, b: 3 } };

async function used(): Promise<void> {
  const link: Link = await open();
  try {
    const { signal } = new AbortController();
    const [tool] = await link.list(signal);
    const options = { signal, timeoutMs: 20_000, onProgress: () => {} };
    if (!tool) return;
    const given = (args[tool.tool] ?? {}) as JsonObject;
    const answer = await link.call(tool.tool, given, options);
    if (answer.kind !== 'question') return;
    // as an owner who takes what the server proposes
    const meant = answersFrom(answer.requests, '');
    if ('problem' in meant) throw new Error(inEnglish(meant.problem));
    const { responses } = meant;
    await link.call(tool.tool, given, { ...options, answers: { state: answer.state, responses } });
  } finally {
    await link.close();
  }
}

try {
  // once to get in, and once more for further rights
  for (let logins = 0; ; logins += 1)
    try {
      await used();
      break;
    } catch (thrown) {
      if (toFailure(thrown).cause !== loginCause || logins === 2) throw thrown;
      await loggedIn();
    }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
