/** The page of a German owner on a phone: words are longer there, and none is cut or broken. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'node:test';
import type { Page } from 'playwright-core';
import { test } from '../../../slow.ts';
import { assertCalm, text, until, visiting, words } from '../browser.ts';
import { risky, scriptedAgent, session } from '../scripted-agent.ts';

const config = '[owner]\nlanguage = "de"\ntime_zone = "Europe/Berlin"\n';
const phone = { width: 390, height: 844 };
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Which of these elements lie outside of the screen or hold more than they show, by what they say. */
async function cut(page: Page, selector: string): Promise<unknown> {
  return page.evaluate(`[...document.querySelectorAll('${selector}')]
    .filter(one => {
      const { left, right } = one.getBoundingClientRect();
      return left < 0 || right > innerWidth || one.scrollWidth > one.clientWidth + 1;
    })
    .map(one => one.innerText)`);
}

suite('a narrow page in German', { concurrency: 1 }, () => {
  test('given files with long names, calls that wait and a turn that runs, when the chat is open, then links, states and the field are whole', () =>
    scriptedAgent({ config }, async scripted => {
      const reached = Promise.withResolvers<void>();
      writeFileSync(join(scripted.agent.workspace, 'brief.txt'), 'Bis Montag.\n');
      await visiting(scripted.running, { ...phone, hash: '#/chat' }, async visit => {
        const { page } = visit;
        const field = page.getByLabel('Nachricht');
        await field.waitFor();
        const line = await field.evaluate(one => one.getBoundingClientRect().height);
        await page.locator('.composer input[type="file"]').setInputFiles([
          { name: 'punkt.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') },
          { name: `${'sehr-'.repeat(11)}lang.txt`, mimeType: 'text/plain', buffer: Buffer.from('Milch\n') },
        ]);
        await until(page, `document.querySelectorAll('.composer .file').length === 2`);
        await until(page, `!document.querySelector('.composer [role="status"]')`);
        scripted.play(
          { toolCalls: [{ name: 'execute_command', arguments: { command: 'cat brief.txt' } }] },
          { toolCalls: [risky('irreversible')] },
          { text: 'Ich habe gefragt.' },
        );
        await field.fill('Was ist das?');
        await page.keyboard.press('Enter');
        await page.getByText('Ich habe gefragt.').waitFor();
        assert.deepEqual(await cut(page, '.line-owner .file, .line-owner .file .link-button'), []);
        assert.deepEqual(await cut(page, '.call .chip, .call-fold'), []);
        const side = `getComputedStyle(document.querySelector('.line-owner .line-facts')).textAlign`;
        assert.equal(await page.evaluate(side), 'end');

        scripted.play({
          text: 'Es war einmal ein König.',
          deltas: 3,
          between: piece => {
            if (piece !== 1) return undefined;
            reached.resolve();
            return new Promise(() => {});
          },
        });
        await field.fill('Erzähl etwas.');
        await page.keyboard.press('Enter');
        await reached.promise;
        await page.getByRole('button', { name: 'Anhalten' }).waitFor();
        assert.equal(await field.evaluate(one => one.getBoundingClientRect().height), line);
        await page.getByRole('button', { name: 'Anhalten' }).click();
        await page.getByText('[Hier angehalten.]').waitFor();
        assertCalm(visit);
      });
    }));

  test('given a picture that was read, when the chat is open, then what brought outside text is named in German', () =>
    scriptedAgent({ config }, async scripted => {
      await visiting(scripted.running, { ...phone, hash: '#/chat' }, async visit => {
        const { page } = visit;
        await page.getByLabel('Nachricht').waitFor();
        await page
          .locator('.composer input[type="file"]')
          .setInputFiles([{ name: 'punkt.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') }]);
        await until(page, `document.querySelectorAll('.composer .file').length === 1`);
        await until(page, `!document.querySelector('.composer [role="status"]')`);
        scripted.play({ toolCalls: [risky('irreversible')] }, { text: 'Ich habe gefragt.' });
        await page.getByLabel('Nachricht').fill('Was ist das?');
        await page.keyboard.press('Enter');
        await page.getByText('Ich habe gefragt.').waitFor();
        assert.match(
          await words(page.locator('.trust-words')),
          /steckt Text von außen, aus einem Bild oder früherem Text, den die Antwort wiederholt\. Was daraus folgt/,
        );
        assertCalm(visit);
      });
    }));

  test('given a conversation, when budget and actor are opened, then choices and tabs are whole and the day is written in German', () =>
    scriptedAgent({ config }, async scripted => {
      await scripted.say('Guten Tag.');
      await visiting(scripted.running, { ...phone, hash: '#/budget' }, async visit => {
        const { page } = visit;
        await page.locator('.plot-head select').first().waitFor();
        const day = await text(page.locator('.screen-head .section-note'));
        assert.match(day, /^\d{1,2}\. \p{L}+ \d{4}, Europe\/Berlin/u);
        // a select cuts its words without saying so: it must be as wide as it would like to be
        const narrow = await page.evaluate(`[...document.querySelectorAll('.plot-head select')]
          .filter(one => {
            const wide = one.cloneNode(true);
            wide.style.flex = 'none';
            one.parentElement.append(wide);
            const isCut = wide.getBoundingClientRect().width > one.getBoundingClientRect().width + 1;
            wide.remove();
            return isCut;
          })
          .map(one => one.innerText)`);
        assert.deepEqual(narrow, []);

        await page.goto(`${scripted.running.url}/#/actor/${encodeURIComponent(session)}`);
        const tabs = page.locator('[role=tab]');
        await tabs.first().waitFor();
        assert.deepEqual(
          await page.evaluate(`[...document.querySelectorAll('[role=tab]')]
            .filter(one => one.scrollWidth > one.clientWidth + 1)
            .map(one => one.innerText)`),
          [],
        );
        assertCalm(visit);
      });
    }));

  test('given a file that was written and undone, when the turns are listed, then the undo is named in German and the question names the file', () =>
    scriptedAgent({ config }, async scripted => {
      scripted.play(
        { toolCalls: [{ name: 'write_file', arguments: { path: 'plan.md', content: 'Brot\n' } }] },
        { text: 'Geschrieben.' },
      );
      await scripted.say('Schreib einen Plan.');
      await visiting(scripted.running, { hash: '#/chat' }, async visit => {
        const { page } = visit;
        await page.getByRole('link', { name: 'Rückgängig …' }).click();
        await page.getByText('plan.md').first().waitFor();
        await page.getByRole('button', { name: 'Ja, 1 Datei entfernen' }).click();
        await page.locator('.view-strong', { hasText: /^Erledigt: .*plan\.md/ }).waitFor();
        await page.goto(`${scripted.running.url}/#/undo`);
        await page.getByText('Macht Runde 1 rückgängig.').waitFor();
        assert.equal(await page.getByText('Undo of turn 1.').count(), 0);
        // no word is broken within a column
        assert.deepEqual(
          await page.evaluate(`[...document.querySelectorAll('tbody th a')]
            .filter(one => one.getBoundingClientRect().height > 1.9 * parseFloat(getComputedStyle(one).lineHeight))
            .map(one => one.innerText)`),
          [],
        );
        assertCalm(visit);
      });
    }));
});
