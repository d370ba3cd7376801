/** This computer is told when something begins to wait for its owner. */
import assert from 'node:assert/strict';
import { test } from '../../slow.ts';
import { assertCalm, until, visiting } from './browser.ts';
import { scriptedAgent } from './scripted-agent.ts';

/** A browser without a screen shows no notification: what it would have shown is kept, and whether anybody looks is told. */
const told = `
  globalThis.told = [];
  globalThis.Notification = class extends EventTarget {
    static permission = 'default';
    static requestPermission = async () => (this.permission = 'granted');
    constructor(title, { body }) {
      super();
      told.push(title + ': ' + body);
    }
    close() {}
  };
  Object.defineProperty(document, 'hidden', { get: () => globalThis.isAway === true });
`;

test('given notifications that were turned on, when something waits while nobody looks, then this computer is told how much, and not what', () =>
  scriptedAgent({ config: '[approvals]\nexpires_ms = 600000\n' }, async scripted => {
    await visiting(scripted.running, {}, async visit => {
      await visit.context.addInitScript(told);
      const page = await visit.open();
      const toggle = page.getByRole('button', { name: 'Notifications of this computer' });
      await toggle.click();
      await page.locator('.notify-button[aria-pressed="true"]').waitFor();

      await scripted.asks('medium');
      await page.locator('.need').first().waitFor();
      assert.deepEqual(await page.evaluate('told'), [], 'the page is looked at');
      await page.evaluate('globalThis.isAway = true');
      await scripted.asks('high');
      await until(page, 'told.length === 1');
      assert.deepEqual(await page.evaluate('told'), ['Straylight: 2 items are waiting for you.']);

      await toggle.click();
      await page.locator('.notify-button[aria-pressed="false"]').waitFor();
      await scripted.asks('low');
      await page.locator('.badge', { hasText: '3' }).waitFor();
      assert.deepEqual(await page.evaluate('told.length'), 1);
      assertCalm(visit);
    });
  }));
