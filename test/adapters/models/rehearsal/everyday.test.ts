/** Everyday wordings of the demo model: which tool they mean, and with which arguments, in both languages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conversation, owner } from './rehearsal-play.ts';

const names =
  'search_files memory_save memory_search memory_forget memory_update execute_command write_file edit_file read_file list_files schedule_job cancel_job list_jobs create_tool';
const tools = names.split(' ').map(name => ({ name, description: name, parameters: { type: 'object' } }));
const jobs =
  'call-ada (active): once, on Sun, 29 Nov 2026, 09:00 UTC, say “call Ada”; next Sun, 29 Nov 2026, 09:00 UTC\nwater-plants (active): every day at 09:00 (UTC), say “water the plants”; next Sun, 29 Nov 2026, 09:00 UTC';

/** Two files of the workspace, as they are read. */
const files: Readonly<Record<string, string>> = {
  'notes.txt': '/workspace/notes.txt (text/plain, 24 bytes, 3 lines)\n1\tegg\n2\teggs\n3\tegg',
  'notizen.txt': '/workspace/notizen.txt is empty.',
};

/** A conversation in which two reminders are set and one file lies in a folder. */
function day() {
  return conversation({
    offer: () => tools,
    answer: (name, { path, glob }) => {
      if (glob === 'old' || glob === 'alt') return { text: `/workspace: 1 entry\n${glob}/  folder  2026-11-28 16:19` };
      if (name === 'read_file') {
        const text = files[String(path)] ?? `/workspace/${path} does not exist. There is: notes.txt.`;
        return { text, failed: files[String(path)] === undefined };
      }
      const lists = { list_jobs: jobs, list_files: '/workspace: 1 entry\nlists/notes.txt  9 bytes  2026-11-28 16:19' };
      return { text: lists[name as keyof typeof lists] ?? 'ok' };
    },
  });
}

/** Behind the last lines, of which only three together stand there once. */
const appended = (line: string) => ({
  path: 'notes.txt',
  old_text: 'eggs\negg',
  new_text: `eggs\negg\n${line}`,
});

const moving = (program: string, from: string, to: string) => ({
  command: `if test -e ${to}; then echo '${to}: a file of that name is there already' >&2; exit 1; fi; ${program} -- ${from} ${to}`,
});

