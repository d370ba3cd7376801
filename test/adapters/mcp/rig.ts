/** A home with what MCP servers need of one: an executor, a database, and a way out to this machine's own peers. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bubblewrapExecutor } from '../../../src/adapters/executors/bubblewrap/bubblewrap.ts';
import { chooseExecutor } from '../../../src/adapters/executors/choose-executor.ts';
import { directExecutor } from '../../../src/adapters/executors/direct/direct.ts';
import { defaultLimits } from '../../../src/adapters/executors/limits.ts';
import { systemConnect, systemResolve } from '../../../src/adapters/fetcher/network.ts';
import { mcpLedger, mcpMigrations } from '../../../src/adapters/mcp/ledger.ts';
import type { LinkNews } from '../../../src/adapters/mcp/link.ts';
import { type OpenOptions, openLink } from '../../../src/adapters/mcp/open-link.ts';
import { mcpServers } from '../../../src/adapters/mcp/servers.ts';
import { mcpToolSource } from '../../../src/adapters/mcp/tool-source.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { openDatabase } from '../../../src/adapters/stores/sqlite/database.ts';
import { sqliteTables } from '../../../src/adapters/stores/sqlite/tables.ts';
import type { LocalServer, McpServer } from '../../../src/domain/mcp/server.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import { noSecrets } from '../../../src/ports/secrets/access.ts';

export const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

/** The peer as a program; `more`: further words behind its folder. */
export function localPeer(
  name: string,
  folder: string,
  more: Partial<LocalServer> = {},
  words: readonly string[] = [],
): McpServer {
  return {
    name,
    timeoutMs: 20_000,
    forbid: [],
    reach: {
      kind: 'local',
      env: {},
      workspace: 'write',
      network: [],
      folders: [{ path: root, isWritable: false }],
      argv: ['node', `${root}/test/peers/mcp/stdio.ts`, folder, ...words],
      ...more,
    },
  };
}

export function remotePeer(name: string, url: string, headers: Readonly<Record<string, string>> = {}): McpServer {
  return { name, timeoutMs: 20_000, forbid: [], reach: { kind: 'remote', url, headers, transport: 'http' } };
}

/** Why there is no bubblewrap here; false: there is. */
export const noWalls = await (async () => {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-walls-'));
  const { executor, reason, isRefusing } = await chooseExecutor({
    workspace: folder,
    scripts: folder,
    limits: defaultLimits,
    clock: systemClock,
    wanted: 'bubblewrap',
  });
  await executor.close();
  rmSync(folder, { recursive: true });
  return isRefusing ? reason : false;
})();

export function mcpHome({
  kind = 'direct',
  settings = [],
  own = [],
  most = 20,
  clock = systemClock,
  onNews = () => {},
  ...given
}: {
  readonly kind?: 'bubblewrap' | 'direct';
  readonly settings?: readonly McpServer[];
  /** Hosts of this machine that may be reached. */
  readonly own?: readonly string[];
  readonly most?: number;
  readonly clock?: Clock;
  readonly onNews?: (name: string, news: LinkNews) => void;
} & Partial<OpenOptions> = {}) {
  const home = mkdtempSync(join(tmpdir(), 'straylight-mcp-'));
  const [workspace, scripts] = [join(home, 'workspace'), join(home, 'scripts')];
  for (const folder of [workspace, scripts]) mkdirSync(folder);
  const options = { workspace, scripts, limits: defaultLimits, clock: systemClock };
  const executor = kind === 'direct' ? directExecutor(options) : bubblewrapExecutor(options);
  const database = openDatabase({
    file: join(home, 'straylight.db'),
    synchronous: 'normal',
    now: systemClock.now,
    features: { mcp: mcpMigrations },
  });
  const ledger = mcpLedger(sqliteTables(database));
  const network = { resolve: systemResolve, connect: systemConnect, clock: systemClock, blockedDomains: [] };
  const opening: OpenOptions = {
    executor,
    secrets: noSecrets,
    acts: { begin: () => () => {} },
    version: '1',
    refusal: () => undefined,
    network: { ...network, ownNetwork: { hosts: own, pins: new Map() } },
    folder: join(home, 'mcp'),
    ...given,
  };
  let opened = 0;
  const problems: string[] = [];
  const servers = mcpServers({
    settings,
    ledger,
    clock,
    open(server, protocol, onNews) {
      opened += 1;
      return openLink(server, opening, { protocol, onNews });
    },
    onTools: () => source.changed(),
    onFailed: (_, problem) => problems.push(problem),
    onNews,
  });
  const kept: string[] = [];
  const source = mcpToolSource({
    servers,
    ledger,
    executor,
    most,
    ask: async () => undefined,
    async keep(server, bytes, mimeType) {
      kept.push(`${server} ${bytes.length} ${mimeType}`);
      return `mcp/${server}/${kept.length}`;
    },
  });
  return {
    home,
    workspace,
    executor,
    ledger,
    servers,
    source,
    problems,
    kept,
    /** How often something was connected to. */
    opened: () => opened,
    /** What the peer did, a line each. */
    calls: () =>
      readFileSync(join(workspace, 'calls.log'), 'utf8')
        .trim()
        .split('\n')
        .map(line => line.trim()),
    async [Symbol.asyncDispose]() {
      await servers.close();
      await executor.close();
      database.close();
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

export type McpHome = ReturnType<typeof mcpHome>;

/** Where the peer writes, as it sees it. */
export function folderOf({ executor, workspace }: Pick<McpHome, 'executor' | 'workspace'>): string {
  return executor.kind === 'direct' ? workspace : '/workspace';
}
