/** The page of an owner who is spoken to in German: no screen of it has an English sentence. */
import assert from 'node:assert/strict';
import { suite } from 'node:test';
import type { Page } from 'playwright-core';
import { englishLines } from '../../flows/rig/english-lines.ts';
import { test } from '../../slow.ts';
import { assertCalm, until, visiting } from './browser.ts';
import { scriptedAgent } from './scripted-agent.ts';

const config = '[owner]\nlanguage = "de"\ntime_zone = "Europe/Berlin"\n';
const screens = ['', 'approvals', 'chat', 'schedule', 'memory', 'tools', 'undo', 'audit', 'budget'];

/**
 * What is on the page, line by line, with the names of its buttons and fields; without what is no text for the owner:
 * code, names of tools, actors, events and states, and what a model has said.
 */
async function spoken(page: Page): Promise<string> {
  const words = await page.evaluate(`(() => {
    const copy = document.body.cloneNode(true);
    const nameless = 'code, pre, kbd, .tree-name, .mono, .event, .chip-outer, .row-key, .actor-key, .line-agent .reply, .line-owner, .stream-actor, noscript, script, .tool-description';
    for (const one of copy.querySelectorAll(nameless)) one.remove();
    const names = [...copy.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap(one =>
      ['aria-label', 'title', 'placeholder'].map(name => one.getAttribute(name) ?? ''));
    const lines = [];
    const walker = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) lines.push(walker.currentNode.nodeValue);
    return [...lines, ...names, document.title].join('\\n');
  })()`);
  return String(words);
}

suite('the page in German', { concurrency: 1 }, () => {
  test('given a day of work and calls that wait, when every screen is looked at, then none has an English sentence', () =>
    scriptedAgent({ config }, async scripted => {
      const { agent } = scripted;
      const done = (...words: string[]) =>
        agent.straylight(...words).then(({ code, err }) => assert.equal(code, 0, err));
      await done('jobs', 'add', 'wasser', 'jeden Tag um 10', '--say', 'Wasser trinken');
      await done('goals', 'add', 'Steuer machen, fällig morgen um 9');
      await scripted.say('Guten Tag.');
      await scripted.asks('medium', 'irreversible');
      await visiting(scripted.running, {}, async visit => {
        const { page } = visit;
        const english: string[] = [];
        const look = async (where: string) => {
          for (const line of englishLines(await spoken(page))) english.push(`${where}: ${line}`);
        };
        assert.equal(await page.getAttribute('html', 'lang'), 'de');
        for (const screen of screens) {
          await page.goto(`${scripted.running.url}/#/${screen}`);
          await page.locator('main h1').first().waitFor({ state: 'attached' });
          await until(page, `!document.querySelector('.skeleton')`);
          await look(screen || 'overview');
        }
        await page.goto(`${scripted.running.url}/#/actor/session:web:main`);
        await page.locator('[role=tab]').first().waitFor();
        for (const tab of await page.locator('[role=tab]').all()) {
          await tab.click();
          await look(`actor, ${await tab.innerText()}`);
        }
        await page.keyboard.press('?');
        await page.locator('.keys-list').waitFor();
        await look('keys');
        await page.keyboard.press('Escape');
        await page.keyboard.press('Control+k');
        await page.locator('.palette-choices').waitFor();
        await look('palette');
        assert.deepEqual(english, []);
        assertCalm(visit);
      });
    }));
});
