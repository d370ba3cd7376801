/** Sentences as data (src/domain/policy/sentence.ts): each that the source makes has a German one, and none is for nothing. */
import './pseudo.ts';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { before, suite, test } from 'node:test';
import { ownParts, forms as reasonForms } from '../../src/domain/approvals/reason-forms.ts';
import { says } from '../../src/domain/policy/sentence.ts';
import { failureForms } from '../../src/domain/text/failures/failure-forms.ts';
import { ownWords } from '../../src/domain/text/texts.ts';

const root = join(import.meta.dirname, '../..');

/** Form to the files that make it. */
const made = new Map<string, string>();

/** Texts in quotes: the description of a field is a sentence that names nothing. */
const texts = new Set<string>();

suite('sentences as data', () => {
  before(async () => {
    for await (const file of glob('{src,inspector,config}/**/*.ts', { cwd: root })) {
      if (file.startsWith('src/domain/text/failures/')) continue;
      const code = readFileSync(join(root, file), 'utf8').replace(/^\s*(?:\/?\*|\/\/).*$/gm, '');
      for (const form of [...tagged(code.replaceAll('\\`', '')), ...written(code, /\bform:\s*'((?:[^'\\\n]|\\.)*)'/g)])
        made.set(form, file);
      for (const text of written(code, /'((?:[^'\\]|\\.)*)'/g)) texts.add(text);
    }
    assert.ok(made.size > 300, `${made.size}`);
  });

  test('given a sentence that the source makes, when its owner reads German, then there is a German one', () => {
    const tables = [reasonForms, ownParts, failureForms];
    const missing = [...made].filter(([form]) => !tables.some(table => Object.hasOwn(table, form)));
    assert.deepEqual(missing, []);
  });

  test('given a German sentence of a failure, then something makes it, and it names the same', () => {
    const gaps = (text: string) => (text.match(/\{\d\}/g) ?? []).toSorted();
    for (const [english, german] of Object.entries(failureForms)) {
      assert.ok(made.has(english) || texts.has(english), `nothing says "${english}"`);
      assert.deepEqual(
        gaps(german).filter(gap => !gaps(english).includes(gap)),
        [],
        english,
      );
    }
  });

  test('given a sentence of a failure, when it is shown as data and as a text, then the data is in the language and the text as it is', () => {
    const values = Array.from({ length: 9 }, (_, at) => `v${at}`);
    for (const form of Object.keys(failureForms)) {
      const sentence = { form, values };
      const english = ownWords(sentence, 'en');
      assert.equal(ownWords(sentence, 'xx'), `⟦${english}⟧`);
      for (const language of ['de', 'xx'] as const)
        assert.equal(ownWords(english, language), english, 'nothing matches it');
    }
    assert.equal(ownWords(says`check ${says`the address`}`, 'xx'), '⟦check ⟦the address⟧⟧');
  });
});

/** The form of each ``says`…` `` in this code. */
function tagged(code: string): readonly string[] {
  const signs = code.replaceAll('${', '\0');
  return [...signs.matchAll(/\bsays`/g)].map(({ index }) => {
    let [form, gaps, depth] = ['', 0, 0];
    for (const sign of signs.slice(index + 'says`'.length)) {
      if (depth === 0 && sign === '`') break;
      if (sign === '\0' && depth === 0) form += `{${++gaps}}`;
      else if (depth === 0) form += sign;
      if (sign === '\0' || (sign === '{' && depth > 0)) depth += 1;
      else if (sign === '}' && depth > 0) depth -= 1;
    }
    return form;
  });
}

/** The texts that this finds in the code. */
function written(code: string, pattern: RegExp): readonly string[] {
  return [...code.matchAll(pattern)].map(([, text = '']) => text.replace(/\\(.)/g, '$1'));
}
