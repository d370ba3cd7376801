import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { suite } from 'node:test';
import { withAgent } from '../../flows/rig/agent.ts';
import { test } from '../../slow.ts';
import { assertCalm, until, visiting, words } from './browser.ts';
import { freePort } from './free-port.ts';

suite('the page when Straylight dies', { concurrency: 1 }, () => {
  test('given a killed agent, when it is started again, then the page goes on without a reload, and no event is lost or told twice', async () =>
    withAgent({ web: `port = ${await freePort()}` }, async agent => {
      const first = await agent.start();
      await first.say('session:web:main', 'run uname -a');
      await visiting(first, {}, async visit => {
        const { page } = visit;
        await page.locator('a.row', { hasText: 'web:main' }).waitFor();
        await page.evaluate('globalThis.isSamePage = true');
        await first.kill();

        const bar = page.locator('.bar-lost');
        await bar.waitFor();
        assert.match(await words(bar), /^Disconnected since \d\d:\d\d, retrying (in \d+ s|now) Try now$/);
        assert.equal(await page.locator('a.row', { hasText: 'web:main' }).count(), 1, 'the screen stays');
        assert.match(await words(page.locator('.standing')), /^Disconnected/);

        const second = await agent.start();
        await page
          .getByRole('button', { name: 'Try now' })
          .click({ timeout: 2_000 })
          .catch(() => undefined);
        await bar.waitFor({ state: 'detached' });
        await second.say('session:web:main', 'run id');
        const row = page.locator('a.row', { hasText: 'web:main' });
        const { entries } = (await second.http('/api/actors/session%3Aweb%3Amain/journal?limit=200')).json;
        await until(
          page,
          `document.querySelector('a.row[href*="web%3Amain"] .row-count')?.textContent === '${entries.length} events'`,
        );
        await until(
          page,
          `[...document.querySelectorAll('.stream-line[href*="session%3Aweb%3Amain"]')].length === ${entries.length}`,
        );
        const told = await page
          .locator('.stream-line[href*="session%3Aweb%3Amain"] .event')
          .evaluateAll(lines => (lines as unknown as { title: string }[]).map(({ title }) => title));
        assert.deepEqual(
          told.toReversed(),
          entries.map(({ event }: { event: { type: string } }) => event.type),
        );
        // its name comes with the list of conversations, by itself
        await row.filter({ hasText: 'run uname -a' }).waitFor();
        assert.match(await words(row), /^run uname -a web:main idle/);
        assert.equal(await page.evaluate('globalThis.isSamePage'), true);
        assertCalm(visit);
      });
    }));

  test('given a killed agent whose port another program takes, when a page looks for its agent, then that program gets no token and no word, and the page goes on with the real one', async t => {
    const port = await freePort();
    await withAgent({ web: `port = ${port}` }, async agent => {
      const first = await agent.start();
      await visiting(first, { hash: '#/chat' }, async visit => {
        const { page } = visit;
        await page.locator('.composer').waitFor();
        await page.locator('.link-live').waitFor();
        // a request that is under way when the process dies is repeated by the browser itself, to whoever answers then
        await until(
          page,
          `performance.getEntriesByType('resource').some(({ name, responseEnd }) => name.endsWith('/api/undo') && responseEnd > 0)`,
        );
        await first.kill();
        const heard: string[] = [];
        const asked = Promise.withResolvers<void>();
        const impostor = createServer(async (request, response) => {
          heard.push(JSON.stringify([request.url, request.headers, await text(request)]));
          if (request.url?.startsWith('/page/')) {
            response.setHeader('Content-Type', 'text/javascript');
            return response.end('globalThis.isStolen = true; export const Screen = 1, reply = 1;');
          }
          response.setHeader('Content-Type', 'application/json');
          response.end('{"start":"x","proofs":["y"],"token":"z","key":"owner.k","secret":"s","actors":[],"needs":[]}');
          if (heard.length >= 3) asked.resolve();
          return undefined;
        }).listen(port, '127.0.0.1');
        await once(impostor, 'listening');
        t.after(() => impostor.closeAllConnections());
        t.after(() => impostor.close());
        await page.evaluate(
          `for (const at of [1, 2, 3]) setTimeout(() => dispatchEvent(new Event('online')), at * 100)`,
        );
        await asked.promise;
        await page.locator('.sign-in').waitFor();
        for (const word of heard) {
          assert.match(word, /^\["\/(prove"|page\/)/);
          assert.ok(!word.includes(first.token) && !/authorization/i.test(word), word);
        }
        assert.equal(await page.evaluate('globalThis.isStolen'), undefined, 'no code of that program runs in the page');
        impostor.closeAllConnections();
        impostor.close();
        const second = await agent.start();
        await page.locator('.rail').waitFor();
        await page.locator('.link-live').waitFor();
        assert.notEqual(second.token, first.token);
        assert.equal(await page.evaluate(`sessionStorage.getItem('straylight.token')`), second.token);
        assertCalm(visit);
      });
    });
  });

  test('given a tab that was loaded anew while its agent was away, when that is back, then it asks for a link, since what it kept is worth nothing', async () =>
    withAgent({ web: `port = ${await freePort()}` }, async agent => {
      const first = await agent.start();
      await visiting(first, {}, async ({ page }) => {
        await first.stop();
        await agent.start();
        await page.reload();
        await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();
      });
    }));

  test('given an agent that is not there, when a page waits for it, then it says so and comes alive by itself', async () =>
    withAgent({ web: `port = ${await freePort()}` }, async agent => {
      const first = await agent.start();
      await visiting(first, {}, async visit => {
        await first.stop();
        const { page } = visit;
        await page.locator('.bar-lost').waitFor();
        const second = await agent.start();
        await page.locator('.bar-lost').waitFor({ state: 'detached' });
        await second.say('session:web:main', 'what time is it');
        await page.locator('a.row', { hasText: 'web:main' }).waitFor();
        assertCalm(visit);
      });
    }));
});
