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
  test('given a turn that changed the workspace, when it is opened from the chat, then its difference is there, and after a yes all is back, and back again', () =>
    changedAgent(async scripted => {
      await visiting(scripted.running, { hash: '#/chat/session%3Aweb%3Amain' }, async visit => {
        const { page } = visit;
        await page.getByRole('link', { name: 'Undo…' }).click();
        await page.getByRole('heading', { name: /^Turn \d+$/ }).waitFor();
        const view = page.locator('.view');
        await view.getByText('plan.md', { exact: false }).first().waitFor();
        assert.match(
          await words(view),
          /^Turn \d+, just now: 1 added, 2 changed, 1 deleted Run “python3 .* - plan\.md file, 8 B .* ~ report\.txt file, 14 B → file, 12 B .* = rights\.txt permissions 0644 → 0600 \+ ⟨U\+202E⟩evil<b>\.txt file, 11 B .*Yes, remove 1 file, restore 3$/,
        );
        assert.deepEqual(
          (await texts(page.locator('.code-removed, .code-added'))).map(line => line.replaceAll(/\s+/g, ' ').trim()),
          ['− removed: A plan.', '− removed: two', '+ added: 2', '+ added: <img src=x>'],
        );
        assert.deepEqual(await violations(page), []);

        assert.equal(existsSync(join(scripted.agent.workspace, 'plan.md')), false);
        await page.getByRole('button', { name: 'Yes, remove 1 file, restore 3' }).click();
        const result = view.getByRole('status');
        assert.match(await words(result), /^Done: .* To undo this, use number \d+\. Take the undo back… \(turn \d+\)$/);
        assert.equal(readFileSync(join(scripted.agent.workspace, 'report.txt'), 'utf8'), 'one\ntwo\nthree\n');
        assert.equal(existsSync(join(scripted.agent.workspace, wide)), false);
        await page.getByText('Nothing to undo. Everything is as it was before.').waitFor();
        assert.deepEqual(await violations(page), []);

        await result.getByRole('link', { name: 'Take the undo back…' }).click();
        await page.getByText(/^An undo of turn \d+\.$/).waitFor();
        await page.getByRole('button', { name: /^Yes, / }).click();
        await result.waitFor();
        assert.equal(readFileSync(join(scripted.agent.workspace, 'report.txt'), 'utf8'), 'one\n2\nthree\n');
        await page.keyboard.press('g');
        await page.keyboard.press('u');
        await until(page, `document.querySelectorAll('tbody tr').length === 3`);
        const changed = (await texts(page.locator('td[data-title="Changed"]'))).map(line => /\((.*)\)/.exec(line)?.[1]);
        assert.deepEqual(
          changed.map(standing => standing?.replace(/\d+/, 'N')),
          [undefined, 'undone by turn N', undefined],
        );
        assert.deepEqual(
          (await texts(page.locator('td[data-title="Calls"]'))).map(line => line.slice(0, 12)),
          ['Undo of turn', 'Undo of turn', 'Run “python3'],
        );
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
        assert.match(await words(row), /^\d+ just now ?1 added, 2 changed, 1 deleted ?Tidy up\. ?Run “python3 -c/);
        assert.deepEqual(await violations(page), []);
        await row.getByRole('link', { name: /^\d+$/ }).click();
        await page.getByText(/report\.txt .* CONFLICT: .*changed since/).waitFor();
        assert.deepEqual(await violations(page), []);
        const isWide =
          'document.documentElement.scrollWidth > innerWidth || document.querySelector("main").scrollWidth > innerWidth';
        assert.equal(await page.evaluate(isWide), false);

        await page.getByRole('button', { name: 'Yes, remove 1 file, restore 2' }).click();
        const result = page.locator('.view').getByRole('status');
        assert.match(await words(result), /^Done: .* Not restored: report\.txt has been changed since\./);
        assert.equal(readFileSync(report, 'utf8'), 'my own words\n');

        await page.getByRole('button', { name: 'Also overwrite 1 conflict' }).click();
        await page.getByText('Nothing to undo. Everything is as it was before.').waitFor();
        assert.equal(readFileSync(report, 'utf8'), 'one\ntwo\nthree\n');
        assertCalm(visit);
      });
    }));

  test('given an address of no turn, when it is opened, then it is said, and the palette leads to the list', () =>
    scriptedAgent({}, async scripted => {
      await visiting(scripted.running, { hash: '#/undo/99' }, async visit => {
        const { page } = visit;
        await page.getByText('there is no turn 99 to undo; "/undo list" lists them').waitFor();
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox').fill('undo');
        await page.keyboard.press('Enter');
        await page.getByText('No turn has changed the workspace yet.').waitFor();
        assert.deepEqual(await violations(page), []);
        assertCalm(visit);
      });
    }));
});
