/** A small web of public names for a real Chromium, and the browser that sees it through the door. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type BrowserOptions, createBrowser } from '../../../src/adapters/browser/browser.ts';
import { findBrowser } from '../../../src/adapters/browser/launch.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { createToolbox } from '../../../src/adapters/toolbox/toolbox.ts';
import { browserTool } from '../../../src/adapters/tools/browser.ts';
import type { RunningTool, ToolContext } from '../../../src/ports/tool.ts';
import { createWorld } from '../fetcher/fetcher-world.ts';
import { type OpenOptions, trustHome } from '../fetcher/trust-world.ts';

export const executable = findBrowser();
export const chromium = { skip: executable === undefined && 'no Chromium is installed', timeout: 90_000 };

export type Pages = Readonly<Record<string, string | RequestListener>>;

/** `sites`: by address, what it answers by host and path (`a.com/x`); everything else is 404. */
export async function browserWorld(
  t: { after(close: () => unknown): void },
  sites: Readonly<Record<string, Pages>>,
  {
    ownHosts = [],
    ...options
  }: Partial<BrowserOptions> & Omit<OpenOptions, 'own'> & { readonly ownHosts?: readonly string[] } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-browser-'));
  const world = createWorld(t);
  const seen = new Map<string, Awaited<ReturnType<typeof world.peer>>>();
  for (const [address, pages] of Object.entries(sites)) {
    const names = new Set(Object.keys(pages).map(page => page.split(/[:/]/, 1)[0] ?? ''));
    for (const name of names) world.name(name, [address]);
    seen.set(
      address,
      await world.peer(address, (request, response) => {
        const page = pages[`${request.headers.host}${request.url}`];
        if (typeof page === 'function') return page(request, response);
        response
          .writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
          .end(page ?? 'not here');
      }),
    );
  }
  const { trust, rows } = trustHome(t)({ ...options, own: ownHosts });
  const browser = createBrowser({
    executable: executable ?? '',
    isSandboxed: process.getuid?.() !== 0,
    clock: systemClock,
    resolve: world.resolve,
    connect: world.connect,
    blockedDomains: options.blocked ?? [],
    own: { hosts: ownHosts, pins: new Map() },
    trust,
    async save(name, bytes) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), bytes);
      return `/workspace/${name}`;
    },
    ...options,
  });
  t.after(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const tool = browserTool(browser, { trust, maxOutputBytes: 20_000 }) as RunningTool;
  const toolbox = createToolbox([tool]);
  const context: ToolContext = {
    session: 'session:a',
    turn: 't',
    call: 'call-1',
    taint: 'owner',
    signal: new AbortController().signal,
    progress: () => {},
  };
  return {
    world,
    folder,
    browser,
    tool,
    trust,
    rows,
    /** Method, host and path of every request that arrived, in order of address. */
    arrived: () => [...seen.values()].flat().map(({ method, headers, url }) => `${method} ${headers.host}${url}`),
    freeze: (args: object) => toolbox.resolve({ callId: '1', name: 'browser', arguments: JSON.stringify(args) }),
    use: (args: object, more: Partial<ToolContext> = {}) => tool.run(tool.schema.parse(args), { ...context, ...more }),
  };
}
