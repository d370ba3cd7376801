import assert from 'node:assert/strict';
import { suite } from 'node:test';
import { test } from '../../slow.ts';
import { serve, token } from '../visitor.ts';
import { violations } from './axe.ts';
import { assertCalm, browser, until, visiting, words } from './browser.ts';
import { busyAgent } from './busy-agent.ts';

suite('the page for everybody', { concurrency: 1 }, () => {
  for (const theme of ['light', 'dark'] as const)
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const)
      test(`given the Overview in ${theme} at ${width} px, when axe-core looks at it, then it finds nothing`, async () => {
        await using served = await serve({ agent: busyAgent(20).agent });
        await visiting(
          { url: served.server.url, token },
          { theme, width, height, reducedMotion: 'reduce' },
          async visit => {
            const { page } = visit;
            await page.locator('.need').first().waitFor();
            assert.deepEqual(await violations(page), []);
            assert.equal(
              await page.evaluate('document.documentElement.scrollWidth'),
              width,
              'nothing stands out at the side',
            );
            if (width > 600) {
              await page.keyboard.press('t');
              assert.deepEqual(await violations(page), [], 'the tree');
            }
            await page.keyboard.press('Control+k');
            await page.locator('.palette li').first().waitFor();
            assert.deepEqual(await violations(page), [], 'the palette');
            assertCalm(visit);
          },
        );
      });

  test('given a thumb, when the Overview is shown at 390 px, then whatever can be pressed is 44 px high', async () => {
    await using served = await serve({ agent: busyAgent(60).agent });
    await visiting({ url: served.server.url, token }, { width: 390, height: 844 }, async ({ page }) => {
      await page.locator('.need').first().waitFor();
      const small =
        await page.evaluate(`[...document.querySelectorAll('a, button, input:not([type=radio]), select, .choice')]
        .map(e => [e.className, e.getBoundingClientRect()])
        .filter(([, { width, height }]) => width > 0 && (height < 44 || width < 44))
        .map(([name, { width, height }]) => name + ' ' + width + 'x' + height)`);
      assert.deepEqual(small, []);
    });
  });

  test('given no token and no pointer, when the page asks for the link, then axe-core finds nothing in it', async () => {
    await using served = await serve();
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await (await browser()).newContext({ colorScheme });
      const page = await context.newPage();
      await page.goto(served.server.url);
      await page.getByLabel('Paste the link from straylight ui').waitFor();
      assert.deepEqual(await violations(page), []);
      await context.close();
    }
  });

  test('given the keyboard alone, when the rows are walked, an actor opened and the palette asked, then each key does what it says', async () => {
    await using served = await serve({ agent: busyAgent().agent });
    await visiting({ url: served.server.url, token }, {}, async visit => {
      const { page } = visit;
      await page.locator('.need').first().waitFor();
      const focused = () => page.evaluate('document.activeElement.textContent');
      await page.keyboard.press('j');
      assert.match(String(await focused()), /telegram does not answer/, 'what has waited longest comes first');
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      assert.match(String(await focused()), /^telegram:4417/);
      await page.keyboard.press('k');
      assert.match(String(await focused()), /calendars/);
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await until(page, `location.hash === '#/actor/session%3Atelegram%3A4417'`);
      await until(page, `document.activeElement.tagName === 'MAIN'`);
      await page.locator('.actor-body').waitFor();
      // it closes what is open, and never leaves a screen
      await page.keyboard.press('Escape');
      await page.keyboard.press('?');
      await page.locator('.keys-list', { hasText: 'Play or pause the replay' }).waitFor();
      assert.deepEqual(await violations(page), []);
      await page.keyboard.press('Escape');
      await page.locator('.keys-list').waitFor({ state: 'detached' });
      assert.equal(await page.evaluate('location.hash'), '#/actor/session%3Atelegram%3A4417');
      await page.getByRole('button', { name: 'Back', exact: true }).press('Enter');
      await until(page, `location.hash === '#/' && document.querySelector('.row')`);

      await page.keyboard.press('/');
      await page.keyboard.type('news');
      await until(page, `document.querySelectorAll('a.row').length === 1`);
      assert.match(await words(page.locator('a.row')), /^news_digest/);
      await page.keyboard.press('Escape');
      await page.keyboard.press('g');
      await page.keyboard.press('b');
      await until(page, `location.hash === '#/budget'`);
      await page.keyboard.press('Control+k');
      await page.locator('.palette input').fill('teleg 44');
      await page.locator('.palette li[aria-selected=true]', { hasText: 'telegram:4417' }).waitFor();
      assert.match(await words(page.locator('.palette li[aria-selected=true]')), /^telegram:4417 session/);
      await page.keyboard.press('Enter');
      await until(page, `location.hash === '#/actor/session%3Atelegram%3A4417'`);
      await page.keyboard.press('Control+k');
      await page.locator('.palette li').first().waitFor();
      await page.keyboard.press('Escape');
      await page.locator('.palette').waitFor({ state: 'detached' });
      await page.keyboard.press('g');
      await page.keyboard.press('o');
      await until(page, `location.hash === '#/'`);
    });
  });

  test('given a palette whose module is still on its way, when a name is typed, then it is found, and no letter does anything else', async () => {
    await using served = await serve({ agent: busyAgent().agent });
    await visiting({ url: served.server.url, token }, {}, async visit => {
      const { page } = visit;
      await page.locator('a.row').first().waitFor();
      const held = Promise.withResolvers<void>();
      await page.route('**/palette.js', async route => {
        await held.promise;
        await route.continue();
      });
      await page.keyboard.press('Control+k');
      await page.keyboard.type('news_go');
      await page.keyboard.press('Backspace');
      await page.keyboard.press('Backspace');
      held.resolve();
      await page.locator('.palette li[aria-selected=true]', { hasText: 'news_digest' }).waitFor();
      assert.equal(await page.locator('.palette input').inputValue(), 'news_');
      assert.equal(await page.evaluate('location.hash'), '#/', 'G and O are letters of a name here');
      await page.keyboard.press('Escape');
      await page.locator('.palette').waitFor({ state: 'detached' });
      // in one task: shown by then or not
      await page.evaluate(`for (const [key, ctrlKey] of [['k', true], ...[...'telegram:4417', 'Enter'].map(key => [key, false])])
        (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }))`);
      await until(page, `location.hash === '#/actor/session%3Atelegram%3A4417'`);
      await page.locator('.palette').waitFor({ state: 'detached' });
      assertCalm(visit);
    });
  });

  test('given the tab key alone, when it is pressed again and again, then the focus goes through the page in its order and is seen', async () => {
    await using served = await serve({ agent: busyAgent().agent });
    await visiting({ url: served.server.url, token }, {}, async ({ page }) => {
      await page.locator('.need').first().waitFor();
      await page.locator('.plot-bars').waitFor();
      const way: string[] = [];
      for (let press = 0; press < 22; press += 1) {
        await page.keyboard.press('Tab');
        way.push(String(await page.evaluate('document.activeElement.className.split(" ")[0]')));
        assert.match(
          String(
            await page.evaluate(
              'getComputedStyle(document.activeElement).outlineStyle + getComputedStyle(document.activeElement.nextElementSibling ?? document.body).outlineStyle',
            ),
          ),
          /solid/,
        );
      }
      assert.deepEqual(way, [
        ...Array.from({ length: 10 }, () => 'rail-link'),
        // of the rail's foot: the budget, notifications, the theme
        ...['spending', 'quiet-button', 'quiet-button'],
        ...Array.from({ length: 4 }, () => 'need'),
        // of the plot: time, unit, division; then the rows
        ...['filter', 'filter', 'filter'],
        ...['filter', ''],
      ]);
    });
  });

  test('given many actors and a lost connection, when the foot of the rail is shown, then it is one line, and the theme can be switched', async () => {
    const { agent } = busyAgent();
    const health = { ...agent.health(), actors: { ...agent.health().actors, active: 126 } };
    const reader = { ...agent.reader, state: () => ({ ...agent.reader.state(), health }) };
    const served = await serve({ agent: { ...agent, reader } });
    await visiting({ url: served.server.url, token }, {}, async ({ page }) => {
      await page.locator('.actor-count', { hasText: '126 actors' }).waitFor();
      const isOneLine = () =>
        page.evaluate(`(() => {
          const { right } = document.querySelector('.rail').getBoundingClientRect();
          const theme = document.querySelector('.theme-button').getBoundingClientRect();
          return document.querySelector('.standing').offsetHeight < 32 && theme.right <= right;
        })()`);
      assert.equal(await isOneLine(), true);
      await served[Symbol.asyncDispose]();
      await page.locator('.link-lost').waitFor();
      assert.equal(await isOneLine(), true);
    });
  });

  test('given a system that wants less motion, when the page is shown, then nothing moves by itself', async () => {
    await using served = await serve({ agent: busyAgent().agent });
    await visiting({ url: served.server.url, token }, { reducedMotion: 'reduce' }, async ({ page }) => {
      await page.locator('.need').first().waitFor();
      assert.equal(await page.evaluate('document.getAnimations().length'), 0);
    });
  });

  test('given the theme of the system, when another is chosen, then the page has it and keeps it over a reload', async () => {
    await using served = await serve({ agent: busyAgent().agent });
    await visiting({ url: served.server.url, token }, { theme: 'light' }, async ({ page }) => {
      const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
      assert.equal(await ground(), 'rgb(246, 246, 244)');
      await page.getByRole('button', { name: 'Switch to the dark theme' }).click();
      assert.equal(await ground(), 'rgb(16, 17, 19)');
      await page.reload();
      await page.locator('.need').first().waitFor();
      assert.equal(await ground(), 'rgb(16, 17, 19)');
    });
  });
});
