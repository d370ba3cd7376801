/**
 * What a message names of a server, `@server:resource`: read when it is said, and watched while its server is connected
 * to, so that its owner learns once that it is another one now.
 */
import { once } from 'node:events';
import type { LinkNews } from '../../adapters/mcp/link.ts';
import { partsOf } from '../../adapters/mcp/resource-parts.ts';
import type { McpServers } from '../../adapters/mcp/servers.ts';
import { addressOf, mentionOf } from '../../domain/mcp/offer.ts';
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { McpLedger } from '../../ports/ledgers/mcp.ts';
import type { Resources } from '../../ports/resources.ts';
import type { Core } from '../feature.ts';
import { resourceTexts } from './resource-texts.ts';

/** So many are watched of one server. */
const mostWatched = 100;

export interface ServerResources extends Resources {
  hear(server: string, news: LinkNews): void;
}

export function serverResources(
  { report, owner }: Pick<Core, 'report' | 'owner'>,
  {
    servers,
    ledger,
  }: { readonly servers: Pick<McpServers, 'all' | 'get'>; readonly ledger: Pick<McpLedger, 'offers'> },
): ServerResources {
  /** Addresses that were attached, by their server. */
  const watched = new Map<string, Set<string>>();

  async function read(name: string, resource: string, signal: AbortSignal) {
    const peer = servers.get(name);
    if (!peer) throw fault('unavailable', says`the MCP server ${name} was removed`);
    const uri = addressOf(ledger.offers(name), resource) ?? (await lookedUp(name, resource, signal));
    if (uri === undefined)
      throw fault(
        'invalid',
        says`the MCP server ${name} lists no resource ${resource}; "straylight mcp show ${name}" has those it lists`,
      );
    return peer.ask(async link => {
      const contents = await link.read(uri, signal);
      const known = watched.get(name) ?? new Set();
      watched.set(name, known);
      if (known.size < mostWatched && !known.has(uri)) {
        known.add(uri);
        void link.watch(uri);
      }
      return partsOf(contents, uri);
    });
  }

  /** It may have come since its server was last looked at. */
  async function lookedUp(name: string, resource: string, signal: AbortSignal): Promise<string | undefined> {
    await servers.get(name)?.look(signal);
    return addressOf(ledger.offers(name), resource);
  }

  return {
    has: name => servers.all().some(({ server }) => server.name === name),
    read({ server, resource }, _session, signal) {
      const late = once(signal, 'abort').then(() => Promise.reject(signal.reason));
      late.catch(() => {});
      return Promise.race([read(server, resource, signal), late]);
    },
    hear(server, news) {
      // once for each time that it was attached, however often its server says so
      if (news.kind !== 'updated' || !watched.get(server)?.delete(news.uri)) return;
      report(`mcp:${server}`, 'completed', resourceTexts[owner.language].changed(mentionOf(server, news.uri)), 'aside');
    },
  };
}
