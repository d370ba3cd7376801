import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPhrase, wholePhrase } from '../../../src/domain/jobs/phrases.ts';

// a Monday, 11:00 in Berlin
const now = Date.parse('2026-11-23T10:00:00Z');
const when = (text: string) => wholePhrase(text, now, 'Europe/Berlin');

test('given a time as people say it, when it is read, then it is a schedule', () => {
  const said: Readonly<Record<string, string>> = {
    'in 20 minutes': '2026-11-23T10:20:00.000Z',
    'in half an hour': '2026-11-23T10:30:00.000Z',
    'in einer Stunde': '2026-11-23T11:00:00.000Z',
    'in zwei Tagen': '2026-11-25T10:00:00.000Z',
    'every weekday at 8': '0 8 * * 1-5',
    'every day at 8:30 pm': '30 20 * * *',
    'every Monday and Thursday at 9am': '0 9 * * 1,4',
    'jeden Montag um halb neun': '30 8 * * 1',
    'montags um Viertel nach sieben': '15 7 * * 1',
    'werktags um 8 Uhr 30': '30 8 * * 1-5',
    'täglich um Mitternacht': '0 0 * * *',
    'every minute': '* * * * *',
    'alle 15 Minuten': '*/15 * * * *',
    'every 7 minutes': 'every 420s',
    'every 2 hours': '0 */2 * * *',
    'every month on the 3rd at noon': '0 12 3 * *',
    'tomorrow at half past six': '2026-11-24T06:30',
    'morgen um 18 Uhr': '2026-11-24T18:00',
    'at 10': '2026-11-24T10:00',
    'um 15 Uhr': '2026-11-23T15:00',
    hourly: '@hourly',
  };
  for (const [text, schedule] of Object.entries(said)) assert.equal(when(text), schedule, text);
  for (const text of ['at 25', 'every moon', 'soon', '', 'every 0 minutes']) assert.equal(when(text), undefined, text);
});

test('given a sentence with a time in it, when it is read, then the rest is what is to be done', () => {
  const found = findPhrase('remind me in 20 minutes to call Ada', now, 'UTC');
  assert.deepEqual(found, {
    when: '2026-11-23T10:20:00.000Z',
    phrase: 'in 20 minutes',
    rest: 'remind me to call Ada',
  });
  assert.equal(findPhrase('what is the capital of Norway?', now, 'UTC'), undefined);
});
