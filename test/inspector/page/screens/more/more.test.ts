/** The screen of further lists: an operation that no module of the page knows has its list and its buttons there. */
import assert from 'node:assert/strict';
import { suite } from 'node:test';
import type { Language } from '../../../../../src/domain/text/texts.ts';
import { test } from '../../../../slow.ts';
import { kept, notes } from '../../../notes.ts';
import { stubAgent } from '../../../stub-agent.ts';
import { readOnlyToken, serve, token } from '../../../visitor.ts';
import { violations } from '../../axe.ts';
import { assertCalm, texts, visiting, words } from '../../browser.ts';

const pictures = process.env['PICTURES'];

/** Lets a story happen at a page of a program with notes. */
async function withNotes(language: Language, story: (url: string) => Promise<void>): Promise<void> {
  kept.splice(0, kept.length, 'milk', 'tea\u202e');
  const stub = stubAgent();
  const agent = { ...stub, reader: { ...stub.reader, reading: () => ({ language, now: 7 }) as const } };
  await using served = await serve({ agent, language, more: { notes } });
  await story(served.server.url);
}

suite('further lists', { concurrency: 1 }, () => {
  test('given an operation in one file, when its list is opened, then it is drawn, and each of its buttons does what it says', () =>
    withNotes('en', url =>
      visiting({ url, token }, { hash: '#/more' }, async visit => {
        const { page } = visit;
        await page.locator('.rail-link', { hasText: 'More lists' }).waitFor();
        assert.match(await words(page.locator('.more-lists')), /Notes what is on your mind/);
        await page.getByRole('link', { name: /^Notes/ }).click();
        const table = page.getByRole('group', { name: 'Notes' });
        const row = (text: string) => table.locator('tbody tr', { hasText: text });
        assert.match(await words(row('tea')), /^tea⟨U\+202E⟩ Remove$/);
        assert.deepEqual(await texts(page.locator('.view > .view-acts button')), ['Add a note', 'Drop all']);

        await row('milk').getByRole('button', { name: 'Remove' }).click();
        const asked = page.getByRole('form', { name: 'Remove' });
        assert.match(await words(asked), /^It is gone then\. Yes: Remove$/);
        assert.deepEqual(kept.length, 2);
        await asked.getByRole('button').click();
        await row('milk').waitFor({ state: 'detached' });

        await page.getByRole('button', { name: 'Add a note' }).click();
        await page.getByRole('textbox', { name: 'Add a note' }).fill('  bread ');
        await page.keyboard.press('Enter');
        await row('bread').waitFor();
        assert.equal(await words(page.locator('.view').getByRole('status')), 'Kept: bread');

        // from elsewhere
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
        const body = JSON.stringify({ commandId: 'from-elsewhere', text: 'salt' });
        assert.ok((await fetch(`${url}/api/notes`, { method: 'POST', headers, body })).ok);
        await row('salt').waitFor();
        await row('salt').getByRole('button', { name: 'Remove' }).click();
        await asked.getByRole('button').click();
        await row('salt').waitFor({ state: 'detached' });
        await row('bread').getByRole('link', { name: 'bread' }).click();
        assert.deepEqual(await texts(page.locator('.view-lines p')), ['bread', 'a', 'b', 'c']);
        await page.getByRole('link', { name: 'Back' }).click();

        await page.getByRole('button', { name: 'Drop all' }).click();
        const ahead = page.getByRole('form', { name: 'Drop all' });
        assert.match(await words(ahead), /Drops bread\. Yes: Drop all$/);
        assert.equal(kept.length, 2);
        await ahead.getByRole('button').click();
        await row('bread').waitFor({ state: 'detached' });
        assert.deepEqual(kept, []);
        assertCalm(visit);
      }),
    ));

  test('given a row that is gone meanwhile, when its button is pressed, then the refusal stands beside it', () =>
    withNotes('en', url =>
      visiting({ url, token }, { hash: '#/more/notes.list' }, async ({ page }) => {
        const row = page.locator('tbody tr', { hasText: 'milk' });
        await row.getByRole('button', { name: 'Remove' }).click();
        kept.length = 0;
        await page.getByRole('button', { name: 'Yes: Remove' }).click();
        await page.getByRole('alert').getByText('there is no such note').waitFor();
      }),
    ));

  test('given a read-only page, when the list is shown, then it is there, and nothing can be pressed', () =>
    withNotes('en', url =>
      visiting({ url, token: readOnlyToken }, { hash: '#/more/notes.list' }, async ({ page }) => {
        await page.locator('tbody tr', { hasText: 'milk' }).waitFor();
        const buttons = page.locator('main button');
        assert.equal(await buttons.count(), 4);
        for (const button of await buttons.all()) assert.equal(await button.isDisabled(), true);
      }),
    ));

  for (const language of ['en', 'de'] as const)
    test(`given an owner of ${language}, when the list is shown in both themes and two widths, then axe-core finds nothing and nothing stands out`, () =>
      withNotes(language, async url => {
        for (const theme of ['light', 'dark'] as const)
          for (const [width, height] of [
            [1280, 800],
            [390, 844],
          ] as const)
            await visiting({ url, token }, { theme, width, height, hash: '#/more' }, async visit => {
              const { page } = visit;
              await page.locator('.more-lists a').first().waitFor();
              assert.deepEqual(await violations(page), [], `${theme} ${width}`);
              await page.goto(`${url}/#/more/notes.list`);
              await page.locator('tbody tr', { hasText: 'milk' }).getByRole('button').click();
              await page.locator('.view > .view-acts button').first().click();
              assert.deepEqual(await violations(page), [], `the list, ${theme} ${width}`);
              assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width);
              if (pictures) await page.screenshot({ path: `${pictures}/more-${language}-${theme}-${width}.png` });
              assertCalm(visit);
            });
      }));
});
