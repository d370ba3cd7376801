/** A Telegram account that writes while a code is waited for: asked about on the page, let in or forgotten there. */
import assert from 'node:assert/strict';
import { suite } from 'node:test';
import { owner, polls, sees, stranger, withTelegram } from '../../../../flows/rig/telegram-agent.ts';
import { test } from '../../../../sampled.ts';
import { violations } from '../../axe.ts';
import { assertCalm, visiting, words } from '../../browser.ts';

suite('pairing on the page', { concurrency: 1 }, () => {
  test('given accounts that write while a code is waited for, when the page is asked, then one is let in by two presses, another is forgotten', () =>
    withTelegram(
      async (agent, telegram) => {
        const running = await agent.start();
        assert.equal((await agent.straylight('telegram', 'pair')).code, 0);
        await visiting(running, { hash: '#/overview', width: 390, height: 800 }, async visit => {
          const { page } = visit;
          await page.getByText('Nothing needs your attention.').waitFor();
          telegram.say(stranger, 'hello?');
          await page.locator('.need', { hasText: `Telegram account ${stranger} (“User ${stranger}”) wrote` }).click();
          const card = page.locator('.card', { hasText: 'Telegram account' });
          await card.waitFor();
          assert.match(await words(card), new RegExp(`Account ${stranger}`));
          assert.deepEqual(await violations(page), []);
          for (const button of await card.locator('.answers button').all())
            assert.ok(((await button.boundingBox())?.height ?? 0) >= 44);
          await card.getByRole('button', { name: /^Not mine/ }).click();
          await card.waitFor({ state: 'detached' });

          telegram.say(owner, 'hello?');
          const mine = page.locator('.card', { hasText: `Telegram account ${owner}` });
          await mine.waitFor();
          await mine.getByRole('button', { name: /^Allow/ }).click();
          await polls(telegram);
          assert.deepEqual(telegram.sent.all, [], 'one press is none');
          await mine.getByRole('button', { name: /^Allow this account/ }).click();
          await mine.waitFor({ state: 'detached' });
          assertCalm(visit);
        });
        telegram.say(owner, 'remember that I like tea');
        await sees(telegram, /Saved: “I like tea”/);
        telegram.say(stranger, 'remember that I like coffee');
        await polls(telegram);
        assert.ok(telegram.sent.all.every(({ chatId }) => chatId === owner));
        const { accounts } = (await running.http('/api/telegram/accounts')).json;
        assert.deepEqual(
          accounts.map(({ account, by }: { account: string; by: string }) => [account, by]),
          [[String(owner), 'web']],
        );
      },
      { allowed: [] },
    ));
});
