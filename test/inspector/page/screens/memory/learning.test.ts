/** What was learned, on the page: the run's chart as it moves, both sides of a contradiction, and a batch taken back. */
import assert from 'node:assert/strict';
import { suite } from 'node:test';
import { withAgent } from '../../../../flows/rig/agent.ts';
import { test } from '../../../../slow.ts';
import { violations } from '../../axe.ts';
import { assertCalm, visiting, words } from '../../browser.ts';

const lit = (state: string) => `.chart .state.leafon .name:text-is("${state}")`;

suite('what was learned', { concurrency: 1 }, () => {
  test('given something learned that contradicts another, when the owner decides on the page, then the chart of its run moves on, and its batch can be taken back', () =>
    withAgent({ config: '[learning]\npromotion_mode = "suggest"\nidle_ms = 200\n' }, async agent => {
      const running = await agent.start();
      await running.say('session:web:a', 'remember that my sister lives in Graz');
      const stream = await running.stream();
      await running.say('session:web:b', 'My sister lives in Linz.');
      const waits = (row: { id: string; leaf: string }) =>
        row.id.startsWith('observer:web:b~') && row.leaf === 'waitingForInput';
      const { rows } = await stream.until('batch', ({ rows }) => rows.some(waits));
      stream.close();
      const run = rows.find(waits).id;
      await visiting(running, { hash: `#/actor/${encodeURIComponent(run)}` }, async visit => {
        const { page } = visit;
        await page.locator(lit('waitingForInput')).waitFor();

        const other = await visit.open('#/memory');
        const pending = other.locator('.memory[data-row]', { hasText: 'Linz' });
        await pending.getByText('You said: “My sister lives in Linz.”').waitFor();
        assert.match(await words(pending), /It contradicts: “my sister lives in Graz”/);
        assert.deepEqual(await violations(other), []);
        await pending.getByRole('button', { name: 'Both are true' }).click();

        await page.locator(lit('done')).waitFor();
        const statuses = () => agent.tables.rows('SELECT content, status, contradicts FROM memories ORDER BY row');
        assert.partialDeepStrictEqual(statuses(), [
          { content: 'my sister lives in Graz', status: 'active' },
          { content: 'My sister lives in Linz', status: 'active', contradicts: null },
        ]);
        await other.getByRole('button', { name: 'Put in order' }).click();
        await other.getByText('Everything is in order.').waitFor({ state: 'attached' });
        const batch = other.locator('.memory-batches .memory', { hasText: 'remember that my sister lives in Graz' });
        await batch.getByRole('button', { name: 'Undo' }).click();
        await batch.getByRole('button', { name: 'Undo it' }).click();
        await batch.getByText('undone').waitFor();
        assert.equal(agent.tables.value("SELECT sightings FROM memories WHERE content LIKE '%Graz'"), 1);
        assertCalm(visit);
      });
    }));
});
