/** Documents that come with messages: the model sees their beginnings for three turns, and what the owner asks for is done as before. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { compose } from '../../../src/compose.ts';
import { instructionsOf, listening } from '../listener.ts';

const main = 'session:web:main';

test('given a document that comes with a message, when its turn and two more go by, then the model sees its beginning in these, and what its owner asks to be remembered is remembered', async t => {
  const home = mkdtempSync(join(tmpdir(), 'straylight-documents-'));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const told: string[] = [];
  const { config, features } = listening(home, ({ messages, ...request }) => {
    told.push(instructionsOf(request));
    const last = messages.at(-1);
    const said = last?.role === 'user' ? JSON.stringify(last.content) : '';
    return said.includes('remember that') ? { tool: 'memory_save', args: { content: 'these are my papers' } } : 'Good.';
  });
  const straylight = await compose(config, { features, reaching: false, server: false });
  await straylight.start();
  t.after(() => straylight.stop());
  let acts = 0;
  const call = async (name: string, input: object) =>
    straylight.operations.call(name, input, { by: 'program', role: 'owner', commandId: `act-${++acts}` });
  const content = Buffer.from(`The boat is called Walross.\n${'wind and sea\n'.repeat(900)}`).toString('base64');
  const { file } = (await call('sessions.attach', { id: main, clientId: 'file-1', name: 'log.txt', content })) as {
    readonly file: object;
  };
  await call('sessions.say', {
    id: main,
    clientId: 'said-1',
    text: 'remember that these are my papers',
    files: [file],
  });
  await t.waitFor(
    async () => {
      const { messages } = (await call('sessions.messages', { id: main })) as {
        readonly messages: readonly { readonly role: string; readonly text: string }[];
      };
      assert.ok(messages.some(({ role, text }) => role === 'assistant' && text.startsWith('Good.')));
    },
    { interval: 100, timeout: 100_000 },
  );
  assert.match(told.at(-1) ?? '', /The document "log\.txt" that came with a message, at inbox.*, in this and 2 more/);
  assert.match(told.at(-1) ?? '', /source="watched">\n[\s\S]{0,200}The boat is called Walross/);
  assert.match(told.at(-1) ?? '', /\d+ characters more are not shown: its share is 1500 tokens/);
  const { memories } = (await call('memory.list', {})) as {
    readonly memories: readonly { readonly content: string; readonly status: string }[];
  };
  assert.deepEqual(
    memories.map(({ content: words, status }) => [words, status]),
    [['these are my papers', 'active']],
  );
  for (const isThere of [true, true, false]) {
    await straylight.say(main, 'and now?');
    assert.equal((told.at(-1) ?? '').includes('The boat is called Walross'), isThere);
  }
});
