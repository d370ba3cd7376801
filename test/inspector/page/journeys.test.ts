/** Ten things of a day, done on the page by somebody who has a keyboard and nothing else. */
import assert from 'node:assert/strict';
import { suite } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { test } from '../../slow.ts';
import { assertCalm, until, visiting } from './browser.ts';
import { scriptedAgent } from './scripted-agent.ts';

const mostTabs = 80;

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor();
  for (let press = 0; press < mostTabs; press += 1) {
    if ((await wanted.and(page.locator(':focus')).count()) === 1) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`${mostTabs} times Tab do not lead to ${wanted}`);
}

/** `G`, then the letter of a screen; a field that has the focus is left first. */
async function goTo(page: Page, letter: string, name: string): Promise<void> {
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press(letter);
  await until(page, `location.hash === '#/${name}'`);
  await page.locator('main h1').first().waitFor({ state: 'attached' });
}

async function write(page: Page, text: string): Promise<void> {
  await tabTo(page, page.getByLabel('Message'));
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await page.locator('.line-owner', { hasText: text }).waitFor();
}

const answers = (page: Page) => page.locator('.answers:not([data-settling])');

suite('a day by the keyboard', { concurrency: 1 }, () => {
  test('given a conversation, when something is said, searched and renamed, and another one started, then no pointer is needed', () =>
    scriptedAgent({}, async scripted => {
      await scripted.say('The plumber comes on Tuesday.');
      await visiting(scripted.running, { hash: '#/chat' }, async visit => {
        const { page } = visit;
        scripted.play({ text: 'It will rain.' });
        await write(page, 'What is the weather?');
        await page.locator('.line', { hasText: 'It will rain.' }).first().waitFor();

        await tabTo(page, page.getByRole('button', { name: 'Rename' }));
        await page.keyboard.press('Enter');
        await page.keyboard.type('Repairs');
        await page.keyboard.press('Enter');
        await page.locator('.conversation', { hasText: 'Repairs' }).waitFor();

        await tabTo(page, page.getByRole('button', { name: 'New', exact: true }));
        await page.keyboard.press('Enter');
        await page.getByText('No messages yet.').waitFor();
        await write(page, 'Another thing.');

        await tabTo(page, page.getByLabel('Search conversations'));
        await page.keyboard.type('plumber');
        await tabTo(page, page.locator('a.conversation:has(.conversation-found)').first());
        await page.keyboard.press('Enter');
        await page.locator('.line-found', { hasText: 'The plumber comes on Tuesday.' }).waitFor();
        assertCalm(visit);
      });
    }));

  test('given calls that wait, when they are denied, then the keys of the card do it', () =>
    scriptedAgent({}, async scripted => {
      await scripted.asks('medium', 'medium');
      await visiting(scripted.running, {}, async visit => {
        const { page } = visit;
        await goTo(page, 'a', 'approvals');
        await answers(page).waitFor();
        const first = await page.locator('.card h2').first().innerText();
        await page.keyboard.press('d');
        await page.keyboard.press('Enter');
        await until(page, `document.querySelector('.card h2')?.innerText !== ${JSON.stringify(first)}`);
        await answers(page).waitFor();
        await page.keyboard.press('d');
        await page.keyboard.press('Enter');
        await page.getByText('No pending approvals.').waitFor();
        const settled = () => scripted.agent.tables.rows("SELECT 1 FROM tool_calls WHERE outcome = 'denied'");
        while (settled().length < 2) await scripted.running.http('/api/approvals');
        assertCalm(visit);
      });
    }));

  test('given an agent at work, when an actor is looked up, its steps are gone through, a job paused and the log filtered, then no pointer is needed', () =>
    scriptedAgent({}, async scripted => {
      await scripted.say('Good morning.');
      const job = { name: 'water', schedule: '0 8 * * *', say: 'drink water' };
      await scripted.running.http('/api/jobs', { commandId: 'journey-water', ...job });
      await visiting(scripted.running, {}, async visit => {
        const { page } = visit;
        await tabTo(page, page.locator('a.row', { hasText: 'web:main' }).first());
        await page.keyboard.press('Enter');
        await page.locator('.step').first().waitFor();
        await page.keyboard.press('ArrowLeft');
        await page.locator('.replay-bar', { hasText: 'Replaying' }).waitFor();
        await page.keyboard.press('l');
        await until(page, `!document.querySelector('.replay-bar')?.textContent.includes('Replaying')`);

        await goTo(page, 's', 'schedule');
        await tabTo(page, page.locator('main a[href$="/schedule/water"]').first());
        await page.keyboard.press('Enter');
        await tabTo(page, page.getByRole('button', { name: 'Pause' }));
        await page.keyboard.press('Enter');
        await page.getByRole('button', { name: 'Enable' }).waitFor();

        await goTo(page, 'l', 'audit');
        await tabTo(page, page.getByRole('combobox').first());
        await page.keyboard.type('chain');
        await page.keyboard.press('Escape');
        await page.keyboard.press('?');
        await page.locator('.keys-list').waitFor();
        await page.keyboard.press('Escape');
        await page.locator('.keys-list').waitFor({ state: 'detached' });
        assert.equal(await page.evaluate('location.hash'), '#/audit', 'Esc leaves no screen');
        assertCalm(visit);
      });
    }));
});
