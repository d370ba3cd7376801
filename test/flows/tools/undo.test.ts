/**
 * What a turn did in the workspace is brought back: by a real command in a real turn, on each executor, with kills in
 * between.
 */
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { picture } from '../../adapters/undo/world.ts';
import { test } from '../../sampled.ts';
import { type House, inHouse } from '../rig/house.ts';

/** A workspace worth having. */
function furnish({ workspace }: House): readonly string[] {
  mkdirSync(join(workspace, 'empty'), { recursive: true });
  writeFileSync(join(workspace, 'report.txt'), 'one\ntwo\nthree\n');
  writeFileSync(join(workspace, 'plan.md'), 'all of it\n');
  chmodSync(join(workspace, 'plan.md'), 0o600);
  writeFileSync(join(workspace, 'wreck.py'), wreck);
  return picture(workspace);
}

/** None of its names says that it destroys. */
const wreck = `import os
open('report.txt', 'r+').write('1ne')
os.rmdir('empty')
os.remove('plan.md')
os.mkdir('made')
open('made/x', 'w').write('x')
`;

const destroys = 'run `python3 wreck.py`';

/** The newest turn that can be undone. */
async function newest(house: House): Promise<number> {
  const { value } = await house.json('undo', 'list');
  return value.turns[0].id;
}

describe('undo', { concurrency: 1 }, () => {
  test('given a command in the sandbox that destroys, when the owner undoes its turn, then the difference is shown, asked about, and all is back', () =>
    inHouse({ config: '[sandbox]\nexecutor = "bubblewrap"\n' }, async house => {
      const before = furnish(house);
      const running = await house.start();
      await house.ask(destroys);
      assert.equal(existsSync(join(house.workspace, 'plan.md')), false);
      const id = await newest(house);
      const shown = await house.straylight('undo', 'show', String(id));
      assert.match(shown.out, /- empty {2}folder/);
      assert.match(shown.out, /~ report\.txt[\s\S]*-one\n[\s\S]*\+1ne\n/);
      const asked = await house.straylight('undo', 'apply', String(id));
      assert.equal(asked.code, 1);
      assert.match(asked.out, /Run it again with --yes/);
      assert.equal(existsSync(join(house.workspace, 'plan.md')), false);
      const done = await house.straylight('undo', 'apply', String(id), '--yes');
      assert.equal(done.code, 0, done.out + done.err);
      assert.deepEqual(picture(house.workspace), before);
      const { value: rows } = await house.json('audit', 'list', '--kind', 'admin.undo');
      assert.equal(JSON.stringify(rows).includes(`turn ${id}`), true);
      await running.stop();
    }));

  test('given a command whose program is killed while it runs, when the home is started again, then what it did can be undone', () =>
    inHouse({ config: '[sandbox]\nexecutor = "bubblewrap"\n' }, async house => {
      const before = furnish(house);
      const running = await house.start();
      const asking = house.straylight('ask', 'run `mv report.txt gone.txt; sleep 30`');
      while (existsSync(join(house.workspace, 'report.txt')) || !existsSync(join(house.workspace, 'gone.txt')))
        await new Promise(done => setImmediate(done));
      await running.kill();
      await house.start();
      await asking;
      const id = await newest(house);
      const done = await house.straylight('undo', 'apply', String(id), '--yes');
      assert.equal(done.code, 0, done.out + done.err);
      assert.deepEqual(picture(house.workspace), before);
    }));

  test('given a file that was changed after the turn, when the turn is undone, then it is left alone until the owner says otherwise', () =>
    inHouse({ config: '[sandbox]\nexecutor = "bubblewrap"\n' }, async house => {
      furnish(house);
      await house.start();
      await house.ask(destroys);
      writeFileSync(join(house.workspace, 'report.txt'), 'my own words\n');
      const id = String(await newest(house));
      const done = await house.straylight('undo', 'apply', id, '--yes');
      assert.equal(done.code, 1);
      assert.match(done.out, /Left as it is: report\.txt has been changed since/);
      assert.equal(readFileSync(join(house.workspace, 'report.txt'), 'utf8'), 'my own words\n');
      assert.equal(statSync(join(house.workspace, 'plan.md')).mode & 0o777, 0o600);
      const forced = await house.straylight('undo', 'apply', id, '--yes', '--overwrite');
      assert.equal(forced.code, 0, forced.out);
      assert.equal(readFileSync(join(house.workspace, 'report.txt'), 'utf8'), 'one\ntwo\nthree\n');
      await house.straylight('undo', 'apply', String(await newest(house)), '--yes');
      assert.equal(readFileSync(join(house.workspace, 'report.txt'), 'utf8'), 'my own words\n');
    }));

  test('given no sandbox, when an approved command has destroyed and its turn is undone, then all is back', () =>
    inHouse({ config: '[sandbox]\nexecutor = "direct"\n' }, async house => {
      const before = furnish(house);
      await house.start();
      await house.ask(destroys);
      const { value } = await house.json('approvals');
      const [{ card }] = value;
      await house.straylight('approvals', 'approve', card.key, '--confirm', card.confirm?.word ?? 'yes');
      while (existsSync(join(house.workspace, 'plan.md'))) await new Promise(done => setImmediate(done));
      const done = await house.straylight('undo', 'apply', String(await newest(house)), '--yes');
      assert.equal(done.code, 0, done.out + done.err);
      assert.deepEqual(picture(house.workspace), before);
    }));
});
