import assert from 'node:assert/strict';
import { test } from 'node:test';
import { style } from '../../src/commands/io.ts';
import { undoText } from '../../src/commands/undo.ts';
import type { UndoDetails, UndoService } from '../../src/domain/undo/undo.ts';
import { agentOver } from './agent-over.ts';

const details: UndoDetails = {
  id: 12,
  turn: 't',
  session: 'session:telegram:42',
  at: 0,
  what: ['Run “make”.'],
  added: 1,
  changed: 1,
  deleted: 0,
  more: 0,
  notes: ['Calls of turn 11 ran at the same time.'],
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

test('given turns that changed something, when /undo is asked in a chat, then they are listed and one is shown with its difference before anything is done', async () => {
  const here = undoService();
  assert.match(
    (await undoText(agentOf(here), '', 60_000)).join('\n'),
    /12 · .* ago · 1 added, 1 changed\n {2}Run “make”\./,
  );
  const shown = (await undoText(agentOf(here), '12', 60_000)).join('\n');
  assert.match(shown, /~ notes\.md .*CONFLICT: has been changed since\n {4}-one\n {4}\+two/);
  assert.match(shown, /\+ made {2}file, 1 B\n[\s\S]*\/undo 12 yes removes the file made\.\n\/undo 12 overwrite/);
  assert.deepEqual(here.applied, []);
});

test('given an undo in the list, when it is read, then it says in the owner’s language which turn it undid', async () => {
  const undo = { ...details, what: ['Undo 4.'], undoes: 4 };
  const here = { ...undoService(), list: async () => ({ isOn: true, turns: [undo], usedBytes: 0, notes: [] }) };
  assert.match(
    (await undoText(agentOf(here), '', 0, style(false), 'de')).join('\n'),
    /\n {2}Macht Runde 4 rückgängig\./,
  );
  assert.match((await undoText(agentOf(here), '', 0)).join('\n'), /\n {2}Undo of turn 4\./);
});

test('given a turn, when /undo is told yes or overwrite, then it is applied so, and what was left is named', async () => {
  const here = undoService();
  const text = (await undoText(agentOf(here), '12 yes', 0)).join('\n');
  assert.match(text, /Done: removed the file made\..*number 13\.\nNot restored: notes\.md has been changed since\./);
  await undoText(agentOf(here), '12 overwrite', 0);
  assert.deepEqual(here.applied, [
    [12, { overwrite: false }],
    [12, { overwrite: true }],
  ]);
});

test('given words that name no turn, when /undo is asked, then nothing is done and it is said what was expected', async () => {
  const here = undoService();
  for (const words of ['all', '-1', '0', '12 no', '99'])
    await assert.rejects(undoText(agentOf(here), words, 0), /expected|there is no turn/);
  assert.deepEqual(here.applied, []);
});
