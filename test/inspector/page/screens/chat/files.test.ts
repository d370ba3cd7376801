/** Files that go with a message, and a conversation that is deleted. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'node:test';
import { test } from '../../../../slow.ts';
import { violations } from '../../axe.ts';
import { assertCalm, text, until, visiting, words } from '../../browser.ts';
import { scriptedAgent, session } from '../../scripted-agent.ts';

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

suite('files that are handed over', { concurrency: 1 }, () => {
  test('given a file that was sent along and two that the agent sends, when they are saved and opened, then the bytes are theirs, what a browser would run is shown as text, and what is gone says so', () =>
    scriptedAgent({}, async scripted => {
      const { workspace, path } = scripted.agent;
      const hostile = '<script>document.title = "run"</script>';
      const send = (name: string) => ({ name: 'send_file', arguments: { path: name } });
      const write = (name: string, content: string) => ({ name: 'write_file', arguments: { path: name, content } });
      scripted.play(
        { toolCalls: [write('plan.csv', 'a,b\n1,2\n'), write('page.html', hostile)] },
        { toolCalls: [send('plan.csv'), send('page.html')] },
        { text: 'Both are there.' },
      );
      await visiting(scripted.running, { hash }, async visit => {
        const { page } = visit;
        await page.getByLabel('Message').waitFor();
        const buffer = Buffer.from('milk\n');
        const chooser = page.locator('.composer input[type="file"]');
        await chooser.setInputFiles([{ name: 'list.txt', mimeType: 'text/plain', buffer }]);
        await until(page, `!document.querySelector('.composer [role="status"]')`);
        await page.getByLabel('Message').fill('Send me two files.');
        await page.keyboard.press('Enter');
        await page.getByText('Both are there.').waitFor();
        const saved = async (name: string) => {
          const [download] = await Promise.all([
            page.waitForEvent('download'),
            page.getByRole('button', { name: `Save ${name}` }).click(),
          ]);
          return [download.suggestedFilename(), readFileSync((await download.path()) ?? '', 'utf8')];
        };
        assert.deepEqual(await saved('list.txt'), ['list.txt', 'milk\n']);
        assert.deepEqual(await saved('plan.csv'), ['plan.csv', 'a,b\n1,2\n']);
        assert.deepEqual(await violations(page), []);
        const [opened] = await Promise.all([
          page.context().waitForEvent('page'),
          page.getByRole('button', { name: 'Open page.html' }).click(),
        ]);
        await opened.getByText(hostile).waitFor();
        assert.notEqual(await opened.title(), 'run');
        await opened.close();
        rmSync(join(workspace, 'plan.csv'));
        await page.getByRole('button', { name: 'Save plan.csv' }).click();
        await page.getByRole('alert').getByText('plan.csv does not exist').waitFor();
      });
      // a token that may only look gets none of them
      const url = `http://127.0.0.1:${readFileSync(join(path, 'run', 'port'), 'utf8').trim()}`;
      const ask = async (place: string, role = 'token') => {
        const token = readFileSync(join(path, 'run', role), 'utf8').trim();
        return (await fetch(`${url}${place}`, { headers: { authorization: `Bearer ${token}` } })).status;
      };
      const said = await scripted.running.http(`/api/sessions/${encodeURIComponent(session)}/messages`);
      const { id } = said.json.messages.find(({ files }: { readonly files?: unknown }) => files !== undefined);
      const place = `/api/messages/${encodeURIComponent(id)}/files`;
      assert.equal(await ask(`${place}/0`), 200);
      assert.equal(await ask(`${place}/0`, 'token.reader'), 403);
      for (const no of [`${place}/1`, `${place}/-1`, '/api/messages/nothing/files/0'])
        assert.equal(await ask(no), 400, no);
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
