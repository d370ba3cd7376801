/** Notes: a subject of an embedding program, in one file, with nothing written for it anywhere else. */

import { operation } from '../../src/api/contract.ts';
import { text } from '../../src/api/fields.ts';
import { lines, type Row } from '../../src/api/view.ts';
import { z } from '../../src/api/zod.ts';
import { catalog } from '../../src/domain/text/catalog.ts';
import type { Language } from '../../src/domain/text/texts.ts';

export const kept: string[] = [];

const words = catalog('test/inspector/notes', {
  en: {
    note: 'Note',
    add: 'Add a note',
    dropAll: 'Drop all',
    show: 'Show',
    remove: 'Remove',
    gone: 'It is gone then.',
  },
  de: {
    note: 'Notiz',
    add: 'Notiz machen',
    dropAll: 'Alle weg',
    show: 'Zeigen',
    remove: 'Weg',
    gone: 'Dann ist sie weg.',
  },
});

function rowOf(note: string, language: Language): Row {
  const { show, remove, gone } = words[language];
  const input = { text: note };
  return {
    cells: [note],
    actions: [
      { label: show, operation: 'notes.show', input },
      { label: remove, operation: 'notes.remove', input, confirm: gone },
    ],
  };
}

export const notes = {
  list: operation({
    summary: 'The notes.',
    role: 'reader',
    http: { method: 'GET', path: '/api/notes' },
    offered: ['http', 'page'],
    input: () => ({ like: text('a word', 20).exactOptional() }),
    output: () => z.array(z.string()),
    run: (_, { like = '' }) => kept.filter(note => note.includes(like)),
    commands: [
      {
        words: 'notes list',
        about: { en: 'Notes: what is on your mind', de: 'Notizen: was dich beschäftigt' },
        help: { en: 'List the notes.', de: 'Listet die Notizen auf.' },
      },
    ],
    view: (all, { language, now, typed }) => [
      lines(`${language} ${now} ${typed('notes add TEXT')}`),
      { kind: 'table', head: [words[language].note], rows: all.map(note => rowOf(note, language)) },
      { kind: 'code', lines: ['  a  b'] },
      {
        kind: 'actions',
        actions: [
          { label: words[language].add, operation: 'notes.add', input: {}, asks: { field: 'text', hint: 'TEXT' } },
          { label: words[language].dropAll, operation: 'notes.drop', input: {} },
          { label: 'nothing', operation: 'notes.none', input: {} },
          { label: 'nothing', operation: 'constructor.name', input: {} },
        ],
      },
    ],
  }),
  show: operation({
    summary: 'A note.',
    role: 'reader',
    http: { method: 'GET', path: '/api/notes/{text}' },
    offered: ['http', 'page'],
    input: () => ({ text: text('the note', 20) }),
    output: () => z.string(),
    run: (_, { text: note }) => note,
    view: note => [lines(note, 'strong'), lines('a\nb', 'quiet'), lines('c', 'warn')],
  }),
  remove: operation({
    summary: 'Removes a note.',
    role: 'owner',
    http: { method: 'DELETE', path: '/api/notes/{text}' },
    offered: ['http', 'page'],
    input: () => ({ text: text('the note', 20) }),
    output: () => z.string(),
    missing: 'note',
    run: (_, { text: note }) => (kept.includes(note) ? kept.splice(kept.indexOf(note), 1)[0] : undefined),
    view: note => [{ kind: 'table', rows: [{ cells: [note] }] }],
  }),
  add: operation({
    summary: 'Adds a note.',
    role: 'owner',
    http: { method: 'POST', path: '/api/notes' },
    offered: ['http', 'page'],
    input: () => ({ text: text('the note', 20) }),
    output: () => z.string(),
    run: (_, { text: note }) => {
      kept.push(note);
      return note;
    },
    typed: given => ({ text: given.text.trim() }),
    view: note => [lines(`Kept: ${note}`)],
  }),
  drop: operation({
    summary: 'Drops all notes.',
    role: 'owner',
    http: { method: 'POST', path: '/api/notes/drop' },
    offered: ['http', 'page'],
    input: () => ({}),
    output: () => z.number(),
    run: () => kept.splice(0, kept.length).length,
    ahead: async query => ((await query('notes.list', {})) as readonly string[]).map(note => `Drops ${note}.`),
    view: count => [lines(`Dropped: ${count}`)],
  }),
  first: operation({
    summary: 'The first note.',
    role: 'reader',
    http: { method: 'GET', path: '/api/first-note' },
    offered: ['http', 'page'],
    input: () => ({}),
    output: () => z.string(),
    missing: 'note',
    run: () => kept[0],
    view: note => [lines(note)],
    absent: (_, { language }) => (language === 'de' ? 'es gibt keine Notiz' : 'there is no note'),
  }),
};
