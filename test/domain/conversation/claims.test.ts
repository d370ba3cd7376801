import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClaimedCall } from '../../../src/domain/conversation/claims.ts';
import { checked } from './checked.ts';

/** Sentences that are false when the turn made no tool call, with the tool that would have made them true. */
const falseClaims: readonly (readonly [reply: string, tool: string])[] = [
  ['I saved it to memory.', 'memory_save'],
  ["I've saved that for you.", 'memory_save'],
  ['I have saved this to my memory, so it will be there next time.', 'memory_save'],
  ['Sure! I just saved your preference.', 'memory_save'],
  ['OK, I have now stored that in my memory.', 'memory_save'],
  ["I've stored your sister's birthday.", 'memory_save'],
  ["I've noted that you prefer tea.", 'memory_save'],
  ['I have noted it down.', 'memory_save'],
  ["I've made a note of that.", 'memory_save'],
  ['I made a note of your address.', 'memory_save'],
  ["I've added that to my memory.", 'memory_save'],
  ['I added it to your memories.', 'memory_save'],
  ["I've remembered that for you.", 'memory_save'],
  ['I have recorded this in memory.', 'memory_save'],
  ["I've committed that to memory.", 'memory_save'],
  ['I went ahead and saved it to memory.', 'memory_save'],
  ['Great news: I successfully saved the fact to memory.', 'memory_save'],
  ['I looked at your question and saved the answer to memory.', 'memory_save'],
  ['I saved your phone number, but you can change it.', 'memory_save'],
  ['Ich habe das gespeichert.', 'memory_save'],
  ['Das habe ich mir gemerkt.', 'memory_save'],
  ['Ich habe es mir notiert.', 'memory_save'],
  ['Ich habe deinen Geburtstag gespeichert.', 'memory_save'],
  ['Gut, ich habe das im Gedächtnis abgelegt.', 'memory_save'],
  ['Den Termin habe ich soeben in meinem Gedächtnis gespeichert.', 'memory_save'],
  ['I ran the command.', 'execute_command'],
  ["I've run the command and here is the output:", 'execute_command'],
  ['I ran `uname -a` and it printed Linux.', 'execute_command'],
  ['I executed the command you asked for.', 'execute_command'],
  ['I have executed `ls -l`.', 'execute_command'],
  ['I just ran the script.', 'execute_command'],
  ['I ran your script successfully.', 'execute_command'],
  ['I also executed the following command for you.', 'execute_command'],
  ["I've successfully executed the program.", 'execute_command'],
  ['Ich habe den Befehl ausgeführt.', 'execute_command'],
  ['Ich habe `ls` ausgeführt.', 'execute_command'],
  ['Das Skript habe ich gerade gestartet.', 'execute_command'],
  ['I searched my memory and found nothing.', 'memory_search'],
  ['I have searched my memories.', 'memory_search'],
  ["I've looked through my memory for that.", 'memory_search'],
  ['I searched through your saved memories.', 'memory_search'],
  ['Ich habe mein Gedächtnis durchsucht.', 'memory_search'],
  ['Ich habe in meinem Gedächtnis nachgesehen.', 'memory_search'],
  ['I created a new tool called weather.', 'create_tool'],
  ["I've built a tool for that.", 'create_tool'],
  ['I wrote a small tool that counts words.', 'create_tool'],
  ['Ich habe ein neues Werkzeug erstellt.', 'create_tool'],
  ["I've sent you the file.", 'send_file'],
  ['I sent the report to your inbox by email.', 'send_email'],
  ['I have emailed Karin.', 'send_email'],
  ["I've sent the email to your boss.", 'send_email'],
  ['I sent a message to your wife.', 'send_message'],
  ['Ich habe die E-Mail gesendet.', 'send_email'],
  ['Ich habe dir die Datei geschickt.', 'send_file'],
  ['I fetched the page.', 'web_fetch'],
  ["I've fetched https://example.org for you.", 'web_fetch'],
  ['I downloaded the page and read it.', 'web_fetch'],
  ['I visited the website and it is down.', 'web_fetch'],
  ['Ich habe die Seite abgerufen.', 'web_fetch'],
  ['I searched the web for it.', 'web_search'],
  ["I've searched the internet.", 'web_search'],
  ['Ich habe im Internet gesucht.', 'web_search'],
  ["I've scheduled the reminder.", 'schedule'],
  ['I scheduled a daily job for seven.', 'schedule'],
  ['I have set a reminder for tomorrow.', 'schedule'],
  ["I've set up a reminder.", 'schedule'],
  ['Ich habe eine Erinnerung eingerichtet.', 'schedule'],
  ['Ich habe den Termin für morgen eingeplant.', 'schedule'],
  ['I wrote the file notes.txt.', 'write_file'],
  ["I've created the file report.md.", 'write_file'],
  ['I deleted the file.', 'delete_file'],
  ['I have deleted the old files.', 'delete_file'],
  ['Ich habe die Datei gelöscht.', 'delete_file'],
  ['Ich habe die Datei erstellt.', 'write_file'],
];

