import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPhrase } from '../../../../src/domain/jobs/phrases/phrase.ts';
import { instantOf } from '../../../../src/domain/jobs/schedule.ts';
import { fixedWhen, readWhen, writtenAs } from '../../../../src/domain/jobs/when.ts';
import { inEnglish } from '../../../../src/domain/policy/sentence.ts';

// a Monday, 11:00 in Berlin
const now = Date.parse('2026-11-23T10:00:00Z');
const timeZone = 'Europe/Berlin';
const reading = (text: string, at = now) => readPhrase(text, at, timeZone);
const when = (text: string, at = now) => {
  const read = reading(text, at);
  return read && 'when' in read ? read.when : undefined;
};
const asked = (text: string, at = now) => {
  const read = reading(text, at);
  return read && 'ask' in read ? read.ask : undefined;
};

test('given a time as people say it, when it is read, then it is a schedule', () => {
  const said: Readonly<Record<string, string>> = {
    'in 20 minutes': '2026-11-23T10:20:00.000Z',
    'in half an hour': '2026-11-23T10:30:00.000Z',
    'in einer Stunde': '2026-11-23T11:00:00.000Z',
    'in zwei Tagen': '2026-11-25T11:00',
    'every weekday at 8': '0 8 * * 1-5',
    'every day at 8:30 pm': '30 20 * * *',
    'every Monday and Thursday at 9am': '0 9 * * 1,4',
    'jeden Montag um halb neun': '30 8 * * 1',
    'montags um Viertel nach sieben': '15 7 * * 1',
    'werktags um 8 Uhr 30': '30 8 * * 1-5',
    'täglich um Mitternacht': '0 0 * * *',
    'taeglich um zwoelf Uhr': '0 12 * * *',
    'every minute': '* * * * *',
    'alle 15 Minuten': '*/15 * * * *',
    'every 7 minutes': 'every 420s',
    'every 2 hours': '0 */2 * * *',
    'every month on the 3rd at noon': '0 12 3 * *',
    'on the second Tuesday of the month at 9am': '0 9 * * TUE#2',
    'the last Friday of the month at 4pm': '0 16 * * FRI#L',
    'on the last day of the month at noon': '0 12 L * *',
    'am zweiten Dienstag im Monat um 9': '0 9 * * TUE#2',
    'den zweiten Dienstag im Monat um 9': '0 9 * * TUE#2',
    'am letzten Freitag im Monat um 16 Uhr': '0 16 * * FRI#L',
    'am letzten Tag des Monats um 9': '0 9 L * *',
    'tomorrow at half past six': '2026-11-24T06:30',
    'morgen um 18 Uhr': '2026-11-24T18:00',
    'at 10 am': '2026-11-24T10:00',
    'at 12': '2026-11-23T12:00',
    '24 dec 2026': '2026-12-24T09:00',
    'um 15 Uhr': '2026-11-23T15:00',
    'um 9 am Freitag': '2026-11-27T09:00',
    'every other Tuesday at 9': 'every 14d from 2026-11-24T09:00',
    'every other day starting Friday at 9': 'every 2d from 2026-11-27T09:00',
    'alle zwei Wochen': 'every 14d from 2026-12-07T08:00',
    'on 29 February at 9': '2028-02-29T09:00',
    hourly: '0 * * * *',
    // a day's end is where the next one begins
    'morgen um 24 Uhr': '2026-11-25T00:00',
    'friday at 24:00': '2026-11-28T00:00',
    'heute um 24 Uhr': '2026-11-24T00:00',
    'every day at 24:00': '0 0 * * *',
    'morgen um halb eins': '2026-11-24T12:30',
    'tomorrow at quarter to one': '2026-11-24T12:45',
    'in 2 hours and a half': '2026-11-23T12:30:00.000Z',
    'in achtzig Minuten': '2026-11-23T11:20:00.000Z',
    'this monday at 3pm': '2026-11-23T15:00',
    'kommenden Dienstag um 9': '2026-11-24T09:00',
    'monday at 9': '2026-11-30T09:00',
    'end of the month': '2026-11-30T09:00',
    'two days after tomorrow': '2026-11-26T09:00',
  };
  for (const [text, schedule] of Object.entries(said)) assert.equal(when(text), schedule, text);
});

