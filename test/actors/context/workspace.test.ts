/** What stands beside a conversation: documents that came with messages, and what is watched, without secrets. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { workspaceItems } from '../../../src/actors/context/workspace.ts';
import type { AttachedDocument, Subscription, WatchedSource } from '../../../src/domain/context/watched.ts';
import { fault } from '../../../src/domain/supervision/failure.ts';
import type { WorkspaceLedger } from '../../../src/ports/context/workspace.ts';

const never = new AbortController().signal;
const clock = { now: () => 0, after: () => () => {} };
const document = (path: string): AttachedDocument => ({ name: path, path, turns: 2 });

/** Files of these texts; `watched` stand beside it already. */
function at(texts: Readonly<Record<string, string>>, watched: readonly Subscription[] = []) {
  const read: string[] = [];
  const ledger = { subscriptions: () => watched, tasks: () => undefined } as unknown as WorkspaceLedger;
  const items = workspaceItems({
    ledger,
    read: async ({ target }: WatchedSource) => {
      read.push(target);
      const text = texts[target];
      if (text === undefined) throw fault('invalid', 'there is no such file');
      return { stamp: text, text, taint: 'external' };
    },
    perform: async write => write(),
    redact: text => text.replaceAll('hunter2', '[secret]'),
    isPrivate: path => path.endsWith('.pem'),
    beganAt: () => 0,
    clock,
  });
  const shown = async (documents: readonly AttachedDocument[], turn = 't1') =>
    (await items.of('s', turn, documents, never))?.(5_000, text => Math.ceil(text.length / 3));
  return { items, shown, read };
}

suite('what stands beside a conversation', () => {
  test('given documents that came, when a request is made, then the model sees their beginnings as text from outside, and no secret', async () => {
    const { shown } = at({ 'a.txt': 'the boat is called Walross, the word is hunter2', 'b.txt': 'x'.repeat(9_000) });
    const part = await shown([document('a.txt'), document('b.txt')]);
    const text = part?.parts[0]?.text ?? '';
    assert.match(text, /The document "a\.txt" that came with a message, at a\.txt, in this and 2 more turns:/);
    assert.match(text, /<data-[0-9a-f]{8} source="watched">\nthe boat is called Walross, the word is \[secret\]\n/);
    assert.match(text, /4500 characters more are not shown/);
    assert.equal(part?.since.length, 2, 'it counts as text from outside that has just come');
  });

  test('given a document that was there before, when the next turn begins, then it counts as seen', async () => {
    const { shown } = at({ 'a.txt': 'words' });
    await shown([document('a.txt')]);
    const next = await shown([document('a.txt')], 't2');
    assert.deepEqual([next?.since.length, next?.past.length], [0, 1]);
  });

  test('given one that is private and one that is gone, when a request is made, then neither stands there, and the private one is not read', async () => {
    const { shown, read } = at({ 'key.pem': 'words' });
    assert.equal(await shown([document('key.pem'), document('gone.txt')]), undefined);
    assert.deepEqual(read, ['gone.txt']);
  });

  test('given a file that is watched, when it was read, then its size is known, and a secret in it is not shown', async () => {
    const source = { kind: 'file', target: 'a.txt', fromLine: null, lines: null, mayReachOwn: false } as const;
    const watched = { ...source, id: 3, session: 's', tokens: 100, turns: 4, turn: 't1' };
    const { items, shown } = at({ 'a.txt': 'hunter2 and more' }, [watched]);
    assert.equal(items.size(3), undefined);
    assert.match((await shown([]))?.parts[0]?.text ?? '', /\[secret\] and more/);
    assert.equal(items.size(3), 16);
  });
});