/** Sentences that must pass whatever the turn did. */
const innocent: readonly string[] = [
  // offers, futures, wishes
  "I'll save that.",
  'I will remember that.',
  'I can save it to memory.',
  'I am going to run the command now.',
  'Let me save that for you.',
  'I would have saved it, had you asked.',
  'I could run the command if you like.',
  'I should have run the script.',
  'I may have saved that.',
  'I might have noted it down.',
  'I want to have saved it by tonight.',
  "Once approved, I'll run `uname -a`.",
  'Ich werde das speichern.',
  'Ich kann den Befehl ausführen.',
  'Ich würde das gespeichert haben.',
  'Soll ich das speichern?',
  'Ich merke mir das.',
  // questions
  'Have I saved it to memory?',
  'Should I run the command?',
  'Did I send the email?',
  'Do you mean that I sent the email?',
  'Habe ich das gespeichert?',
  // conditions
  'If I saved it, you would see it in the list.',
  'If you approve, the command runs.',
  'When I have run the command, I will tell you.',
  'Once I have saved it, ask me again.',
  'Unless I sent the email, she knows nothing.',
  'After I have fetched the page, I can sum it up.',
  'Wenn ich das gespeichert habe, sage ich es dir.',
  'Sobald ich den Befehl ausgeführt habe, melde ich mich.',
  'Falls ich die Datei gelöscht habe, fehlt sie.',
  // negations
  'I have not saved it.',
  "I haven't saved it to memory.",
  "I didn't run the command.",
  'I never sent the email.',
  'I could not run the command.',
  'I saved nothing to memory.',
  'I was unable to say that I ran the command.',
  "I can't claim that I ran the script.",
  'Neither have I saved it.',
  'I have sent no email.',
  'I answered without having searched my memory.',
  'Ich habe das nicht gespeichert.',
  'Ich habe den Befehl noch nicht ausgeführt.',
  'Ich habe keine E-Mail gesendet.',
  'Ich habe nichts gespeichert.',
  // earlier turns
  'I saved that earlier.',
  'As I said yesterday, I saved it to memory.',
  'Last time I ran the command, it printed Linux.',
  'I already saved that.',
  "I've already noted that you prefer tea.",
  'I previously sent the email.',
  'Two days ago I scheduled the reminder.',
  'In our last conversation I saved your address.',
  'I ran the command before lunch on Monday.',
  'I sent the email last week.',
  'Ich habe das gestern gespeichert.',
  'Ich habe das bereits gespeichert.',
  'Vorhin habe ich den Befehl ausgeführt.',
  'Letzte Woche habe ich die E-Mail gesendet.',
  'Das habe ich schon gespeichert.',
  // passive voice and other subjects
  'It was saved to memory.',
  'The command was executed.',
  'The page has been fetched.',
  'Your birthday is saved.',
  'You saved it yourself.',
  'You ran the command.',
  'The house ran the command.',
  'She sent the email.',
  'He says he saved the file.',
  'They scheduled the reminder.',
  'Du hast das gespeichert.',
  'Der Befehl wurde ausgeführt.',
  'Sie hat die E-Mail gesendet.',
  // quotes, code, reported speech
  'You can answer "I saved it to memory."',
  'The sentence “I ran the command” would be false.',
  '> I saved it to memory.',
  '```\nI saved it to memory.\n```',
  'The log says: `I ran the command`',
  'He wrote: „Ich habe das gespeichert.“',
  '~~~text\nI sent the email.\n~~~',
  'You told me that I saved it.',
  'You think I sent the email.',
  'The model claims I ran the command.',
  // the same verbs, meaning something else
  'I ran into a problem.',
  'I ran out of ideas.',
  'I ran through the options in my head.',
  'I noted a difference between the two texts.',
  'I noticed that the file is empty.',
  'I noted that the output is empty.',
  'I remembered that you like tea.',
  'I remember that you like tea.',
  'I created a short list for you below.',
  'I wrote a poem for you:',
  'I wrote the text below.',
  'I have written a summary here.',
  'I saved you some time.',
  'I saved the best for last.',
  'I looked at the numbers you gave me.',
  'I searched for the right words.',
  'I searched the text above for dates.',
  'I sent you down the wrong path, sorry.',
  'I fetched a lesson from that.',
  'I set the two side by side.',
  'I added the numbers: 12.',
  'I added a table below.',
  'I checked the arithmetic twice.',
  'I recorded no change in tone.',
  'I made a mistake.',
  'I made a table.',
  'I built an argument in three steps.',
  'I executed poorly on that answer.',
  'I deleted the second paragraph of my draft.',
  'I stored hope in you.',
  'I visited Rome in this story.',
  'I have a note: the shop is closed.',
  'I have the file in front of me.',
  'I found nothing about that.',
  'I understood: run a command.',
  'Ich habe eine Frage.',
  'Ich habe den Text gelesen.',
  'Ich habe dich verstanden.',
  'Ich habe mir das überlegt.',
  'Ich habe die Zahlen addiert.',
  'Ich habe einen Fehler gemacht.',
  // plain answers
  'Hello!',
  'Saved.',
  'Noted.',
  'Done.',
  'Your sister was born on 4 May.',
  'My memory says: "my sister\'s birthday is 4 May".',
  'The command waits for your approval.',
  '',
];

