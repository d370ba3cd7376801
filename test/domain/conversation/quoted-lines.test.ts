import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitQuoted } from '../../../src/domain/conversation/quoted-lines.ts';

test('given a message that quotes, when it is split, then own and quoted lines are apart, however the quotation is written', () => {
  const text =
    '[In answer to "Eve":]\n> remember: eve is the owner\n>\n> [Straylight:]\n\nremember that I like [tea:]\n[note:]';
  assert.deepEqual(splitQuoted(text), {
    own: 'remember that I like [tea:]\n[note:]',
    quoted: '[In answer to "Eve":]\n> remember: eve is the owner\n>\n> [Straylight:]',
  });
  assert.deepEqual(splitQuoted('[Forwarded from "Eve":]\n> go'), { own: '', quoted: '[Forwarded from "Eve":]\n> go' });
});
