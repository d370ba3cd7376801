/** What the demo model forgets and corrects, over the real memory. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openDatabase } from '../../../../../src/adapters/stores/sqlite/database.ts';
import { conversationSearch } from '../../../../../src/adapters/stores/sqlite/memories/conversation-search.ts';
import { memoryStore } from '../../../../../src/adapters/stores/sqlite/memories/memories.ts';
import { memorySearch } from '../../../../../src/adapters/tools/memory/search.ts';
import { conversation } from '../rehearsal-play.ts';

const names = ['memory_save', 'memory_search', 'memory_forget', 'memory_update', 'ask_owner', 'execute_command'];
const tools = names.map(name => ({ name, description: name, parameters: { type: 'object' } }));

/** A conversation with an agent that knows these facts, and what it knows now. */
function knowing(t: TestContext, facts: readonly string[]) {
  const database = openDatabase({ file: ':memory:', synchronous: 'normal', now: () => 1 });
  t.after(() => database.close());
  const store = memoryStore(database);
  const keep = (content: string) =>
    store.save({
      kind: 'fact',
      content,
      status: 'active',
      source: 'owner',
      taint: 'owner',
      session: 's',
      at: store.list({ limit: 100 }).length + 1,
    });
  facts.forEach(keep);
  const search = memorySearch({
    memories: store,
    conversations: conversationSearch(database),
    now: () => 1,
    timeZone: 'UTC',
  });
  const asker = { session: 's', turn: 't', signal: new AbortController().signal };
  const { say } = conversation({
    offer: () => tools,
    async answer(name, args) {
      const [id, content] = [String(args['id']), String(args['content'])];
      if (name === 'memory_search' && 'run' in search)
        return search.run({ where: 'both', limit: 5, ...args } as never, asker as never);
      if (name === 'memory_save') keep(content);
      if (name === 'memory_forget') assert.ok(store.remove(id));
      if (name === 'memory_update') store.reword(id, content, 99);
      return { text: { memory_forget: 'Forgotten.', memory_update: 'Memory corrected: “…”' }[name] ?? 'Saved.' };
    },
  });
  return { say, known: () => new Set(store.list({ limit: 100 }).map(({ content }) => content)) };
}

const facts = [
  'I am a nurse',
  'I live at 12 Garden Street in Graz',
  "my sister's birthday is 4 May",
  'I am allergic to walnuts',
  'my brother works at the post office',
  'mein Bruder hat am 12. März Geburtstag',
  'meine Hausärztin heißt Dr. Pichler',
  'der Ersatzschlüssel liegt bei Frau Novak',
  'ich trinke keinen Kaffee',
  'my dog is called Bruno',
];

const forgotten = [
  ['forget that I am allergic to walnuts', 'I am allergic to walnuts'],
  ["Please forget that I'm allergic to walnuts.", 'I am allergic to walnuts'],
  ["can you forget my sister's birthday?", "my sister's birthday is 4 May"],
  ['forget everything you know about my dog', 'my dog is called Bruno'],
  ['don’t remember that I am a nurse', 'I am a nurse'],
  ['delete the memory about my dog', 'my dog is called Bruno'],
  ['remove the dog from your memory', 'my dog is called Bruno'],
  ['it is no longer true that I am a nurse', 'I am a nurse'],
  ['vergiss, dass ich keinen Kaffee trinke', 'ich trinke keinen Kaffee'],
  ['Vergiss bitte den Geburtstag meines Bruders', 'mein Bruder hat am 12. März Geburtstag'],
  ['kannst du bitte den Ersatzschlüssel vergessen?', 'der Ersatzschlüssel liegt bei Frau Novak'],
  ['Das mit Frau Novak kannst du vergessen', 'der Ersatzschlüssel liegt bei Frau Novak'],
  ['lösch die Erinnerung an den Ersatzschlüssel', 'der Ersatzschlüssel liegt bei Frau Novak'],
  ['es stimmt nicht mehr, dass ich keinen Kaffee trinke', 'ich trinke keinen Kaffee'],
] as const;

