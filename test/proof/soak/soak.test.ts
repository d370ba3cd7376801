/** A minute of steady load; `npm run prove -- --only soak --minutes 60` makes it an hour, with the same bounds. */
import assert from 'node:assert/strict';
import { test } from '../../slow.ts';
import { grownIn, type Measured, noteOf, soak } from './soak.ts';

test('given an agent under steady load that was killed and whose owner sets things aside, when it goes on, then it holds no more than when it was warm, and nothing is lost', async t => {
  const report = await soak({ ms: 60_000 });
  t.diagnostic(noteOf(report));
  const { findings, grown, orphans, messages, kills, suspensions } = report;
  assert.deepEqual(findings.problems, []);
  assert.deepEqual(grown, []);
  assert.deepEqual(orphans, []);
  assert.ok(messages >= 100 && kills >= 3 && suspensions >= 5, noteOf(report));
});

test('given an agent that holds more of anything in the end than when it was warm, then each is named', () => {
  const warm = { rss: 2e8, heap: 4e7, handles: 39, log: 1e6, timers: 3, inbox: 0, effects: 4, live: 206, rows: 9000 };
  const flat: Measured = { warm, end: warm, longestLog: 17e6, rowsEach: [24, 24] };
  assert.deepEqual(grownIn(flat), []);
  const more = { ...warm, rss: 2.3e8, handles: 50, timers: 99, effects: 99, inbox: 99, live: 300 };
  const named = grownIn({ warm, end: more, longestLog: 1e8, rowsEach: [24, 60] }).map(line => line.split(':', 1)[0]);
  assert.deepEqual(named, [
    'memory',
    ...['handles', 'timers', 'effects under way', 'messages that wait', 'live actors'],
    ...['the log', 'rows for each message'],
  ]);
});
