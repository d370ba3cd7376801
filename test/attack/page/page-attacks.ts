/**
 * Hostile texts in all that the real page shows in a real Chromium, and pages of another origin that want something of
 * its server. No text may run, ask another host for something, become more than text, or show another host than a link
 * leads to.
 */
import { createServer } from 'node:http';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findBrowser } from '../../../src/adapters/browser/launch.ts';
import type { Memory } from '../../../src/domain/memory/memory.ts';
import { random } from '../../domain/random.ts';
import { approval, message, row, stubAgent, tool } from '../../inspector/stub-agent.ts';
import { type Served, serve, token } from '../../inspector/visitor.ts';
import { type Area, type Scope, scoped } from '../area.ts';
import { seedOf } from '../draw.ts';
import { foreignTries } from './page-foreign.ts';
import { hostileTexts } from './page-texts.ts';

export const pageAttacks: Area = {
  name: 'the page',
  run: ({ share, draw }) =>
    scoped(async scope => {
      const executablePath = findBrowser();
      if (executablePath === undefined) return { probes: 0, breaches: [], skipped: 'no Chromium is installed' };
      const browser = await chromium.launch({
        executablePath,
        chromiumSandbox: process.getuid?.() !== 0,
        args: ['--disable-gpu'],
      });
      scope.after(() => browser.close());
      const chosen = random(seedOf(`page ${draw}`))
        .shuffled(hostileTexts)
        .slice(0, Math.max(8, Math.ceil(hostileTexts.length * share)));
      const served = await serve({ agent: hostileAgent(chosen) });
      scope.after(() => served[Symbol.asyncDispose]());
      const breaches = await shown(browser, served);
      const tries = await foreign(scope, browser, served);
      if (served.agent.asked.length > 0) breaches.push(`it did ${JSON.stringify(served.agent.asked)}`);
      return { probes: chosen.length * screens.length + tries.count, breaches: [...breaches, ...tries.breaches] };
    }),
};

const session = 'session:web:main';
const screens = [
  '',
  `chat/${encodeURIComponent(session)}`,
  'approvals',
  'memory',
  'tools',
  `actor/${encodeURIComponent(session)}`,
];

/** Everything that has a name or says something says one of these texts. */
function hostileAgent(all: readonly string[]) {
  const agent = stubAgent();
  const memories: readonly Memory[] = all.map((content, at) => ({
    id: `m${at}`,
    kind: 'fact',
    content,
    status: 'active',
    source: 'tool',
    taint: 'external',
    session: content,
    createdAt: 1,
    updatedAt: 1,
    uses: 0,
    lastUsedAt: null,
    expiresAt: null,
    tags: [content],
    subject: content,
    sensitivity: 'normal',
    partition: content,
    importance: 0.5,
    confidence: 1,
    sightings: 1,
    message: null,
    batch: null,
    replaces: null,
    contradicts: null,
  }));
  for (const [at, text] of all.entries()) {
    const id = `session:web:${at}`;
    const error = { message: text, at: 1 };
    agent.rows.set(id, { ...row(id), label: text, leaf: text, distrust: text, waitsFor: text, error });
    agent.said.push({ ...message(`o${at}`, `t${at}`, text), role: 'owner' });
    const calls = [{ callId: `c${at}`, name: text }];
    agent.said.push({ ...message(`a${at}`, `t${at}`, `See: ${text}`), toolCalls: calls });
    agent.said.push({ ...message(`r${at}`, `t${at}`, text), role: 'tool', callId: `c${at}`, tool: text, failed: true });
    const asked = approval(`k${at}`);
    const card = { ...asked.card, session: text, tool: text, intent: text, reasons: [text], exact: text };
    agent.approvals.set(`k${at}`, { ...asked, card });
  }
  const tools = all.map((text, at) => ({
    ...tool,
    name: `tool_${at}`,
    description: text,
    program: text,
    source: text,
  }));
  const list = () => tools;
  const show = async (name: string) => tools.find(one => one.name === name);
  const coreTools = () => [];
  const sessions = { current: async () => session, list: async () => [] };
  Object.assign(agent.reader, { sessions, coreTools, memories: { find: async () => memories }, tools: { list, show } });
  return agent;
}

