/** Each text of the page is said in German too. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { AnyStateMachine } from 'xstate';
import { chartHelp } from '../../../inspector/page-files/chart-help.ts';
import { pageFiles } from '../../../inspector/page-files/page-files.ts';
import { pageAges, pageTexts } from '../../../inspector/page-files/page-words.ts';
import { declaredTools } from '../../../src/adapters/declared-tools.ts';
import { ages, ageTexts } from '../../../src/domain/text/ago.ts';
import { assertGerman, englishLines } from '../../flows/rig/english-lines.ts';
import { authoredMachines } from '../../machines/readme.ts';
import { saidByPage } from './said.ts';

const inFrame = 'This page needs JavaScript; all of it comes from your own computer.';

suite('the words of the page', () => {
  test('given every text that the modules say, when the German table is read, then each stands in it, and none for nothing', () => {
    const keys = new Set(saidByPage());
    assert.deepEqual(
      [...keys].filter(key => !Object.hasOwn(pageTexts.de, key)),
      [],
    );
    assert.deepEqual(
      Object.keys(pageTexts.de).filter(key => !keys.has(key) && key !== inFrame),
      [],
    );
  });

  test('given the German table, when its values are compared, then they are those of the English text, and no text is left in English', () => {
    assertGerman(pageTexts.de);
  });

  test('given every chart, when its states say what they are, then each sentence has its German, and none is of an owner in the third person', async () => {
    const helps = (await authoredMachines())
      .flatMap(({ machine }) => helpsIn(machine.root))
      // of a tool's call, which shows how it ended beside it
      .filter(help => !help.startsWith('It ended: '));
    assert.deepEqual([...new Set(helps)].toSorted(), Object.keys(chartHelp.de).toSorted());
    const english = helps.map(text => chartHelp.en[text] ?? text);
    assert.deepEqual(
      english.filter(text => /\bowner/.test(text)),
      [],
    );
    assert.deepEqual(englishLines(Object.values(chartHelp.de).join('\n')), []);
  });

  test('given every chart, when its states are named on the page, then each has a word of its own', async () => {
    const states = (await authoredMachines()).flatMap(({ machine }) => namesIn(machine.root));
    assert.ok(states.length > 60);
    const missing = states.filter(name => !Object.hasOwn(pageTexts.de, `${name} [state]`));
    assert.deepEqual([...new Set(missing)], []);
  });

  test('given every tool that is built in, when its owner reads of it, then it has a sentence of its own', () => {
    assert.ok(declaredTools.length > 50);
    assert.equal(new Set(declaredTools.map(({ name }) => name)).size, declaredTools.length);
    assert.deepEqual(
      declaredTools.flatMap(({ name, does }) => (does && does.en !== does.de ? [] : [name])),
      [],
    );
  });

  test('given an owner of each language, when the page is made, then frame, texts and ages are of it', () => {
    const index = (language: 'en' | 'de') => pageFiles(language).files.get('/')?.body.toString() ?? '';
    assert.match(index('en'), /<html lang="en"/);
    assert.match(index('de'), /<html lang="de"[\s\S]*Diese Seite braucht JavaScript/);
    const main = pageFiles('de').files.get('/page/main.js')?.body.toString() ?? '';
    assert.match(main, /"Nothing needs your attention\.":"Nichts braucht dich\."/);
    assert.doesNotMatch(pageFiles('en').files.get('/page/main.js')?.body.toString() ?? '', /Nichts braucht dich/);
    // what the browser runs is the function of the terminal
    const spoken = new Function(`return ${pageAges()}`)() as typeof ages;
    for (const ms of [0, 59_999, 60_000, 3_600_000, 47 * 3_600_000, 49 * 3_600_000]) {
      assert.equal(spoken(ageTexts.de).ago(ms), ages(ageTexts.de).ago(ms));
      assert.equal(spoken(ageTexts.en).until(ms), ages(ageTexts.en).until(ms));
    }
  });
});

function namesIn({ states }: AnyStateMachine['root']): readonly string[] {
  return Object.entries(states).flatMap(([name, inner]) => [name, ...namesIn(inner)]);
}

function helpsIn({ meta, states }: AnyStateMachine['root']): readonly string[] {
  const own = (meta as { readonly help?: string } | undefined)?.help;
  return [...(own === undefined ? [] : [own]), ...Object.values(states).flatMap(helpsIn)];
}
