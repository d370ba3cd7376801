/** What only what was said before makes clear: "rename it", "do it again", "and tomorrow?", "the other one". */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defined } from '../../../../src/domain/text/json.ts';
import { modelTexts } from '../../../../src/domain/text/texts.ts';
import { conversation } from './rehearsal-play.ts';

const names =
  'execute_command list_files list_jobs memory_save memory_search read_file schedule_job write_file edit_file';
const tools = names.split(' ').map(name => ({ name, description: name, parameters: { type: 'object' } }));

const sizes = '/workspace: 1 entry\nold.txt  1.5 KB  2026-11-28 16:19';

/** `set`: what a job that is set answers with. */
function day(language: 'English' | 'German' = 'English') {
  return conversation({
    offer: () => tools,
    answer: name => ({
      text:
        name === 'schedule_job'
          ? 'The job is set.\nplants: once'
          : name === 'list_files'
            ? sizes
            : 'Exit code 0.\n\nok',
    }),
    system: () => [{ text: `- You speak with Ann in ${language}, their language.`, stable: true }],
  });
}

const guarded = (program: string, from: string, to: string) =>
  `if test -e ${to}; then echo '${to}: a file of that name is there already' >&2; exit 1; fi; ${program} -- ${from} ${to}`;

const files = [
  {
    write: 'write a file list.txt with: milk',
    show: 'show me the last file',
    rename: 'rename it to old.txt',
    copy: 'make a copy of it',
    named: 'make a copy of old.txt',
    copyName: 'old-copy.txt',
    size: ['how big is old.txt?', '“old.txt” has 1.5 KB.'],
    none: /^I am [\s\S]*Which file\? /,
    language: 'English',
  },
  {
    write: 'schreibe eine Datei list.txt mit: Milch',
    show: 'zeig mir die letzte Datei',
    rename: 'benenne sie in old.txt um',
    copy: 'mach eine Kopie davon',
    named: 'mach eine Kopie von old.txt',
    copyName: 'old-kopie.txt',
    size: ['wie groß ist old.txt?', '„old.txt“ hat 1,5 KB.'],
    none: /^Ich bin [\s\S]*Welche Datei\? /,
    language: 'German',
  },
] as const;

for (const { write, show, rename, copy, named, copyName, size, none, language } of files) {
  test(`given a file that was written (${language}), when it is shown, renamed and copied by “it”, then each time it is that file under its name of then`, async () => {
    const { say } = day(language);
    await say(write);
    assert.deepEqual((await say(show)).calls, [{ name: 'read_file', arguments: { path: 'list.txt' } }]);
    assert.deepEqual((await say(rename)).calls, [
      { name: 'execute_command', arguments: { command: guarded('mv', 'list.txt', 'old.txt') } },
    ]);
    assert.deepEqual((await say(show)).calls, [{ name: 'read_file', arguments: { path: 'old.txt' } }]);
    const copied = { name: 'execute_command', arguments: { command: guarded('cp', 'old.txt', copyName) } };
    assert.deepEqual((await say(named)).calls, [copied]);
    await say(show.replace(/the last file|die letzte Datei/, 'old.txt'));
    const { calls, text } = await say(copy);
    assert.deepEqual(calls, [copied]);
    assert.ok(text.includes(copyName), text);
  });

  test(`given a file (${language}), when its size is asked for, then it is looked up and not looked for in memory`, async () => {
    const { calls, text } = await day(language).say(size[0]);
    assert.deepEqual(calls, [{ name: 'list_files', arguments: { glob: 'old.txt' } }]);
    assert.ok(text.endsWith(size[1]), text);
  });

  test(`given no file so far (${language}), when “it” is renamed, then nothing is, and the name is asked for`, async () => {
    const { calls, text } = await day(language).say(rename);
    assert.deepEqual(calls, []);
    assert.match(text, none);
  });

  test(`given one message that writes a file and renames it (${language}), when another was worked on before, then the new one is renamed, after it is there`, async () => {
    const { say } = day(language);
    await say(write);
    const { steps, calls } = await say(`${write.replace('list.txt', 'new.txt')}\n${rename}`);
    assert.deepEqual(steps, [['write_file'], ['execute_command']]);
    assert.deepEqual(calls[1]?.arguments, { command: guarded('mv', 'new.txt', 'old.txt') });
  });
}

