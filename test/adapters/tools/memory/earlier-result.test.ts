import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { earlierResult } from '../../../../src/adapters/tools/memory/earlier-result.ts';
import type { RunningTool } from '../../../../src/ports/tool.ts';
import { openStores, session } from '../../../actors/stores.ts';

const id = 'tool-call:k3Qm9xTd';

function opened(t: Parameters<typeof openStores>[0], text: string) {
  const { conversation, say } = openStores(t);
  say('tool', text, { id, callId: 'c1', tool: 'web_fetch', taint: 'external' });
  say('owner', 'words of the owner', { id: 'm9' });
  const tool = earlierResult(conversation) as RunningTool;
  const read = (input: object, of = session) =>
    tool.run(tool.schema.parse(input), {
      session: of,
      turn: 't',
      call: 'c',
      taint: 'owner',
      signal: new AbortController().signal,
      progress: () => {},
    });
  return { tool, read, conversation };
}

suite('a result that was left out', () => {
  test('given a long one, when it is read piece by piece, then the pieces are the whole, and trusted as it was', async t => {
    const text = Array.from({ length: 5000 }, (_, at) => `line ${at}`).join('\n');
    const { read } = opened(t, text);
    let whole = '';
    for (let from = 0; from < text.length; ) {
      const { text: piece, taint } = await read({ id, from });
      assert.equal(taint, 'external');
      const [, shown = '', next] =
        /^([\s\S]*?)(?:\n\[characters \d+ to \d+ of \d+; go on with "from": (\d+)\])?$/.exec(piece) ?? [];
      whole += shown;
      from = next === undefined ? text.length : Number(next);
    }
    assert.equal(whole, text);
  });

  test('given another conversation, when it asks for it, then there is none; likewise where it was set aside', async t => {
    const { read, conversation } = opened(t, 'secret');
    const { text, failed } = await read({ id }, 'session:terminal:other');
    assert.deepEqual([failed, text], [true, `There is no result ${id} in this conversation.`]);
    conversation.setAside([id], 5);
    assert.equal((await read({ id })).failed, true);
  });

  test('given what is no result, when it is asked for, then it is said what is expected', async t => {
    const { read, tool } = opened(t, 'short');
    assert.equal(tool.schema.safeParse({ id: 'm9' }).success, false);
    const beyond = await read({ id, from: 99 });
    assert.deepEqual([beyond.failed, beyond.text], [true, 'The result has 5 characters; there is none from 99 on.']);
  });
});
