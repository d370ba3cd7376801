/** A Telegram account that writes while a code is waited for: asked about on the page, let in or forgotten there. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'node:test';
import { homePaths } from '../../../../../config/home.ts';
import { owner, polls, sees, stranger, withTelegram } from '../../../../flows/rig/telegram-agent.ts';
import { test } from '../../../../slow.ts';
import { violations } from '../../axe.ts';
import { assertCalm, visiting, words } from '../../browser.ts';

suite('pairing on the page', { concurrency: 1 }, () => {
  test('given accounts that write while a code is waited for, when the page is asked, then one is let in by two presses, another is forgotten', () =>
    withTelegram(
      async (agent, telegram) => {
        const running = await agent.start();
        await visiting(running, { hash: '#/overview', width: 390, height: 800 }, async visit => {
          const { page } = visit;
          await page.locator('.need', { hasText: 'No account may talk to the agent on Telegram yet' }).click();
          await page.getByRole('button', { name: /^Make a pairing code It holds for 15 min, and once/ }).click();
          const made = page.locator('.pairing-code');
          await made.waitFor();
          assert.match(
            await words(made),
            /^Send this to .+ on Telegram: \/start [2-9A-Z]{8} Copy It counts once, for another 1[45] min\.$/,
          );
          assert.deepEqual(await violations(page), []);
          await page.locator('.rail a', { hasText: 'Overview' }).click();
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

  test('given a code that was made on the page, when it is sent to the bot, then the page says whose account was let in, shuts it out again, and no log has the code', () =>
    withTelegram(
      async (agent, telegram) => {
        const running = await agent.start();
        await visiting(running, { hash: '#/actor/channel%3Atelegram' }, async visit => {
          const { page } = visit;
          const accounts = page.locator('.pairing');
          await accounts.getByText('No account may talk to the agent yet.').waitFor();
          await accounts.getByRole('button', { name: /^Make a pairing code/ }).click();
          const order = (await page.locator('.pairing-order code').innerText()).trim();
          telegram.say(owner, order);
          await accounts.locator('.pairing-accounts', { hasText: `User ${owner}` }).waitFor();
          await page.locator('.pairing-code').waitFor({ state: 'detached' });
          await accounts.getByRole('button', { name: 'Remove' }).click();
          await accounts.getByRole('button', { name: 'Remove it' }).click();
          await accounts.getByText('No account may talk to the agent yet.').waitFor();
          const code = order.replace('/start ', '');
          assert.ok(!JSON.stringify(agent.tables.rows('SELECT * FROM journal')).includes(code));
          assert.ok(!readFileSync(join(homePaths(agent.path).logs, 'straylight.jsonl'), 'utf8').includes(code));
          assertCalm(visit);
        });
      },
      { allowed: [] },
    ));
});
