import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'node:test';
import { test } from '../../../../slow.ts';
import { violations } from '../../axe.ts';
import { assertCalm, texts, until, visiting, words } from '../../browser.ts';
import { type Scripted, scriptedAgent } from '../../scripted-agent.ts';

const wide = '\u202Eevil<b>.txt';

/** A workspace in which one turn has changed a text, deleted a file, taken rights and added one with an odd name. */
function changedAgent(story: (scripted: Scripted) => Promise<void>): Promise<void> {
  return scriptedAgent({ config: '[sandbox]\nexecutor = "bubblewrap"\n' }, async scripted => {
    const at = (name: string) => join(scripted.agent.workspace, name);
    writeFileSync(at('report.txt'), 'one\ntwo\nthree\n');
    writeFileSync(at('plan.md'), 'A plan.\n');
    writeFileSync(at('rights.txt'), 'Mine.\n');
    const program = `import os; open('report.txt','w').write('one\\n2\\nthree\\n'); os.remove('plan.md'); os.chmod('rights.txt',0o600); open('\\u202eevil<b>.txt','w').write('<img src=x>')`;
    const command = `python3 -c "${program}"`;
    scripted.play({ toolCalls: [{ name: 'execute_command', arguments: { command } }] }, { text: 'All done.' });
    await scripted.say('Tidy up.');
    if (existsSync(at('plan.md'))) throw new Error('expected the command to run unasked');
    await story(scripted);
  });
}

