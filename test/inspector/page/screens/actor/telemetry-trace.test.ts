/**
 * The Trace tab of an actor: what took how long in a turn, by eye, by keyboard and by screen reader, after a restart
 * too.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'node:test';
import { test } from '../../../../slow.ts';
import { violations } from '../../axe.ts';
import { assertCalm, until, visiting, words } from '../../browser.ts';
import { scriptedAgent, session } from '../../scripted-agent.ts';

const of = (id: string) => `#/actor/${encodeURIComponent(id)}`;
const usage = { inputTokens: 1200, outputTokens: 34 };

suite('the trace of a turn on the page', { concurrency: 1 }, () => {
  test(
    'given a turn with a tool call and a failed model call, when its trace is opened after a restart, then every span is there with its length, and the keyboard reaches each',
    {
      timeout: 180_000,
    },
    () =>
      scriptedAgent({}, async ({ agent, running, play, say }) => {
        play(
          { fault: { status: 529 } },
          { toolCalls: [{ name: 'execute_command', arguments: { command: 'sleep 0.3' } }], usage },
          { text: 'Slept.', usage },
        );
        await say('sleep a little');
        await running.stop();
        const again = await agent.start();
        await visiting(again, { hash: of(session) }, async visit => {
          const { page } = visit;
          await page.getByRole('tab', { name: 'Trace' }).click();
          const row = (name: RegExp) => page.locator('.span-row').filter({ hasText: name });
          assert.match(await words(row(/^invoke_agent Straylight/)), /2 400 in, 68 out \d/);
          assert.match(await words(row(/^execute_tool execute_command/)), / \d+ ms$/);
          assert.equal(await row(/^chat claude-sonnet-5/).count(), 3);
          assert.match(await words(row(/^chat claude-sonnet-5/).first()), /unavailable/);
          assert.equal(await row(/^step /).count(), 0);
          await page.getByLabel('Steps').check();
          assert.ok((await row(/^step /).count()) > 6);
          await page.getByLabel('Steps').uncheck();

          // one stop of the Tab key for all bars, the arrows within, Enter to open
          await row(/^invoke_agent/).focus();
          await page.keyboard.press('End');
          await until(page, `document.activeElement.textContent.startsWith('delivery')`);
          await page.keyboard.press('Home');
          await page.keyboard.press('Enter');
          await page.locator('.span-facts').waitFor();
          assert.match(await words(page.locator('.span-facts')), /gen_ai\.conversation\.id session:web:main/);
          assert.equal(await row(/^invoke_agent/).getAttribute('aria-expanded'), 'true');
          assert.equal(await page.locator('.span-row[tabindex="0"]').count(), 1);
          assert.deepEqual(await violations(page), []);

          // a tool call shows the turn it belongs to
          await row(/^execute_tool/).click();
          await page.getByRole('link', { name: /^Open tool-call:/ }).click();
          await page
            .locator('.actor-name')
            .filter({ hasText: /execute_command|tool-call/ })
            .waitFor();
          await page
            .locator('.span-row')
            .filter({ hasText: /^invoke_agent/ })
            .waitFor();
          assertCalm(visit);
        });
        await visiting(again, { hash: of(session), width: 390, height: 844, theme: 'dark' }, async visit => {
          const { page } = visit;
          await page.getByRole('tab', { name: 'Trace' }).click();
          await page.locator('.span-row').first().waitFor();
          assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
          const heights = (await page.evaluate(
            `[...document.querySelectorAll('.span-row')].map(row => row.getBoundingClientRect().height)`,
          )) as readonly number[];
          assert.ok(
            heights.every(height => height >= 44),
            String(heights),
          );
          assert.deepEqual(await violations(page), []);
          assertCalm(visit);
        });
      }),
  );

  test(
    'given a trace that is looked at, when a turn goes on, then its bars come by themselves, what runs is said to, and a step leads to the journal',
    {
      timeout: 120_000,
    },
    () =>
      scriptedAgent({}, async ({ agent, running, play, say, write }) => {
        await say('hello');
        await visiting(running, { hash: of(session) }, async visit => {
          const { page } = visit;
          await page.getByRole('tab', { name: 'Trace' }).click();
          const row = (name: RegExp) => page.locator('.span-row').filter({ hasText: name });
          await row(/^delivery/).waitFor();
          assert.equal(await row(/running/).count(), 0);
          const command = 'while ! test -e go; do sleep 0.05; done';
          play({ toolCalls: [{ name: 'execute_command', arguments: { command } }], usage });
          await write('wait for it');
          await row(/^execute_tool execute_command ?running/).waitFor();
          await row(/^invoke_agent Straylight.*running/).waitFor();
          assert.equal(await page.getByLabel('Turn').locator('option').count(), 2);
          writeFileSync(join(agent.workspace, 'go'), '');
          await row(/^delivery/).waitFor();
          await until(page, `!document.querySelector('.spans').textContent.includes('running')`);

          await page.getByLabel('Steps').check();
          await row(/^step session message\.received/).click();
          await page.getByRole('button', { name: /^Look at step \d+$/ }).click();
          await page.locator('.replay-bar').waitFor();
          assertCalm(visit);
        });
      }),
  );
});
