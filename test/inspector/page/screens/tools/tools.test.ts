import assert from 'node:assert/strict';
import { suite } from 'node:test';
import { test } from '../../../../slow.ts';
import { violations } from '../../axe.ts';
import { assertCalm, until, visiting, words } from '../../browser.ts';
import { changeTool, listedAgent } from '../listed-agent.ts';

/** What its conversation is called: its first message. */
const title = 'Remember these three things.';

suite('Tools, Schedule and Budget', { concurrency: 1 }, () => {
  test('given a tool in two versions, when it is opened, then source, change and runs are there, and it can be switched off, on and back', () =>
    listedAgent(async scripted => {
      await changeTool(scripted);
      await visiting(scripted.running, { hash: '#/tools' }, async visit => {
        const { page } = visit;
        const row = page.locator('tr', { has: page.getByRole('link', { name: 'word_count' }) });
        await row.waitFor();
        assert.match(
          await words(row),
          /^word_count ok 1 100 % \d+(\.\d)? m?s just now 2 Counts the words of a text\.$/,
        );
        assert.match(await words(page.locator('tr', { hasText: 'memory_save' })), /^memory_save 3 100 % \d+ ms/);
        assert.deepEqual(await violations(page), []);

        await page.keyboard.press('j');
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { name: 'word_count' }).waitFor();
        assert.match(await words(page.locator('.code')), /"letters": sum\(map\(len, words\)\)/);
        assert.deepEqual(await violations(page), []);
        await page.getByRole('link', { name: /^update tool: word_count/ }).click();
        await page.locator('.code-added').waitFor();
        const lines = await page.locator('.code-removed, .code-added').allInnerTexts();
        assert.deepEqual(
          lines.map(line => line.replaceAll(/\s+/g, ' ')),
          [
            '5 − removed: print(json.dumps({"words": len(words)}))',
            '5 + added: print(json.dumps({"words": len(words), "letters": sum(map(len, words))}))',
          ],
        );
        await page.getByText('Compared with current').click();
        await page.getByText('No differences.').waitFor();
        await page.getByRole('link', { name: /^create tool: word_count/ }).click();
        await until(page, `document.querySelectorAll('.code-added').length === 5`);
        assert.deepEqual(await violations(page), []);

        await page.getByRole('button', { name: 'Disable' }).click();
        await page.locator('.screen-head .chip', { hasText: 'disabled' }).waitFor();
        await page.getByRole('button', { name: 'Enable' }).click();
        await page.getByRole('button', { name: 'Run without asking' }).click();
        await page.locator('.screen-head .chip', { hasText: 'ok' }).waitFor();
        await page.getByRole('button', { name: 'Revert' }).click();
        await page.getByRole('button', { name: 'Go back one version' }).click();
        await page.getByRole('link', { name: /^revert tool: word_count/ }).waitFor();
        const { json } = await scripted.running.http('/api/tools/word_count');
        assert.doesNotMatch(json.source, /letters/);
        assertCalm(visit);
      });
    }));

  test('given a day that is nearly spent, when Budget is opened, then bars, forecast, the stopped conversation and what its request held are there', () =>
    listedAgent(async scripted => {
      await changeTool(scripted);
      await scripted.say('And now?');
      await scripted.say('And now?');
      await scripted.say('And now?');
      await visiting(scripted.running, { hash: '#/budget' }, async visit => {
        const { page } = visit;
        await page.locator('.stopped', { hasText: title }).waitFor();
        assert.match(
          await words(page.locator('.stopped')),
          new RegExp(
            String.raw`^${title} Its next call may take [\d\s]+ k?\s?tokens; \d+ k of 40 k tokens are spent\. It may resume in (\d+ (hours?|minutes?)|less than a minute), when a new day begins\.$`,
          ),
        );
        const bar = page.getByRole('meter', { name: 'Tokens today' });
        assert.match((await bar.getAttribute('aria-valuetext')) ?? '', /^\d+ k of 40 k$/);
        assert.equal(await bar.locator('.limit-mark').count(), 3);
        assert.ok(Number(await bar.getAttribute('aria-valuenow')) > 75);
        assert.match((await bar.getAttribute('class')) ?? '', /ink-needs/);
        await page
          .getByText(/^At this pace|^It is too early in the day/)
          .first()
          .waitFor();
        await page.keyboard.press('g');
        await page.keyboard.press('o');
        const card = page.locator('.need', { hasText: `${title} resumes when the budget allows` });
        assert.match(await words(card), /stopped by the budget · \d+ (h|min|s) left Open$/);
        await card.click();
        const parts = page.locator('.parts');
        await parts.locator('.parts-bar').waitFor();
        assert.match(
          await words(parts),
          new RegExp(
            String.raw`^${title} Instructions [\d\s]+ Tools [\d\s]+ Memories \d+ History [\d\s]+ counted [\d\s]+ of 1 M just now What the model sees$`,
          ),
        );
        assert.deepEqual(await violations(page), []);
        assertCalm(visit);
      });
    }, 40_000));

  test('given actors that wait for a time, when Schedule is opened, then the next one stands first and counts down', () =>
    listedAgent(async scripted => {
      await scripted.asks('medium');
      await visiting(scripted.running, { hash: '#/schedule' }, async visit => {
        const { page } = visit;
        await page.getByText('There are no jobs.', { exact: false }).waitFor();
        const rows = page.locator('tbody tr');
        await rows.first().waitFor();
        const ends = (await rows
          .locator('time')
          .evaluateAll(all =>
            (all as unknown as { dateTime: string }[]).map(({ dateTime }) => Date.parse(dateTime)),
          )) as number[];
        assert.deepEqual(
          ends,
          ends.toSorted((a, b) => a - b),
        );
        assert.ok(ends.length > 0);
        assert.match(await words(rows.filter({ hasText: 'approval' }).first()), /you are reminded/);
        assert.deepEqual(await violations(page), []);
        await page.keyboard.press('g');
        await page.keyboard.press('l');
        await page.locator('.audit-line').first().waitFor();
        assertCalm(visit);
      });
    }));

  test('given Straylight, when jobs, tree and the parts of a request are asked for over HTTP, then they are what the actors are', () =>
    listedAgent(async scripted => {
      assert.deepEqual((await scripted.running.http('/api/jobs')).json, { jobs: [], total: 0 });
      const { tree } = (await scripted.running.http('/api/tree')).json;
      const session = tree.find(({ id }: { id: string }) => id === 'session:web:main');
      assert.equal(session.leaf, 'idle');
      assert.deepEqual([...new Set(session.children.map(({ kind }: { kind: string }) => kind))], ['tool-call']);
      const { json } = await scripted.running.http('/api/sessions/web%3Amain/context');
      assert.equal(json.model, 'anthropic/claude-sonnet-5');
      assert.ok(json.parts.tools > json.parts.memories && json.parts.system > 0 && json.parts.history > 0);
      assert.equal((await scripted.running.http('/api/sessions/web%3Anobody/context')).status, 404);
    }));
});
