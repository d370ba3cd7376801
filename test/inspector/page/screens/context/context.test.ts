/** The screen of what the model sees, in a real browser at a real agent. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'node:test';
import { test } from '../../../../slow.ts';
import { violations } from '../../axe.ts';
import { assertCalm, visiting, words } from '../../browser.ts';
import { scriptedAgent, session } from '../../scripted-agent.ts';

const pictures = process.env['PICTURES'];

suite('what the model sees, on the page', { concurrency: 1 }, () => {
  test('given three turns with an order and a watched file, when a request is opened, then it stands there whole, what differs first, and beside it what can be revoked and ended', () =>
    scriptedAgent({}, async ({ agent, running, play, say }) => {
      writeFileSync(join(agent.workspace, 'notes.txt'), 'buy milk\n');
      await say('always answer in one sentence');
      play(
        { toolCalls: [{ name: 'subscribe', arguments: { kind: 'file', path: 'notes.txt' } }] },
        { text: 'I watch it.' },
      );
      await say('subscribe to the file notes.txt');
      writeFileSync(join(agent.workspace, 'notes.txt'), 'buy milk\nand bread\n');
      await say('what is new there?');
      await visiting(running, { hash: `#/context/${encodeURIComponent(session)}` }, async visit => {
        const { page } = visit;
        const rows = page.locator('.request-row');
        await page.locator('.whole-request .piece').first().waitFor();
        assert.equal(await rows.count(), 4);
        const whole = page.locator('.whole-request');
        await whole.locator('.piece', { hasText: 'what is new there?' }).waitFor();
        assert.match(await words(whole), /Request #\d+ anthropic\/claude-sonnet-5.* of 1.000.000 tokens/);
        const watchedPart = whole.locator('.piece-changed', { hasText: 'and bread' });
        assert.match(await words(watchedPart.locator('.code-added', { hasText: 'and bread' })), /^\+ added: /);
        assert.equal(await whole.locator('.piece-same').count(), 0, 'what is as before is not shown at first');
        if (pictures) await page.screenshot({ path: join(pictures, 'context.png'), fullPage: true });
        assert.deepEqual(await violations(page), []);

        await page.getByRole('button', { name: 'Everything' }).click();
        await whole.locator('.piece-same', { hasText: 'always answer in one sentence' }).first().waitFor();
        await page.getByRole('link', { name: 'The request before' }).click();
        await whole.locator('.piece', { hasText: 'Call of subscribe' }).first().waitFor();
        assert.match(page.url(), /#\/context\/session%3Aweb%3Amain\/\d+$/);

        const side = page.locator('.context-side');
        await side.getByRole('group', { name: 'Watched' }).getByText('notes.txt').waitFor();
        await side.getByRole('button', { name: 'End' }).click();
        await side.getByText('No file and no page is watched beside this conversation.').waitFor();
        await side
          .locator('tr', { hasText: 'always answer in one sentence' })
          .getByRole('button', { name: 'Revoke' })
          .click();
        await side.getByText(/revoked/).waitFor();
        assert.equal(agent.tables.value('SELECT count(*) FROM orders WHERE revoked_at IS NULL'), 0);
        assert.equal(agent.tables.value('SELECT count(*) FROM subscriptions WHERE ended_at IS NULL'), 0);
        await page.setViewportSize({ width: 390, height: 800 });
        if (pictures) await page.screenshot({ path: join(pictures, 'context-phone.png'), fullPage: true });
        assertCalm(visit);
      });
    }));
});
