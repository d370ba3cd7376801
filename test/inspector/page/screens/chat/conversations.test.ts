/** The list of conversations: what it is called, how it looks, how it is searched, where the focus goes. */
import assert from 'node:assert/strict';
import { suite } from 'node:test';
import type { Page } from 'playwright-core';
import { test } from '../../../../slow.ts';
import { assertCalm, texts, until, visiting, words } from '../../browser.ts';
import { scriptedAgent } from '../../scripted-agent.ts';

const hash = '#/chat';
const focused = (page: Page) =>
  page.evaluate<string>('document.activeElement.ariaLabel ?? document.activeElement.innerText');

suite('the conversations on the page', { concurrency: 1 }, () => {
  test('given a conversation with a name, when the name is searched in the chat and in the palette, then it is found, each conversation once', () =>
    scriptedAgent({}, async ({ running, say }) => {
      await say('How full is it? The disk, I mean.');
      await say('And the other disk?');
      await running.say('session:web:other', 'Nothing of that kind.');
      await visiting(running, { hash }, async visit => {
        const { page } = visit;
        const list = page.locator('.chat-side');
        await list.getByRole('button', { name: 'Rename' }).click();
        await page.getByLabel('Name of the conversation').fill('Room to spare');
        await page.keyboard.press('Enter');
        await list.locator('.conversation', { hasText: 'Room to spare' }).waitFor();
        await until(page, `document.activeElement.innerText === 'Rename'`);
        await list.getByRole('button', { name: 'Pin' }).press('Enter');
        await list.getByText('Pinned').waitFor();
        assert.equal(await focused(page), 'Unpin');

        const search = list.getByLabel('Search conversations');
        await search.fill('room SPARE');
        await list.getByLabel('Found conversations').getByText('Room to spare').waitFor();
        assert.equal(await list.getByLabel('Found messages').count(), 0);
        await search.fill('web:other');
        await list.getByLabel('Found conversations').getByText('Nothing of that kind.').waitFor();
        await search.fill('disk');
        await until(page, `document.querySelectorAll('.conversation-found').length === 2`);
        assert.deepEqual(await texts(list.getByLabel('Found messages').locator('.conversation-title')), [
          'Room to spare',
        ]);

        await search.press('Escape');
        await list.getByLabel('Which conversations').waitFor();
        assert.equal(await search.inputValue(), '');
        await until(page, `document.activeElement === document.body`);

        await page.keyboard.press('Control+k');
        await page.locator('.palette').waitFor();
        await page.keyboard.type('spare');
        await page.locator('.palette li[aria-selected=true]', { hasText: 'Room to spare conversation' }).waitFor();
        await page.locator('.palette input').fill('new');
        await page.locator('.palette li[aria-selected=true]', { hasText: 'New conversation' }).waitFor();
        await page.keyboard.press('Enter');
        await list.locator('[aria-current]', { hasText: 'New conversation' }).waitFor();
        await until(page, `document.activeElement.ariaLabel === 'Message'`);
        assert.equal(await page.title(), 'Chat: New conversation · Straylight');
        assertCalm(visit);
      });
    }));

  test('given a call that waits for a yes after its turn, when conversations and actors are listed, then that one needs its owner', () =>
    scriptedAgent({ config: '[approvals]\nexpires_ms = 600000\n' }, async ({ running, asks }) => {
      await asks('irreversible');
      await running.say('session:web:other', 'Nothing to decide.');
      await visiting(running, { hash }, async visit => {
        const { page } = visit;
        await page.locator('.chat-side [aria-current] .glyph.ink-needs').waitFor();
        assert.match(await words(page.locator('.chat-side [aria-current]')), /needs you/);
        const other = page.locator('.chat-side .conversation', { hasText: 'Nothing to decide.' });
        await other.locator('.glyph.ink-idle').waitFor();
        await page.goto(`${running.url}/#/`);
        const sessions = page.locator('section.group', { has: page.locator('#group-session') });
        await sessions.locator('.group-standing', { hasText: '1 needs you' }).waitFor();
        assertCalm(visit);
      });
    }));

  test('given a conversation that was archived, and one that was deleted, when each is still shown, then the first is marked and the second is said to be gone', () =>
    scriptedAgent({ hasForgotten: true, deleted: ['session:web:main'] }, async ({ running, say }) => {
      await say('Something to be rid of.');
      await visiting(running, { hash: '#/chat/session%3Aweb%3Amain' }, async visit => {
        const { page } = visit;
        const current = page.locator('.chat-side [aria-current]');
        await page.getByRole('button', { name: 'Archive' }).click();
        await current.getByText('Archived').waitFor();
        await page.getByRole('button', { name: 'Restore' }).click();
        await current.getByText('Archived').waitFor({ state: 'detached' });
        await page.getByRole('button', { name: 'Delete…' }).click();
        await page.getByRole('button', { name: 'Delete', exact: true }).click();
        await page.getByRole('button', { name: 'Delete it for good' }).click();
        await until(page, `location.hash === '#/chat'`);
        await page.getByText('No messages yet.').waitFor();
        await page.goto(`${running.url}/#/chat/session%3Aweb%3Anope`);
        await page.getByText('This conversation does not exist, or no longer does.').waitFor();
        assert.equal(await page.getByLabel('Message').count(), 0);
        assert.equal(await current.count(), 0, 'no line of its own');
        await page.getByRole('link', { name: 'Go to the current one' }).click();
        await page.getByLabel('Message').waitFor();
        await page.goto(`${running.url}/#/`);
        await page.locator('.rows .row').first().waitFor();
        assert.equal(await page.locator('.rows .row', { hasText: 'web:main' }).count(), 0);
        assertCalm(visit);
      });
    }));
});
