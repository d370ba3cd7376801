/** Killed at every change of the disk, a keeper has kept all or says so, and an undo that was begun is finished. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inEnglish } from '../../../src/domain/policy/sentence.ts';
import { test } from '../../slow.ts';
import { dice, mutate, picture, populate, turn, type World, world } from './world.ts';

const program = fileURLToPath(new URL('./killed-keeper.ts', import.meta.url));

function run(place: { readonly workspace: string; readonly store: string }, deed: string, at: number) {
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    ['--conditions=development', program, place.workspace, place.store, deed, String(at)],
    { encoding: 'utf8', timeout: 60_000 },
  );
  assert.ok(status === 0 || signal === 'SIGKILL', stderr);
  return { isDead: signal === 'SIGKILL', count: Number(stdout) };
}

/** A workspace in which a turn has done a lot. */
function wrecked(place: World): { readonly before: readonly string[]; readonly after: readonly string[] } {
  const roll = dice(7);
  populate(place.workspace, roll);
  for (let count = 0; count < 12; count++)
    writeFileSync(join(place.workspace, `file-${count}`), `${count}`.repeat(200));
  const keeper = place.open();
  keeper.keep();
  const before = picture(place.workspace);
  turn(keeper, 'one', () => {
    for (let count = 0; count < 12; count++) mutate(place.workspace, roll);
    for (let count = 0; count < 3; count++) rmSync(join(place.workspace, `file-${count}`), { force: true });
    writeFileSync(join(place.workspace, 'file-5'), 'other words');
  });
  const after = picture(place.workspace);
  keeper.close();
  return { before, after };
}

const plain = (lines: readonly string[]) => lines.map(line => line.replace(/ \d{9,} /, ' '));

test('given an undo that is killed at any change of the disk, when the program starts again, then it is finished and nothing is left over', () => {
  using place = world();
  const { before, after } = wrecked(place);
  // an undo of an undo leads to and fro, so one workspace serves for every kill
  let [wanted, other] = [before, after];
  let kills = 0;
  for (let at = 1; at < 2_000; at += 1 + Math.floor(at / 12)) {
    const { isDead } = run(place, 'apply', at);
    if (isDead) kills++;
    const keeper = place.open();
    const told = keeper.recover();
    // before it was noted as begun, nothing has been done
    if (isDead && told.length === 0) keeper.apply(keeper.list(1).turns[0]?.id ?? 0, false);
    assert.deepEqual(
      plain(picture(place.workspace)),
      plain(wanted),
      `killed at ${at}: ${told.map(inEnglish).join(' ')}`,
    );
    assert.deepEqual(readdirSync(join(place.store, 'objects', 'parts')), []);
    keeper.close();
    [wanted, other] = [other, wanted];
    if (!isDead) break;
  }
  assert.ok(kills > 10, `killed ${kills} times`);
});

test('given a look that is killed at any change of the disk, when the program starts again, then what was kept is whole and the next look keeps the rest', () => {
  using place = world();
  wrecked(place);
  let kills = 0;
  for (let at = 1; at < 100; at++) {
    for (const name of ['new', 'newer']) writeFileSync(join(place.workspace, name), `${name} at ${at}\n`.repeat(50));
    const state = picture(place.workspace);
    const { isDead } = run(place, 'begin', at);
    if (isDead) kills++;
    const keeper = place.open();
    keeper.recover();
    turn(keeper, `after-${at}`, () => rmSync(join(place.workspace, 'new')));
    const [newest] = keeper.list(1).turns;
    assert.deepEqual(keeper.apply(newest?.id ?? 0, false).left, []);
    assert.deepEqual(picture(place.workspace), state, `killed at ${at}`);
    keeper.close();
    if (!isDead) break;
  }
  assert.ok(kills >= 3, `killed ${kills} times`);
});
