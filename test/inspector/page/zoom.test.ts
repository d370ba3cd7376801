/** The page at 200 %: what a screen of 1 280 px shows then, which is 640 px wide and twice as sharp. */
import assert from 'node:assert/strict';
import { suite } from 'node:test';
import { test } from '../../slow.ts';
import { violations } from './axe.ts';
import { assertCalm, browser, until, visiting } from './browser.ts';
import { scriptedAgent } from './scripted-agent.ts';

const screens = ['#/', '#/approvals', '#/chat', '#/schedule', '#/memory', '#/tools', '#/audit', '#/budget', '#/undo'];
const session = '#/actor/session%3Aweb%3Amain';

suite('every screen for everybody', { concurrency: 1 }, () => {
  for (const theme of ['light', 'dark'] as const)
    test(`given an agent at work, when every screen is shown in ${theme} at 1 280, 640 and 390 px, then axe-core finds nothing and nothing stands out at the side`, () =>
      scriptedAgent({}, async scripted => {
        await scripted.say('What is on today?');
        await scripted.asks('medium');
        for (const width of [1280, 640, 390])
          await visiting(
            scripted.running,
            { width, height: width === 640 ? 400 : 800, theme, reducedMotion: 'reduce' },
            async visit => {
              const { page } = visit;
              for (const hash of [...screens, session]) {
                await page.goto(`${scripted.running.url}/${hash}`);
                await page.locator('main h1').first().waitFor({ state: 'attached' });
                await until(page, `!document.querySelector('main .skeleton')`);
                assert.deepEqual(await violations(page), [], `${hash} at ${width} px`);
                const wide = await page.evaluate('document.documentElement.scrollWidth');
                assert.equal(wide, width, `${hash}: nothing stands out at the side`);
              }
              assertCalm(visit);
            },
          );
      }));

  test('given a screen of 1 280 px at 200 %, when somebody writes, answers and looks at an actor, then all of it can be reached and read', () =>
    scriptedAgent({}, async scripted => {
      await scripted.asks('medium');
      const context = await (await browser()).newContext({
        viewport: { width: 640, height: 400 },
        deviceScaleFactor: 2,
      });
      try {
        const page = await context.newPage();
        await page.goto(`${scripted.running.url}/#t=${scripted.running.token}`);
        await page
          .getByRole('link', { name: /Approvals/ })
          .first()
          .click();
        // a card takes no answer until it has stood for a moment
        await page
          .locator('.answers:not([data-settling])')
          .getByRole('button', { name: /^Deny(?! with)/ })
          .first()
          .click();
        await until(page, `!document.querySelector('.rail-link .badge')`);
        await page.goto(`${scripted.running.url}/#/chat`);
        await page.getByLabel('Message').fill('Is it read?');
        await page.keyboard.press('Enter');
        await page.locator('.line-owner', { hasText: 'Is it read?' }).waitFor();
        const { y = 0, height = 0 } = (await page.getByLabel('Message').boundingBox()) ?? {};
        assert.ok(y + height <= 400, 'the field is on the screen');
        await page.goto(`${scripted.running.url}/${session}`);
        await page.getByRole('tab', { name: 'Timeline' }).click();
        await page.locator('[data-seq]').first().scrollIntoViewIfNeeded();
      } finally {
        await context.close();
      }
    }));
});
