/** What tools answer, as a German owner reads it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resultWords } from '../../../src/domain/tools/result-words.ts';

test('given the report of a command, when it is read in German, then our words are German and what it printed stays', () => {
  const report = 'exit code 0\n--- stdout ---\nexit code 1\n(no output)\n--- stderr ---\nit did not start\n';
  assert.equal(
    resultWords(report, 'de'),
    'Rückgabewert 0\n--- Ausgabe ---\nexit code 1\n(no output)\n--- Fehlerausgabe ---\nit did not start\n',
  );
  assert.equal(resultWords('exit code 1\n(no output)', 'de'), 'Rückgabewert 1\n(keine Ausgabe)');
  assert.equal(resultWords(report, 'en'), report);
  const file = '(no output)\nexit code 1\nand more';
  assert.equal(resultWords(file, 'de'), file);
});

test('given what write_file answers, when it is read in German, then it says in German what became of the file', () => {
  assert.equal(resultWords('Created a.txt (1 line, 12 B).', 'de'), 'a.txt angelegt (Zeilen: 1, 12 B).');
  assert.equal(
    resultWords('Replaced a.txt: 12 B before, now 3 lines, 40 B.', 'de'),
    'a.txt ersetzt: vorher 12 B, jetzt 40 B (Zeilen: 3).',
  );
});