for (const [request, tool, args] of [
  ['add butter to notes.txt', 'edit_file', appended('butter')],
  ['append “oat milk” to the file notes.txt', 'edit_file', appended('oat milk')],
  ["add Ada's cake to the end of my notes.txt", 'edit_file', appended("Ada's cake")],
  ['füge Butter zu notizen.txt hinzu', 'write_file', { path: 'notizen.txt', content: 'Butter\n' }],
  ['häng Butter an die Datei notizen.txt an', 'write_file', { path: 'notizen.txt', content: 'Butter\n' }],
  ['remove eggs from notes.txt', 'edit_file', { path: 'notes.txt', old_text: 'egg\neggs\negg', new_text: 'egg\negg' }],
  ['what is on the shopping list?', 'read_file', { path: 'shopping-list.txt' }],
  ['was steht auf der Einkaufsliste?', 'read_file', { path: 'einkaufsliste.txt' }],
  ['write A, B and C into list.txt', 'write_file', { path: 'list.txt', content: 'A, B and C\n' }],
  ['schreib A, B und C in liste.txt', 'write_file', { path: 'liste.txt', content: 'A, B und C\n' }],
  ['delete the folder old', 'execute_command', { command: 'rm -r -- old' }],
  ['remove the old folder', 'execute_command', { command: 'rm -r -- old' }],
  ['remove the folder old and everything in it', 'execute_command', { command: 'rm -r -- old' }],
  ['lösche den Ordner alt samt Inhalt', 'execute_command', { command: 'rm -r -- alt' }],
  ['set a reminder for in 3 minutes: stretch', 'schedule_job', { schedule: 'in 3 minutes', say: 'stretch' }],
  ['set a reminder to call Ada in 20 minutes', 'schedule_job', { schedule: 'in 20 minutes', say: 'call Ada' }],
  [
    'stelle einen Wecker für morgen um 7 Uhr: aufstehen',
    'schedule_job',
    { schedule: 'morgen um 7 Uhr', say: 'aufstehen' },
  ],
  ['lösche den Ordner alt', 'execute_command', { command: 'rm -r -- alt' }],
  ['delete the folder /tmp/old', 'execute_command', { command: 'rm -r -- /tmp/old' }],
  [
    'make a folder old with a file notes.txt in it that says buy milk',
    'write_file',
    { path: 'old/notes.txt', content: 'buy milk\n' },
  ],
  [
    'lege einen Ordner alt an mit einer Datei a.txt, in der steht: Milch',
    'write_file',
    { path: 'alt/a.txt', content: 'Milch\n' },
  ],
  ['what is in the workspace?', 'list_files', {}],
  ['was ist im Arbeitsordner?', 'list_files', {}],
  ['remove notes.txt', 'execute_command', { command: 'rm -- notes.txt' }],
  ['delete the file "my notes.txt"', 'execute_command', { command: "rm -- 'my notes.txt'" }],
  ['lösche notizen.txt', 'execute_command', { command: 'rm -- notizen.txt' }],
  ['rename notes.txt to old.txt', 'execute_command', moving('mv', 'notes.txt', 'old.txt')],
  ['benenne notizen.txt in alt.txt um', 'execute_command', moving('mv', 'notizen.txt', 'alt.txt')],
  ['copy notes.txt to old.txt', 'execute_command', moving('cp', 'notes.txt', 'old.txt')],
  ['show me notes.txt', 'read_file', { path: 'notes.txt' }],
  ["what's in notes.txt?", 'read_file', { path: 'notes.txt' }],
  ['zeig mir notizen.txt', 'read_file', { path: 'notizen.txt' }],
  ['where is notes.txt?', 'list_files', { glob: 'notes.txt' }],
  ['wo ist die Datei notizen.txt?', 'list_files', { glob: 'notizen.txt' }],
  ['cancel the reminder to call Ada', 'cancel_job', { name: 'call-ada' }],
  ['stop reminding me of Ada', 'cancel_job', { name: 'call-ada' }],
  ["don't remind me to water the plants", 'cancel_job', { name: 'water-plants' }],
  ['delete the plants reminder', 'cancel_job', { name: 'water-plants' }],
  ['cancel the Ada one', 'cancel_job', { name: 'call-ada' }],
  ['sag die an Ada ab', 'cancel_job', { name: 'call-ada' }],
  ['hör auf, mich an Ada zu erinnern', 'cancel_job', { name: 'call-ada' }],
  ['erinnere mich nicht mehr an Ada', 'cancel_job', { name: 'call-ada' }],
  ['lösche die Erinnerung an Ada', 'cancel_job', { name: 'call-ada' }],
  ['sag die Erinnerung an Ada ab', 'cancel_job', { name: 'call-ada' }],
  ['stell den Wecker für Ada ab', 'cancel_job', { name: 'call-ada' }],
  [
    'make a shopping list with milk, eggs and bread',
    'write_file',
    { path: 'shopping-list.txt', content: 'milk\neggs\nbread\n' },
  ],
  [
    'write a shopping list with milk, eggs, and bread into shopping.txt',
    'write_file',
    { path: 'shopping.txt', content: 'milk\neggs\nbread\n' },
  ],
  [
    'Schreib eine Einkaufsliste mit Milch, Eiern und Brot in einkauf.txt',
    'write_file',
    { path: 'einkauf.txt', content: 'Milch\nEier\nBrot\n' },
  ],
  [
    'Schreib eine Einkaufsliste in die Datei einkauf.txt: Milch, Brot, Eier',
    'write_file',
    { path: 'einkauf.txt', content: 'Milch\nBrot\nEier\n' },
  ],
  [
    'Schreib eine Einkaufsliste in die Datei einkauf.txt mit: Milch, Brot',
    'write_file',
    { path: 'einkauf.txt', content: 'Milch\nBrot\n' },
  ],
  [
    'write a shopping list into the file shop.txt with: milk, bread',
    'write_file',
    { path: 'shop.txt', content: 'milk\nbread\n' },
  ],
  ['make a packing list in pack.txt: tent, socks', 'write_file', { path: 'pack.txt', content: 'tent\nsocks\n' }],
  ['erstelle eine Liste mit Tee', 'write_file', { path: 'liste.txt', content: 'Tee\n' }],
  ['write notes.txt with: oat milk', 'write_file', { path: 'notes.txt', content: 'oat milk\n' }],
  ['schreibe alt/a.txt mit: hallo', 'write_file', { path: 'alt/a.txt', content: 'hallo\n' }],
  ['erinnere mich in 2 Minuten an den Tee', 'schedule_job', { schedule: 'in 2 Minuten', say: 'Tee' }],
  ['erinnere mich in 2 Minuten an Adas Anruf', 'schedule_job', { schedule: 'in 2 Minuten', say: 'Adas Anruf' }],
  ['remind me in 2 minutes of the tea', 'schedule_job', { schedule: 'in 2 minutes', say: 'the tea' }],
  ['cancel the job call-ada', 'cancel_job', { name: 'call-ada' }],
  ['which memories do you have?', 'memory_search', { query: '*', limit: 20 }],
  ['what do you know of me', 'memory_search', { query: '*', limit: 20 }],
  ['welche Erinnerungen hast du?', 'memory_search', { query: '*', limit: 20 }],
] as const)
  test(`given “${request}”, when it is read, then ${tool} is called for it`, async () => {
    const { calls, text } = await day().say(request);
    assert.deepEqual(calls.at(-1), { name: tool, arguments: args }, text);
    assert.doesNotMatch(text, /did not understand|nicht verstanden/);
  });

