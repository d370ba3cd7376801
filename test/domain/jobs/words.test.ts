/** Schedules as their owner reads them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scheduleInWords } from '../../../src/domain/jobs/words.ts';

test('given hours that repeat, when they are said, then in words, and what has none stays an expression', () => {
  for (const [expr, en, de] of [
    ['0 */3 * * *', 'every 3 hours', 'alle 3 Stunden'],
    ['15 */6 * * *', 'every 6 hours at minute 15', 'alle 6 Stunden zur Minute 15'],
    // not evenly over a day
    ['0 */5 * * *', 'cron 0 */5 * * *', 'cron 0 */5 * * *'],
    ['0 */3 * * 1', 'cron 0 */3 * * 1', 'cron 0 */3 * * 1'],
  ] as const) {
    const said = (language: 'en' | 'de') => scheduleInWords({ kind: 'cron', expr, timeZone: 'UTC' }, language, 'UTC');
    assert.deepEqual([said('en'), said('de')], [`${en} (UTC)`, `${de} (UTC)`]);
  }
});
