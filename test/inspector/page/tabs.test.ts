import assert from 'node:assert/strict';
import { suite } from 'node:test';
import { test } from '../../slow.ts';
import { row } from '../stub-agent.ts';
import { serve, token } from '../visitor.ts';
import { assertCalm, until, visiting } from './browser.ts';

const shows = (id: string, count: number) =>
  `document.querySelector('a.row[href="#/actor/${encodeURIComponent(id)}"] .row-count')?.textContent === '${count} events'`;

suite('several tabs of one browser', { concurrency: 1 }, () => {
  test('given seven tabs, when an actor changes, then all show it, and one of them reads the stream', async () => {
    await using served = await serve();
    await visiting({ url: served.server.url, token }, {}, async visit => {
      const { page, requests, open } = visit;
      await until(page, shows('session:web:main', 1));
      const tabs = [page];
      // without a token in the address: they have it from the tab that is there
      while (tabs.length < 7) tabs.push(await open());
      for (const tab of tabs) await tab.waitForSelector('.link-live');
      served.agent.publish({ type: 'row', row: row('session:web:main', 2) });
      for (const tab of tabs) await until(tab, shows('session:web:main', 2));
      const streams = requests.filter(request => new URL(request.url()).pathname === '/api/stream');
      assert.equal(streams.length, 1);

      // the one that reads goes; another takes over where it stood
      await page.close();
      served.agent.publish({ type: 'row', row: row('session:web:main', 3) });
      const [second, ...others] = tabs.slice(1);
      assert.ok(second);
      for (const tab of [second, ...others]) await until(tab, shows('session:web:main', 3));
      served.agent.publish({ type: 'row', row: row('session:web:main', 4) });
      for (const tab of [second, ...others]) await until(tab, shows('session:web:main', 4));
      assert.equal(requests.filter(request => new URL(request.url()).pathname === '/api/stream').length, 2);
      assertCalm(visit);
    });
  });

  test('given a link that is no longer good, when it is opened, then one field asks for a new one, and takes it', async () => {
    await using served = await serve();
    const stale = 'stale-token-stale-token-stale-token-stale-tok';
    await visiting({ url: served.server.url, token }, {}, async ({ context }) => {
      const page = await context.newPage();
      await page.goto(`${served.server.url}/#t=${stale}`);
      // a tab that has a token gives it away: this one needs none
      await page.waitForSelector('.rail');
    });
    const { browser } = await import('./browser.ts');
    const context = await (await browser()).newContext();
    const page = await context.newPage();
    await page.goto(`${served.server.url}/#t=${stale}`);
    const field = page.getByLabel('Paste the link from straylight ui');
    await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();
    await field.fill('nothing of the kind');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('This is not a link to this address.').waitFor();
    await field.fill(stale);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('Straylight rejected this link.').waitFor();
    await field.fill(`${served.server.url}/#t=${token}`);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.rail');
    await until(page, shows('session:web:main', 1));
    await context.close();
  });
});
