/**
 * What a turn did in the workspace is brought back: by a real command in a real turn, on each executor, with kills in
 * between.
 */
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { picture } from '../../adapters/undo/world.ts';
import { test } from '../../slow.ts';
import { type TestAgent, withAgent } from '../rig/agent.ts';

/** A workspace worth having. */
function furnish({ workspace }: TestAgent): readonly string[] {
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
async function newest(agent: TestAgent): Promise<number> {
  const { value } = await agent.json('undo', 'list');
  return value.turns[0].id;
}

describe('undo', { concurrency: 1 }, () => {
  test('given a command in the sandbox that destroys, when the owner undoes its turn, then the difference is shown, asked about, and all is back', () =>
    withAgent({ config: '[sandbox]\nexecutor = "bubblewrap"\n' }, async agent => {
      const before = furnish(agent);
      const running = await agent.start();
      await agent.ask(destroys);
      assert.equal(existsSync(join(agent.workspace, 'plan.md')), false);
      const id = await newest(agent);
      const shown = await agent.straylight('undo', 'show', String(id));
      assert.match(shown.out, /- empty {2}folder/);
      assert.match(shown.out, /~ report\.txt[\s\S]*-one\n[\s\S]*\+1ne\n/);
      const asked = await agent.straylight('undo', 'apply', String(id));
      assert.equal(asked.code, 1);
      assert.match(asked.out, /Nothing was done\. To continue, add --yes/);
      assert.equal(existsSync(join(agent.workspace, 'plan.md')), false);
      const done = await agent.straylight('undo', 'apply', String(id), '--yes');
      assert.equal(done.code, 0, done.out + done.err);
      assert.deepEqual(picture(agent.workspace), before);
      const { value: rows } = await agent.json('audit', 'list', '--kind', 'admin.undo');
      assert.equal(JSON.stringify(rows).includes(`turn ${id}`), true);
      await running.stop();
    }));

  test('given a command whose program is killed while it runs, when the home is started again, then what it did can be undone', () =>
    withAgent({ config: '[sandbox]\nexecutor = "bubblewrap"\n' }, async agent => {
      const before = furnish(agent);
      const running = await agent.start();
      const asking = agent.straylight('ask', 'run `mv report.txt gone.txt; sleep 30`');
      while (existsSync(join(agent.workspace, 'report.txt')) || !existsSync(join(agent.workspace, 'gone.txt')))
        await new Promise(done => setImmediate(done));
      await running.kill();
      await agent.start();
      await asking;
      const id = await newest(agent);
      const done = await agent.straylight('undo', 'apply', String(id), '--yes');
      assert.equal(done.code, 0, done.out + done.err);
      assert.deepEqual(picture(agent.workspace), before);
    }));

  test('given a file that was changed after the turn, when the turn is undone, then it is left alone until the owner says otherwise', () =>
    withAgent({ config: '[sandbox]\nexecutor = "bubblewrap"\n' }, async agent => {
      furnish(agent);
      await agent.start();
      await agent.ask(destroys);
      writeFileSync(join(agent.workspace, 'report.txt'), 'my own words\n');
      const id = String(await newest(agent));
      const done = await agent.straylight('undo', 'apply', id, '--yes');
      assert.equal(done.code, 1);
      assert.match(done.out, /Not restored: report\.txt has been changed since/);
      assert.equal(readFileSync(join(agent.workspace, 'report.txt'), 'utf8'), 'my own words\n');
      assert.equal(statSync(join(agent.workspace, 'plan.md')).mode & 0o777, 0o600);
      const forced = await agent.straylight('undo', 'apply', id, '--yes', '--overwrite');
      assert.equal(forced.code, 0, forced.out);
      assert.equal(readFileSync(join(agent.workspace, 'report.txt'), 'utf8'), 'one\ntwo\nthree\n');
      await agent.straylight('undo', 'apply', String(await newest(agent)), '--yes');
      assert.equal(readFileSync(join(agent.workspace, 'report.txt'), 'utf8'), 'my own words\n');
    }));

  test('given no sandbox, when an approved command has destroyed and its turn is undone, then all is back', () =>
    withAgent({ config: '[sandbox]\nexecutor = "direct"\n' }, async agent => {
      const before = furnish(agent);
      await agent.start();
      await agent.ask(destroys);
      const { value } = await agent.json('approvals');
      const [{ card }] = value;
      await agent.straylight('approvals', 'approve', card.key, '--confirm', card.confirm?.word ?? 'yes');
      while (existsSync(join(agent.workspace, 'plan.md'))) await new Promise(done => setImmediate(done));
      const done = await agent.straylight('undo', 'apply', String(await newest(agent)), '--yes');
      assert.equal(done.code, 0, done.out + done.err);
      assert.deepEqual(picture(agent.workspace), before);
    }));
});
