/** All MCP servers of a home: those of the settings and those that were added, each connected to when it is needed. */
import { hash } from 'node:crypto';
import type { McpServer } from '../../domain/mcp/server.ts';
import { canonical, defined } from '../../domain/text/json.ts';
import type { Clock } from '../../ports/clock.ts';
import type { McpLedger } from '../../ports/ledgers/mcp.ts';
import type { Link, LinkNews } from './link.ts';
import { type Peer, peerOf } from './peer.ts';

export interface McpServers {
  /** In the order of their names. */
  all(): readonly { readonly server: McpServer; readonly from: 'settings' | 'added' }[];
  get(name: string): Peer | undefined;
  /** Was its list seen with the settings that it has now? */
  isSeen(name: string): boolean;
  /** Takes over one that was added, changed or removed. */
  changed(name: string): Promise<void>;
  close(): Promise<void>;
}

export function mcpServers(options: {
  readonly settings: readonly McpServer[];
  readonly ledger: McpLedger;
  readonly clock: Clock;
  readonly open: (server: McpServer, protocol: string | undefined, onNews: (news: LinkNews) => void) => Promise<Link>;
  /** What is known of the tools of a server has changed. */
  readonly onTools: (name: string) => void;
  readonly onFailed: (name: string, problem: string) => void;
  /** What a server tells by itself, but for its lists. */
  readonly onNews?: (name: string, news: LinkNews) => void;
}): McpServers {
  const { settings, ledger, clock, open, onTools, onFailed, onNews = () => {} } = options;
  const peers = new Map<string, Peer>();

  function all() {
    const named = new Map(ledger.servers().map(server => [server.name, { server, from: 'added' as const }]));
    const own = settings.map(server => [server.name, { server, from: 'settings' as const }] as const);
    return [
      ...new Map<string, { server: McpServer; from: 'settings' | 'added' }>([...named, ...own]).values(),
    ].toSorted((a, b) => (a.server.name < b.server.name ? -1 : 1));
  }

  function made(server: McpServer): Peer {
    const { name } = server;
    const basis = basisOf(server);
    const known = () => {
      const seen = ledger.seen(name);
      return seen?.basis === basis ? seen : undefined;
    };
    return peerOf(server, {
      clock,
      open: hear => open(server, known()?.protocol, hear),
      onNews: news => onNews(name, news),
      onOffers: offers => ledger.keepOffers(name, offers, clock.now()),
      onSeen({ title, protocol }, tools) {
        ledger.keep({ name, basis, seenAt: clock.now(), ...defined({ title, protocol }) }, tools);
        onTools(name);
      },
      onFailed(problem) {
        // a protocol that was spoken before may be another one now
        ledger.keep({ name, basis, seenAt: clock.now(), problem, ...defined({ title: known()?.title }) });
        onFailed(name, problem);
      },
    });
  }

  return {
    all,
    get(name) {
      const there = peers.get(name);
      if (there) return there;
      const found = all().find(({ server }) => server.name === name);
      if (!found) return undefined;
      const peer = made(found.server);
      peers.set(name, peer);
      return peer;
    },
    isSeen(name) {
      const found = all().find(({ server }) => server.name === name);
      const seen = ledger.seen(name);
      return found !== undefined && seen?.basis === basisOf(found.server) && seen.problem === undefined;
    },
    async changed(name) {
      const there = peers.get(name);
      peers.delete(name);
      onTools(name);
      await there?.close();
    },
    async close() {
      await Promise.all([...peers.values()].map(peer => peer.close()));
    },
  };
}

/** Another program, address or right is another server, though it has the same name. */
function basisOf({ reach }: McpServer): string {
  return hash('sha256', canonical(reach));
}
