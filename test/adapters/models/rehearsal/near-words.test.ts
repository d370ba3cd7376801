/** Words that are near to what the demo model understands: reminders, its language, and what it is asked of itself. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { conversation } from './rehearsal-play.ts';

const names =
  'memory_search memory_save memory_forget forget_words list_jobs cancel_job schedule_job execute_command list_files undo_turn agent_status edit_file read_file';
const jobs =
  'candles (active): once, on Sun, 29 Nov 2026, 09:00 UTC, say “Kerzen und candles”; next Sun, 29 Nov 2026, 09:00 UTC\ntablets (active): every day at 09:00 (UTC), say “Tabletten nehmen, take the tablets”; next Sun, 29 Nov 2026, 09:00 UTC\nalarm (active): once, on Mon, 30 Nov 2026, 08:00 UTC, say “Wecker, alarm”; next Mon, 30 Nov 2026, 08:00 UTC';
const file = '/workspace/list.txt (text/plain, 5 bytes, 1 line)\n1\tsalt';
const memories = '- ich mag Kerzen und candles [2026-11-29, memory:1]';

/** A conversation with one who has three reminders and a memory; `language`: the one that is set. */
function talk(language: 'English' | 'German' = 'English') {
  return conversation({
    offer: () => names.split(' ').map(name => ({ name, description: name, parameters: { type: 'object' } })),
    system: () => [{ text: `- You speak with Ann in ${language}, as the settings say.`, stable: false }],
    answer: name => ({ text: { list_jobs: jobs, memory_search: memories, read_file: file }[name] ?? 'ok' }),
  });
}

const acts = (calls: readonly { readonly name: string; readonly arguments: object }[]) =>
  calls.filter(({ name }) => !/^(?:list_jobs|memory_search|read_file)$/.test(name));

suite('a reminder that is to be forgotten', () => {
  for (const request of [
    'forget the candle reminder',
    'forget the reminder about the candles',
    'Vergiss die Kerzen-Erinnerung',
    'vergiss die Erinnerung an die Kerzen',
    'lösche die Kerzenerinnerung',
  ])
    test(`given “${request}”, then the reminder is cancelled, and no memory forgotten`, async () => {
      const { calls } = await talk().say(request);
      assert.deepEqual(acts(calls), [{ name: 'cancel_job', arguments: { name: 'candles' } }]);
    });

  for (const [request, answer] of [
    ['delete all my memories', /memory forget --all/],
    ['vergiss alle Erinnerungen', /memory forget --all.*„beende alle Jobs“/],
    [
      'Lösch alle Erinnerungen',
      /candles, tablets, alarm\. Noch ist nichts beendet, und was ich mir gemerkt habe, bleibt\./,
    ],
  ] as const)
    test(`given “${request}”, then nothing is deleted, and it is said what would be`, async () => {
      const { calls, text } = await talk().say(request);
      assert.deepEqual(acts(calls), []);
      assert.match(text, answer);
    });
});

suite('its language', () => {
  for (const [request, answer] of [
    ['ok', /In Ordnung/],
    ['hi', /Hallo/],
    ['stop', /verlässt das Gespräch/],
    ['an den Zug', /nicht verstanden/],
    ['Internet an', /nicht verstanden/],
  ] as const)
    test(`given German in the settings, when “${request}” is said, then the answer is in German`, async () => {
      assert.match((await talk('German').say(request)).text, answer);
    });

  for (const request of [
    'speak German',
    'can you speak German?',
    'switch to German',
    'change the language to German',
    'how do I switch to German?',
    'Kannst du deutsch sprechen?',
    'Sprich bitte Deutsch',
    'Stell dich auf Deutsch um',
    'Ändere die Sprache auf Deutsch',
    'Wie stelle ich dich auf Deutsch um?',
  ])
    test(`given “${request}”, then it is told where the language is set, in that of the question`, async () => {
      const { calls, text } = await talk().say(request);
      assert.deepEqual(calls, []);
      assert.match(text, /`language = "de"`.*`~\/\.straylight\/config\.toml`/);
      assert.match(
        text,
        /German/.test(request) ? /I answer in the language you write in/ : /Ich antworte in der Sprache/,
      );
    });
});

