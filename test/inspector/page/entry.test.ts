import assert from 'node:assert/strict';
import { existsSync, mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'node:test';
import { test } from '../../slow.ts';
import { ask, known, serve } from '../visitor.ts';
import { browser, until, words } from './browser.ts';

suite('the way into the page', { concurrency: 1 }, () => {
  test('given the file a browser is started with, when it opens it, then the page is in, and the file is gone', async () => {
    using place = mkdtempDisposableSync(join(tmpdir(), 'way-in-'));
    await using served = await serve({ entryFolder: join(place.path, 'open') });
    const { url } = served.server;
    const made = await ask(url, '/api/entries', { headers: known, body: { role: 'owner' } });
    const context = await (await browser()).newContext();
    const page = await context.newPage();
    await page.goto(`file://${made.json.file}`);
    await page.waitForSelector('.rail');
    assert.equal(page.url(), `${url}/#/`);
    assert.ok(!existsSync(made.json.file));
    await context.close();
  });

  test('given the address a browser is started with, when it opens, then the page is in, and the address is worth nothing any more', async () => {
    await using served = await serve();
    const { url } = served.server;
    const made = await ask(url, '/api/entries', { headers: known, body: { role: 'owner' } });
    const link = `${url}/#o=${made.json.code}`;
    const first = await (await browser()).newContext();
    const page = await first.newPage();
    await page.goto(link);
    await page.waitForSelector('.rail');
    assert.equal(new URL(page.url()).hash, '#/');
    await first.close();

    const second = await (await browser()).newContext();
    const late = await second.newPage();
    await late.goto(link);
    await late.waitForSelector('.sign-in');
    assert.match(await words(late.locator('.sign-in')), /no longer valid/);
    await second.close();
  });

  test('given an open page, when the token is made anew, then it asks for the new link and goes on with it', async () => {
    const renewed = 'N'.repeat(43);
    await using served = await serve({ renewToken: () => renewed });
    const { url } = served.server;
    const made = await ask(url, '/api/entries', { headers: known, body: { role: 'owner' } });
    const context = await (await browser()).newContext();
    const page = await context.newPage();
    await page.goto(`${url}/#o=${made.json.code}`);
    await page.waitForSelector('.rail');
    await ask(url, '/api/token/renew', { headers: known, body: { role: 'owner' } });
    await page.waitForSelector('.sign-in');
    await page.fill('#link', `${url}/#t=${renewed}`);
    await page.click('.sign-in button');
    await page.waitForSelector('.rail');
    await until(page, `document.querySelector('.sign-in') === null`);
    await context.close();
  });
});