test('given a folder that is not there, when it is to be deleted, then that is said, and nothing is run', async () => {
  for (const [request, said] of [
    ['delete the folder music', /There is no folder “music” in the workspace/],
    ['remove the folder lists/music', /There is no folder “lists\/music” in the workspace/],
    ['lösche den Ordner musik', /Einen Ordner „musik“ gibt es im Arbeitsordner nicht/],
  ] as const) {
    const { calls, text } = await day().say(request);
    assert.match(text, said);
    assert.deepEqual(
      calls.map(({ name }) => name),
      ['list_files'],
    );
  }
});

test('given a reminder, when it is to be deleted by that word, then nothing is looked for in memory', async () => {
  const { steps } = await day().say('lösche die Erinnerung an Ada');
  assert.deepEqual(steps, [['list_jobs'], ['cancel_job']]);
  const other = await day().say('lösche die Erinnerung an Zitronen');
  assert.deepEqual(other.steps.slice(0, 2), [['list_jobs'], ['memory_search']]);
});

test('given words that say where a text is to stand, when a file is made with it, then they are no part of it', async () => {
  const { say } = day();
  for (const [request, content] of [
    ['make a file stuff/a.txt with hello in it', 'hello\n'],
    ['create a file called b.txt with hello world inside', 'hello world\n'],
    ['erstelle eine Datei c.txt mit hallo drin', 'hallo\n'],
  ] as const)
    assert.equal((await say(request)).calls.find(({ name }) => name === 'write_file')?.arguments['content'], content);
});

test('given a file that is written, when that is told, then it is named alone, with its size', async () => {
  for (const [asked, said] of [
    ['write a file shop.txt with: milk', 'The file “shop.txt” is written (1 line, 9 bytes).'],
    ['schreibe eine Datei einkauf.txt mit: Milch', 'Die Datei „einkauf.txt“ ist geschrieben (1 Zeile, 9 Bytes).'],
  ] as const) {
    const { say } = conversation({
      offer: () => tools,
      answer: (_, { path }) => ({ text: `Created /workspace/${path} (1 line, 9 bytes).` }),
    });
    const { text } = await say(asked);
    assert.equal(text.split('\n').at(-1), said);
    assert.doesNotMatch(text, /\/workspace/);
  }
});

test('given what somebody asks who is new, when it is answered, then eight requests are named and how to see all', async () => {
  for (const [asked, all] of [
    ['what can you do?', 'help'],
    ['Hallo, was kannst du?', 'hilfe'],
  ] as const) {
    const { text } = await day().say(asked);
    assert.ok((text.match(/^- /gm)?.length ?? 0) <= 8);
    assert.match(text, new RegExp(`“${all}” shows all|„${all}“ zeigt alles`));
    assert.ok(((await day().say(all)).text.match(/^- /gm)?.length ?? 0) > 15);
  }
});

