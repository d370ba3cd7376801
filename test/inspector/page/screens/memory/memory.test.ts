import assert from 'node:assert/strict';
import { suite } from 'node:test';
import { test } from '../../../../slow.ts';
import { violations } from '../../axe.ts';
import { assertCalm, until, visiting, words } from '../../browser.ts';
import { scriptedAgent } from '../../scripted-agent.ts';
import { listedAgent } from '../listed-agent.ts';

const hash = '#/memory';
const count = (expected: number) => `document.querySelectorAll('.memory').length === ${expected}`;

suite('Memory', { concurrency: 1 }, () => {
  test('given memories, when they are searched, reworded and forgotten, then the page, the tables and the chain agree', () =>
    listedAgent(async ({ agent, running }) => {
      await visiting(running, { hash }, async visit => {
        const { page } = visit;
        await until(page, count(3));
        const ada = page.locator('.memory', { hasText: 'Ada’s birthday' });
        await ada.getByRole('link', { name: 'Remember these three things.' }).waitFor();
        assert.match(
          await words(ada),
          /^Ada’s birthday is on 10 December\. Fact saved on request in Remember these three things\. your own words never used (just now|\d+ minutes? ago) Edit Forget…$/,
        );
        assert.equal(await ada.getByRole('link').getAttribute('href'), '#/chat/session%3Aweb%3Amain');
        assert.equal(
          await page.evaluate(
            `getComputedStyle([...document.querySelectorAll('.memory-text')].find(one => /אדה/.test(one.textContent))).direction`,
          ),
          'rtl',
        );
        assert.deepEqual(await violations(page), []);

        await page.keyboard.press('/');
        await page.keyboard.type('what does restic do?');
        await until(page, `${count(1)} && /restic/.test(document.querySelector('.memory').textContent)`);
        await page.getByLabel('Search memories').fill('');
        await until(page, count(3));

        await ada.getByRole('button', { name: 'Edit' }).click();
        const field = page.getByLabel('Text to remember');
        assert.equal(await page.evaluate('document.activeElement.tagName'), 'TEXTAREA');
        assert.equal(await page.getByRole('button', { name: 'Save' }).isDisabled(), true, 'nothing has changed yet');
        await field.fill('Ada was born on 10 December 1815.');
        await page.getByRole('button', { name: 'Save' }).click();
        await page.locator('.memory', { hasText: '1815' }).waitFor();
        await until(page, count(3));
        assert.deepEqual(
          agent.tables.rows(
            "SELECT source, taint, status FROM memories WHERE content = 'Ada was born on 10 December 1815.'",
          ),
          [{ source: 'owner', taint: 'owner', status: 'active' }],
        );

        const backups = page.locator('.memory', { hasText: 'restic' });
        await backups.getByRole('button', { name: 'Forget…' }).click();
        const sure = page.getByRole('group', { name: 'Forget it?' });
        assert.match(
          await words(sure),
          /^This forgets it for good, with every copy of it in this home: .*What stays: /,
        );
        assert.deepEqual(await violations(page), []);
        await sure.getByRole('button', { name: 'Keep it' }).click();
        await backups.getByRole('button', { name: 'Forget…' }).click();
        await sure.getByRole('button', { name: 'Forget it for good' }).focus();
        await page.keyboard.press('Enter');
        await until(page, count(2));
        assert.match(
          await words(page.locator('.memory-gone')),
          /^Forgotten: 1 memory; blanked in \d+ messages? and \d+ steps?\. .*What stays: .* Close$/,
        );
        await until(page, `document.activeElement.classList.contains('memory')`);
        assert.equal(agent.tables.value("SELECT count(*) FROM memories WHERE content LIKE '%restic%'"), 0);
        assert.deepEqual(
          agent.tables.rows("SELECT kind, actor FROM audit WHERE kind LIKE 'admin.memory%' ORDER BY n"),
          [
            { kind: 'admin.memory-edit', actor: 'web' },
            { kind: 'admin.memory-forget', actor: 'web' },
          ],
        );
        assertCalm(visit);
      });
    }));

  test('given memories of two conversations, one in place of another, when it is asked what was learned from where, then each stands once, under where it comes from', () =>
    listedAgent(async ({ running }) => {
      const [known] = (await running.http('/api/memory?q=restic')).json.memories;
      const given = { ...known, session: 'session:web:kitchen', status: 'active', replaces: null };
      const memories = [
        { ...given, id: 'memory:old', content: 'The oven is gas.', status: 'archived' },
        { ...given, id: 'memory:new', content: 'The oven is electric.', replaces: 'memory:old' },
        { ...given, id: 'memory:unsure', content: 'The oven is solar.', status: 'pending', contradicts: 'memory:new' },
        { ...given, id: 'memory:tea', content: 'Tea is in the upper drawer.' },
      ];
      const headers = { authorization: `Bearer ${running.token}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ commandId: 'c1', batch: 'kitchen', memories, vouched: true });
      const taken = await fetch(`${running.url}/api/memory/import`, { method: 'POST', headers, body });
      assert.equal(((await taken.json()) as { readonly added: number }).added, 4);
      await visiting(running, { hash }, async visit => {
        const { page } = visit;
        await page.getByText('What was learned from where').click();
        await until(page, `document.querySelectorAll('.origin-memory').length === 7`);
        const kitchen = page.locator('.origin', { hasText: 'kitchen' });
        assert.match(
          await words(kitchen),
          /^web:kitchen .*The oven is solar\. pending contradicts The oven is electric\. replaced The oven is gas\. archived/,
        );
        assert.equal(await page.locator('.origin', { hasText: 'restic' }).locator('.origin-memory').count(), 3);
        assert.equal(await kitchen.getByRole('link').getAttribute('href'), '#/chat/session%3Aweb%3Akitchen');
        assert.deepEqual(await violations(page), []);
        assertCalm(visit);
      });
      await visiting(running, { hash, width: 390, height: 844 }, async ({ page }) => {
        await page.getByText('What was learned from where').click();
        await until(page, `document.querySelectorAll('.origin-memory').length === 7`);
        const right = `Math.max(...[...document.querySelectorAll('.list-screen *')].map(one => one.getBoundingClientRect().right))`;
        assert.ok(Number(await page.evaluate(right)) <= 390, 'nothing reaches beyond the screen');
        assert.deepEqual(await violations(page), []);
      });
    }));

  test('given messages that can be recalled, when the episodes are shown, searched and one is forgotten, then its message is blanked and the others stay', () =>
    listedAgent(async ({ agent, running, say, play }) => {
      for (const words of ['the boiler man comes on Tuesday at nine', 'the blue bicycle stands in the cellar']) {
        play({ text: 'Good to know.' });
        await say(words);
      }
      const waiting = Number((await running.http('/api/memory/stats')).json.episodes);
      await visiting(running, { hash }, async visit => {
        const { page } = visit;
        await until(page, count(3));
        await page.getByText(`${waiting} messages of yours can be recalled in other conversations.`).waitFor();
        await page.getByRole('button', { name: 'Show the episodes' }).click();
        assert.equal(await page.getByLabel('Which memories').inputValue(), 'episode');
        await until(page, count(waiting));
        const boiler = page.locator('.memory', { hasText: 'boiler' });
        assert.match(
          await words(boiler),
          /^the boiler man comes on Tuesday at nine Episode said in Remember these three things\. your own words never recalled (just now|\d+ minutes? ago) Forget…$/,
        );
        assert.equal(await boiler.getByRole('link').getAttribute('href'), '#/chat/session%3Aweb%3Amain');
        assert.deepEqual(await violations(page), []);

        await page.getByLabel('Search memories').fill('where is my bike?');
        await until(page, `${count(1)} && /bicycle/.test(document.querySelector('.memory').textContent)`);
        await page.getByLabel('Search memories').fill('zebra');
        await page.getByText('No episode matches.').waitFor();
        await page.getByLabel('Search memories').fill('');
        await until(page, count(waiting));

        await boiler.getByRole('button', { name: 'Forget…' }).click();
        await boiler.getByRole('button', { name: 'Forget it for good' }).click();
        await until(page, count(waiting - 1));
        assert.equal(agent.tables.value("SELECT count(*) FROM messages WHERE body LIKE '%boiler%'"), 0);
        assert.equal(agent.tables.value("SELECT count(*) FROM messages WHERE body LIKE '%bicycle%'"), 1);
        const [{ id }] = (await running.http('/api/memory?kind=episode')).json.memories;
        const headers = { authorization: `Bearer ${running.token}`, 'content-type': 'application/json' };
        const body = JSON.stringify({ commandId: 'e1', content: 'something else' });
        const edited = await fetch(`${running.url}/api/memory/${encodeURIComponent(id)}`, {
          method: 'PATCH',
          headers,
          body,
        });
        assert.equal(edited.status, 404, 'a message stays as it was written');
        await page.getByLabel('Which memories').selectOption('');
        await until(page, count(3));
        assertCalm(visit);
      });
    }));

  test('given the routes, when a memory is asked to be reworded or rows to be found by what is none of it, then each refuses', () =>
    listedAgent(async ({ running }) => {
      const { memories } = (await running.http('/api/memory?q=restic')).json;
      assert.equal(memories.length, 1);
      const patch = async (id: string, body: object) => {
        const headers = { authorization: `Bearer ${running.token}`, 'content-type': 'application/json' };
        const answer = await fetch(`${running.url}/api/memory/${encodeURIComponent(id)}`, {
          method: 'PATCH',
          headers,
          body: JSON.stringify(body),
        });
        return { status: answer.status, json: (await answer.json()) as { readonly memory: { readonly id: string } } };
      };
      const { id } = memories[0];
      for (const content of ['', '  ', 7, 'x'.repeat(2001)])
        assert.equal((await patch(id, { commandId: 'c1', content })).status, 400, String(content).slice(0, 9));
      assert.equal((await patch('memory:nobody', { commandId: 'c2', content: 'x' })).status, 404);
      const same = await patch(id, { commandId: 'c3', content: memories[0].content.toUpperCase() });
      assert.deepEqual(
        [same.status, same.json.memory.id],
        [200, id],
        'the same words, however written, are the same memory',
      );
      assert.equal((await running.http('/api/memory')).json.memories.length, 3);
      assert.equal((await running.http('/api/audit?risk=none')).status, 400);
      assert.equal((await running.http('/api/audit?actor=web%3Amain&kind=tool')).json.entries.length > 0, true);
    }));

  test('given nothing to remember, when the lists are opened on a phone, then each says so calmly and what to do next', () =>
    scriptedAgent({}, async ({ running }) => {
      await visiting(running, { hash, width: 390, height: 844 }, async visit => {
        const { page } = visit;
        await page.getByText('No memories yet.').waitFor();
        assert.equal(
          await page.getByRole('link', { name: 'Tell your agent something' }).getAttribute('href'),
          '#/chat',
        );
        await page.getByLabel('Which memories').selectOption('pending');
        await page.getByText('Nothing is pending.').waitFor();
        assert.deepEqual(await violations(page), []);

        await page.goto(`${running.url}/#/schedule`);
        await page.getByText('There are no jobs.', { exact: false }).waitFor();
        assert.deepEqual(await violations(page), []);
        await page.goto(`${running.url}/#/tools`);
        await page.getByText('Your agent has not written any tools yet.').waitFor();
        await page.getByRole('heading', { name: /^Built-in \d+$/ }).waitFor();
        assert.deepEqual(await violations(page), []);
        await page.goto(`${running.url}/#/budget`);
        await page.getByText('No model calls today.').waitFor();
        assert.deepEqual(await violations(page), []);
        await page.goto(`${running.url}/#/audit`);
        await page.locator('.audit-line', { hasText: 'agent.started' }).waitFor();
        assert.deepEqual(await violations(page), []);
        assert.equal(
          await page.evaluate('document.documentElement.scrollWidth'),
          390,
          'nothing reaches beyond the screen',
        );
        assertCalm(visit);
      });
    }));
});