suite('Undo', { concurrency: 1 }, () => {
  test('given a turn that changed the workspace, when it is opened from the chat, then its difference is there, and after a second yes all is back, and back again', () =>
    changedAgent(async scripted => {
      await visiting(scripted.running, { hash: '#/chat/session%3Aweb%3Amain' }, async visit => {
        const { page } = visit;
        await page.getByRole('link', { name: 'Undo…' }).click();
        await page.getByRole('heading', { name: /^Turn \d+$/ }).waitFor();
        assert.deepEqual(
          (await texts(page.locator('.undo-line'))).map(line => line.replaceAll(/\s+/g, ' ')),
          ['deleted plan.md', 'changed report.txt', 'permissions changed rights.txt', 'added ⟨U+202E⟩evil<b>.txt'],
        );
        assert.deepEqual(
          (
            await texts(page.locator('li:has-text("report.txt") .code-removed, li:has-text("report.txt") .code-added'))
          ).map(line => line.replaceAll(/\s+/g, ' ').trim()),
          ['− removed: two', '+ added: 2'],
        );
        assert.match(await words(page.locator('li:has-text("evil") .code')), /^\+ added: <img src=x>$/);
        assert.match(await words(page.locator('li:has-text("rights.txt") .undo-facts')), /0644.* → .*0600/);
        assert.deepEqual(await violations(page), []);

        await page.getByRole('button', { name: 'Undo this turn…' }).click();
        const sure = page.locator('.undo-sure');
        assert.equal(
          await words(sure.locator('ul')),
          [
            'Removes what the turn added: ⟨U+202E⟩evil<b>.txt.',
            'Brings back the former content of: report.txt.',
            'Puts back what it deleted: plan.md.',
            'Brings back the former permissions of: rights.txt.',
            'This can be undone too.',
          ].join(' '),
        );
        assert.deepEqual(await violations(page), []);
        await sure.getByRole('button', { name: 'No' }).click();
        await page.getByRole('button', { name: 'Undo this turn…' }).click();
        assert.equal(existsSync(join(scripted.agent.workspace, 'plan.md')), false);
        await sure.getByRole('button', { name: 'Yes, undo it' }).click();
        const result = page.locator('.undo-result');
        assert.match(await words(result), /^Undone: 4 paths\. This is turn \d+; it can be undone too\.$/);
        assert.equal(readFileSync(join(scripted.agent.workspace, 'report.txt'), 'utf8'), 'one\ntwo\nthree\n');
        assert.equal(existsSync(join(scripted.agent.workspace, wide)), false);
        await until(page, `document.querySelectorAll('.undo-line .tint-healthy').length === 4`);
        assert.deepEqual(await violations(page), []);

        await result.getByRole('link').click();
        await page.getByRole('link', { name: /^An undo of turn \d+$/ }).waitFor();
        await page.getByRole('button', { name: 'Undo this turn…' }).click();
        await sure.getByRole('button', { name: 'Yes, undo it' }).click();
        await result.waitFor();
        assert.equal(readFileSync(join(scripted.agent.workspace, 'report.txt'), 'utf8'), 'one\n2\nthree\n');
        await page.keyboard.press('g');
        await page.keyboard.press('u');
        await until(page, `document.querySelectorAll('tbody tr').length === 3`);
        const standing = (await texts(page.locator('td[data-title="Now"]'))).map(line => line.replaceAll(/\d+/g, 'N'));
        assert.deepEqual(standing, ['undo of turn N', 'undo of turn N, undone by turn N', '–']);
        assertCalm(visit);
      });
    }));

  test('given a file that was changed since, on a narrow and dark screen, when its turn is brought back, then the conflict is named and stays until it is overwritten', () =>
    changedAgent(async scripted => {
      const report = join(scripted.agent.workspace, 'report.txt');
      writeFileSync(report, 'my own words\n');
      await visiting(scripted.running, { width: 390, height: 844, theme: 'dark', hash: '#/undo' }, async visit => {
        const { page } = visit;
        const row = page.locator('tbody tr');
        await row.getByRole('link', { name: 'Tidy up.' }).waitFor();
        assert.match(await words(row), /^Turn \d+ just now ?1 added, 2 changed, 1 deleted ?Tidy up\. .*python3 -c/);
        assert.deepEqual(await violations(page), []);
        await row.getByRole('link', { name: /^Turn/ }).click();
        const conflict = page.locator('li:has(.undo-path:text-is("report.txt"))').first();
        assert.match(await words(conflict), /^changed report\.txt conflict .* · It has been changed since\./);
        assert.deepEqual(await violations(page), []);
        const isWide =
          'document.documentElement.scrollWidth > innerWidth || document.querySelector("main").scrollWidth > innerWidth';
        assert.equal(await page.evaluate(isWide), false);

        await page.getByRole('button', { name: 'Undo this turn…' }).click();
        assert.match(await words(page.locator('.undo-sure')), /Stays as it is now, in conflict: report\.txt\./);
        await page.getByRole('button', { name: 'Yes, undo it' }).click();
        const result = page.locator('.undo-result');
        assert.match(await words(result), /^Undone: 3 paths\..* Left as it is: report\.txt has been changed since\.$/);
        assert.equal(readFileSync(report, 'utf8'), 'my own words\n');

        await page.getByRole('button', { name: 'Undo over the conflicts…' }).click();
        assert.match(await words(page.locator('.undo-sure')), /Overwrites what was changed since in: report\.txt\./);
        assert.deepEqual(await violations(page), []);
        await page.getByRole('button', { name: 'Yes, overwrite' }).click();
        await page.getByText('Undone: 1 path.').waitFor();
        assert.equal(readFileSync(report, 'utf8'), 'one\ntwo\nthree\n');
        assertCalm(visit);
      });
    }));

  test('given an address of no turn, when it is opened, then it is said, and the palette leads to the list', () =>
    scriptedAgent({}, async scripted => {
      await visiting(scripted.running, { hash: '#/undo/99' }, async visit => {
        const { page } = visit;
        await page.getByText('There is no such turn, or its changes are no longer kept.').waitFor();
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox').fill('undo');
        await page.keyboard.press('Enter');
        await page.getByText('No turn has changed the workspace yet.').waitFor();
        assert.deepEqual(await violations(page), []);
        assertCalm(visit);
      });
    }));
});