test('given one thing asked for in two ways, when it is answered, then it is told once', async () => {
  const { text } = await day().say('I need help, what can you do?');
  assert.equal(text.match(/You can say such things/g)?.length, 1);
  const { calls } = await day().say('what is in the workspace? list the files');
  assert.equal(calls.length, 1);
});

test('given a question whether to remember, when another was asked about the same since, then a yes puts it again', async () => {
  const offered = day();
  await offered.say('my boat is green');
  offered.messages.push(owner('what colour is my boat?'), {
    role: 'assistant',
    text: 'I have not saved it, but you said “my boat is green” (2026-11-28).',
    toolCalls: [],
  });
  await offered.say('what time is it?');
  assert.match((await offered.say('yes')).text, /Shall I remember “my boat is green”\? Say “yes”/);
});

for (const [request, answer] of [
  ['how do I update you?', /git pull && npm ci/],
  ['wie aktualisiere ich dich?', /Halte mich an.*git pull/],
  ['how do I remove you?', /straylight stop.*delete the home/],
  ['wie entferne ich dich?', /lösche den Datenordner/],
  ['how do I stop you?', /\/exit.*straylight stop/],
  ['wie beende ich dich?', /\/exit.*straylight stop/],
  ['where is my data?', /straylight\.db/],
  ['where do you keep your logs?', /straylight\.db/],
  ['where are the logs?', /logs\/straylight\.jsonl/],
  ['Wo liegen die Logs?', /logs\/straylight\.jsonl/],
  ['wo sind die Protokolle?', /logs\/straylight\.jsonl/],
  ['how do I cancel a reminder?', /Say it like this: “cancel the reminder to call Ada”/],
  ['how can I correct a memory?', /“actually, my shoe size is 44”/],
  ['wie sage ich eine Erinnerung ab?', /„beende die Erinnerung an den Anruf“/],
  ['wie kann ich ein Modell wählen?', /`\/model` zeigt die Modelle/],
  ['how do I use another model?', /`\/model NAME`/],
  ['how do I approve something?', /type `a` to allow/],
  ['wie kann ich etwas freigeben?', /erlaubt `a`/],
  ['how do I connect Telegram?', /straylight init/],
  ['how do I speak German with you?', /language = "de"/],
  ['can you help me?', /remember that/],
  ['kannst du mir helfen?', /merke dir/],
  ['how are you?', /Everything runs/],
  ['wie geht es dir?', /Alles läuft/],
  ['thanks, that helped', /You are welcome/],
  ['danke, das hat geholfen', /Gern geschehen/],
  ['good night', /Goodbye/],
  ['tschüss', /Bis bald/],
  ['what did I spend?', /cost nothing/],
  ['was habe ich ausgegeben?', /koste nichts/],
  ['what waits?', /no call waits for you/],
  ['was wartet?', /kein Aufruf auf dich/],
  ['run a command', /Which command shall I run\?/],
  ['führe einen Befehl aus', /Welchen Befehl soll ich ausführen\?/],
] as const)
  test(`given “${request}”, when it is answered, then in words that say how, and nothing is called`, async () => {
    const { calls, text } = await day().say(request);
    assert.deepEqual(calls, []);
    assert.match(text, answer);
  });

test('given a reminder that may be one of several, when it is to be cancelled, then their names are said and nothing is cancelled', async () => {
  const { calls, text } = await day().say('cancel my reminders');
  assert.deepEqual(
    calls.map(({ name }) => name),
    ['list_jobs'],
  );
  assert.match(text, /“cancel the job call-ada” or “cancel the job water-plants”/);
});

for (const [request, again, question, path, content] of [
  [
    'add butter and eggs to the list',
    'yes',
    /no file “list\.txt”.*with “butter” and “eggs”\?/,
    'list.txt',
    'butter\neggs\n',
  ],
  ['put butter on my shopping list', 'yes please', /no file “shopping-list\.txt”/, 'shopping-list.txt', 'butter\n'],
  [
    'setz Butter auf die Einkaufsliste',
    'ja',
    /Datei „einkaufsliste\.txt“ gibt es .*nicht/,
    'einkaufsliste.txt',
    'Butter\n',
  ],
  ['füge Butter zur Liste hinzu', 'ja bitte', /„liste\.txt“/, 'liste.txt', 'Butter\n'],
] as const)
  test(`given a list that is not there, when “${request}” is said, then it is asked about, and made only after a yes`, async () => {
    const { say } = day();
    const first = await say(request);
    assert.match(first.text, question);
    assert.deepEqual(
      first.calls.map(({ name }) => name),
      ['read_file'],
    );
    const { calls } = await say(again);
    assert.deepEqual(calls, [{ name: 'write_file', arguments: { path, content } }]);
  });