for (const [request, fact] of forgotten)
  test(`given facts, when asked: ${request}, then that one alone is forgotten, and its words are not said again`, async t => {
    const { say, known } = knowing(t, facts);
    const { text } = await say(request);
    assert.match(text, /^(?:.*\n\n)?(?:Forgotten|Vergessen)\. /);
    assert.ok(!text.includes(fact));
    assert.deepEqual(known(), new Set(facts.filter(one => one !== fact)));
  });

for (const [request, asked] of [
  ['forget my address', /Do you mean “I live at 12 Garden Street in Graz”\? Say “yes”/],
  ['forget that I am a doctor', /Do you mean “meine Hausärztin heißt Dr. Pichler”\?/],
  ['forget what I said about my brother', /more than one memory[\s\S]*post office[\s\S]*Which of them/],
  ['vergiss alles über meinen Bruder', /mehrere Erinnerungen[\s\S]*Welche davon/],
  ['forget it', /What shall I forget\?$/],
  ['vergiss das', /Was soll ich vergessen\?$/],
  ['forget everything', /straylight memory forget --all/],
  ['vergiss alles, was du über mich weißt', /straylight memory forget --all/],
  ['forget about the unicorn', /nothing to forget/],
] as const)
  test(`given a request that does not say it for sure: ${request}, then nothing is forgotten, and it asks or says why`, async t => {
    const { say, known } = knowing(t, facts);
    assert.match((await say(request)).text, asked);
    assert.deepEqual(known(), new Set(facts));
  });

test('given a question which memory is meant, when the owner says yes or names one, then that one is forgotten', async t => {
  const { say, known } = knowing(t, facts);
  await say('forget my address');
  assert.match((await say('yes')).text, /^Forgotten/);
  await say('vergiss alles über meinen Bruder');
  assert.match((await say('mein Bruder hat am 12. März Geburtstag')).text, /^Vergessen/);
  await say('forget my job');
  await say('no');
  const left = facts.filter(one => !/Garden Street|12\. März/.test(one));
  assert.deepEqual(known(), new Set(left));
});

for (const request of [
  'vergiss nicht, dass ich Feigen mag',
  "don't forget that I like figs",
  'ich habe meinen Schirm vergessen',
])
  test(`given words that ask for the opposite, or for nothing: ${request}, then nothing is forgotten`, async t => {
    const { say, known } = knowing(t, facts);
    const { calls } = await say(request);
    assert.ok(!calls.some(({ name }) => name === 'memory_forget'));
    assert.ok(facts.every(fact => known().has(fact)));
  });

