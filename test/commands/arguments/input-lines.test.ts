import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { inputLines } from '../../../src/commands/arguments/input-lines.ts';

test('given rows with signs that end lines elsewhere, when they come in pieces, then line feeds alone divide them', async () => {
  const rows = ['{"text":"a\u2028b\u2029c\u0085d"}', '', '{"text":"ü🙂"}', '{"text":"last"}'];
  const bytes = Buffer.from(`${rows[0]}\r\n${rows.slice(1).join('\n')}`);
  for (const size of [1, 2, 7, bytes.length]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    );
    assert.deepEqual(await Array.fromAsync(inputLines(Readable.from(pieces))), rows);
  }
});
