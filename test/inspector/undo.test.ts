import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { UndoService } from '../../src/domain/undo/undo.ts';
import { turn, type World, world } from '../adapters/undo/world.ts';
import { stubAgent } from './stub-agent.ts';
import { ask, known, readOnlyToken, serve } from './visitor.ts';

const reading = { authorization: `Bearer ${readOnlyToken}` };

interface Kept {
  readonly place: World;
  readonly url: string;
  /** How often an undo was applied. */
  readonly applied: () => number;
  /** The number of the turn that changed `changed` and added `added`. */
  readonly id: number;
  /** Begins a call that does not end. */
  readonly begin: () => void;
  readonly read: (path: string, headers?: Record<string, string>) => ReturnType<typeof ask>;
  readonly post: (path: string, body: object, headers?: Record<string, string>) => ReturnType<typeof ask>;
}

/** A server over a real workspace in which one turn has changed one file and added another. */
async function withKept(story: (kept: Kept) => Promise<void>): Promise<void> {
  using place = world();
  const at = (name: string) => join(place.workspace, name);
  writeFileSync(at('changed'), 'one\n');
  const keeper = place.open();
  turn(keeper, 'one', () => {
    writeFileSync(at('changed'), 'two\n');
    writeFileSync(at('added'), 'new\n');
  });
  let applied = 0;
  const undo: UndoService = {
    list: async () => keeper.list(50),
    show: async id => keeper.show(id),
    async apply(id, { overwrite = false } = {}) {
      applied++;
      return keeper.apply(id, overwrite);
    },
  };
  const agent = stubAgent();
  await using served = await serve({
    agent,
    reader: { ...agent.reader, undo },
    levers: { ...agent.levers, applyUndo: undo.apply },
  });
  const { url } = served.server;
  await story({
    place,
    url,
    applied: () => applied,
    id: keeper.list(1).turns[0]?.id ?? 0,
    begin: () => void keeper.begin({ call: 'open', turn: 'open', session: 'session:test', what: 'Run.' }),
    read: (path, headers = known) => ask(url, path, { headers }),
    post: (path, body, headers = known) => ask(url, path, { headers, body }),
  });
  keeper.close();
}

test('given a turn that changed files, when it is listed, shown and undone over HTTP, then difference and outcome come, and a repeated command is one undo', () =>
  withKept(async ({ place, id, read, post, applied }) => {
    const { json: list } = await read('/api/undo');
    assert.deepEqual([list.isOn, list.turns.length, list.turns[0].id], [true, 1, id]);
    const { json: shown } = await read(`/api/undo/${id}`);
    assert.deepEqual(
      shown.changes.map(({ path, what, standing, diff }: Record<string, unknown>) => [path, what, standing, diff]),
      [
        ['added', 'added', 'ready', ['+new']],
        ['changed', 'changed', 'ready', ['-one', '+two']],
      ],
    );
    const first = await post(`/api/undo/${id}`, { commandId: 'c1' });
    assert.deepEqual([first.status, first.json.outcome.restored, first.json.outcome.left], [202, 2, []]);
    writeFileSync(join(place.workspace, 'changed'), 'three\n');
    const again = await post(`/api/undo/${id}`, { commandId: 'c1' });
    assert.deepEqual([again.json.outcome, applied()], [first.json.outcome, 1]);
    assert.equal(readFileSync(join(place.workspace, 'changed'), 'utf8'), 'three\n');
    assert.equal((await read('/api/undo')).json.turns[0].undoes, id);
  }));

test('given who may only look, or nobody, when undo is asked for, then the difference is shown and nothing is done', () =>
  withKept(async ({ place, id, read, post, applied }) => {
    assert.equal((await read('/api/undo', reading)).status, 200);
    assert.equal((await read(`/api/undo/${id}`, reading)).json.changes.length, 2);
    assert.equal((await post(`/api/undo/${id}`, { commandId: 'c1' }, reading)).status, 403);
    for (const path of ['/api/undo', `/api/undo/${id}`]) assert.equal((await read(path, {})).status, 401);
    assert.equal((await post(`/api/undo/${id}`, { commandId: 'c1' }, {})).status, 401);
    assert.deepEqual([applied(), existsSync(join(place.workspace, 'added'))], [0, true]);
  }));

test('given numbers and bodies that are none, when they are sent, then each is refused and nothing is done', () =>
  withKept(async ({ id, read, post, applied }) => {
    for (const wrong of ['0', '-1', '1.5', '1e3', '01', 'all', '%20', '9'.repeat(16), '..%2f1', '１']) {
      assert.equal((await read(`/api/undo/${encodeURI(wrong)}`)).status, 400, wrong);
      assert.equal((await post(`/api/undo/${encodeURI(wrong)}`, { commandId: 'c1' })).status, 400, wrong);
    }
    assert.equal((await read('/api/undo/99')).status, 404);
    for (const body of [{}, { commandId: '' }, { commandId: 'c1', overwrite: 'yes' }, { commandId: 'c1', force: true }])
      assert.equal((await post(`/api/undo/${id}`, body)).status, 400, JSON.stringify(body));
    assert.equal(applied(), 0);
    const unknown = await post('/api/undo/99', { commandId: 'c2' });
    assert.equal(unknown.status, 404);
    assert.match(unknown.json.error.message, /there is no such turn to undo/);
  }));

test('given a file that was changed since, and a command at work, when the turn is undone, then the one is left until it is overwritten, the other refused', () =>
  withKept(async ({ place, id, read, post, begin }) => {
    const file = join(place.workspace, 'changed');
    writeFileSync(file, 'mine\n');
    const conflicts = (await read(`/api/undo/${id}`)).json.changes.filter(
      ({ standing }: { standing: string }) => standing === 'conflict',
    );
    assert.deepEqual(
      conflicts.map(({ path, why }: Record<string, unknown>) => [path, why]),
      [['changed', 'has been changed since']],
    );
    const { json } = await post(`/api/undo/${id}`, { commandId: 'c1' });
    assert.deepEqual(json.outcome.left, [
      { path: 'changed', why: 'has been changed since', said: { form: 'has been changed since' } },
    ]);
    assert.equal(readFileSync(file, 'utf8'), 'mine\n');
    const forced = await post(`/api/undo/${id}`, { commandId: 'c2', overwrite: true });
    assert.deepEqual([forced.json.outcome.left, readFileSync(file, 'utf8')], [[], 'one\n']);
    begin();
    const refused = await post(`/api/undo/${forced.json.outcome.id}`, { commandId: 'c3' });
    assert.equal(refused.status, 400);
    assert.match(refused.json.error.message, /still at work/);
  }));

test('given a program that keeps nothing, when undo is asked for, then it says so', async () => {
  await using served = await serve();
  const { url } = served.server;
  assert.equal((await ask(url, '/api/undo', { headers: known })).status, 404);
  assert.equal((await ask(url, '/api/undo/1', { headers: known, body: { commandId: 'c1' } })).status, 404);
});