test('given what can mean two times or is understood in part, when it is read, then it is asked about and never set', () => {
  const said: Readonly<Record<string, string>> = {
    'next Friday at 9': 'days',
    'nächsten Montag': 'days',
    'on 5/4': 'days',
    'at 3': 'halfDay',
    'at 10': 'halfDay',
    'um 8 Uhr': 'halfDay',
    'jede Nacht': 'whichTime',
    'morgens um 7': 'onceOrDaily',
    abends: 'onceOrDaily',
    'every monday at 9 and every friday at 10': 'oneTime',
    'jeden Tag um 4 Uhr': 'halfDay',
    'on the 31st': 'onceOrMonthly',
    'on the 1st of the month': 'onceOrMonthly',
    'every second Tuesday': 'everyOtherOrNth',
    'every month on the 31st at 9': 'monthEnd',
    'every week at 9': 'whichDay',
    'am Wochenende': 'whichDay',
    today: 'whichTime',
    'on 30 February': 'noSuchDay',
    'Friday, 5 December': 'noSuchDay',
    'at 25': 'noSuchTime',
    'tomorrow morning at 15:00': 'noSuchTime',
    'in 2 hours at 9': 'noSuchTime',
    'today at 9': 'past',
    'in a few days': 'howMany',
    'tomorrow at midnight': 'midnight',
    'every Friday night at 1': 'nightOf',
    'every 3 months': 'startMonth',
    'every day at 8 and 20:30': 'oneTime',
    'every day at 9 until Christmas': 'rest',
    'every moon at 9': 'rest',
    'tomorrow at 9 or 10': 'rest',
    'on Monday and Thursday at 9': 'rest',
    'every 0 minutes': 'rest',
    'every friday at midnight': 'midnight',
    'jeden Freitag um 24 Uhr': 'midnight',
    'kommenden Montag um 15 Uhr': 'days',
    'coming monday at 3pm': 'days',
    monday: 'days',
    'this monday at 9': 'past',
    'on 05-12-2027': 'days',
    'tomorrow at 9 GMT+2': 'rest',
    'tomorrow at 9 +0200': 'rest',
    'several days at 9': 'rest',
    'the week after at 9': 'rest',
    'half a month at 9': 'rest',
    'end of this week': 'whichDay',
    'kommende Woche': 'whichDay',
  };
  for (const [text, why] of Object.entries(said)) assert.equal(asked(text), why, text);
  for (const text of ['soon', '', 'fruitcake', 'x'.repeat(500)]) assert.equal(reading(text), undefined, text);
});

test('given a time between two midnights that may be of both, when it is said right after the first, then it is asked about', () => {
  assert.equal(asked('um halb eins', Date.parse('2026-11-23T23:10:00Z')), 'halfDay');
  assert.equal(when('um halb eins'), '2026-11-23T12:30');
});

test('given a month that is shorter than the day it is said on, when a month is counted, then the day is asked about', () => {
  const last = Date.parse('2027-01-31T10:00:00Z');
  assert.equal(asked('in 1 month at 9', last), 'shortMonth');
  assert.equal(when('in 2 months at 9', last), '2027-03-31T09:00');
});

test('given a change of the clock, when days and hours are counted over it, then days keep the time of the clock and hours pass', () => {
  const before = Date.parse('2027-03-27T11:00:00Z');
  assert.equal(when('in 1 day', before), '2027-03-28T12:00');
  assert.equal(instantOf('2027-03-28T12:00', timeZone), Date.parse('2027-03-28T10:00:00Z'));
  assert.equal(when('in 24 hours', before), '2027-03-28T11:00:00.000Z');
});

test('given an owner’s language, when a time is asked about, then the question is in it and names what was understood', () => {
  const question = (text: string, language: 'en' | 'de') => {
    const read = readWhen(text, { now, timeZone, language });
    assert.ok('problem' in read && read.isQuestion, text);
    return inEnglish(read.problem);
  };
  assert.match(
    question('tomorrow or friday at 9', 'en'),
    /^I understand “at 9”, but not “tomorrow or friday”\. When exactly\?/,
  );
  assert.match(
    question('morgen oder freitag um 9', 'de'),
    /^Ich verstehe „um 9“, aber nicht „morgen oder freitag“\. Wann/,
  );
  assert.match(question('am zweiten Fritag um 9', 'de'), /^Ich verstehe „um 9“, aber nicht „am zweiten Fritag“\./);
  assert.match(question('next Friday', 'en'), /Friday 27 November or Friday 4 December/);
  assert.match(question('nächsten Freitag', 'de'), /Freitag, 27\. November oder Freitag, 4\. Dezember/);
  assert.match(question('gibberish', 'de'), /nicht als Zeit/);
});

test('given a time in another zone than the owner’s, when it says today or tomorrow, then the day is the one after the owner’s own', () => {
  // in Los Angeles it is the evening of the 28th
  const here = { now: Date.parse('2026-11-29T04:00Z'), timeZone: 'Europe/Berlin', ownerZone: 'America/Los_Angeles' };
  for (const text of ['tomorrow at 9am', 'at 9am tomorrow', 'tomorrow 9am', 'morgen um 9', 'morgen früh um 9'])
    assert.equal(fixedWhen(text, here), '2026-11-29T09:00', text);
  assert.equal(fixedWhen('übermorgen um 9', here), '2026-11-30T09:00');
  assert.equal(fixedWhen('every day at 9', here), 'every day at 9');
  const passed = readWhen(fixedWhen('today at 10pm', here), { ...here, language: 'en' });
  assert.ok('problem' in passed && /past|passed/.test(inEnglish(passed.problem)), JSON.stringify(passed));
  assert.equal(fixedWhen('tomorrow at 9am', { ...here, ownerZone: 'Europe/Berlin' }), '2026-11-30T09:00');
});

test('given words that count from now, when they are kept, then they stand for the day they meant, and a schedule reads as itself', () => {
  const terms = { now, timeZone };
  assert.equal(fixedWhen('in 20 minutes', terms), '2026-11-23T10:20:00.000Z');
  assert.equal(fixedWhen('every other day at 9', terms), 'every 2d from 2026-11-24T09:00');
  assert.equal(fixedWhen('every weekday at 8', terms), 'every weekday at 8');
  assert.equal(fixedWhen('next friday', terms), 'next friday');
  for (const text of ['0 8 * * 1-5', 'every 90m', '2026-12-24T18:00', 'every 14d from 2026-12-01T09:00', '@daily']) {
    const read = readWhen(text, { ...terms, language: 'en' });
    assert.ok(!('problem' in read), text);
    assert.deepEqual(readWhen(writtenAs(read), { ...terms, language: 'en' }), read, text);
  }
});