test('given a list that was worked on, when more is said of “the list”, then that file is meant, and another one only by its name', async () => {
  const { say } = day();
  await say('show me notes.txt');
  assert.equal((await say('add butter to the list')).calls.at(-1)?.arguments['path'], 'notes.txt');
  assert.equal((await say('butter too')).calls.at(-1)?.arguments['path'], 'notes.txt');
  for (const text of [
    'put honey on it too',
    'add honey to that',
    'put honey there as well',
    'schreib Honig auch noch drauf',
  ]) {
    const { path, new_text: written } = (await say(text)).calls.at(-1)?.arguments ?? {};
    assert.deepEqual(
      [path, String(written).trim().split('\n').at(-1)?.toLowerCase().slice(0, 3)],
      ['notes.txt', 'hon'],
      text,
    );
  }
  assert.equal((await say('add butter')).calls.at(-1)?.arguments['path'], 'notes.txt');
  assert.equal((await say('add butter to the packing list')).calls.at(-1)?.arguments['path'], 'packing-list.txt');
  assert.match((await day().say('add butter')).text, /To which file shall I add “butter”\?/);
  assert.match((await say('remove tea from notes.txt')).text, /No line of “notes\.txt” is “tea”/);
});

test('given a file that is looked for, when it is found, then its place is said', async () => {
  assert.match((await day().say('where is notes.txt?')).text, /\/workspace\/lists\/notes\.txt/);
  const place = "\n[on the owner's disk: /home/ann/.straylight/workspace/lists/notes.txt]";
  const { say } = conversation({
    offer: () => tools,
    answer: () => ({ text: `/workspace: 1 entry\nlists/notes.txt  9 bytes  2026-11-28 16:19${place}` }),
  });
  assert.equal(
    (await say('where is notes.txt?')).text.split('\n').at(-1),
    'It lies at `/home/ann/.straylight/workspace/lists/notes.txt`.',
  );
  assert.equal(
    (await say('wo ist die Datei notes.txt?')).text.split('\n').at(-1),
    'Sie liegt unter `/home/ann/.straylight/workspace/lists/notes.txt`.',
  );
});

for (const [said, hint] of [
  ['reminder for the dentist on Monday', /“remind me in 20 minutes to call Ada”|“cancel the reminder/],
  ['please serach the files of milk', /“search the files for milk”/],
  ['rename the file notes.txt', /“rename notes\.txt to old\.txt”/],
  ['Datei notizen.txt umbenennen', /notizen\.txt/],
  ['werkzeug für wörter bauen', /„mach ein Werkzeug, das die Wörter eines Textes zählt“/],
  ['juggle this poem for Ada', /“remember that [^”]*” or “run uname -a”/],
] as const)
  test(`given “${said}”, when it is not understood, then it is quoted, and the hint names what comes nearest`, async () => {
    const { text } = await day().say(said);
    assert.match(text, /did not understand|nicht verstanden/);
    assert.ok(text.includes(said));
    assert.match(text, hint);
  });

for (const [words, language, answer] of [
  ['Zeile eins\nZeile zwei', 'German', /nicht verstanden/],
  ['Zeile eins\nZeile zwei', 'English', /did not understand/],
  ['tell the weather a joke', 'German', /did not understand/],
] as const)
  test(`given an owner who is spoken to in ${language}, when “${words}” is not understood, then that is said in the language of the words, or else the owner's`, async () => {
    const text = `- You speak with Jonas in ${language}, unless they write in another language; then answer in that one.`;
    const { say } = conversation({
      offer: () => tools,
      answer: () => ({ text: 'ok' }),
      system: () => [{ text, stable: true }],
    });
    assert.match((await say(words)).text, answer);
  });
