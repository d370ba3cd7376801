import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slashAnswer } from '../../src/commands/conversation/slash.ts';
import type { UndoDetails, UndoService } from '../../src/domain/undo/undo.ts';
import { agentOver } from './agent-over.ts';

const details: UndoDetails = {
  id: 12,
  turn: 't',
  seen: 'shown',
  session: 'session:telegram:42',
  at: 0,
  what: ['Run “make”.'],
  added: 1,
  changed: 1,
  deleted: 0,
  more: 0,
  notes: [{ text: 'Calls of turn 11 ran at the same time.' }],
  changes: [
    { path: 'notes.md', what: 'changed', standing: 'conflict', why: 'has been changed since', diff: ['-one', '+two'] },
    { path: 'made', what: 'added', after: { kind: 'file', bytes: 1, rights: '0644', owner: '0:0' }, standing: 'ready' },
  ],
};

/** An undo service that records what was applied. */
function undoService(): UndoService & { readonly applied: unknown[] } {
  const applied: unknown[] = [];
  return {
    applied,
    list: async () => ({ isOn: true, turns: [details], usedBytes: 5_000, notes: [] }),
    show: async id => (id === 12 ? details : undefined),
    apply: async (id, options) => {
      applied.push([id, options]);
      return { id: 13, restored: 1, left: [{ path: 'notes.md', why: 'has been changed since' }] };
    },
  };
}

const agentOf = (here: UndoService) => agentOver({ undo: here, applyUndo: (id, options) => here.apply(id, options) });

async function typed(here: UndoService, args: string, now = 0, language: 'en' | 'de' = 'en'): Promise<string> {
  const call = { agent: agentOf(here), args, chat: 'session:terminal:main', now, language };
  return ((await slashAnswer('undo', call))?.lines ?? []).join('\n');
}

test('given turns that changed something, when /undo is typed in a chat, then they are listed and one is shown with its difference before anything is done', async () => {
  const here = undoService();
  const list = await typed(here, '', 60_000);
  assert.match(list, /\n12 {4}1 minute ago {2}1 added, 1 changed {2}telegram:42 {3}Run “make”\./);
  assert.match(list, /Saved for undo: 5 KB\.\n\n\/undo N$/);
  const shown = await typed(here, '12', 60_000);
  assert.match(shown, /~ notes\.md .*CONFLICT: has been changed since\n {4}-one\n {4}\+two/);
  assert.match(shown, /\+ made {2}file, 1 B\n\n\/undo apply N$/);
  const ahead = await typed(here, 'apply 12', 60_000);
  assert.match(ahead, /\+ made {2}file, 1 B\nNothing was done\. To do it: \/undo apply 12 yes$/);
  assert.deepEqual(here.applied, []);
});

test('given a turn that wrote a file, when it is listed, then without its size; where it is shown, with it', async () => {
  const wrote = { ...details, what: ['Write a.txt (3 lines, 16 bytes).'] };
  const here = { ...undoService(), show: async () => wrote };
  here.list = async () => ({ isOn: true, turns: [wrote], usedBytes: 5_000, notes: [] });
  assert.match(await typed(here, ''), /Write a\.txt\.\n/);
  assert.match(await typed(here, '12'), /Write a\.txt \(3 lines, 16 bytes\)\./);
});

test('given a turn of which nothing is left to undo, when it is to be undone, then that is said alone, and no yes is asked for', async () => {
  const changes = details.changes.map(change => ({ ...change, standing: 'done' as const }));
  const here = { ...undoService(), show: async () => ({ ...details, changes }) };
  await assert.rejects(typed(here, 'apply 12'), /^Fault: Nothing to undo\. Everything is as it was before\.$/);
  await assert.rejects(typed(here, 'apply 12', 0, 'de'), /Nichts rückgängig zu machen/);
});

test('given an undo in the list, when it is read, then it says in the owner’s language which turn it undid', async () => {
  const undo = { ...details, what: ['Undo 4.'], undoes: 4 };
  const here = { ...undoService(), list: async () => ({ isOn: true, turns: [undo], usedBytes: 0, notes: [] }) };
  assert.match(await typed(here, '', 0, 'de'), / {2}Macht Runde 4 rückgängig\./);
  assert.match(await typed(here, ''), / {2}Undo of turn 4\./);
});

test('given turns that were undone, when they are listed, then each says by which, and one whose undo was undone does not', async () => {
  const turns = [
    { ...details, id: 7, undoes: 6 },
    { ...details, id: 6, undoes: 4 },
    { ...details, id: 5 },
    { ...details, id: 4 },
  ];
  const here = { ...undoService(), list: async () => ({ isOn: true, turns, usedBytes: 0, notes: [] }) };
  const found = [...(await typed(here, '')).matchAll(/^(\d).*?(?:\((undone by turn \d)\))? {2}telegram/gm)];
  assert.deepEqual(
    found.map(([, id, standing]) => [id, standing]),
    [
      ['7', undefined],
      ['6', 'undone by turn 7'],
      ['5', undefined],
      ['4', undefined],
    ],
  );
});

test('given a turn, when /undo is told yes or overwrite, then it is applied so, and what was left is named', async () => {
  const here = undoService();
  for (const words of ['12 yes', '12 ja', 'apply 12 yes'])
    assert.match(
      await typed(here, words),
      /Done: removed the file made\..*number 13\.\nNot restored: notes\.md has been changed since\./,
    );
  await typed(here, '12 overwrite');
  assert.deepEqual(
    here.applied,
    [false, false, false, true].map(overwrite => [12, { overwrite }]),
  );
});

test('given a difference that has become another one, when the one that was shown is to be undone, then nothing is done', async () => {
  const here = undoService();
  const { undo } = agentOf(here);
  await assert.rejects(undo.apply({ id: 12, seen: 'another' }), { status: 409 });
  assert.deepEqual(here.applied, []);
});

test('given words that name no turn, when /undo is typed, then nothing is done and it is said what was expected', async () => {
  const here = undoService();
  for (const words of ['all', '-1', '0', '99', 'apply 99', '99 yes'])
    await assert.rejects(typed(here, words), /expected|there is no turn/, words);
  assert.match(await typed(here, '12 no'), /\/undo apply N: Restore the files/);
  assert.deepEqual(here.applied, []);
});
