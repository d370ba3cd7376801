import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asTyped } from '../../../src/domain/text/typed-name.ts';

test('given texts that name commands, when the program has another name here, then they are as they can be typed, and prose stays', () => {
  const said = (text: string) => asTyped(text, './bin/straylight.js');
  for (const [text, expected] of [
    ['„straylight stop“, dann „straylight init“', '„./bin/straylight.js stop“, dann „./bin/straylight.js init“'],
    ['say “straylight start”', 'say “./bin/straylight.js start”'],
    ['Aufruf: straylight BEFEHL', 'Aufruf: ./bin/straylight.js BEFEHL'],
    ['Usage: straylight COMMAND', 'Usage: ./bin/straylight.js COMMAND'],
    ['der Befehl straylight, als Verweis', 'der Befehl straylight, als Verweis'],
  ] as const)
    assert.equal(said(text), expected);
});