suite('a reminder that does not say of what', () => {
  for (const [request, question, answer, set] of [
    [
      'remind me at 7am',
      /What shall I remind you of, “at 7am”\?/,
      'to take the train',
      { schedule: 'at 7am', say: 'take the train' },
    ],
    ['Erinnere mich um 7', /Woran soll ich dich erinnern, „um 7“\?/, 'an den Zug', { schedule: 'um 7', say: 'Zug' }],
  ] as const)
    test(`given “${request}”, then it is asked, and set by the answer`, async () => {
      const { say } = talk();
      const { text, calls } = await say(request);
      assert.match(text, question);
      assert.deepEqual(calls, []);
      assert.deepEqual((await say(answer)).calls, [{ name: 'schedule_job', arguments: set }]);
    });

  test('given a time for an answer, then it is the time, and the purpose is asked once more', async () => {
    const { say } = talk();
    await say('remind me at 7am');
    assert.match((await say('tomorrow')).text, /What shall I remind you of, “tomorrow at 7am”\?/);
    const { calls } = await say('to take the train');
    assert.deepEqual(calls, [
      { name: 'schedule_job', arguments: { schedule: 'tomorrow at 7am', say: 'take the train' } },
    ]);
  });

  for (const [request, set] of [
    ['set an alarm for 8am', { schedule: '8am', say: 'alarm' }],
    ['wake me up tomorrow at 7:30', { schedule: 'tomorrow at 7:30', say: 'alarm' }],
    ['Stell einen Wecker auf 8 Uhr', { schedule: '8 Uhr', say: 'Wecker' }],
    ['Weck mich morgen um halb acht', { schedule: 'morgen um halb acht', say: 'Wecker' }],
    [
      'remind me on the last Friday of the month at 4pm to pay',
      { schedule: 'on the last Friday of the month at 4pm', say: 'pay' },
    ],
    [
      'erinnere mich am zweiten Dienstag im Monat um 9 an die Miete',
      { schedule: 'am zweiten Dienstag im Monat um 9', say: 'Miete' },
    ],
  ] as const)
    test(`given “${request}”, then it is set`, async () => {
      assert.deepEqual((await talk().say(request)).calls, [{ name: 'schedule_job', arguments: set }]);
    });
});

suite('what it is asked of itself', () => {
  for (const [request, answer] of [
    ['make a backup', /copy the whole home.*--builtin backup/],
    ['how do I back up my data?', /copy the whole home/],
    ['how do I get a real model?', /`\/model` shows the models/],
    ['how does undo work?', /“undo that” takes back/],
    ['which commands are there?', /`\/help` lists the commands/],
    ['which version are you?', /`straylight --version`/],
    ['Mach ein Backup', /kopiere den ganzen Datenordner.*--builtin backup/],
    ['Wie mache ich eine Sicherung?', /kopiere den ganzen Datenordner/],
    ['Wie sichere ich meine Daten?', /kopiere den ganzen Datenordner/],
    ['Wie bekomme ich ein richtiges Modell?', /`\/model` zeigt die Modelle/],
    ['Wie geht Undo?', /nimmt zurück, was ich zuletzt getan habe/],
    ['Welche Befehle gibt es?', /`\/help` nennt die Befehle/],
    ['Welche Version hast du?', /`straylight --version`/],
  ] as const)
    test(`given “${request}”, then it is told, and the memory is not asked`, async () => {
      const { calls, text } = await talk().say(request);
      assert.deepEqual(calls, []);
      assert.match(text, answer);
    });

  for (const [request, name, args] of [
    ['what did you do today?', 'agent_status', { about: 'done', when: 'today' }],
    ['Was hast du gestern gemacht?', 'agent_status', { about: 'done', when: 'gestern' }],
    ['what does this cost?', 'agent_status', { about: 'spending' }],
    ['Was kostet das hier?', 'agent_status', { about: 'spending' }],
    ['where do I find the settings?', 'agent_status', { about: 'places' }],
    ['Wo finde ich die Einstellungen?', 'agent_status', { about: 'places' }],
    ['show me the appointments', 'list_jobs', {}],
    ['Zeig mir die Termine', 'list_jobs', {}],
    ['zeig mir meine Erinnerungen', 'list_jobs', {}],
    ['cancel the tablets', 'cancel_job', { name: 'tablets' }],
    ['Sag die Tabletten ab', 'cancel_job', { name: 'tablets' }],
    ['show me everything you remember', 'memory_search', { query: '*', limit: 20 }],
    ['Zeig mir alles, was du dir gemerkt hast', 'memory_search', { query: '*', limit: 20 }],
    ['Denk dran, dass Papa am 12. März Geburtstag hat', 'memory_save', { content: 'Papa hat am 12. März Geburtstag' }],
  ] as const)
    test(`given “${request}”, then ${name} is called`, async () => {
      assert.deepEqual((await talk().say(request)).calls.at(-1), { name, arguments: args });
    });

  for (const request of ['no, better not', 'nein, doch nicht'])
    test(`given “${request}”, then that is a no`, async () => {
      assert.match((await talk().say(request)).text, /All right\.|In Ordnung\./);
    });

  for (const [run, greeting, asked, answer] of [
    ['run date', 'hello', 'did the command run?', /Done: the command `date`/],
    ['führe date aus', 'hallo', 'Ist der Befehl gelaufen?', /Erledigt: der Befehl `date`/],
  ] as const)
    test(`given a command that ran, when “${asked}” is said, then its end is told, and not that of another act`, async () => {
      const { say } = talk();
      for (const text of [run, greeting, 'remember that I like tea']) await say(text);
      const { calls, text } = await say(asked);
      assert.deepEqual(calls, []);
      assert.match(text, answer);
    });
});

