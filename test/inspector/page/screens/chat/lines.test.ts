/** What stands together in a conversation. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

const { linesOf, withNotesTogether } = await import(
  new URL('../../../../../inspector/page/screens/chat/lines/lines.js', import.meta.url).href
);

test('given reports, when one is a reminder, then it stands alone like a message, and what came of jobs does not', () => {
  const kinds = (text: string) =>
    linesOf([{ id: 'report:1', turn: '', role: 'notice', text, at: 1 }]).map(({ kind }: { kind: string }) => kind);
  for (const text of [
    'Reminder: call Ada',
    'Erinnerung: Ada anrufen',
    'I am to remind you of Ada',
    'Ich soll dich erinnern',
  ])
    assert.deepEqual(kinds(text), ['reminder']);
  for (const text of [
    'Job remind failed: no',
    'Der Job erinnere ist 3-mal nacheinander fehlgeschlagen',
    'Das Modell geht nicht; Erinnerungen finde ich nur über Wörter',
    'Telegram is back.\nReminder: x',
  ])
    assert.deepEqual(kinds(text), ['notice']);
});

test('given notices, when several follow each other, then they are one line, and one alone stays as it is', () => {
  const message = (id: string, role: string) => ({ id, turn: '', role, text: id, at: 1 });
  const lines = withNotesTogether(
    linesOf([
      message('report:1', 'notice'),
      message('m1', 'owner'),
      message('report:2', 'notice'),
      message('report:3', 'notice'),
      message('m2', 'assistant'),
      message('report:4', 'notice'),
      message('report:5', 'notice'),
    ]),
  );
  assert.deepEqual(
    lines.map(({ kind, notes }: { kind: string; notes?: readonly unknown[] }) => [kind, notes?.length]),
    [
      ['notice', undefined],
      ['owner', undefined],
      ['notes', 2],
      ['agent', undefined],
      ['notes', 2],
    ],
  );
});
