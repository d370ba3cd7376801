import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alternated } from './alternated.ts';
import type { Took } from './processes.ts';

/** Sides that write down when they are asked; a round takes as many milliseconds as were asked for before it. */
function sidesNamed(names: readonly string[], reply = 'All is said.') {
  const asked: string[] = [];
  const sides = names.map(name => ({
    name,
    contender: {
      async run(): Promise<Took> {
        const ms = asked.push(name) - 1;
        return { ms, cpuMs: 0, bytes: 0, counts: {}, replies: [reply] };
      },
      close: async () => {},
    },
  }));
  return { asked, sides };
}

const once = { name: 'case', steps: 3, sessions: 1, rounds: 2 };

test('given three sides, when their rounds alternate, then each is first in turn and warm rounds are not counted', async () => {
  const { asked, sides } = sidesNamed(['a', 'b', 'c']);
  const taken = await alternated(sides, once);
  assert.equal(asked.join(''), 'abc' + 'bca' + 'cab' + 'abc');
  const ms = taken.map(rounds => rounds.map(one => one.ms));
  assert.deepEqual(ms, [
    [7, 9],
    [8, 10],
    [6, 11],
  ]);
});

test('given a machine so slow that a side rests until its turn comes, when it is measured, then it is woken first', async () => {
  const { asked, sides } = sidesNamed(['a', 'b']);
  const now = () => asked.length * 3_000;
  const taken = await alternated(sides, { ...once, rounds: 1, now });
  // each rests while the other has its round, but for the one that was last and is first
  assert.equal(asked.join(''), 'ab' + 'baa');
  const ms = taken.map(rounds => rounds.map(one => one.ms));
  assert.deepEqual(ms, [[4], [2]]);
});

test('given a side that ends its turn otherwise, when it is measured, then nothing is compared and it is named', async () => {
  const { sides } = sidesNamed(['a'], 'I cannot do that.');
  await assert.rejects(alternated(sides, once), /a was to say that all is said, not: I cannot do that/);
});
