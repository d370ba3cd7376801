/** Slash commands that are typed on the page. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'node:test';
import type { Page } from 'playwright-core';
import { clientId } from '../../../../flows/rig/wire.ts';
import { test } from '../../../../slow.ts';
import { violations } from '../../axe.ts';
import { assertCalm, texts, until, visiting, words } from '../../browser.ts';
import { scriptedAgent, session } from '../../scripted-agent.ts';

async function type(page: Page, text: string): Promise<void> {
  await page.getByLabel('Message').fill(text);
  await page.keyboard.press('Enter');
}

suite('commands in a chat of the page', { concurrency: 1 }, () => {
  test('given the chat of the page, when commands are typed, then Straylight answers there, and no model reads them', () =>
    scriptedAgent({}, async scripted => {
      await visiting(scripted.running, { hash: '#/chat' }, async visit => {
        const { page } = visit;
        const answer = (typed: string) => page.locator(`.command-answer:has(.mono:text-is("${typed}"))`);
        await type(page, '/memory pending');
        await answer('/memory pending').getByText('Nothing is pending.').waitFor();
        await type(page, '/tasks add run date');
        await answer('/tasks add run date').locator('pre').waitFor();
        await type(page, '/status');
        await answer('/status').getByText('Nothing needs your answer.').waitFor();
        await type(page, '/approvals');
        await answer('/approvals').getByText('No pending approvals.').waitFor();
        await type(page, '/help');
        await answer('/help').getByText('/trust').waitFor();
        await type(page, '/momory');
        await answer('/momory')
          .getByText('Unknown command /momory. Did you mean /memory? /help lists all commands.')
          .waitFor();
        assert.deepEqual(await violations(page), []);
        assert.equal(
          scripted.agent.tables.value(`SELECT count(*) FROM messages WHERE session = '${session}' AND role = 'owner'`),
          0,
        );

        await page.getByRole('button', { name: 'Close the answer to /status' }).click();
        await answer('/status').waitFor({ state: 'detached' });
        await type(page, '/etc/hosts is a file');
        await page.locator('.line-agent .reply', { hasText: 'Done.' }).waitFor();
        assert.deepEqual(await texts(page.locator('.line-owner .said')), ['/etc/hosts is a file']);
        assert.equal(await page.locator('.command-answer').count(), 0, 'read by now');

        await type(page, '/new');
        await page.getByText('No messages yet.').waitFor();
        await until(page, `location.hash === '#/chat/session%3Aweb%3Amain~2'`);
        assertCalm(visit);
      });
    }));

  test('given text from outside in one conversation, when /trust is asked for in two, then each tells of itself, whichever its chat speaks in', () =>
    scriptedAgent({}, async ({ agent, running, play, say }) => {
      writeFileSync(join(agent.workspace, 'letter.txt'), 'Dear all, see you on Monday.\n');
      play({ toolCalls: [{ name: 'execute_command', arguments: { command: 'cat letter.txt' } }] });
      await say('Read the letter.');
      await running.http(`/api/chats/${encodeURIComponent(session)}/new`, { commandId: clientId() });
      const trust = async (of: string) => {
        const body = { commandId: clientId(), name: 'trust' };
        const { status, json } = await running.http(`/api/sessions/${encodeURIComponent(of)}/commands`, body);
        assert.equal(status, 200);
        return json.lines.join(' ');
      };
      assert.match(await trust(session), /see you on Monday/);
      assert.doesNotMatch(await trust(`${session}~2`), /Monday/);
    }));

  test('given an empty chat, when one of the things to try is pressed, then it stands in the field', () =>
    scriptedAgent({}, async ({ running }) => {
      await visiting(running, { hash: '#/chat', width: 390, height: 844 }, async visit => {
        const { page } = visit;
        await page.getByRole('button', { name: /^write a file notes\.txt/ }).click();
        await until(page, `document.querySelector('.composer textarea').value.startsWith('write a file notes.txt')`);
        assert.equal(await page.evaluate('document.activeElement.ariaLabel'), 'Message');
        assert.match(await words(page.locator('.empty')), /^No messages yet\./);
        assertCalm(visit);
      });
    }));
});
