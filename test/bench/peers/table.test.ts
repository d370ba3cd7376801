import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMissed } from '../figure.ts';
import { figuresOf, type Side, type Taken, tableOf } from './table.ts';

const feed: Side = { name: 'Straylight (feed)', kind: 'straylight' };
const say: Side = { name: 'Straylight (say)', kind: 'straylight' };
const lean: Side = { name: 'lean loop', kind: 'lean' };
const memory: Side = { name: 'In memory', kind: 'in memory' };
const durable: Side = { name: 'Durable', kind: 'durable' };
const slow: Side = { name: 'Slow', kind: 'durable' };

/** Rounds that took so many milliseconds, half of it of the processor, and wrote 2 KiB a session. */
const rounds = (sessions: number, ...all: readonly number[]) =>
  all.map(ms => ({ ms, cpuMs: ms / 2, bytes: 2_048 * sessions }));

const taken = (sessions: number, sides: readonly [Side, ...number[]][]): Taken => ({
  steps: 3,
  sessions,
  sides: sides.map(([side, ...ms]) => ({ side, rounds: rounds(sessions, ...ms) })),
});

test('given rounds alone and with 16 sessions, when the table is made, then each cell has both, for one turn', () => {
  const table = tableOf([
    taken(1, [
      [feed, 30, 20, 100],
      [lean, 10, 10, 10],
    ]),
    taken(16, [
      [feed, 320, 320],
      [lean, 80, 80],
    ]),
  ]);
  const cells = table.map(line => line.split(/ {2,}/).filter(cell => cell !== ''));
  assert.deepEqual(cells, [
    ['turns a second, 1 / 16', 'processor ms a turn, 1 / 16', 'KiB a turn, 1 / 16', '÷ lean loop, 1 / 16'],
    // the middle round alone: 30 ms; the mean of the processor: 25 ms
    ['3 tools: Straylight (feed)', '33.3 / 50.0', '25.0 / 10.0', '2.00 / 2.00', '0.33 / 0.25'],
    ['3 tools: lean loop', '100 / 200', '5.00 / 2.50', '2.00 / 2.00', '1.00 / 1.00'],
  ]);
  assert.equal(new Set(table.map(({ length }) => length)).size, 1, 'the columns are aligned');
});

test('given a durable peer ahead of one of our ways, when the figures are made, then the bench is red by it', () => {
  const [figure] = figuresOf([
    taken(1, [
      [feed, 10],
      [say, 30],
      [lean, 5],
      [slow, 90],
      [durable, 20],
    ]),
  ]);
  assert.equal(figure?.value, 1.5);
  assert.equal(figure.yardstick, 'Straylight (say) 33.3, Durable 50.0 turns a second');
  assert.ok(isMissed(figure));
});

test('given only peers without durability ahead, when the figures are made, then no goal is missed', () => {
  const [figure] = figuresOf([
    taken(1, [
      [feed, 10],
      [say, 10],
      [lean, 5],
      [memory, 6],
      [durable, 20],
    ]),
  ]);
  assert.equal(figure?.value, 0.5);
  assert.ok(!isMissed(figure));
});

test('given no durable peer, when the figures are made, then this is an error and no goal that is met', () => {
  assert.throws(() => figuresOf([taken(1, [[feed, 10]])]), /no durable peer/);
});
