/**
 * Pages that want out of the agent's browser: past its proxy, to this machine, or to a host that no judged request has
 * named. Each way is a page of its own that tries it on every destination.
 */
import { createSocket } from 'node:dgram';
import { readdirSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { browserWorld, executable, type Pages } from '../../adapters/browser/browser-world.ts';
import { random } from '../../domain/random.ts';
import { type Area, type Scope, scoped } from '../area.ts';
import { seedOf } from '../draw.ts';
import { elsewhere, type Way, ways } from './browser-ways.ts';

const front = '93.184.216.34';
const quietAddress = '151.101.1.140';
const quiet = 'quiet.com';

export const browserEscapes: Area = {
  name: 'out of the agent’s browser',
  run: ({ share, draw }) =>
    scoped(async scope => {
      if (executable === undefined) return { probes: 0, breaches: [], skipped: 'no Chromium is installed' };
      const { caught, port } = await tripwire(scope);
      const targets = destinations(port);
      const chosen = random(seedOf(`browser ${draw}`))
        .shuffled(ways)
        .slice(0, Math.max(2, Math.ceil(ways.length * share)));
      const here = await browserWorld(scope, sitesOf(chosen, targets), { actionsPerMinute: 100_000 });
      here.world.name('inside.com', ['10.0.0.1']);
      here.world.name('metadata.com', ['169.254.169.254']);
      here.world.name('rebind.com', [front], ['127.0.0.1']);
      here.world.name(quiet, [quietAddress]);
      const breaches: string[] = [];
      const { signal } = new AbortController();
      let probes = 0;
      for (const way of chosen) {
        const shown = await texts(here, way);
        // what a page is refused as a whole may have taken its place
        if (!/tried|Refused or noticed/.test(shown))
          breaches.push(`${way.name}: it was not tried: ${shown.slice(0, 300)}`);
        if (/root:x:0:/.test(shown)) breaches.push(`${way.name}: a file of this machine is read`);
        breaches.push(...reachedBy(way, here.world, caught));
        probes += targets.length + (way.isUnjudged ? 1 : 0);
      }
      const kept = readdirSync(here.folder);
      if (kept.length > 0) breaches.push(`kept in the workspace: ${kept.join(', ')}`);
      for (const url of elsewhere(port)) {
        probes += 1;
        // past the tool, whose arguments refuse most of them already
        const isOpen = await here.browser.act('session:a', { action: 'navigate', url }, 5_000, signal).then(
          ({ problem }) => problem === undefined,
          () => false,
        );
        if (isOpen) breaches.push(`${url} was opened`);
      }
      breaches.push(...reachedBy({ name: 'an address asked for' }, here.world, caught));
      return { probes, breaches, note: `${chosen.length} ways to ${targets.length} destinations` };
    }),
};

type World = Awaited<ReturnType<typeof browserWorld>>;

/** What the tool says of the page from its opening until its network is quiet, and of what is clicked in it. */
async function texts({ use }: World, way: Way): Promise<string> {
  const opened = await use({ action: 'navigate', url: `http://page.com${pathOf(way)}` });
  const clicked = way.isClicked ? await use({ action: 'click', selector: '#go' }) : { text: '' };
  const waited = await use({ action: 'wait', timeout_ms: 2_000 });
  return `${opened.text}\n${clicked.text}\n${waited.text}`;
}

/** Only the page's own address may have been connected to; what was is said once. */
function reachedBy({ name }: Pick<Way, 'name'>, world: World['world'], caught: string[]): readonly string[] {
  const strange = [...new Set(world.connected.splice(0))].filter(address => address.split(' ')[0] !== front);
  const named = world.resolved.splice(0).includes(quiet) ? [`${quiet} was resolved`] : [];
  const loose = caught.splice(0).map(protocol => `this machine was reached by ${protocol}`);
  return [...strange.map(address => `${address} was connected to`), ...named, ...loose].map(what => `${name}: ${what}`);
}

function destinations(port: number): readonly string[] {
  return [
    ...[`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`, `[::ffff:127.0.0.1]:${port}`, `0.0.0.0:${port}`],
    ...[`127.1:${port}`, `2130706433:${port}`, `a.localhost:${port}`, `inside.com:${port}`, `rebind.com:${port}`],
    ...['169.254.169.254', 'metadata.com', '10.0.0.1', '192.168.1.1', '[fd00:ec2::254]', 'metadata.google.internal'],
  ];
}

/** A page for each way, and for each destination a redirect to it. */
function sitesOf(chosen: readonly Way[], targets: readonly string[]): Readonly<Record<string, Pages>> {
  const pages: Record<string, Pages[string]> = {
    'page.com/worker.js': (_, response) =>
      void response
        .setHeader('content-type', 'text/javascript')
        .end(`for (const to of ${JSON.stringify(targets)}) fetch('http://' + to, { mode: 'no-cors' }).catch(() => {})`),
    'page.com/file': (_, response) =>
      void response.writeHead(200, { 'content-disposition': 'attachment; filename="x.bin"' }).end('data'),
  };
  for (const [at, to] of targets.entries())
    pages[`page.com/redirect/${at}`] = (_, response) =>
      void response.writeHead(302, { location: `http://${to}/redirected` }).end();
  for (const way of chosen) {
    const all = way.isUnjudged ? [...targets, quiet] : targets;
    const { html, headers = {} } = way.page(all);
    pages[`page.com${pathOf(way)}`] = (_, response) =>
      void response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers })
        .end(`<!doctype html><body>${html}<p>tried</p></body>`);
  }
  return { [front]: pages };
}

function pathOf({ name }: Way): string {
  return `/${encodeURIComponent(name.replaceAll(' ', '-'))}`;
}

/** A server on this machine, for TCP and UDP, that must never be reached. */
async function tripwire(scope: Scope) {
  const caught: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer(socket => {
    caught.push('TCP');
    sockets.add(socket.on('error', () => {}));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const udp = createSocket('udp4', () => caught.push('UDP'));
  await new Promise<void>(resolve => udp.bind(port, '127.0.0.1', resolve));
  scope.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
    udp.close();
  });
  return { caught, port };
}
