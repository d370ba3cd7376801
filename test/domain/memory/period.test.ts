import assert from 'node:assert/strict';
import { test } from 'node:test';
import { periodIn } from '../../../src/domain/memory/period.ts';

/** A Monday, noon in Vienna. */
const now = Date.UTC(2026, 10, 23, 11);
const zone = 'Europe/Vienna';

/** The period as its days, the last one included, in Vienna. */
function days(text: string): string | undefined {
  const period = periodIn(text, now, zone);
  if (!period) return undefined;
  const day = (at: number) => new Date(at + 3 * 3_600_000).toISOString().slice(0, 10);
  const [from, to] = [day(period.from), day(period.to - 86_400_000)];
  return from === to ? from : `${from} ${to}`;
}

test('given words for a time in either language, when a question is read, then its days are known', () => {
  for (const [text, expected] of [
    ['what did I say yesterday?', '2026-11-22'],
    ['was habe ich gestern gesagt', '2026-11-22'],
    ['vorgestern', '2026-11-21'],
    ['heute', '2026-11-23'],
    ['last week', '2026-11-16 2026-11-22'],
    ['letzte Woche', '2026-11-16 2026-11-22'],
    ['this week', '2026-11-23 2026-11-29'],
    ['last month', '2026-10-01 2026-10-31'],
    ['im letzten Monat', '2026-10-01 2026-10-31'],
    ['last year', '2025-01-01 2025-12-31'],
    ['three days ago', '2026-11-20'],
    ['vor drei Tagen', '2026-11-20'],
    ['two weeks ago', '2026-11-09 2026-11-15'],
    ['a month ago', '2026-10-01 2026-10-31'],
    ['in the last 7 days', '2026-11-16 2026-11-23'],
    ['on 3 May', '2026-05-03'],
    ['May 3rd, 2025', '2025-05-03'],
    ['am 3. Mai', '2026-05-03'],
    ['am 24. Dezember', '2025-12-24'],
    ['3.5.2024', '2024-05-03'],
    ['2026-02-28', '2026-02-28'],
    ['im März', '2026-03-01 2026-03-31'],
    ['in December', '2025-12-01 2025-12-31'],
    ['in 2019', '2019-01-01 2019-12-31'],
    ['last Friday', '2026-11-20'],
    ['am Montag', '2026-11-16'],
    ['who may come?', undefined],
    ['what is the marching band called?', undefined],
  ] as const)
    assert.equal(days(text), expected, text);
});

test('given a time in a question, when it is taken out, then the rest stays', () => {
  assert.equal(
    periodIn('what did I say last week about the garden?', now, zone)?.rest,
    'what did I say about the garden?',
  );
});
