/** Each text that a command says by its table is said in German too. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { CommandOption } from '../../src/api/command-form.ts';
import { commands } from '../../src/commands/arguments/forms.ts';
import { commandTexts } from '../../src/commands/german/texts.ts';
import { sayIn } from '../../src/commands/say.ts';
import { assertGerman } from '../flows/rig/english-lines.ts';
import { sourceFiles } from '../source-files.ts';

const speaking = sourceFiles('src').filter(({ path }) => /^src\/(?:commands\/|features\/|main\.ts$)/.test(path));
const said = speaking.flatMap(({ code }) =>
  [
    ...code.matchAll(/\bsay(?:In\([\w.]+\))?\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/g),
    ...code.matchAll(/\btakes: '((?:[^'\\]|\\.)*)'/g),
  ].map(([, single, double = '']) => single ?? double),
);
/** What is said where there is no such thing: it is handed over as a value, so it is known by how it begins and ends. */
const absent = sourceFiles('src/commands')
  .filter(({ path }) => !path.includes('/german/'))
  .flatMap(({ code }) =>
    [...code.matchAll(/'(there is no[^'\n]*; "straylight [^'\n]*)'/g)].map(([, text = '']) => text),
  );
/** Of a text with its German beside it, nothing stands in the table. */
const forms = commands()
  .flatMap(({ summary, forms }) => [
    summary,
    ...forms.flatMap(({ help, will, options = {} }) => [
      help,
      ...(will === undefined ? [] : [will]),
      ...Object.values<CommandOption>(options).map(option => option.help),
    ]),
  ])
  .filter(text => typeof text === 'string');
/** Names of checks that are no name of a thing. */
const checks = sourceFiles('src/commands/doctor').flatMap(({ code }) =>
  [...code.matchAll(/name: '([\w ]+)'/g)].map(([, name = '']) => name),
);
const names = ['Node', 'Port', 'Git', 'Browser'];

suite('the words of commands', () => {
  test('given every text of commands, help and checks, when the German table is read, then each stands in it, and none for nothing', () => {
    const keys = new Set([...said, ...absent, ...forms, ...checks.filter(name => !names.includes(name))]);
    assert.ok(keys.size > 400);
    assert.deepEqual(
      [...keys].filter(key => !Object.hasOwn(commandTexts.de, key)),
      [],
    );
    assert.deepEqual(
      Object.keys(commandTexts.de).filter(key => !keys.has(key)),
      [],
    );
  });

  test('given the German table, when its values are compared, then they are those of the English text, and no text is left in English', () => {
    assertGerman(commandTexts.de);
  });

  test('given values with braces in them, when a text is said, then they stay as they are', () => {
    const values = { name: '{name2}', name2: 'x' };
    assert.equal(
      sayIn({ language: 'de' })('unknown command "{name}"; {name2}', values),
      'unbekannter Befehl „{name2}“; x',
    );
    assert.equal(sayIn()('unknown command "{name}"; {name2}', values), 'unknown command "{name2}"; x');
  });
});