for (const [run, again, more, language] of [
  ['run echo hey', 'do it again', 'once more', 'English'],
  ['führe echo hey aus', 'mach das noch einmal', 'nochmal', 'German'],
] as const) {
  test(`given a command that ran (${language}), when “${again}” is said, and “${more}”, then it runs each time`, async () => {
    const { say } = day(language);
    await say(run);
    for (const words of [again, more])
      assert.deepEqual((await say(words)).calls, [{ name: 'execute_command', arguments: { command: 'echo hey' } }]);
  });

  test(`given nothing before it (${language}), when “${again}” is said, then nothing is done`, async () => {
    const { calls, text } = await day(language).say(again);
    assert.deepEqual(calls, []);
    assert.match(text, /nothing yet that I could do again|noch nichts, was ich noch einmal tun/);
  });
}

for (const { language, run, between, again, other } of [
  {
    language: 'English',
    run: 'run echo hey',
    between: ['did it happen?', 'thanks'],
    again: ['ok, run it again', 'yes run it again', 'run the command again, please', 'run it', 'run echo hey again'],
    other: 'run echo hey there again',
  },
  {
    language: 'German',
    run: 'führe echo hey aus',
    between: ['ist es passiert?', 'danke'],
    again: ['ja, führ es nochmal aus', 'führ den Befehl nochmal aus', 'lass es nochmal laufen', 'starte es nochmal'],
    other: 'führe echo hey du nochmal aus',
  },
] as const)
  test(`given a command that a crash interrupted (${language}), when “${again[0]}” is said, also behind a question and a thank you, then that command runs; one that never ran keeps its words`, async () => {
    const { say } = conversation({
      offer: () => tools,
      answer: name => ({ text: name === 'memory_search' ? '' : modelTexts.unknown('it died'), failed: true }),
    });
    await say(run);
    for (const words of [again[0], ...between, ...again]) {
      const { calls } = await say(words);
      if (between.some(one => one === words)) continue;
      assert.deepEqual(calls, [{ name: 'execute_command', arguments: { command: 'echo hey' } }], words);
    }
    assert.match(String((await say(other)).calls[0]?.arguments['command']), /again$|nochmal$/);
  });

for (const { save, undo, yes, chat, asks, language } of [
  {
    save: 'remember that I like tea',
    undo: 'undo that',
    yes: 'yes',
    chat: 'how are you?',
    asks: /some messages ago: saving “I like tea”/,
    language: 'English',
  },
  {
    save: 'merk dir, dass ich Tee mag',
    undo: 'mach das rückgängig',
    yes: 'ja',
    chat: 'wie geht es dir?',
    asks: /einige Nachrichten her: „ich mag Tee“/,
    language: 'German',
  },
] as const)
  test(`given a memory that was saved many turns before (${language}), when “${undo}” is said, then it is named and asked about first; shortly after it was saved, it is undone at once`, async () => {
    const said = async (turns: number) => {
      const { say } = day(language);
      await say(save);
      for (let turn = 0; turn < turns; turn += 1) await say(chat);
      return say;
    };
    const soon = await said(2);
    assert.equal((await soon(undo)).calls[0]?.name, 'memory_search');
    for (const answer of [yes, undo]) {
      const late = await said(6);
      const { calls, text } = await late(undo);
      assert.deepEqual(calls, []);
      assert.match(text, asks);
      assert.equal((await late(answer)).calls[0]?.name, 'memory_search');
    }
  });

for (const [remind, again, tomorrow, friday, language] of [
  ['remind me tomorrow at 9 to water the plants', 'do it again', 'and tomorrow?', 'and on Friday?', 'English'],
  ['erinnere mich morgen um 9 ans Gießen', 'mach das noch mal', 'und morgen?', 'und am Freitag?', 'German'],
] as const)
  test(`given a reminder for tomorrow (${language}), when “${again}” or “${tomorrow}” is said, then no second one is set for that time; “${friday}” sets another`, async () => {
    const once = day(language);
    await once.say(remind);
    assert.deepEqual((await once.say(again)).calls, []);
    const { say } = day(language);
    await say(remind);
    const { calls, text } = await say(tomorrow);
    assert.deepEqual(calls, []);
    assert.match(text, /set for that time already|schon gesetzt/);
    const another = day(language);
    await another.say(remind);
    assert.match(String((await another.say(friday)).calls[0]?.arguments['schedule']), /Fri|Frei/);
  });

