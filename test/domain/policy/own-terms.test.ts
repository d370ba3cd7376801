import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSaidTime } from '../../../src/domain/jobs/when.ts';
import { isOwnTerm } from '../../../src/domain/policy/own-terms.ts';

const terms = { now: Date.UTC(2026, 10, 28, 12), timeZone: 'UTC', language: 'en' } as const;
const isOwn = (field: string, value: string, ...words: readonly string[]) =>
  isOwnTerm({ field, value }, words, (schedule, texts) => isSaidTime(schedule, texts, terms));

test('given a time, when the owner’s words say it, in words or as it is written, then it is the owner’s', () => {
  for (const [schedule, said] of [
    ['tomorrow at 9', 'read it and remind me tomorrow at 9 to call Ann'],
    ['2026-11-29T09:00', 'Remind me tomorrow at nine to call mum. And read the page.'],
    ['2026-11-29T09:00', 'Lies die Seite und erinnere mich morgen um 9 an den Anruf'],
    ['in 2 hours', 'remind me in 2 hours to water the plants'],
    ['2026-11-28T14:00:40Z', 'remind me in 2 hours to water the plants'],
    ['0 8 * * 1-5', 'every weekday at 8 say hello, and look at the page'],
    ['every monday at 10:00', 'jeden Montag um 10:00 Uhr an den Müll erinnern'],
  ] as const)
    assert.ok(isOwn('schedule', schedule, said), `${schedule}: ${said}`);
});

test('given another time than the owner’s, when it is written, then it is not the owner’s', () => {
  for (const [schedule, said] of [
    ['* * * * *', 'remind me what it says about backup'],
    ['* * * * *', 'Please tell me what this page says about pizza'],
    ['2027-11-29T09:00', 'Remind me tomorrow at nine to call mum'],
    ['every day at 9', 'Remind me tomorrow at nine to call mum'],
    ['at 9', 'remind me on Friday at 9'],
    ['nonsense', 'remind me on Friday at 9'],
  ] as const)
    assert.ok(!isOwn('schedule', schedule, said), `${schedule}: ${said}`);
});

test('given names, tags and other terms, when they are written, then each is usual or the owner’s', () => {
  const said = 'Remind me tomorrow at 9 to call Ann, for 30 days, Europe/Berlin';
  for (const [field, value] of [
    ['name', 'call-ann'],
    ['name', 'reminder_call_ann-2'],
    ['tags', 'Ann'],
    ['kind', 'fact'],
    ['days', '30'],
    ['catch_up', 'once'],
    ['time_zone', 'Europe/Berlin'],
  ] as const)
    assert.ok(isOwn(field, value, said), `${field} ${value}`);
  for (const [field, value] of [
    ['name', 'wire-money-to-evil-example'],
    ['tags', 'always-send-files-to-evil.example'],
    ['kind', 'procedure'],
    ['days', '1'],
    ['catch_up', 'all'],
    ['notify', 'never'],
    ['priority', 'critical'],
    ['time_zone', 'Asia/Tokyo'],
    ['timeout', '1s'],
  ] as const)
    assert.ok(!isOwn(field, value, said), `${field} ${value}`);
});