/** What came of the texts on each screen. */
async function shown(browser: Browser, served: Served): Promise<string[]> {
  const { url } = served.server;
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const breaches: string[] = [];
  context.on('request', request => {
    if (!request.url().startsWith(`${url}/`)) breaches.push(`the page asked for ${request.url()}`);
  });
  const page = await context.newPage();
  await page.goto(`${url}/#t=${token}`);
  await page.locator('a.row').first().waitFor();
  for (const screen of screens) {
    await page.goto(`${url}/#/${screen}`);
    await drawn(page);
    const found = (await page.evaluate(whatBecame)) as string[];
    breaches.push(...found.map(what => `${screen || 'overview'}: ${what}`));
    if (screen.startsWith('chat')) {
      const replies = await page.locator('.reply').count();
      if (replies === 0) breaches.push('no reply was shown');
    }
  }
  await context.close();
  return breaches;
}

/** The screen is in: nothing of it is still being read, and two frames have passed. */
async function drawn(page: Page): Promise<void> {
  await page.locator('main :not(.skeleton)').first().waitFor();
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
  await page.evaluate('new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
}

/** In the page. A link says where it leads in its own words, or in those behind it. */
const whatBecame = `(() => {
  const found = [];
  if (globalThis.wasRun) found.push('a script ran');
  globalThis.wasRun = undefined;
  const strange = 'img,iframe,object,embed,base,style,form[action],video,audio,math,template,foreignObject,.evil,[onerror],[onload],[onclick],[onmouseover],[srcdoc]';
  for (const one of document.body.querySelectorAll(strange)) found.push('an element: ' + one.outerHTML.slice(0, 200));
  for (const link of document.body.querySelectorAll('a[href]')) {
    const url = URL.parse(link.getAttribute('href'), location.href);
    if (!url || !/^(https?|mailto):$/.test(url.protocol)) { found.push('a link: ' + link.outerHTML.slice(0, 200)); continue; }
    if (url.origin === location.origin) continue;
    const host = url.protocol === 'mailto:' ? url.pathname : url.host;
    const behind = link.nextElementSibling?.matches('.link-host') ? link.nextElementSibling.textContent : '';
    const own = (/^[a-z]+:\\/\\/([^\\/?#\\\\]*)/i.exec(link.textContent)?.[1] ?? link.textContent).toLowerCase();
    if (behind !== '(' + host + ')' && own !== host) found.push('a link to ' + host + ' that says ' + link.textContent + behind);
    if (!/noopener/.test(link.rel)) found.push('a link with an opener: ' + link.outerHTML.slice(0, 200));
  }
  return found;
})()`;

/** A page of another origin, while the owner's is open in the same browser. */
async function foreign(scope: Scope, browser: Browser, { server }: Served) {
  const other = createServer((request, response) => {
    const type = request.url === '/worker.js' ? 'text/javascript' : 'text/html';
    response.writeHead(200, { 'content-type': type }).end(type === 'text/html' ? '<!doctype html><body></body>' : '');
  });
  await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve));
  scope.after(() => void other.close());
  const { port } = other.address() as { port: number };
  const context = await browser.newContext();
  const mine = await context.newPage();
  await mine.goto(`${server.url}/#t=${token}`);
  await mine.waitForSelector('.link-live');
  const breaches: string[] = [];
  let count = 0;
  for (const origin of [`http://127.0.0.1:${port}`, `http://localhost:${port}`]) {
    const page = await context.newPage();
    await page.goto(origin);
    const got = (await page.evaluate(foreignTries(server.url, token))) as Record<string, string>;
    count += Object.keys(got).length;
    for (const [name, what] of Object.entries(got))
      if (what !== 'nothing') breaches.push(`${origin}, ${name}: ${what}`);
  }
  await context.close();
  return { count, breaches };
}
