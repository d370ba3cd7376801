import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answeredPhrase, findPhrase } from '../../../../src/domain/jobs/phrases/sentence.ts';
import { instantOf, instantsAfter } from '../../../../src/domain/jobs/schedule.ts';
import { readWhen } from '../../../../src/domain/jobs/when.ts';
import { reminderTimes, type SaidReminder, saidAt } from '../../../corpora/times/reminder-times.ts';

/** What is set, as local times; none: it is asked about. */
function setBy({ sentence, wanted }: SaidReminder) {
  const phrase = findPhrase(sentence)?.phrase;
  const read = phrase === undefined ? undefined : readWhen(phrase, { ...saidAt, language: 'en' });
  if (read === undefined || 'problem' in read) return { isOnce: false, at: [] };
  return { isOnce: read.kind === 'at', at: instantsAfter(read, saidAt.now, Math.max(1, wanted.length)) };
}

test('given 120 sentences as people say them, when they are read, then each is the time that is meant or a question', () => {
  assert.ok(reminderTimes.length >= 120);
  let asked = 0;
  for (const row of reminderTimes) {
    const { isOnce, at } = setBy(row);
    if (at.length === 0) asked += 1;
    assert.deepEqual(
      { isOnce, at: at.map(one => new Date(one).toISOString()) },
      { isOnce: row.isOnce, at: row.wanted.map(one => new Date(instantOf(one, saidAt.timeZone) ?? 0).toISOString()) },
      row.sentence,
    );
  }
  assert.ok(asked <= reminderTimes.length * 0.25, `${asked} of ${reminderTimes.length} are asked about`);
});

test('given a time that goes on in words that cannot be set, when the sentence is read, then nothing is set', () => {
  const sentences = [
    'in a week and a half to call Ada',
    'tomorrow at 9 GMT+2 to call Ada',
    'tomorrow at 9 in Tokyo to call Ken',
    'morgen um 9 Ortszeit Tokio an Ken',
    'to take the pills three times a day',
    'every day at 9 for two weeks to take the pills',
    'every day at 9 for a few days to take the pills',
    'every day at 9 unless it is a holiday to get up',
    'tomorrow at sunrise to take pictures',
    'tomorrow after lunch to call Ada',
    'tomorrow 3ish to call Ada',
    'morgen vor 9 an die Bank',
    'morgen kurz nach 9 an die Bank',
    'morgen nach dem Essen an die Tabletten',
    'tomorrow at 9, actually 10, to call Ada',
    'morgen um 9, nein, um 10 an Ada',
    'tomorrow at 9 or when I wake up to call Ada',
    'jeden Tag um 8 in der Früh und um 8 am Abend an die Tablette',
    'tomorrow morning and evening to take the pill',
    'to call Ada tomorow at 11:30',
    'at 11:30 tommorow to call Ada',
    'um 11:30 am Donerstag an Ada',
    'the day before the exam on friday',
    'to leave 10 minutes before the meeting tomorrow at 3pm',
    'in several days to call Ada',
  ];
  for (const sentence of sentences)
    assert.deepEqual(setBy({ sentence, wanted: [], isOnce: false }), { isOnce: false, at: [] }, sentence);
});

test('given a sentence with a time in it, when it is divided, then the rest is what is to be done', () => {
  const rows: readonly (readonly [sentence: string, phrase: string | undefined, rest?: string])[] = [
    ['tomorrow to call Ada at 5pm', 'tomorrow at 5pm', 'to call Ada'],
    ['to call Ada at 7 tomorrow', 'at 7 tomorrow', 'to call Ada'],
    ['to call Ada tomorrow at 9 am', 'tomorrow at 9 am', 'to call Ada'],
    ['um 9 am Freitag an die Bank', 'um 9 am Freitag', 'an die Bank'],
    ['am Freitag um 9 an die Bank', 'am Freitag um 9', 'an die Bank'],
    ['on friday at 9 to prepare for the meeting on monday', 'on friday at 9', 'to prepare for the meeting on monday'],
    ['at 9 to book the flight for tomorrow', 'at 9 … tomorrow', 'to book the flight for tomorrow'],
    ['tomorrow at 9 and at 18 to drink', 'tomorrow at 9 … and at 18', 'and at 18 to drink'],
    ['tomorrow at 9 for 3 days to drink', 'tomorrow at 9 … for 3 day', 'for 3 days to drink'],
    ['to buy milk for tomorrow', undefined],
    ['what is the capital of Norway?', undefined],
  ];
  for (const [sentence, phrase, rest] of rows) {
    const found = findPhrase(sentence);
    assert.equal(found?.phrase, phrase, sentence);
    if (rest !== undefined) assert.equal(found?.rest, rest, sentence);
  }
});

test('given a time that was asked about, when the owner answers with the day, then the time of the day is still the one that was said', () => {
  assert.equal(answeredPhrase('next friday at 17:00', '4 December'), '4 December at 17:00');
  assert.equal(answeredPhrase('next friday at 17:00', 'tomorrow at 9.'), 'tomorrow at 9');
  assert.equal(answeredPhrase('next friday at 17:00', 'thanks'), undefined);
});
