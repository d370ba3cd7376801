/** A language is one file, found by itself and typed by the English tables. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { languageIn, languageOf, loadLanguages } from '../../config/language.ts';
import { reasonIn } from '../../src/domain/approvals/reason-texts.ts';
import { says } from '../../src/domain/policy/sentence.ts';
import { catalog, inWords, type Language, languageNamed } from '../../src/domain/text/catalog.ts';
import { ownWords, texts } from '../../src/domain/text/texts.ts';

const french = `export const texts = {
  words: { 'Remove it.': 'Enlève-le.' },
  'domain/text/texts': { safeModeOver: 'Fini.', modelFailed: failure => 'Raté : ' + failure.message },
  'test/languages/late': { list: ['un'], inner: { one: 'une' } },
};`;

suite('a further language', () => {
  test('given a file of it in the folder, when languages are loaded, then its texts are said, and English ones where it has none', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'languages-'));
    try {
      assert.equal(languageNamed('fr'), undefined);
      await Promise.all([
        writeFile(join(folder, 'fr.js'), french),
        writeFile(join(folder, 'fr.d.ts'), 'not a language'),
        writeFile(join(folder, 'config.toml'), '[owner]\nlanguage = "fr"\n'),
      ]);
      await loadLanguages(pathToFileURL(`${folder}/`));
      const language = languageIn(join(folder, 'config.toml'), {});
      assert.equal(language, 'fr');
      assert.equal(languageOf({ LANG: 'fr_FR.UTF-8' }), 'fr');
      assert.equal(languageOf({ LANG: 'pt_BR.UTF-8' }), 'en');
      const say = texts(language);
      assert.equal(say.safeModeOver, 'Fini.');
      assert.equal(say.modelFailed({ kind: 'invalid', message: 'no' }), 'Raté : no');
      assert.equal(say.refused, texts('en').refused);
      assert.equal(inWords({ en: 'Remove it.', de: 'Entfern es.' }, language), 'Enlève-le.');
      const failure = 'the call to server at http://127.0.0.1:9 was cancelled';
      assert.equal(ownWords(`a/b: ${failure}`, language), `a/b: ${failure}`);
      assert.equal(reasonIn(language, says`It deletes ${'“a”'} and its contents.`), 'It deletes “a” and its contents.');
      assert.equal(inWords({ en: 'Add it.', de: 'Leg es an.' }, language), 'Add it.');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('given a table that is made after the language came, when it is read in it, then what is translated is merged with the English', () => {
    const own = { list: ['one', 'two'], inner: { one: 'a', two: 'b' }, is: true };
    const table = catalog('test/languages/late', { en: own, de: own });
    assert.deepEqual(table['fr' as Language], { list: ['un'], inner: { one: 'une', two: 'b' }, is: true });
  });

  test('given two tables of one name, when the second is made, then it is refused', () => {
    catalog('test/languages/twice', { en: 'a', de: 'b' });
    assert.throws(() => catalog('test/languages/twice', { en: 'a', de: 'b' }), /test\/languages\/twice/);
  });

  test('given a folder that is not there, when languages are loaded, then none comes', async () => {
    await loadLanguages(new URL('file:///nowhere/at/all/'));
    assert.equal(languageNamed('nw'), undefined);
  });
});
