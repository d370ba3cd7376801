import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const docs = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');

test('given the recorded session, when it is read as asciicast 2, then it can be played, and holds no token and no place of a machine', () => {
  const [header = '', ...events] = docs('session.cast').trim().split('\n');
  const { version, width, height } = JSON.parse(header);
  assert.deepEqual([version, width, height > 20], [2, 80, true]);
  let before = 0;
  for (const [at, code, text] of events.map(line => JSON.parse(line))) {
    assert.ok(at >= before && code === 'o' && typeof text === 'string', `${at} ${code}`);
    before = at;
  }
  for (const name of ['session.cast', 'session.svg']) assert.doesNotMatch(docs(name), /#t=[\w-]|\/(?:tmp|home|root)\//);
  assert.match(docs('session.svg'), /^<svg [\s\S]*remember that my sister's birthday is 4 May[\s\S]*<\/svg>\n$/);
});
