import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markdownRows } from '../../../../../src/adapters/channels/terminal/markdown/blocks.ts';
import { paintOf } from '../../../../../src/adapters/channels/terminal/style.ts';

const drawing = {
  width: 200,
  paint: paintOf(false),
  highlight: (lines: readonly string[]) => lines.map(row => ({ row, goesOn: false })),
};

const reply =
  'Stop me (`straylight stop`, or “straylight stop --now”), straylight is my name.\n\n```\nstraylight stop\n```';

test('given a reply that names commands of this program, when they are typed by a path here, then code in a line names that path, and a block stays as it is', () => {
  assert.deepEqual(markdownRows(reply, { ...drawing, program: './bin/straylight.js' }), [
    'Stop me (`./bin/straylight.js stop`, or “straylight stop --now”), straylight is my name.',
    '',
    '```',
    'straylight stop',
    '```',
  ]);
  assert.equal(
    markdownRows(reply, drawing)[0],
    'Stop me (`straylight stop`, or “straylight stop --now”), straylight is my name.',
  );
});

test('given a list and a line that closes it, when they are shown, then the line stands by itself; a line between two items stays with the first', () => {
  assert.deepEqual(markdownRows('Which?\n1. red\n2. blue\nA number, or “none”.', drawing), [
    'Which?',
    '1. red',
    '2. blue',
    'A number, or “none”.',
  ]);
  assert.deepEqual(markdownRows('- red\n- blue\n\nmore', drawing), ['• red', '• blue', '', 'more']);
  assert.deepEqual(markdownRows('1. red\n\n2. blue\nend', drawing).at(-1), 'end');
  assert.deepEqual(markdownRows('- red and\nyellow\n- blue', drawing), ['• red and', '  yellow', '• blue']);
  assert.deepEqual(markdownRows('- red\n  and yellow', drawing), ['• red', '  and yellow']);
});