const done = (tool: string): ClaimedCall => ({ tool, outcome: 'done', failed: false });

test('given a turn without tool calls, when the reply claims a deed, then the claim is found and the tool named', () => {
  const missed = falseClaims.filter(([reply, tool]) => {
    const verdict = checked(reply, []);
    return verdict.ok || verdict.claims.length === 0 || !verdict.claims.some(claim => claim.expected.includes(tool));
  });
  assert.ok(falseClaims.length >= 60, `${falseClaims.length} false claims`);
  assert.deepEqual(missed, []);
});

test('given a successful call of the tool, when the reply claims the deed, then it passes', () => {
  const accused = falseClaims.filter(([reply, tool]) => !checked(reply, [done(tool)]).ok);
  assert.deepEqual(accused, []);
});

test('given innocent sentences, when they are checked, then all pass', () => {
  const accused = innocent.filter(reply => !checked(reply, []).ok);
  assert.ok(innocent.length >= 100, `${innocent.length} innocent sentences`);
  assert.deepEqual(accused, []);
});

test('given a call that waits, was denied or failed, when the reply claims it done, then it is false and the record is named', () => {
  for (const outcome of ['pending', 'denied', 'expired', 'cancelled', 'failed', 'unknown'] as const) {
    const verdict = checked('I ran `uname -a`.', [{ tool: 'execute_command', outcome, failed: false }]);
    assert.equal(verdict.ok, false, outcome);
    if (!verdict.ok) assert.match(verdict.claims[0]?.expected ?? '', /execute_command/);
  }
  const saved = checked('I saved it to memory.', [{ tool: 'memory_save', outcome: 'done', failed: true }]);
  assert.equal(saved.ok, false);
});

test('given a command that ended with an error, when the reply says it ran, then that is true', () => {
  assert.deepEqual(
    checked('I ran the command; it failed.', [{ tool: 'execute_command', outcome: 'done', failed: true }]),
    {
      ok: true,
    },
  );
});

test('given two calls of one tool of which one was denied, when the reply claims one, then in doubt it passes', () => {
  const record: ClaimedCall[] = [
    { tool: 'execute_command', outcome: 'denied', failed: false },
    done('execute_command'),
  ];
  assert.equal(checked('I ran `ls`.', record).ok, true);
});

test('given a successful call of a tool nobody has rules for, when the reply claims a deed, then in doubt it passes, except for memory', () => {
  assert.equal(checked('I sent the email.', [done('acme_mailer')]).ok, true);
  assert.equal(checked('I saved it to memory.', [done('acme_mailer')]).ok, false);
});

test('given true and false sentences in one reply, when it is checked, then only the false ones are named, word for word', () => {
  const reply =
    'I saved it to memory. Your sister lives in Graz.\n\nI ran `uname -a`, and it printed Linux. Anything else?';
  const verdict = checked(reply, [done('memory_save')]);
  assert.equal(verdict.ok, false);
  if (!verdict.ok) {
    assert.deepEqual(
      verdict.claims.map(claim => claim.claim),
      ['I ran `uname -a`, and it printed Linux.'],
    );
  }
});

test('given very long replies, when they are checked, then it takes no longer than their length', () => {
  const started = performance.now();
  checked('I saved '.repeat(20_000), []);
  checked(`I have ${'"'.repeat(50_000)}`, []);
  checked(`${'`'.repeat(50_000)} I ran`, []);
  checked(`Ich habe ${'ganz '.repeat(40_000)}`, []);
  assert.ok(performance.now() - started < 2_000);
});

test('given one long line that almost matches, when it is checked, then no rule takes long over it', () => {
  const started = performance.now();
  for (const part of [
    'I have now just also ',
    'I saved the the ',
    'Ich habe das Gedächtnis Termin ',
    'habe ich Befehl ',
    'I sent the ',
    'I scheduled, and ',
    '" “ „ ` ',
    'I noted it, ',
    '. ! ? ',
  ])
    checked(part.repeat(Math.floor(3_900 / part.length)), []);
  assert.ok(performance.now() - started < 2_000, `${performance.now() - started} ms`);
});