for (const [request, before, after] of [
  ["actually, my sister's birthday is 5 May", "my sister's birthday is 4 May", "my sister's birthday is 5 May"],
  ['no, my brother works at the bank', 'my brother works at the post office', 'my brother works at the bank'],
  [
    'Actually my brother works at the town hall, not at the post office.',
    'my brother works at the post office',
    'my brother works at the town hall',
  ],
  ["my sister's birthday is 5 May, not 4 May", "my sister's birthday is 4 May", "my sister's birthday is 5 May"],
  [
    'der Geburtstag meines Bruders ist am 13. März, nicht am 12. März',
    'mein Bruder hat am 12. März Geburtstag',
    'der Geburtstag meines Bruders ist am 13. März',
  ],
  ['I was wrong: my dog is called Rex', 'my dog is called Bruno', 'my dog is called Rex'],
  ['correct that: I live in Linz', 'I live at 12 Garden Street in Graz', 'I live in Linz'],
  [
    'eigentlich heißt meine Hausärztin Dr. Moser',
    'meine Hausärztin heißt Dr. Pichler',
    'meine Hausärztin heißt Dr. Moser',
  ],
  ['Nein, meine Hausärztin heißt Dr. Moser', 'meine Hausärztin heißt Dr. Pichler', 'meine Hausärztin heißt Dr. Moser'],
  [
    'actually, the birthday of my sister is 5 May',
    "my sister's birthday is 4 May",
    'the birthday of my sister is 5 May',
  ],
  ["my sister's birthday has changed to 5 May", "my sister's birthday is 4 May", "my sister's birthday is 5 May"],
  ["my sister's birthday is now 5 May.", "my sister's birthday is 4 May", "my sister's birthday is 5 May"],
  ["change my sister's birthday to 5 May", "my sister's birthday is 4 May", "my sister's birthday is 5 May"],
  ["correction: my sister's birthday is 5 May", "my sister's birthday is 4 May", "my sister's birthday is 5 May"],
  [
    'nein, der Geburtstag meines Bruders ist am 13. März',
    'mein Bruder hat am 12. März Geburtstag',
    'der Geburtstag meines Bruders ist am 13. März',
  ],
  [
    'der Geburtstag meines Bruders hat sich auf den 13. März geändert',
    'mein Bruder hat am 12. März Geburtstag',
    'der Geburtstag meines Bruders ist am 13. März',
  ],
] as const)
  test(`given a correction: ${request}, then the memory of the same thing says that now`, async t => {
    const { say, known } = knowing(t, facts);
    const { text } = await say(request);
    assert.match(text, /(?:Corrected|Berichtigt): /);
    assert.ok(text.includes(before), 'what it replaces is said');
    assert.deepEqual(known(), new Set(facts.map(one => (one === before ? after : one))));
  });

