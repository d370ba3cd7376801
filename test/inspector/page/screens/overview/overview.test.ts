import assert from 'node:assert/strict';
import { suite } from 'node:test';
import type { Page } from 'playwright-core';
import { withAgent } from '../../../../flows/rig/agent.ts';
import { owner, sees, withTelegram } from '../../../../flows/rig/telegram-agent.ts';
import { clientId } from '../../../../flows/rig/wire.ts';
import { test } from '../../../../slow.ts';
import { assertCalm, text, texts, until, visiting, words } from '../../browser.ts';

const says = (session: string, text: string) =>
  ({ path: `/api/sessions/${encodeURIComponent(session)}/messages`, body: { clientId: clientId(), text } }) as const;

const today = async (page: Page) =>
  String(await page.evaluate(`new Date().toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })`));

suite('the page of a running agent', { concurrency: 1 }, () => {
  test('given the link of Straylight, when it is opened, then what runs is on the screen, and the token is nowhere but in this tab', () =>
    withAgent({}, async agent => {
      const running = await agent.start();
      await visiting(running, {}, async visit => {
        const { page } = visit;
        await page.getByRole('link', { name: /^supervisor/ }).waitFor();
        assert.equal(await page.evaluate('location.href'), `${running.url}/#/`);
        assert.equal(await page.evaluate('sessionStorage["straylight.token"]'), running.token);
        const elsewhere = await page.evaluate(
          'JSON.stringify([localStorage, document.cookie, history.state, document.documentElement.outerHTML])',
        );
        assert.ok(!String(elsewhere).includes(running.token));
        assert.deepEqual(await page.locator('.group h2').allInnerTexts(), ['Channels 2', 'Supervisor 1']);
        assert.match(await text(page.locator('.standing')), /Live\s+3 actors/);
        assert.match(await text(page.locator('.stream-lines')), /system\.started/);
        assertCalm(visit);
      });
    }));

  test('given an open Overview, when a session works, then its row, its way and what it has cost appear by themselves', () =>
    withAgent({ config: '[budget]\nmax_tokens_per_day = 5000000\n' }, async agent => {
      const running = await agent.start();
      await visiting(running, {}, async visit => {
        const { page } = visit;
        await page.getByRole('link', { name: /^supervisor/ }).waitFor();
        const { path, body } = says('session:web:main', 'run uname -a');
        await running.http(path, body);
        const row = page.locator('a.row[href="#/actor/session%3Aweb%3Amain"]');
        await row.getByText('idle').waitFor();
        await page.locator('.group', { hasText: 'Tool calls' }).getByText('execute_command').waitFor();
        await row.getByText('run uname -a').waitFor();
        assert.match(await words(row), /^run uname -a web:main idle \d\.\d s ✓ done: evaluation \d+ events$/);
        const lines = page.locator('.stream-lines');
        await lines.getByText('✓ done: execution').first().waitFor();
        assert.match(await text(lines), /acting\.executing → done/);
        assert.match((await row.locator('.strip path').getAttribute('d')) ?? '', /^M\d+ 1v10/);
        await page.locator('.spending', { hasText: /[1-9][\d\s]* (?:k )?of 5 M tokens today/ }).waitFor();
        // what it has spent, drawn over time and told in words
        const plot = page.locator('.plot');
        await plot.locator('.plot-total', { hasText: /[1-9]/ }).waitFor();
        await plot.locator('.plot-legend', { hasText: /^rehearsal\/\S+ / }).waitFor();
        await plot.getByLabel('Unit').selectOption('Model calls');
        await plot.getByLabel('Division').selectOption('By purpose');
        await plot.locator('.plot-legend', { hasText: /^session 2/ }).waitFor();
        await plot.getByLabel('Time').selectOption('Last 30 days');
        await page.reload();
        await plot.locator('.plot-legend', { hasText: /^session 2/ }).waitFor();
        assert.deepEqual(await texts(plot.locator('table th')), ['Time', 'session', await today(page)]);
        assertCalm(visit);
      });
    }));

  test('given an open Overview, when something waits for the owner, then a card says what, how grave and since when, and the badge counts it', () =>
    withAgent({ config: '[approvals]\nexpires_ms = 300000\n' }, async agent => {
      const running = await agent.start();
      await visiting(running, {}, async visit => {
        const { page } = visit;
        await page.getByText('Nothing needs your attention.').waitFor();
        const { path, body } = says('session:web:main', 'run rm -rf old');
        await running.http(path, body);
        const card = page.locator('.need');
        await card.getByText('min left').waitFor();
        assert.match(
          await words(card),
          /^Run “rm -rf old”\. Risk: very high: cannot be undone, except for files of the workspace, which undo restores · waiting \d+\.\d s · \d min left Review$/,
        );
        assert.match((await card.getAttribute('href')) ?? '', /^#\/approvals\/\w{8}$/);
        assert.equal(await words(page.locator('.badge')), '1 waiting');
        await until(page, 'document.title === "(1) Overview · Straylight"');
        assert.match(await text(page.locator('#announcements')), /One item is waiting for you\./);

        const { approvals } = (await running.http('/api/approvals?state=pending')).json;
        assert.equal((await running.decide(approvals[0], 'deny')).status, 202);
        await page.getByText('Nothing needs your attention.').waitFor();
        await page.locator('#announcements', { hasText: 'Nothing is waiting for you.' }).waitFor({ state: 'attached' });
        await page.locator('#announcements', { hasText: /^$/ }).waitFor({ state: 'attached' });
        assertCalm(visit);
      });
    }));

  test('given a reply that Telegram does not take, when the Overview is open, then it says what waits and since when, until it is delivered', () =>
    withTelegram(async (agent, telegram) => {
      const running = await agent.start();
      await visiting(running, {}, async visit => {
        const { page } = visit;
        const line = page.locator('.undelivered li');
        await page.locator('.group').first().waitFor();
        assert.equal(await line.count(), 0);
        telegram.fail('sendMessage', { status: 502 }, 1000);
        telegram.say(owner, 'remember that I like tea');
        await line.waitFor();
        assert.match(await words(line), /^telegram: one message waits for delivery · oldest just now$/);
        telegram.mend();
        await sees(telegram, /I like tea/);
        await line.waitFor({ state: 'detached' });
        assertCalm(visit);
      });
    }));

  test('given an event stream that was left, when it is come back to, then what happened meanwhile is in it, each step once', () =>
    withAgent({}, async agent => {
      const running = await agent.start();
      await visiting(running, {}, async visit => {
        const { page } = visit;
        await page.locator('.stream-lines').getByText('system.started').waitFor();
        await page.getByRole('link', { name: /^Memory/ }).click();
        await page.locator('.stage-memory').waitFor();
        await running.say('session:web:main', 'run uname -a');
        await page.getByRole('link', { name: /^Overview/ }).click();
        await page.locator('.stream-lines').getByText('✓ done: evaluation').waitFor();
        const { entries } = (await running.http('/api/actors/session%3Aweb%3Amain/journal?limit=200')).json;
        const told = await page
          .locator('.stream-line[href*="session%3Aweb%3Amain"] .event')
          .evaluateAll(lines => (lines as unknown as { title: string }[]).map(({ title }) => title));
        assert.deepEqual(
          told.toReversed(),
          entries.map(({ event }: { event: { type: string } }) => event.type),
        );
        assertCalm(visit);
      });
    }));

  test('given rows of several kinds, when T is pressed, then each stands beneath the one that started it', () =>
    withAgent({}, async agent => {
      const running = await agent.start();
      await running.say('session:web:main', 'run uname -a');
      await visiting(running, {}, async visit => {
        const { page } = visit;
        await page.locator('.group').first().waitFor();
        await page.keyboard.press('t');
        const child = page.locator('.family > li', { hasText: 'web:main' }).locator('li a.row');
        assert.match(await text(child), /^execute_command/);
        await page.keyboard.press('t');
        await page.getByRole('heading', { name: 'Conversations' }).waitFor();
        assertCalm(visit);
      });
    }));
});
