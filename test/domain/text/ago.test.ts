import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ago, until } from '../../../src/domain/text/ago.ts';

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];

test('given ages from nothing to weeks, when they are said, then in words and in one unit', () => {
  const said = [0, 59 * second, minute, 3 * minute, 59.9 * minute, hour, 47 * hour, 2 * day, 12 * day];
  assert.deepEqual(
    said.map(ms => ago(ms, 'en')),
    [
      ...['just now', 'just now', '1 minute ago', '3 minutes ago', '59 minutes ago', '1 hour ago'],
      ...['47 hours ago', '2 days ago', '12 days ago'],
    ],
  );
  assert.deepEqual(
    [0, minute, 3 * hour, 12 * day].map(ms => ago(ms, 'de')),
    ['gerade eben', 'vor 1 Minute', 'vor 3 Stunden', 'vor 12 Tagen'],
  );
  // the clock of another machine may be ahead
  assert.equal(ago(-5 * second, 'en'), 'just now');
});

test('given an instant that is past, when the time until it is said, then it is overdue', () => {
  assert.deepEqual(
    [-1, 0, 5 * minute, 3 * day].map(ms => until(ms, 'en')),
    ['overdue', 'in less than a minute', 'in 5 minutes', 'in 3 days'],
  );
  assert.deepEqual(
    [-1, 0, 5 * minute, 3 * day].map(ms => until(ms, 'de')),
    ['überfällig', 'in weniger als einer Minute', 'in 5 Minuten', 'in 3 Tagen'],
  );
});
