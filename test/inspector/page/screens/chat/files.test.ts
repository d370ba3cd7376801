/** Files that go with a message, and a conversation that is deleted. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'node:test';
import { test } from '../../../../sampled.ts';
import { violations } from '../../axe.ts';
import { assertCalm, text, until, visiting, words } from '../../browser.ts';
import { scriptedAgent } from '../../scripted-agent.ts';

const hash = '#/chat';
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Lets files fall on the conversation, or pastes them, as a browser does. */
const given = (how: 'drop' | 'paste', name: string, type: string, base64: string) => `{
  const bytes = Uint8Array.from(atob('${base64}'), one => one.charCodeAt(0));
  const files = new DataTransfer();
  files.items.add(new File([bytes], '${name}', { type: '${type}' }));
  const event = '${how}' === 'drop'
    ? new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true })
    : new ClipboardEvent('paste', { clipboardData: files, bubbles: true, cancelable: true });
  document.querySelector('${how === 'drop' ? '.talk' : '.composer textarea'}').dispatchEvent(event);
}`;

suite('files with a message', { concurrency: 1 }, () => {
  test('given a picture that is dropped and a text that is pasted, when they are sent, then they stand in the conversation and the workspace, and the model is shown the picture', () =>
    scriptedAgent({}, async scripted => {
      const asked = Promise.withResolvers<string>();
      scripted.play(request => {
        asked.resolve(JSON.stringify(request));
        return { text: 'A pixel and a list.' };
      });
      await visiting(scripted.running, { hash, width: 390, height: 844 }, async visit => {
        const { page } = visit;
        await page.getByLabel('Message').waitFor();
        await page.evaluate(given('drop', 'dot.png', 'image/png', pixel));
        await page.evaluate(given('paste', 'list.txt', 'text/plain', Buffer.from('milk\n').toString('base64')));
        const chips = page.locator('.composer .file');
        await until(page, `document.querySelectorAll('.composer .file').length === 2`);
        await until(page, `!document.querySelector('.composer [role="status"]')`);
        assert.match(await words(chips.first()), /^dot\.png 70 B/);
        assert.deepEqual(await violations(page), []);
        await page.reload();
        await until(page, `document.querySelectorAll('.composer .file').length === 2`);
        await page.getByRole('button', { name: 'Send' }).click();
        const sent = page.locator('.line-owner .file');
        await page.getByText('A pixel and a list.').waitFor();
        assert.deepEqual(await sent.locator('.file-name').allInnerTexts(), ['dot.png', 'list.txt']);
        assert.equal(await chips.count(), 0);
        assertCalm(visit);
      });
      const kept = readdirSync(join(scripted.agent.workspace, 'inbox'));
      assert.equal(kept.length, 2, kept.join());
      const list = kept.find(name => name.startsWith('list')) ?? '';
      assert.equal(readFileSync(join(scripted.agent.workspace, 'inbox', list), 'utf8'), 'milk\n');
      assert.match(await asked.promise, /list\.txt/);
    }));

  test('given a file that is too large and one too many, when they are attached, then each says why it stays behind, and the others go', () =>
    scriptedAgent({}, async scripted => {
      await visiting(scripted.running, { hash }, async visit => {
        const { page } = visit;
        await page.getByLabel('Message').waitFor();
        const chooser = page.locator('.composer input[type="file"]');
        const file = (name: string, bytes: number) => ({
          name,
          mimeType: 'text/plain',
          buffer: Buffer.alloc(bytes, 97),
        });
        await chooser.setInputFiles([file('large.txt', 5 * 1024 * 1024 + 1), ...[1, 2].map(n => file(`${n}.txt`, n))]);
        await page.getByText('a file may have at most 5 MB').waitFor();
        await until(page, `!document.querySelector('.composer [role="status"]')`);
        await chooser.setInputFiles([3, 4, 5, 6, 7, 8, 9].map(n => file(`${n}.txt`, n)));
        await page.getByText('a message takes 8 files').waitFor();
        await until(page, `!document.querySelector('.composer [role="status"]')`);
        await page.getByRole('button', { name: 'Remove 9.txt' }).click();
        await page.getByRole('button', { name: 'Remove 8.txt' }).click();
        await page.getByLabel('Message').fill('Seven of them.');
        await page.keyboard.press('Enter');
        await page.getByText('Done.').waitFor();
        assert.equal(await page.locator('.line-owner .file').count(), 7);
        assert.match(await words(page.locator('.composer .file')), /^large\.txt 5 MB a file may have at most 5 MB/);
        await chooser.setInputFiles([file('empty.txt', 0)]);
        await page.getByText('the file is empty').waitFor();
        assert.equal(await text(page.locator('.files-note')), '2 files do not go with a message.');
        for (const name of ['large', 'empty']) await page.getByRole('button', { name: `Remove ${name}.txt` }).click();
        await page.locator('.files-note').waitFor({ state: 'detached' });
        assertCalm(visit);
      });
    }));

  test('given files that are held over a conversation, when they may be dropped, then it says so until they are dropped or taken away', () =>
    scriptedAgent({}, async scripted => {
      await visiting(scripted.running, { hash }, async visit => {
        const { page } = visit;
        await page.getByLabel('Message').waitFor();
        const held = (type: string) =>
          page.evaluate(`(() => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File(['milk'], 'list.txt'));
            document.querySelector('.talk').dispatchEvent(
              new DragEvent('${type}', { dataTransfer, bubbles: true, cancelable: true }));
          })()`);
        const sign = page.locator('.talk-drop');
        await held('dragover');
        await sign.waitFor();
        await held('dragleave');
        await sign.waitFor({ state: 'detached' });
        await held('dragover');
        await sign.waitFor();
        await held('drop');
        await sign.waitFor({ state: 'detached' });
        await page.locator('.composer .file', { hasText: 'list.txt' }).waitFor();
        assertCalm(visit);
      });
    }));
});

suite('a conversation that is deleted', { concurrency: 1 }, () => {
  test('given two conversations, when one is deleted, then what goes and what stays is said first, and the page goes to a fresh one', () =>
    scriptedAgent({ hasForgotten: true, deleted: ['session:web:main'] }, async scripted => {
      await scripted.say('Something to be rid of.');
      await scripted.running.say('session:web:other', 'Something to keep.');
      await visiting(scripted.running, { hash }, async visit => {
        const { page } = visit;
        const list = page.locator('.chat-side .conversation');
        await until(page, `document.querySelectorAll('.chat-side .conversation').length === 2`);
        await page.getByRole('button', { name: 'Delete…' }).click();
        const question = page.getByRole('group', { name: 'Delete this conversation' });
        assert.match(
          await words(question),
          /messages, tool calls and approvals for good\. Costs, files .* audit log stay/,
        );
        assert.deepEqual(await violations(page), []);
        await page.getByRole('button', { name: 'Cancel' }).click();
        await page.getByRole('button', { name: 'Delete…' }).click();
        await page.getByRole('button', { name: 'Delete', exact: true }).click();
        await page.getByRole('button', { name: 'Delete it for good' }).click();
        await page.getByText('No messages yet.').waitFor();
        await list.getByText('Something to be rid of.').waitFor({ state: 'detached' });
        await page.getByLabel('Message').fill('A new begin.');
        await page.keyboard.press('Enter');
        await page.getByText('Done.').waitFor();
        assertCalm(visit);
      });
    }));
});
