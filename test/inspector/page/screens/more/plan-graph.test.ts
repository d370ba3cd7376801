/** A plan as it goes on: its steps are drawn with what they wait for, and each leads to the agent that does it. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { AnswerTurn } from '../../../../peers/script.ts';
import { test } from '../../../../slow.ts';
import { violations } from '../../axe.ts';
import { assertCalm, until, visiting } from '../../browser.ts';
import { scriptedAgent } from '../../scripted-agent.ts';

const pictures = process.env['PICTURES'];

const plan = `---
id: tea
title: Compare three teas
steps:
  - { id: green, agent: researcher, task: Look at green tea., depends_on: [] }
  - { id: black, agent: researcher, task: Look at black tea., depends_on: [] }
  - { id: report, agent: researcher, task: Sum it up., depends_on: [green, black] }
---
`;

test('given a plan under way, when its list is open, then its steps are drawn live, and each leads to its agent', () =>
  scriptedAgent({}, async scripted => {
    const gate = Promise.withResolvers<void>();
    const turn: AnswerTurn = asked => {
      if (asked.said.startsWith('Look at black')) return { text: 'Black.', between: () => gate.promise };
      if (asked.said.includes('Compare')) return { toolCalls: [{ name: 'run_plan', arguments: { plan } }] };
      return { text: 'Done.' };
    };
    scripted.play(turn, turn, turn, turn);
    try {
      await scripted.write('Compare three teas: make a plan, and carry it out.');
      await visiting(scripted.running, { hash: '#/more/plans.list' }, async visit => {
        const { page } = visit;
        const step = (name: string, state: string) => page.locator(`.graph-node.is-${state}`, { hasText: name });
        await step('green', 'done').waitFor();
        await step('black', 'working').waitFor();
        await step('report', 'waiting').waitFor();
        assert.equal(await page.locator('.view-graph path').count(), 2);
        assert.match((await page.locator('.graph-note').allTextContents()).join(), /researcher, at work/);
        assert.deepEqual(await violations(page), []);
        if (pictures !== undefined) await page.screenshot({ path: join(pictures, 'plan-graph.png') });
        await page.getByRole('link', { name: /black/ }).click();
        await until(page, "location.hash.startsWith('#/actor/delegation')");
        await page.goBack();
        gate.resolve();
        await step('report', 'done').waitFor();
        assertCalm(visit);
      });
    } finally {
      gate.resolve();
    }
  }));
