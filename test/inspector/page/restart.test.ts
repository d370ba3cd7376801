import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { inHouse } from '../../flows/house.ts';
import { assertCalm, until, visiting, words } from './browser.ts';
import { freePort } from './free-port.ts';

suite('the page when the house dies', { concurrency: 1 }, () => {
  test('given a killed house, when it is started again, then the page goes on without a reload, and no event is lost or told twice', async () =>
    inHouse({ web: `port = ${await freePort()}` }, async house => {
      const first = await house.start();
      await first.say('session:web:main', 'run uname -a');
      await visiting(first, {}, async visit => {
        const { page } = visit;
        await page.locator('a.row', { hasText: 'web:main' }).waitFor();
        await page.evaluate('globalThis.isSamePage = true');
        await first.kill();

        const bar = page.locator('.bar-lost');
        await bar.waitFor();
        assert.match(await words(bar), /^Not live since \d\d:\d\d, retrying (in \d+ s|now) Try now$/);
        assert.equal(await page.locator('a.row', { hasText: 'web:main' }).count(), 1, 'the screen stays');
        assert.match(await words(page.locator('.standing')), /^Not live/);

        const second = await house.start();
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
        assert.match(await words(row), /^web:main idle/);
        assert.equal(await page.evaluate('globalThis.isSamePage'), true);
        assertCalm(visit);
      });
    }));

  test('given a house that is not there, when a page waits for it, then it says so and comes alive by itself', async () =>
    inHouse({ web: `port = ${await freePort()}` }, async house => {
      const first = await house.start();
      await visiting(first, {}, async visit => {
        await first.stop();
        const { page } = visit;
        await page.locator('.bar-lost').waitFor();
        const second = await house.start();
        await page.locator('.bar-lost').waitFor({ state: 'detached' });
        await second.say('session:web:main', 'what time is it');
        await page.locator('a.row', { hasText: 'web:main' }).waitFor();
        assertCalm(visit);
      });
    }));
});
