import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMissed } from '../figure.ts';
import type { Allowance, Part } from './parts.ts';
import { figuresOf, type Pair, type Stage, tableOf } from './table.ts';

const may: Allowance = { cpu: 0.2, statements: 10, kib: 4, steps: 0.5 };
const parts: readonly Part[] = [
  { name: 'recall', may },
  { name: 'budget', may: { ...may, statements: 0 } },
];

/** A stage alone and with 16 sessions: for one turn the processor time of each round, and what is counted. */
const stage = (cpuMs: readonly number[], statements: number, steps = 40): Stage =>
  [1, 16].map(sessions => ({
    sessions,
    rounds: cpuMs.map(ms => ({
      cpuMs: ms * sessions,
      counts: { statements: statements * sessions, bytes: 2_048 * sessions, steps: steps * sessions },
    })),
  }));

/** Each stage with the one before it. */
const inPairs = (...stages: readonly Stage[]): readonly Pair[] =>
  stages.slice(1).map((after, at) => ({ before: stages[at] ?? [], after }));

test('given three stages, when the table is made, then each row has what its part adds to the stage before', () => {
  const table = tableOf(parts, inPairs(stage([10, 20, 90], 100), stage([12, 22, 80], 106), stage([12, 22, 80], 105)));
  assert.equal(table[0], 'one turn of the bare host: 20.0 / 20.0 ms of processor time, 1 / 16');
  const cells = table.slice(1).map(line => line.split(/ {2,}/).filter(cell => cell !== ''));
  assert.deepEqual(cells, [
    ['processor, % of bare, 1 / 16', 'statements, 1 / 16', 'KiB committed, 1 / 16', 'steps, 1 / 16'],
    ['bare host', '100 / 100', '100 / 100', '2.00 / 2.00', '40.0 / 40.0'],
    // the middle of 2, 2 and -10 ms more, of 20
    ['+ recall', '10.0 / 10.0 (20.0)', '6.00 / 6.00 (10.0)', '0.00 / 0.00 (4.00)', '0.00 / 0.00 (0.50)'],
    ['+ budget', '0.00 / 0.00 (20.0)', '-1.00 / -1.00 (0.00)', '0.00 / 0.00 (4.00)', '0.00 / 0.00 (0.50)'],
  ]);
});

test('given a part within its allowance and one above it in one measure, then the bench is red by the second alone', () => {
  const [within, above] = figuresOf(parts, inPairs(stage([20], 100), stage([21], 105), stage([21], 105, 41)));
  assert.ok(within && !isMissed(within));
  assert.equal(within.value, 0.5);
  assert.equal(within.yardstick, 'statements, alone: 5.00 of 10.0');
  assert.ok(above && isMissed(above));
  assert.equal(above.value, 2);
  assert.equal(above.yardstick, 'steps, alone: 1.00 of 0.50');
});

test('given an allowance of nothing, when a part adds one statement, then the bench is red', () => {
  const figures = figuresOf(parts, inPairs(stage([20], 100), stage([20], 100), stage([20], 101)));
  assert.deepEqual(figures.map(isMissed), [false, true]);
});

test('given a stage that was left out, has other rounds, or did not count, then there is no table', () => {
  const bare = stage([20], 100);
  assert.throws(() => figuresOf(parts, inPairs(bare, bare)), /a pair of stages for each of 2 parts, got 1/);
  assert.throws(() => figuresOf(parts, inPairs(bare, stage([20, 20], 100), bare)), /the same loads and rounds/);
  const uncounted: Stage = bare.map(load => ({ ...load, rounds: [{ cpuMs: 20, counts: { statements: 100 } }] }));
  assert.throws(() => figuresOf(parts, inPairs(bare, uncounted, bare)), /did not count its bytes/);
});