for (const [words, language, answer] of [
  ['the other one', 'English', /nothing open to choose from/],
  ['the second', 'English', /nothing open to choose from/],
  ['die andere', 'German', /nichts zur Wahl/],
  ['stopp', 'English', /leaves the chat/],
  ['stopp', 'German', /verlässt das Gespräch/],
] as const)
  test(`given nothing that was asked (${language}), when “${words}” is said, then nothing is remembered or done`, async () => {
    const { say } = day(language);
    await say('hi');
    const { calls, text } = await say(words);
    assert.deepEqual(calls, []);
    assert.match(text, answer);
    assert.doesNotMatch(text, /Shall I remember|Soll ich mir/);
  });

const zones = [
  ['remind me tomorrow at 9am CET to call Ada', { schedule: 'tomorrow at 9am', say: 'call Ada' }, 'Europe/Berlin'],
  ['remind me to call Ada tomorrow at 9 AM EST', { schedule: 'tomorrow at 9 am', say: 'call Ada' }, 'America/New_York'],
  ['remind me on Friday at 17:30 UTC to call Ada', { schedule: 'on Friday at 17:30', say: 'call Ada' }, 'UTC'],
  ['remind me tomorrow at 9 Asia/Kolkata to call Ada', { schedule: 'tomorrow at 9', say: 'call Ada' }, 'Asia/Kolkata'],
  ['every day at 9am PST run df -h', { schedule: 'every day at 9am', command: 'df -h' }, 'America/Los_Angeles'],
  ['erinnere mich morgen um 9 Uhr MEZ an den Anruf', { schedule: 'morgen um 9 uhr', say: 'Anruf' }, 'Europe/Berlin'],
  ['remind me tomorrow at 9 TV is on', { schedule: 'tomorrow at 9', say: 'TV is on' }, undefined],
] as const;
for (const [words, args, zone] of zones)
  test(`given a zone behind a time or none, when “${words}” is said, then the job is of ${zone ?? 'the owner’s zone'}`, async () => {
    const { calls } = await day().say(words);
    const [{ schedule = '', ...rest } = {}] = calls.map(one => one.arguments);
    assert.deepEqual(
      { ...rest, schedule: String(schedule).toLowerCase() },
      { ...args, schedule: args.schedule.toLowerCase(), ...defined({ time_zone: zone }) },
    );
  });

test('given a zone whose name is that of several, or of none, when a reminder says it, then it is asked about and none is set', async () => {
  for (const name of ['IST', 'CST', 'Mars/Olympus']) {
    const { calls, text } = await day().say(`remind me tomorrow at 9 ${name} to call Ada`);
    assert.deepEqual(calls, []);
    assert.match(text, new RegExp(`Time zones called “${name}”`));
  }
});

for (const [words, answer] of [
  ['convert 5 miles to km', '5 miles are 8.05 km.'],
  ['how many km are 5 miles?', '5 miles are 8.05 km.'],
  ['what is 5.5 lbs in kg?', '5.5 lbs are 2.49 kg.'],
  ['convert 100 °F to celsius', '100 °F is 37.8 celsius.'],
  ['rechne 5,5 Meilen in km um', '5,5 Meilen sind 8,85 km.'],
  ['wie viele Kilometer sind 5 Meilen?', '5 Meilen sind 8,05 Kilometer.'],
] as const)
  test(`given no tool for units, when “${words}” is said, then it is reckoned`, async () => {
    const { calls, text } = await day(/rechne|wie/.test(words) ? 'German' : 'English').say(words);
    assert.deepEqual(calls, []);
    assert.ok(text.endsWith(answer), text);
  });

for (const [run, remember, asks, language, shape] of [
  [
    'run echo hey',
    'remember that I like tea',
    ['what did you do?', 'what have you done so far?'],
    'English',
    /Done in this conversation:\n1\. the command `echo hey`\n2\. saving “I like tea”\n/,
  ],
  [
    'führe echo hey aus',
    'merk dir, dass ich Tee mag',
    ['was hast du gemacht?', 'was hast du bisher getan'],
    'German',
    /In diesem Gespräch getan:\n1\. [^\n]*`echo hey`[^\n]*\n2\. [^\n]*„ich mag Tee“/,
  ],
] as const)
  test(`given a command and a memory (${language}), when “${asks[0]}” is said, then both are told, and where all of it stands; before them nothing is`, async () => {
    const { say } = day(language);
    assert.match((await say(asks[0])).text, /nothing so far|bisher nichts/);
    await say(run);
    await say(remember);
    for (const words of asks) {
      const { calls, text } = await say(words);
      assert.deepEqual(calls, []);
      assert.match(text, shape);
      assert.match(text, /straylight audit list/);
    }
  });
