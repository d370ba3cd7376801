/** What does not go on, and how the page says so: a conversation that was set aside, and an agent in safe mode. */
import assert from 'node:assert/strict';
import { suite } from 'node:test';
import type { Page } from 'playwright-core';
import { homePaths } from '../../../../../config/home.ts';
import { systemClock } from '../../../../../src/adapters/process/clock.ts';
import { openDatabase } from '../../../../../src/adapters/stores/sqlite/database.ts';
import type { TestAgent } from '../../../../flows/rig/agent.ts';
import { test } from '../../../../slow.ts';
import { approval, stubAgent } from '../../../stub-agent.ts';
import { serve, token } from '../../../visitor.ts';
import { assertCalm, visiting, words } from '../../browser.ts';
import { type Scripted, scriptedAgent, session } from '../../scripted-agent.ts';

const work = (page: Page) => page.locator('.work');

/** Another hand while Straylight is down: it died twice more. */
function diedAgain(agent: TestAgent): void {
  const database = openDatabase({ file: homePaths(agent.path).database, synchronous: 'normal', now: Date.now });
  const died = database.prepare('INSERT INTO boots (id, program, started_at) VALUES (?, ?, ?)');
  for (const boot of ['died-1', 'died-2']) died.run(boot, '0.1.0', systemClock.now());
  database.close();
}

/** Suspends the conversation, or lets it go on. */
async function order({ running }: Scripted, verb: 'suspend' | 'resume'): Promise<void> {
  const path = `/api/actors/${encodeURIComponent(session)}`;
  const { rev } = (await running.http(`${path}/snapshot`)).json;
  const { status, json } = await running.http(`${path}/commands`, { commandId: `test-${verb}`, verb, rev });
  assert.equal(status, 202, JSON.stringify(json));
}

suite('what is held', { concurrency: 1 }, () => {
  test('given a conversation that is suspended, when something is said in it, then the page says that it is held and kept, and it is heard once it goes on', () =>
    scriptedAgent({}, async scripted => {
      await scripted.say('Good morning.');
      await order(scripted, 'suspend');
      await visiting(scripted.running, { hash: '#/chat' }, async visit => {
        const { page } = visit;
        await work(page).getByText('This conversation is on hold. Your messages are kept until it resumes.').waitFor();
        assert.equal(
          await work(page).getByRole('link', { name: 'Look' }).getAttribute('href'),
          `#/actor/${encodeURIComponent(session)}`,
        );
        await page.getByLabel('Message').fill('Are you there?');
        await page.keyboard.press('Enter');
        await page.locator('.line-outgoing .line-facts', { hasText: /^Kept$/ }).waitFor();
        await page.locator('.rail').getByRole('link', { name: 'Overview', exact: true }).click();
        assert.match(await words(page.locator('.need')), /^You suspended web:main suspended · waiting/);
        await page.locator('.rail').getByRole('link', { name: /^Chat/ }).click();
        await work(page).waitFor();
        await order(scripted, 'resume');
        await work(page).waitFor({ state: 'detached' });
        await page.locator('.line-outgoing').waitFor({ state: 'detached' });
        await page.locator('.line-owner .said', { hasText: 'Are you there?' }).waitFor();
        assertCalm(visit);
      });
    }));

  test('given an agent that died again and again with a yes that waits to begin, when its page is opened, then safe mode is counted, headed and told as what it is', () =>
    scriptedAgent({ config: '[approvals]\nexpires_ms = 600000\nundo_window_s = 2\n' }, async scripted => {
      const { waiting } = await scripted.asks('high');
      assert.equal((await scripted.running.decide(waiting[0], 'approve')).status, 202);
      const saidAt = async (agent: Scripted['running']) =>
        (await agent.http(`/api/chats/${encodeURIComponent(session)}`)).json.sessions[0].at;
      const before = await saidAt(scripted.running);
      await scripted.running.kill();
      diedAgain(scripted.agent);
      const running = await scripted.agent.start();
      await visiting(running, { hash: '#/approvals' }, async visit => {
        const { page } = visit;
        assert.match(await words(page.locator('.card-incident')), /^Safe mode waiting .* I crashed 3 times in a row/);
        assert.equal(await words(page.locator('.badge')), '1 waiting');
        assert.match(await words(page.locator('.next-facts')), /^Safe mode$/);
        assert.match(await words(page.locator('.undo-bar li')), / on hold: starts when resumed Undo$/);

        await page.locator('.rail').getByRole('link', { name: 'Overview', exact: true }).click();
        const need = page.locator('.need');
        assert.match(await words(need), /^I crashed 3 times in a row, .* safe mode · waiting .* Answer$/);
        assert.match((await need.getAttribute('href')) ?? '', /^#\/approvals\/incident/);
        await page.locator('.rail').getByRole('link', { name: /^Chat/ }).click();
        await work(page).getByText('Straylight is in safe mode. Your messages are kept until you resume it.').waitFor();
        assert.match(
          (await work(page).getByRole('link', { name: 'Look' }).getAttribute('href')) ?? '',
          /^#\/approvals\/incident/,
        );
        const notice = page.locator('.note', { hasText: 'System notice' });
        await notice.locator('summary').click();
        await notice.getByText('until you tell me to continue.').waitFor();
        assert.equal(await saidAt(running), before, 'a notice does not move a conversation up');

        await work(page).getByRole('link', { name: 'Look' }).click();
        await page.getByRole('button', { name: /^Go on/ }).click();
        await page.locator('.badge').waitFor({ state: 'detached' });
        assertCalm(visit);
      });
    }));

  test('given a yes whose time to be taken back is over, when Straylight has not begun yet, then it says that it starts now, and no seconds', async () => {
    const agent = stubAgent();
    const row = approval('k3Qm9xTd');
    const card = { ...row.card, undoUntil: Date.now() - 1_000 };
    agent.approvals.set('k3Qm9xTd', { ...row, state: 'granted', card });
    const read = agent.reader.state;
    const reader = { ...agent.reader, state: () => ({ ...read(), now: Date.now() }) };
    await using served = await serve({ agent: { ...agent, reader } });
    await visiting({ url: served.server.url, token }, { hash: '#/approvals' }, async ({ page }) => {
      await page.locator('.undo-bar li').waitFor();
      assert.equal(await words(page.locator('.undo-left')), 'starts now');
    });
  });
});
