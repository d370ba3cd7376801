/** What the demo model says of jobs: in the language of the request, whatever the tools speak. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobWords } from '../../../../src/adapters/models/rehearsal/texts/job-words.ts';
import { rehearsalTexts } from '../../../../src/adapters/models/rehearsal/texts/texts.ts';
import { toolWords } from '../../../../src/adapters/models/rehearsal/texts/tool-words.ts';
import { firstNotes } from '../../../../src/domain/jobs/first-notes.ts';
import { readSchedule } from '../../../../src/domain/jobs/schedule.ts';
import { instantInWords, scheduleInWords } from '../../../../src/domain/jobs/words.ts';

const now = Date.UTC(2026, 10, 28, 16);

test('given schedules in the English of the settings, when a German request is answered, then all of it is German', () => {
  for (const when of [
    '2026-11-29T09:00',
    '0 9 * * *',
    '30 8 * * 1',
    '0 8 * * 1-5',
    '0 9 * * 1-6',
    '*/5 * * * *',
    '0 * * * *',
    'every 90m',
    '0 9 1 * *',
  ]) {
    const schedule = readSchedule(when, { now, timeZone: 'UTC' });
    assert.ok(!('problem' in schedule), when);
    const said = (language: 'en' | 'de') =>
      `ada: ${scheduleInWords(schedule, language, 'UTC')}, ${language === 'en' ? 'say “call on every day”' : 'sagt „call on every day“'}.`;
    const [english, german] = [said('en'), said('de')];
    assert.equal(jobWords(english, 'de').replace(/\b(\w\w)\., /g, '$1., '), german, when);
    assert.equal(jobWords(english, 'en'), english);
  }
});

test('given the words of the job tools, when a German request is answered, then no English sentence is left', () => {
  for (const [said, german] of [
    [
      `The job is set.\nNext: ${instantInWords(now, 'en', 'UTC')}.`,
      `Der Job ist eingerichtet.\nNächste: ${instantInWords(now, 'de', 'UTC')}.`,
    ],
    ['There are no jobs.', 'Es gibt keine Jobs.'],
    ['The job call-ada is removed.', 'Der Job call-ada ist entfernt.'],
    [firstNotes.en.place, firstNotes.de.place],
    [firstNotes.en.zone, firstNotes.de.zone],
    [
      'ada (active): once, on Sun, 29 Nov 2026, 09:00 UTC, say “Ada”; next Sun, 29 Nov 2026, 09:00 UTC; last run done',
      'ada (aktiv): einmal, am So., 29. Nov. 2026, 09:00 UTC, sagt „Ada“; das nächste Mal am So., 29. Nov. 2026, 09:00 UTC; letzter Lauf: erledigt',
    ],
  ] as const)
    assert.equal(jobWords(said, 'de'), german);
  assert.equal(jobWords(firstNotes.de.zone, 'en'), firstNotes.en.zone);
});

test('given the words of the tools for files and goals, when a German request is answered, then they are German', () => {
  for (const [said, german] of [
    [
      'a.example does not exist, or has no address; check the spelling',
      'a.example gibt es nicht, oder es hat keine Adresse; prüf die Schreibweise',
    ],
    ['Created /workspace/a.txt (1 line, 9 bytes).', 'Neu: /workspace/a.txt (1 Zeile, 9 Bytes).'],
    [
      'Replaced /workspace/a.txt: 9 bytes before, now 2 lines, 1.5 KB.',
      'Ersetzt: /workspace/a.txt, vorher 9 Bytes, jetzt 2 Zeilen, 1.5 KB.',
    ],
    [
      'Changed /workspace/a.txt at line 3: 9 bytes before, now 12 bytes.',
      'Geändert: /workspace/a.txt in Zeile 3, vorher 9 Bytes, jetzt 12 Bytes.',
    ],
    ['/workspace/a.txt does not exist. There is: b.txt.', '/workspace/a.txt gibt es nicht. Es gibt: b.txt.'],
    ['The goal is set.\n1. den Bericht abschließen', 'Das Ziel ist gesetzt.\n1. den Bericht abschließen'],
    ['There are no open goals.', 'Es gibt keine offenen Ziele.'],
  ] as const) {
    assert.equal(toolWords(said, 'de'), german);
    assert.equal(toolWords(said, 'en'), said);
  }
});

test('given every text of the demo model, when both languages are held against each other, then each is there and differs', () => {
  const [en, de] = [rehearsalTexts('en'), rehearsalTexts('de')] as unknown as Record<string, unknown>[];
  assert.deepEqual(Object.keys(de ?? {}).sort(), Object.keys(en ?? {}).sort());
  for (const [name, text] of Object.entries(en ?? {}))
    if (typeof text === 'string') assert.notEqual(de?.[name], text, name);
});

test('given the day as the instructions name it, when it is said in German, then its names and order are German', () => {
  assert.equal(
    rehearsalTexts('de').now('Saturday, 28 March 2026 at 07:43 (UTC)'),
    'Es ist Samstag, 28. März 2026, 07:43 Uhr (UTC).',
  );
});
