/** What is said on a first day: lists and files in free words, where they lie, how things work, and what is too often. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { desk } from './desk.ts';

for (const [request, path, content] of [
  ['write a shopping list into a file: milk, eggs', 'shopping-list.txt', 'milk\neggs\n'],
  ['write a shopping list to a file called shop.txt: milk, eggs', 'shop.txt', 'milk\neggs\n'],
  ['write milk and eggs to a file', 'notes.txt', 'milk\neggs\n'],
  ['put milk, eggs in a file called x.txt', 'x.txt', 'milk\neggs\n'],
  ['save "call Ann, and Bob" in a file', 'notes.txt', 'call Ann, and Bob\n'],
  ['write the text hello world to a file named hello.txt', 'hello.txt', 'hello world\n'],
  ['create a file with milk and eggs', 'notes.txt', 'milk\neggs\n'],
  ['make a file called todo.txt', 'todo.txt', ''],
  ['schreib eine Einkaufsliste in eine Datei: Milch, Eier', 'einkaufsliste.txt', 'Milch\nEier\n'],
  ['schreib Milch und Eier in eine Datei', 'notizen.txt', 'Milch\nEier\n'],
  ['leg Milch und Eier in eine Datei namens x.txt', 'x.txt', 'Milch\nEier\n'],
  ['speichere Milch in einer Datei namens y.txt', 'y.txt', 'Milch\n'],
  ['schreibe eine Datei mit Eiern und Milch', 'notizen.txt', 'Eier\nMilch\n'],
  ['lege eine leere Datei namens leer.txt an', 'leer.txt', ''],
] as const) {
  test(`given “${request}”, then the file is written under its name, and where it is asked for, that is told`, async () => {
    const { say, kept } = desk();
    const { text } = await say(request);
    assert.deepEqual([...kept], [[path, content]]);
    assert.ok(text.includes(path), text);
    for (const where of ['where is the file?', 'where is it on my disk?', 'wo liegt die auf meiner Festplatte?']) {
      const { text: place, calls } = await say(where);
      assert.deepEqual(calls, [{ name: 'list_files', arguments: { glob: path } }]);
      assert.ok(place.includes(`/home/${path}`), place);
    }
  });

  test(`given a file that is there, when “${request}” would replace it, then what stood there stays, and that is said`, async () => {
    const { say, kept } = desk({ [path]: 'soap\n' });
    const { text } = await say(request);
    assert.equal(kept.get(path), `soap\n${content}`);
    assert.match(text, content === '' ? /is there already|gibt es schon/ : /was there already|gab es schon/);
    const again = await say(request);
    assert.ok(!again.calls.some(({ name }) => name !== 'read_file'), 'what it has already is not added again');
  });
}

for (const [request, answer] of [
  ['and delete it again', /If you mean the file “list\.txt”, say “delete list\.txt”/],
  ['Und lösch sie wieder', /Meinst du die Datei „list\.txt“, sag „lösche list\.txt“/],
] as const)
  test(`given “${request}” some messages after a file, then it is asked whether that is meant, and nothing is changed`, async () => {
    const { say, kept } = desk();
    for (const text of ['write tea into list.txt', 'hello']) await say(text);
    const { text, calls } = await say(request);
    assert.match(text, answer);
    assert.deepEqual(calls, []);
    assert.equal(kept.get('list.txt'), 'tea\n');
  });

test('given “where is it?” after a reply that named a file, then that file is meant, and after another one the memory is asked', async () => {
  const { say } = desk();
  await say('write tea into list.txt');
  assert.equal((await say('where is it?')).calls[0]?.name, 'list_files');
  await say('hello');
  assert.equal((await say('where is it?')).calls[0]?.name, 'memory_search');
});

test('given a file that is written again with other words, then it is said what they replace, and how to get that back', async () => {
  const { say } = desk({ 'notes.txt': 'one\n' });
  assert.match((await say('write notes.txt with: two')).text, /replaces what was there \(4 bytes\); “undo that”/);
});

for (const [request, answer] of [
  ['how do reminders work?', /remind me in 20 minutes/],
  ['what can you do with files?', /shopping list/],
  ['how does memory work?', /remember that/],
  ['can you read web pages?', /fetch https/],
  ['how do I set a reminder?', /remind me in 20 minutes/],
  ['how do goals work?', /new goal/],
  ['what do you do with my data?', /stays in the home/],
  ['how do I delete you completely?', /straylight stop/],
  ['how do I remove you from my computer?', /straylight stop/],
  ['wie funktionieren Erinnerungen?', /erinnere mich in 20 Minuten/],
  ['wie setze ich eine Erinnerung?', /erinnere mich in 20 Minuten/],
  ['was kannst du mit Dateien machen?', /Einkaufsliste/],
  ['kannst du Webseiten lesen?', /hole https/],
  ['wie lösche ich dich komplett?', /straylight stop/],
  ['wie werde ich dich wieder los?', /straylight stop/],
] as const)
  test(`given “${request}”, then it is told what to say, and the memory is not asked`, async () => {
    const { text, calls } = await desk().say(request);
    assert.match(text, answer);
    assert.deepEqual(calls, []);
  });

for (const request of [
  'how does my sister work?',
  'what can you do with my car?',
  'when does the web shop open?',
  'wie funktioniert meine Heizung?',
])
  test(`given “${request}”, then it is a question to the memory`, async () => {
    assert.equal((await desk().say(request)).calls[0]?.name, 'memory_search');
  });

for (const [request, isSet] of [
  ['every second tell me the load of this machine', false],
  ['remind me every second to breathe', false],
  ['every 5 seconds run date', false],
  ['jede Sekunde sag mir die Last dieser Maschine', false],
  ['erinnere mich alle 5 Sekunden ans Atmen', false],
  ['every 90 seconds run date', true],
  ['every minute run date', true],
  ['remind me every second Tuesday to call Ada', true],
] as const)
  test(`given “${request}”, then it is ${isSet ? 'set' : 'asked about, with what that would cost'}`, async () => {
    const { text, calls } = await desk().say(request);
    assert.deepEqual(
      calls.map(({ name }) => name),
      isSet ? ['schedule_job'] : [],
    );
    if (!isSet) assert.match(text, /Nothing is set|Eingerichtet ist nichts/);
  });