for (const [told, asked, correction, now] of [
  [
    'remember that the frame number of my bike is WX-1',
    'what is the frame number of my bike?',
    'no, it is WX-2',
    'the frame number of my bike is WX-2',
  ],
  ["remember that my bike's frame number is WX-1", undefined, 'No, WX-2', "my bike's frame number is WX-2"],
  [
    'merke dir, dass mein Fahrrad die Rahmennummer WX-1 hat',
    undefined,
    'nein, die Rahmennummer meines Fahrrads ist WX-2',
    'die Rahmennummer meines Fahrrads ist WX-2',
  ],
  [
    'remember that my car is a red Fiat with the licence plate WX-1',
    undefined,
    "change my car's licence plate to WX-2",
    'my car is a red Fiat with the licence plate WX-2',
  ],
  [
    'remember that my car is a red Fiat, licence plate WX-1',
    undefined,
    'no, the licence plate is WX-2',
    'my car is a red Fiat, licence plate WX-2',
  ],
  [
    'remember that the licence plate of my car is WX-1',
    undefined,
    "my car's licence plate is WX-2 now",
    "my car's licence plate is WX-2",
  ],
  [
    'merke dir, dass das Kennzeichen meines Autos WX-1 ist',
    undefined,
    'ändere das Kennzeichen auf WX-2',
    'das Kennzeichen meines Autos ist WX-2',
  ],
  [
    'merke dir, dass mein Autokennzeichen WX-1 ist',
    undefined,
    'ändere mein Kennzeichen auf WX-2',
    'mein Autokennzeichen ist WX-2',
  ],
  [
    'merke dir, dass die Rahmennummer meines Fahrrads WX-1 ist',
    'was ist die Rahmennummer meines Fahrrads?',
    'nein, sie ist WX-2',
    'die Rahmennummer meines Fahrrads ist WX-2',
  ],
  [
    'merke dir, dass mein Fahrrad die Rahmennummer WX-1 hat',
    'hallo',
    'nein, die Rahmennummer ist WX-2',
    'mein Fahrrad hat die Rahmennummer WX-2',
  ],
  [
    "remember that my car's licence plate is W-123AB",
    'hello',
    'no, the licence plate is W-999XY',
    "my car's licence plate is W-999XY",
  ],
  [
    'merke dir, dass die Rahmennummer meines Fahrrads WX-1 ist',
    'hallo',
    'eigentlich lautet die Rahmennummer meines Fahrrads WX-2, nicht WX-1',
    'die Rahmennummer meines Fahrrads lautet WX-2',
  ],
] as const)
  test(`given “${told}”, when it is corrected: ${correction}, then the new words alone are known, and the old ones named`, async t => {
    const { say, known } = knowing(t, facts);
    await say(told);
    if (asked !== undefined) await say(asked);
    assert.match(
      (await say(correction)).text,
      /^(?:Corrected|Berichtigt): .*(?:WX-2|W-999XY)[”“]\. (?:It replaces|Das ersetzt) .*(?:WX-1|W-123AB)/,
    );
    assert.deepEqual(known(), new Set([...facts, now]));
    const { text } = await say(
      /^[a-z']+ (?:the|my)/.test(now) ? 'what about my bike?' : 'was weißt du über mein Fahrrad?',
    );
    assert.doesNotMatch(text, /WX-1|W-123AB/);
  });

test('given “no, it is …” where nothing was spoken of, then it asks what that corrects, and keeps nothing', async t => {
  const { say, known } = knowing(t, facts);
  await say('hello');
  assert.match((await say('no, it is 12')).text, /^What does that correct\?/);
  assert.match((await say('nein, es ist 12')).text, /^Was wird damit berichtigt\?/);
  assert.deepEqual(known(), new Set(facts));
});

const bike = 'my bike frame number is WX-4411';
const rad = 'die Rahmennummer meines Fahrrads ist WX-4411';

for (const correction of [
  'no, it is ZZ-9002',
  'No it is ZZ-9002.',
  'sorry, I meant ZZ-9002',
  'I meant ZZ-9002',
  'oops, ZZ-9002',
  'no wait, it’s ZZ-9002',
  'that’s wrong, it is ZZ-9002',
  'it should be ZZ-9002',
  'it is ZZ-9002, not WX-4411',
  'not WX-4411 but ZZ-9002',
  'make that ZZ-9002',
  'change it to ZZ-9002',
  'nein, es ist ZZ-9002',
  'nein ZZ-9002',
  'Entschuldigung, ich meinte ZZ-9002',
  'ich meinte natürlich ZZ-9002',
  'stimmt nicht, ZZ-9002',
  'nicht WX-4411, sondern ZZ-9002',
  'es sollte ZZ-9002 heißen',
])
  for (const fact of [bike, rad])
    test(`given “${fact}”, when “${correction}” follows, then that memory has the new code in its place`, async t => {
      const { say, known } = knowing(t, facts);
      await say(fact === rad ? `merke dir: ${fact}` : `remember that ${fact}`);
      const { text } = await say(correction);
      const now = fact.replace('WX-4411', 'ZZ-9002');
      assert.ok(text.includes(now) && text.includes(fact), text);
      assert.deepEqual(known(), new Set([...facts, now]));
      await say(correction);
      assert.deepEqual(known(), new Set([...facts, now]), 'said again, it changes nothing');
    });

for (const [told, now] of [
  ['merk dir, dass mein Fahrrad die Rahmennummer WX-4411 hat', 'mein Fahrrad hat die Rahmennummer ZZ-9002'],
  ['remember my bike’s frame number: WX-4411', 'my bike’s frame number: ZZ-9002'],
  ['note that my bike has the number WX-4411 and that my car is red', 'my bike has the number ZZ-9002'],
  ['My bike frame number is WX-4411, please remember it', 'My bike frame number is ZZ-9002'],
  ['Meine Rahmennummer ist WX-4411, merk dir das bitte', 'Meine Rahmennummer ist ZZ-9002'],
] as const)
  for (const between of ['thanks', 'what time is it?', 'what do you know about my dog?'])
    test(`given “${told}” and “${between}”, when “no, it is …” follows, then the fact with such a code is corrected, and keeps its topic`, async t => {
      const { say, known } = knowing(t, facts);
      await say(told);
      await say(between);
      assert.match((await say('no, it is ZZ-9002')).text, /ZZ-9002”\. It replaces “.*WX-4411/);
      assert.ok(known().has(now));
      assert.ok([...known()].every(one => !one.includes('WX-4411')));
    });

for (const [fact, correction, now] of [
  ["my sister's birthday is 4 May", 'sorry, I meant 6 May', "my sister's birthday is 6 May"],
  ["my sister's birthday is 4 May", 'no, it is on 6 May', "my sister's birthday is 6 May"],
  ['meine Schwester hat am 4. Mai Geburtstag', 'nein, es ist der 6. Mai', 'meine Schwester hat am 6. Mai Geburtstag'],
  ['meine Schwester hat am 4. Mai Geburtstag', 'ich meinte am 6. Mai', 'meine Schwester hat am 6. Mai Geburtstag'],
  ['my shoe size is 43', 'make it 44', 'my shoe size is 44'],
  ['mein Auto hat die Farbe Rot', 'nein, es ist Blau', 'mein Auto hat die Farbe Blau'],
] as const)
  test(`given “${fact}”, when “${correction}” follows, then it is “${now}”`, async t => {
    const { say, known } = knowing(t, []);
    await say(`${/^my/.test(fact) ? 'remember that' : 'merke dir:'} ${fact}`);
    await say(correction);
    assert.deepEqual(known(), new Set([now]));
  });

test('given “sorry, I meant to …”, then it corrects nothing, and is not kept as it stands', async t => {
  const { say, known } = knowing(t, facts);
  for (const said of ['sorry, I meant to ask what time it is', 'sorry, ich meinte, dass du warten sollst'])
    await say(said);
  assert.deepEqual(known(), new Set(facts));
});

for (const [list, answer, chosen] of [
  ['what do you know about me?', '2', 'my bike frame number is ZZ-9002'],
  ['what do you know about me?', 'the bike', 'my bike frame number is ZZ-9002'],
  ['was weißt du über mich?', 'das erste', 'my plate is ZZ-9002'],
] as const)
  test(`given two facts with a code of that form, when a new code follows “${list}”, then it is asked which, and “${answer}” says so`, async t => {
    const { say, known } = knowing(t, [bike, 'my plate is GX-1234']);
    await say(list);
    assert.match((await say('no, it is ZZ-9002')).text, /“ZZ-9002” corrects[\s\S]*1\. “my plate[\s\S]*2\. “my bike/);
    assert.deepEqual(known(), new Set([bike, 'my plate is GX-1234']));
    await say(answer);
    assert.equal(known().size, 2);
    assert.ok(known().has(chosen));
  });

test('given a code that fits nothing that was spoken of, when “no, it is …” says it, then it is asked, and “none” changes nothing', async t => {
  const { say, known } = knowing(t, facts);
  await say('what do you know about my dog?');
  assert.match((await say('nein, es ist ZZ-9002')).text, /Was „ZZ-9002“ berichtigt[\s\S]*1\. „my dog is called Bruno“/);
  assert.match((await say('keine')).text, /Geändert ist nichts/);
  assert.deepEqual(known(), new Set(facts));
});

test('given two memories that a correction may mean, when the owner names one by its number, then that one is replaced', async t => {
  const bikes = ['my bike is red', 'my bike is stolen'];
  const { say, known } = knowing(t, bikes);
  assert.match(
    (await say('actually, my bike is blue')).text,
    /may correct more than one memory[\s\S]*1\. “my bike[\s\S]*2\. “my bike/,
  );
  assert.deepEqual(known(), new Set(bikes));
  assert.match((await say('the red one')).text, /^Corrected: “my bike is blue”\. It replaces “my bike is red”/);
  assert.deepEqual(known(), new Set(['my bike is blue', 'my bike is stolen']));
});

test('given news that may be no correction, when nothing like it is known, then it asks whether to remember it', async t => {
  const { say, known } = knowing(t, facts);
  assert.match((await say('my car is now blue')).text, /Shall I remember “my car is blue”\?/);
  assert.deepEqual(known(), new Set(facts));
  await say('yes, please');
  assert.deepEqual(known(), new Set([...facts, 'my car is blue']));
});

const brothers = ['my brother lives in Graz', 'my brother works at the post office', 'my brother likes chess'];
for (const [answer, gone] of [
  ['1 and 3', 2],
  ['1, 3', 2],
  ['all', 3],
  ['all of them, please', 3],
  ['the second', 1],
  ['the last one', 1],
  ['2', 1],
  ['Number 2.', 1],
  ['the first two', 2],
  ['all but the last', 2],
  ['chess', 1],
  ['the one about the post office', 1],
  ['forget 2', 1],
  ['none', 0],
  ['no', 0],
] as const)
  test(`given a list of what to forget, when the answer is “${answer}”, then so many are forgotten, and nothing else`, async t => {
    const { say, known } = knowing(t, [...brothers, 'I am a nurse']);
    const { text: question } = await say('forget what I said about my brother');
    assert.match(question, /1\. “my brother [\s\S]*3\. “my brother [\s\S]*Which of them/);
    const listed = [...question.matchAll(/^\d\. “(.*)”$/gm)].map(([, fact = '']) => fact);
    const { text } = await say(answer);
    assert.match(
      text,
      gone === 0 ? /^All right\. Nothing is forgotten/ : gone === 1 ? /^Forgotten\. / : /^Forgotten: \d memories/,
    );
    const left = [...known()];
    assert.equal(left.length, 4 - gone);
    assert.ok(left.includes('I am a nurse'));
    if (answer === '1 and 3') assert.ok(left.includes(listed[1] ?? ''));
    if (/second|2/.test(answer)) assert.ok(!left.includes(listed[1] ?? ''));
    if (answer === 'chess') assert.ok(!left.includes('my brother likes chess'));
  });

const schwestern = ['meine Schwester wohnt in Linz', 'meine Schwester arbeitet bei der Bahn'];
for (const [answer, gone] of [
  ['beide', 2],
  ['1 und 2', 2],
  ['alle', 2],
  ['die zweite', 1],
  ['die letzte', 1],
  ['die mit der Bahn', 1],
  ['Nr. 1', 1],
  ['keine davon', 0],
] as const)
  test(`given a German list of what to forget, when the answer is „${answer}“, then so many are forgotten`, async t => {
    const { say, known } = knowing(t, schwestern);
    assert.match((await say('vergiss alles über meine Schwester')).text, /Welche davon/);
    const { text } = await say(answer);
    assert.match(
      text,
      gone === 0 ? /^In Ordnung\. Vergessen ist nichts/ : gone === 1 ? /^Vergessen\. / : /^Vergessen: 2 Erinn/,
    );
    assert.equal(known().size, 2 - gone);
    if (answer === 'die mit der Bahn') assert.deepEqual(known(), new Set([schwestern[0]]));
  });

test('given a list of what to forget, when a new request or a number that is not there comes, then nothing is forgotten', async t => {
  const { say, known } = knowing(t, brothers);
  await say('forget what I said about my brother');
  assert.match((await say('7')).text, /^I cannot tell which of them you mean\.[\s\S]*1\. “/);
  assert.match((await say('yes')).text, /^I cannot tell which/);
  assert.match((await say('where does my brother live?')).text, /^My memory says: “my brother lives in Graz”/);
  assert.equal((await say('remember that my brother has a dog')).calls[0]?.name, 'memory_save');
  assert.equal(known().size, 4);
});

test('given a question of ours, when other turns come before the yes, then it is put again, and only the next yes counts', async t => {
  const { say, known } = knowing(t, facts);
  assert.match((await say('my boat is called Ada')).text, /Shall I remember “my boat is called Ada”/);
  await say('what time is it?');
  await say('hello');
  const again = await say('yes');
  assert.deepEqual(again.calls, []);
  assert.match(again.text, /^Other things were said since I asked.*Shall I remember “my boat is called Ada”/);
  assert.equal(known().has('my boat is called Ada'), false);
  assert.match((await say('yes')).text, /^Saved/);
  assert.match((await say('yes')).text, /^I had asked nothing that waits for a yes, so I did nothing/);
  await say('mein Boot heißt Ada');
  await say('wie spät ist es?');
  assert.match(
    (await say('ja')).text,
    /^Seit meiner Frage ging es um anderes.*Soll ich mir „mein Boot heißt Ada“ merken/,
  );
  await say('nein');
  assert.match((await say('ja')).text, /^Ich hatte nichts gefragt/);
});

test('given a correction of nothing that is known for sure, then it is kept beside the others, and that is said', async t => {
  const { say, known } = knowing(t, facts);
  assert.match((await say('actually, I am a doctor')).text, /Saved: “I am a doctor”\. I could not tell which/);
  assert.deepEqual(known(), new Set([...facts, 'I am a doctor']));
});

test('given several requests in one message, when one of them is to forget, then each is done once', async t => {
  const { say, known } = knowing(t, facts);
  const { calls } = await say('forget that I am a nurse and remember that I am a baker');
  assert.deepEqual(
    calls.map(({ name }) => name),
    ['memory_search', 'memory_forget', 'memory_save'],
  );
  assert.ok(known().has('I am a baker') && !known().has('I am a nurse'));
});

for (const [fact, ...questions] of [
  ['I am from Linz', 'Where do I come from?', 'where am I from?', 'Woher komme ich?', 'Wo komme ich her?'],
  ['I was born in Linz', 'Where do I come from?', "what's my home town?", 'Aus welcher Stadt komme ich?'],
  ['ich stamme aus Linz', 'Where did I grow up?', 'Woher komme ich?'],
  ['I am a midwife', 'What is my job?', 'what do I do?', "what's my profession?", 'Was bin ich von Beruf?'],
  ['ich bin Krankenschwester', 'What is my job?', 'Als was arbeite ich?', 'Was arbeite ich?'],
  ["I can't eat nuts", 'Was darf ich nicht essen?', 'which food must I avoid?'],
])
  test(`given “${fact}” among others, when it is asked for in other words, then it is what the memory says`, async t => {
    const others = ['my brother lives in Salzburg', 'my sister is a carpenter', 'my boss is called Anna Berger'];
    for (const question of questions) {
      const { say } = knowing(t, [
        ...others,
        fact as string,
        'my office is in room 7',
        'the bike stands in the cellar',
      ]);
      const { text } = await say(question);
      assert.match(text, new RegExp(`(?:My memory says|Mein Gedächtnis sagt): [“„]${fact}`), question);
    }
  });

for (const [before, said, now] of [
  ['my boat has the number RR-1111', 'actually, my boat has the number RR-2222', 'my boat has the number RR-2222'],
  [
    'mein Fahrrad hat die Rahmennummer WX-4411',
    'Nein, mein Fahrrad hat die Rahmennummer WX-4412',
    'mein Fahrrad hat die Rahmennummer WX-4412',
  ],
  [
    'My name is Jonas, and my bike has the frame number WX-4411',
    'actually, the frame number of my bike is WX-4412',
    'My name is Jonas, and the frame number of my bike is WX-4412',
  ],
  ['my car is red and my bike is blue', 'actually, my car is green', 'my car is green and my bike is blue'],
  ['mein Auto ist rot und mein Rad ist blau', 'nein, mein Rad ist grün', 'mein Auto ist rot und mein Rad ist grün'],
] as const)
  test(`given “${before}”, when it or one half of it is corrected, then the rest stays`, async t => {
    const { say, known } = knowing(t, [before]);
    await say(said);
    assert.deepEqual(known(), new Set([now]));
  });

for (const [known, said, now] of [
  ['my name is Robin', 'my name is not Robin but Alex', 'my name is Alex'],
  ['my name is Robin', 'my name is Alex', 'my name is Alex'],
  ['my name is Robin', 'my name is Alex, not Robin', 'my name is Alex'],
  ['ich heiße Robin', 'ich heiße nicht Robin, sondern Alex', 'ich heiße Alex'],
  ['ich heiße Robin', 'ich heiße Alex', 'ich heiße Alex'],
  ['mein Name ist Robin', 'mein Name ist Alex', 'mein Name ist Alex'],
] as const)
  test(`given “${known}”, when “${said}” is said, then the new name takes its place`, async t => {
    const { say, known: all } = knowing(t, [known, 'my dog is called Bruno']);
    const { text } = await say(said);
    assert.match(text, /Corrected|Berichtigt/);
    assert.deepEqual(all(), new Set([now, 'my dog is called Bruno']));
  });

for (const { told, corrections, now } of [
  {
    told: ['remember that my dentist is Dr. Lindner, phone 0341 55512'],
    corrections: ['no, it is Dr. Lindemann'],
    now: 'my dentist is Dr. Lindemann, phone 0341 55512',
  },
  {
    told: ["remember that my car is at Berger's garage", 'remember that Tom cannot eat hazelnuts'],
    corrections: ["no, my car is at Krueger's garage"],
    now: "my car is at Krueger's garage",
  },
  {
    told: ['remember that Tom cannot eat hazelnuts'],
    corrections: ['no, it is walnuts'],
    now: 'Tom cannot eat walnuts',
  },
  {
    told: ['remember that I do not like spinach'],
    corrections: ['no, I do not like broccoli', 'no, it is kale'],
    now: 'I do not like kale',
  },
  {
    told: ['remember that the bin is emptied on Tuesday'],
    corrections: ['no, on Wednesday'],
    now: 'the bin is emptied on Wednesday',
  },
  {
    told: ['remember that my boss is Mr Meyer, extension 12'],
    corrections: ["no, it's Ms Schulz", 'no, extension 14'],
    now: 'my boss is Ms Schulz, extension 14',
  },
  {
    told: ['merke dir: der Schlüssel liegt unter der Matte'],
    corrections: ['nein, er liegt im Schuppen', 'nein, unter dem Blumentopf'],
    now: 'der Schlüssel liegt unter dem Blumentopf',
  },
  {
    told: ['merke dir: die Tonne wird am Dienstag geleert'],
    corrections: ['nein, am Mittwoch'],
    now: 'die Tonne wird am Mittwoch geleert',
  },
  {
    told: ['merke dir, mein Zahnarzt heißt Dr. Lindner, Telefon 0341 55512'],
    corrections: ['Nein, es ist Dr. Lindemann.'],
    now: 'mein Zahnarzt heißt Dr. Lindemann, Telefon 0341 55512',
  },
  {
    told: ['merke dir, dass mein Auto bei Autohaus Berger in der Werkstatt steht'],
    corrections: ['Nein, mein Auto steht bei Autohaus Krüger in der Werkstatt.'],
    now: 'mein Auto steht bei Autohaus Krüger in der Werkstatt',
  },
  {
    told: ['merke dir, dass Tom keine Haselnüsse verträgt'],
    corrections: ['nein, es sind Walnüsse', 'Korrektur: Tom verträgt keine Mandeln'],
    now: 'Tom verträgt keine Mandeln',
  },
])
  test(`given “${told[0]}”, when “${corrections.join('”, “')}” is said, then that memory says “${now}”`, async t => {
    const { say, known } = knowing(t, []);
    for (const text of [...told, ...corrections]) await say(text);
    assert.ok(known().has(now), [...known()].join('\n'));
    assert.equal(known().size, told.length);
  });

for (const [told, asked, correction] of [
  ['remember that my car is red', "when is my father's birthday?", 'no, on 13 March'],
  ['merke dir, dass mein Auto bei Berger steht', 'wann hat Papa Geburtstag?', 'Nein, am 13. März'],
] as const)
  test(`given “${asked}” without an answer, when “${correction}” is said, then no other memory is offered for it`, async t => {
    const { say, known } = knowing(t, []);
    await say(told);
    await say(asked);
    const { text } = await say(correction);
    assert.match(text, /Say the whole sentence|Sag den ganzen Satz/);
    assert.doesNotMatch(text, /car is red|mein Auto/);
    assert.equal(known().size, 1);
  });