suite('what was done just before', () => {
  for (const [request, back] of [
    ['set an alarm for 8am', 'delete it again'],
    ['Stell einen Wecker auf 8 Uhr', 'und lösch ihn wieder'],
  ] as const)
    test(`given “${request}”, when “${back}” is said at once, then that alarm is cancelled, and no other job`, async () => {
      const { say } = talk();
      await say(request);
      assert.deepEqual(acts((await say(back)).calls), [{ name: 'cancel_job', arguments: { name: 'alarm' } }]);
    });

  for (const [asked, answer] of [
    ['did the command run?', /No command was run in this conversation/],
    ['Ist der Befehl gelaufen?', /In diesem Gespräch lief kein Befehl/],
  ] as const)
    test(`given no command, when “${asked}” is said, then that is told`, async () => {
      const { say } = talk();
      await say('remember that I like tea');
      assert.match((await say(asked)).text, answer);
    });

  for (const [request, back, call] of [
    ['remember: ich mag Kerzen und candles', 'forget that again', 'memory_forget'],
    ['remember that ich mag Kerzen und candles', 'and delete it again', 'memory_forget'],
    ['merke dir: ich mag Kerzen und candles', 'Vergiss das wieder', 'memory_forget'],
    ['merke dir: ich mag Kerzen und candles', 'und lösch sie wieder', 'memory_forget'],
  ] as const)
    test(`given “${request}”, when “${back}” is said at once, then that is forgotten`, async () => {
      const { say } = talk();
      await say(request);
      assert.equal((await say(back)).calls.at(-1)?.name, call);
    });

  for (const [request, last, other] of [
    [
      'add tea to the shopping list',
      'undo the last change to the shopping list',
      'undo the last change to the packing list',
    ],
    [
      'setz Tee auf die Einkaufsliste',
      'Mach die letzte Änderung an der Einkaufsliste rückgängig',
      'Mach die letzte Änderung an der Packliste rückgängig',
    ],
    ['run mkdir old', 'bring the folder old back', 'bring the folder new back'],
    ['führe mkdir alt aus', 'hol den Ordner alt zurück', 'hol den Ordner neu zurück'],
  ] as const)
    test(`given “${request}”, when “${last}” is said, then it is undone, and of another thing it is told how`, async () => {
      const { say } = talk();
      await say(request);
      const { calls, text } = await say(other);
      assert.deepEqual(calls, []);
      assert.match(text, /\/undo N/);
      assert.deepEqual((await say(last)).calls, [{ name: 'undo_turn', arguments: {} }]);
    });
});
