/** What no list of commands could promise: whatever a turn did, undoing it leaves exactly what was there before. */
import assert from 'node:assert/strict';
import { test } from '../../slow.ts';
import { dice, mutate, picture, populate, turn, world } from './world.ts';

test('given generated workspaces and turns, when a turn is undone, then all is exactly as before, and undoing that brings the change back', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const roll = dice(seed);
    using place = world();
    populate(place.workspace, roll);
    const keeper = place.open();
    const done: string[] = [];
    const change = () => {
      for (let count = 1 + roll(8); count > 0; count--) done.push(mutate(place.workspace, roll));
    };
    if (roll(2) === 0) turn(keeper, 'before', change);
    const before = picture(place.workspace);
    turn(keeper, 'one', change);
    if (roll(2) === 0) turn(keeper, 'one', change);
    const after = picture(place.workspace);
    const told = `seed ${seed}: ${done.join('; ')}`;
    const [newest] = keeper.list(10).turns;
    if (newest?.turn !== 'one') assert.deepEqual(withoutTimes(after), withoutTimes(before), told);
    else {
      const outcome = keeper.apply(newest.id, false);
      assert.deepEqual(outcome.left, [], told);
      assert.deepEqual(withoutTimes(picture(place.workspace)), withoutTimes(before), told);
      assert.deepEqual(changedTimes(picture(place.workspace), before, done), [], told);
      assert.deepEqual(keeper.apply(outcome.id ?? 0, false).left, [], told);
      assert.deepEqual(withoutTimes(picture(place.workspace)), withoutTimes(after), `${told}, undone again`);
    }
    keeper.close();
  }
});

/**
 * Files whose time did not come back with their content. What was written with the same content is left as it is, and
 * its time with it.
 */
function changedTimes(now: readonly string[], before: readonly string[], done: readonly string[]): readonly string[] {
  if (done.some(one => /^(breakLink|relink|replace|inPlace|sameSize|truncate|typeChange|swap|rename)/.test(one)))
    return [];
  return now.filter(line => !before.includes(line));
}

function withoutTimes(lines: readonly string[]): readonly string[] {
  return lines.map(line => line.replace(/^(.* [0-7]{1,4}) \d+ ([A-Za-z0-9+/=]*)( = .*)?$/s, '$1 $2$3'));
}
