import assert from 'node:assert/strict';
import { suite } from 'node:test';
import { withAgent } from '../../../../flows/rig/agent.ts';
import { clientId } from '../../../../flows/rig/wire.ts';
import { test } from '../../../../slow.ts';
import { assertCalm, text, visiting } from '../../browser.ts';

suite('what was spent, on the page', { concurrency: 1 }, () => {
  test('given the demo model alone and no limit of tokens, when the page is opened, then it says free wherever tokens would stand', () =>
    withAgent({}, async agent => {
      const running = await agent.start();
      await visiting(running, {}, async visit => {
        const { page } = visit;
        await running.http('/api/sessions/session%3Aweb%3Amain/messages', { clientId: clientId(), text: 'hello' });
        await page.locator('.spending', { hasText: /^Demo model: free$/ }).waitFor();
        await page.goto(`${running.url}/#/budget`);
        await page.locator('.budget-today', { hasText: 'The demo model is rules, and free.' }).waitFor();
        await page.locator('.plot', { hasText: 'The demo model is rules, and free.' }).waitFor();
        await page.locator('section', { hasText: 'Models today' }).getByText('rehearsal/rehearsal').waitFor();
        const screen = await text(page.locator('.list-screen'));
        assert.doesNotMatch(screen, /\$0\.00 ·|tokens today|At this pace .* [k\d] by/);
        assert.equal((await page.locator('td', { hasText: /^free$/ }).count()) >= 3, true, screen);
        const card = page.locator('.model-cards li', { hasText: 'rehearsal/rehearsal' });
        assert.match(await text(card), /responds[\s\S]*on your own machine[\s\S]*Used for: conversations/);
        assertCalm(visit);
      });
    }));
});
