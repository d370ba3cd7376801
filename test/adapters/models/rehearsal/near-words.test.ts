/** Words that are near to what the demo model understands: reminders, its language, and what it is asked of itself. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { conversation } from './rehearsal-play.ts';

const names =
  'memory_search memory_save memory_forget forget_words list_jobs cancel_job schedule_job execute_command list_files undo_turn agent_status edit_file read_file';
const jobs =
  'candles (active): once, on Sun, 29 Nov 2026, 09:00 UTC, say “Kerzen und candles”; next Sun, 29 Nov 2026, 09:00 UTC\ntablets (active): every day at 09:00 (UTC), say “Tabletten nehmen, take the tablets”; next Sun, 29 Nov 2026, 09:00 UTC';
const memories = '- ich mag Kerzen und candles [2026-11-29, memory:1]';

/** A conversation with one who has two reminders and a memory; `language`: the one that is set. */
function talk(language: 'English' | 'German' = 'English') {
  return conversation({
    offer: () => names.split(' ').map(name => ({ name, description: name, parameters: { type: 'object' } })),
    system: () => [{ text: `- You speak with Ann in ${language}, as the settings say.`, stable: false }],
    answer: name => ({ text: { list_jobs: jobs, memory_search: memories }[name] ?? 'ok' }),
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

  for (const request of ['delete all my memories', 'Lösch alle Erinnerungen', 'vergiss alle Erinnerungen'])
    test(`given “${request}”, then nothing is deleted, and it is said how either kind is`, async () => {
      const { calls, text } = await talk().say(request);
      assert.deepEqual(calls, []);
      assert.match(text, /memory forget --all/);
      if (/Erinnerungen/.test(request)) assert.match(text, /„beende alle Jobs“/);
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
