/** What is said of a list: added to it, taken off it, changed, asked. Nothing but a wish to add adds a line. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { desk } from '../desk.ts';

const list = 'shopping-list.txt';
const liste = 'einkaufsliste.txt';
const milk = { [list]: 'milk\neggs\n', [liste]: 'Milch\nEier\n' };

for (const [request, path, content] of [
  ['delete milk on the shopping list', list, 'eggs\n'],
  ['tick off milk on the shopping list', list, 'eggs\n'],
  ['put a tick at milk on the shopping list', list, 'eggs\n'],
  ['replace milk with oat milk on the shopping list', list, 'oat milk\neggs\n'],
  ['tea onto the shopping list', list, 'milk\neggs\ntea\n'],
  ['tea and salt should go on the shopping list', list, 'milk\neggs\ntea\nsalt\n'],
  ['tea needs to go on the shopping list', list, 'milk\neggs\ntea\n'],
  ['schreib auf die Einkaufsliste: Tee, Salz', liste, 'Milch\nEier\nTee\nSalz\n'],
  ['Lösche Milch in der Einkaufsliste', liste, 'Eier\n'],
  ['Mach ein Häkchen an Milch auf der Einkaufsliste', liste, 'Eier\n'],
  ['hake Milch auf der Einkaufsliste ab', liste, 'Eier\n'],
  ['Ersetze Milch durch Hafermilch auf der Einkaufsliste', liste, 'Hafermilch\nEier\n'],
  ['tausche in der Einkaufsliste Milch gegen Tee aus', liste, 'Tee\nEier\n'],
  ['Tee auf die Einkaufsliste', liste, 'Milch\nEier\nTee\n'],
  ['Tee und Salz müssen noch auf die Einkaufsliste', liste, 'Milch\nEier\nTee\nSalz\n'],
  ['kannst du Tee auf die Einkaufsliste setzen?', liste, 'Milch\nEier\nTee\n'],
] as const)
  test(`given “${request}”, then that is done to the list`, async () => {
    const { say, kept } = desk(milk);
    const { text } = await say(request);
    assert.equal(kept.get(path), content, text);
    assert.ok(text.includes(path), text);
  });

for (const [request, answer] of [
  ['is milk on the shopping list?', /^.*Yes, in “shopping-list\.txt” there is “milk”\.$/s],
  ['search for tea in the shopping list', /No, no line of “shopping-list\.txt” has “tea”\.$/],
  ['how many things are on the shopping list?', /“shopping-list\.txt” has 2 entries\.$/],
  ['how long is the shopping list?', /“shopping-list\.txt” has 2 entries\.$/],
  ['where is the shopping list?', /\/home\/shopping-list\.txt/],
  ['is milk on the packing list?', /It did not work: reading the file “packing-list\.txt”\. .*does not exist/],
  ['Ist Milch auf der Einkaufsliste?', /Ja, in „einkaufsliste\.txt“ steht „Milch“\.$/],
  ['Suche Tee in der Einkaufsliste', /Nein, in „einkaufsliste\.txt“ steht „Tee“ nicht\.$/],
  ['suche in der Einkaufsliste nach Milch', /Ja, in „einkaufsliste\.txt“ steht „Milch“\.$/],
  ['Wie viele Sachen stehen auf der Einkaufsliste?', /In „einkaufsliste\.txt“ stehen 2 Einträge\.$/],
  ['Wo ist die Einkaufsliste?', /\/home\/einkaufsliste\.txt/],
  ['schau auf die Einkaufsliste', /Milch\s+Eier/],
] as const)
  test(`given “${request}”, then the list answers, and the memory is not asked`, async () => {
    const { say, kept } = desk(milk);
    const { text, calls } = await say(request);
    assert.match(text, answer);
    assert.deepEqual(Object.fromEntries(kept), milk);
    assert.ok(!calls.some(({ name }) => name === 'memory_search'));
  });

for (const request of [
  'count the words in the shopping list',
  'sort the lines in the shopping list',
  'check the entries on the shopping list',
  'translate the shopping list to the other list',
  'tell me a joke about the things on the shopping list',
  'put the things on the shopping list',
  'Zähle die Wörter in der Einkaufsliste',
  'Sortiere die Zeilen in der Einkaufsliste',
  'Prüfe die Einträge in der Einkaufsliste',
  'Übersetze Milch auf der Einkaufsliste',
  'Wirf einen Blick auf die Einkaufsliste',
  'Erzähl mir einen Witz über die Sachen auf der Einkaufsliste',
  'schreib einen Witz über die Sachen auf der Einkaufsliste',
])
  test(`given “${request}”, then no line is added`, async () => {
    const { say, kept } = desk(milk);
    await say(request);
    assert.deepEqual(Object.fromEntries(kept), milk);
  });
