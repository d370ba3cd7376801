/** Tables of views in terminals of every width: nothing is lost, and no line is wider than the terminal. */
import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { liveScreen } from '../../src/adapters/channels/terminal/screen.ts';
import { paintOf } from '../../src/adapters/channels/terminal/style.ts';
import { emptyDraft } from '../../src/adapters/channels/terminal/typing/draft.ts';
import type { View } from '../../src/api/view.ts';
import { undoList } from '../../src/api/views/undo.ts';
import { style } from '../../src/commands/io.ts';
import { tableLines } from '../../src/commands/table.ts';
import { viewLines } from '../../src/commands/view.ts';
import type { Language } from '../../src/domain/text/texts.ts';
import { cellsOf, roomIn } from '../../src/domain/text/writing/cells.ts';

const widths = [40, 60, 80, 120];
const words = (text: string) => text.split(/[^\p{L}\p{N}_.:-]+/u).filter(Boolean);

const jobs: View = [
  {
    kind: 'table',
    head: ['Name', 'State', 'When', 'Does'],
    rows: [
      { cells: ['water', 'waits', 'every day at 09:00', 'reminds you: water the plants on the balcony, all of them'] },
      { cells: ['weekly_report', 'paused', 'every Monday at 08:30 (Europe/Berlin)', '説明を書く: write the report'] },
    ],
  },
  { kind: 'lines', lines: [{ text: '2 more jobs; /jobs show NAME shows one of them, /jobs history NAME its runs' }] },
];

for (const width of widths)
  test(`given a table that is wider than ${width} cells, when it is drawn there, then it fits, and each word of it is there`, () => {
    const drawn = viewLines(
      jobs,
      style(false, () => width),
    );
    for (const line of drawn) assert.ok(cellsOf(line) <= width, `${cellsOf(line)}: ${line}`);
    const text = drawn.join('\n');
    for (const word of ['water', 'weekly_report', 'paused', 'Europe/Berlin', 'plants', 'history', '2'])
      assert.ok(text.includes(word), `${word} is missing in\n${text}`);
    assert.equal(
      text.match(/\p{L}/gu)?.length,
      viewLines(jobs, style(false)).join('').match(/\p{L}/gu)?.length,
      'no letter is lost',
    );
  });

for (const columns of [0, 40, 60, 80, 110])
  test(`given a table for a terminal of ${columns} columns, when the chat there shows it, then no row is broken once more`, async () => {
    const rows = viewLines(
      jobs,
      style(false, () => roomIn(columns)),
    );
    let shown = '';
    const output = new Writable({
      write(chunk, _, done) {
        shown += chunk;
        done();
      },
    });
    const screen = liveScreen({
      output: Object.assign(output, { columns, rows: 24 }),
      paint: paintOf(false),
      clock: { elapsed: () => 0, after: () => () => {} },
      highlight: lines => lines.map(row => ({ row, goesOn: false })),
      editor: () => ({ draft: emptyDraft(), search: () => undefined, offers: () => [] }),
      status: () => [],
    });
    screen.print(rows.join('\n'));
    for (const row of rows) assert.ok(shown.includes(`${row}\n`) || shown.includes(`${row}\r\n`), row);
  });

test('given a table with one long column, when there is too little room, then only that column is broken, beneath itself', () => {
  assert.deepEqual(
    tableLines(
      [
        ['1', 'done', 'write the report of the week and send it'],
        ['22', 'open', 'rest'],
      ],
      30,
    ),
    [['1   done  write the report of', '          the week and send it'], ['22  open  rest']],
  );
});

test('given so many columns that none has room, when they are drawn, then each row is a paragraph', () => {
  const row = ['first words', 'second words', 'third words', 'fourth words', 'fifth words'];
  assert.deepEqual(tableLines([row], 40), [
    ['first words · second words · third words', '  · fourth words · fifth words'],
  ]);
});

test('given no terminal, when a table is drawn, then each row is one line, however long', () => {
  const long = 'word '.repeat(200).trim();
  assert.deepEqual(tableLines([['a', long]]), [[`a  ${long}`]]);
});

test('given turns that changed files, when they are listed, then the list fits every terminal in both languages', () => {
  const turns = [1, 20, 300].map(id => ({
    id,
    turn: `turn:${id}`,
    at: 0,
    session: 'session:terminal:main',
    what: ['Write the file notes/shopping.txt with milk and eggs'],
    added: 1,
    changed: 1,
    deleted: 0,
  }));
  const list = { isOn: true, turns, notes: [{ text: 'a note of some length, '.repeat(6) }], usedBytes: 4_000_000 };
  for (const language of ['en', 'de'] as readonly Language[])
    for (const width of widths) {
      const view = undoList(list as unknown as Parameters<typeof undoList>[0], {
        language,
        now: 90_000,
        typed: String,
      });
      const drawn = viewLines(
        view,
        style(true, () => width),
      );
      for (const line of drawn) assert.ok(cellsOf(line) <= width, `${width}: ${line}`);
      assert.ok(words(drawn.join(' ')).includes('300'));
    }
});
