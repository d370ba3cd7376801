/** What operations answer, as it is shown, over HTTP: by whoever may ask for it, in the owner's language, checked. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kept, notes } from '../inspector/notes.ts';
import { stubAgent } from '../inspector/stub-agent.ts';
import { ask, known, readOnlyToken, serve } from '../inspector/visitor.ts';

const agent = () => {
  const stub = stubAgent();
  return { ...stub, reader: { ...stub.reader, reading: () => ({ language: 'de', now: 7 }) as const } };
};

test('given an operation that only looks, when its view is asked for, then a reader gets it too, in the language of the owner', async () => {
  kept.splice(0, kept.length, 'milk', 'tea');
  await using served = await serve({ agent: agent(), more: { notes } });
  const headers = { authorization: `Bearer ${readOnlyToken}` };
  const { status, json } = await ask(served.server.url, '/api/views/notes.list?fields=%7B%22like%22%3A%22te%22%7D', {
    headers,
  });
  assert.equal(status, 200);
  const [said, table] = json.view;
  assert.deepEqual(said, { kind: 'lines', lines: [{ text: 'de 7 straylight notes add TEXT' }] });
  assert.deepEqual([table.head, table.rows.map(({ cells }: { cells: unknown }) => cells)], [['Notiz'], [['tea']]]);
});

test('given what is wrong with it, when a view is asked for, then it is refused as the operation itself, and nothing is done', async () => {
  kept.length = 0;
  await using served = await serve({ agent: agent(), more: { notes } });
  const shown = (path: string) => ask(served.server.url, `/api/views/${path}`, { headers: known });
  const act = (path: string, body: object, headers: Readonly<Record<string, string>> = known) =>
    ask(served.server.url, `/api/views/${path}`, { method: 'POST', headers, body });
  const reader = { authorization: `Bearer ${readOnlyToken}` };
  const refused = async (reply: Promise<{ status: number; json: { error: { message: string } } }>) => {
    const { status, json } = await reply;
    return [status, json.error.message];
  };
  assert.deepEqual(await refused(shown('notes.first')), [404, 'es gibt keine Notiz']);
  assert.deepEqual(await refused(shown('notes.none')), [404, 'there is no such view']);
  assert.deepEqual(await refused(shown('notes.constructor')), [404, 'there is no such view']);
  assert.deepEqual(await refused(shown('state.constructor')), [404, 'there is no such view']);
  assert.deepEqual(await refused(shown('notes.list?fields=%5B%5D')), [
    400,
    'expected fields to be a JSON object, got the text "[]"',
  ]);
  assert.match(
    String((await refused(shown('notes.list?fields=%7B%22other%22%3A1%7D')))[1]),
    /^expected the fields like/,
  );
  assert.match(String((await refused(shown('notes.add')))[1]), /only looks; views\.act does notes\.add$/);
  const fields = { text: 'milk' };
  assert.match(
    String((await refused(act('notes.list', { commandId: 'c0', fields: {} })))[1]),
    /acts; views\.show shows notes\.list$/,
  );
  assert.equal((await act('notes.add', { commandId: 'c1', fields }, reader)).status, 403);
  assert.equal((await act('notes.add', { fields })).status, 400);
  assert.match(String((await refused(act('notes.add', { commandId: 'c2', fields: {} })))[1]), /^expected text to be/);
  assert.deepEqual(kept, []);
});

test('given an act by its view, when it is sent twice under one id, then it is done once, and both say what came of it', async () => {
  kept.length = 0;
  await using served = await serve({ agent: agent(), more: { notes } });
  const body = { commandId: 'note-1', fields: { text: ' milk ' } };
  for (const _ of [1, 2]) {
    const { status, json } = await ask(served.server.url, '/api/views/notes.add', {
      method: 'POST',
      headers: known,
      body,
    });
    assert.equal(status, 202);
    assert.deepEqual(json.view, [{ kind: 'lines', lines: [{ text: 'Kept: milk' }] }]);
  }
  assert.deepEqual(kept, ['milk']);
});

test('given an act that says first what it would do, when it is not confirmed, then that is the answer, and nothing is done', async () => {
  kept.splice(0, kept.length, 'milk', 'tea');
  await using served = await serve({ agent: agent(), more: { notes } });
  const drop = async (commandId: string, more: object = {}) =>
    (
      await ask(served.server.url, '/api/views/notes.drop', {
        method: 'POST',
        headers: known,
        body: { commandId, fields: {}, ...more },
      })
    ).json;
  const { view, isAhead } = await drop('drop-1');
  assert.deepEqual(view[0].lines, [
    { text: 'Drops milk.', tone: 'warn' },
    { text: 'Drops tea.', tone: 'warn' },
  ]);
  assert.deepEqual([isAhead, kept.length], [true, 2]);
  const done = await drop('drop-2', { isConfirmed: true });
  assert.deepEqual([done.view[0].lines[0].text, done.isAhead, kept.length], ['Dropped: 2', undefined, 0]);
  // nothing to say ahead: done at once
  assert.equal((await drop('drop-3')).view[0].lines[0].text, 'Dropped: 0');
});
