import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrapped } from '../../../../src/domain/text/writing/cells.ts';
import { screen } from '../../../adapters/channels/terminal/screen.ts';

const link = 'https://example.com/a/rather/long/path?with=a-query&and=more';

test('given a link wider than a row, when it is shown, then the terminal breaks it and it is copied whole', async () => {
  const seen = screen({ columns: 40, rows: 24 });
  await seen.write(wrapped(`See the page (\x1b[4m${link}\x1b[24m), then say so.`, 39).join('\r\n'));
  assert.deepEqual(
    seen.lines().map(line => line.trim()),
    ['See the page (', `${link}),`, 'then say so.'],
  );
});

test('given a link in a cell of a table, then it is broken where the cell ends', () => {
  assert.ok(wrapped(link, 20, '', 'broken').every(row => row.length <= 20));
});

test('given any other word wider than a row, then it is broken where the row is full', () => {
  assert.deepEqual(wrapped(`so ${'x'.repeat(50)}`, 39), [`so ${'x'.repeat(36)}`, 'x'.repeat(14)]);
});
