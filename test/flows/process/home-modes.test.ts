/** A home is for its owner alone, from the first byte on; what others could read is closed, and that is said. */
import assert from 'node:assert/strict';
import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'node:test';
import { homePaths } from '../../../config/home.ts';
import { test } from '../../slow.ts';
import { withAgent } from '../rig/agent.ts';

/** Every file and folder of a home that others may reach, but for what lies in the workspace and the scripts. */
function open(home: string): readonly string[] {
  return readdirSync(home, { recursive: true, encoding: 'utf8' })
    .filter(name => !/^(workspace|scripts)(\/|$)/.test(name))
    .filter(name => {
      const status = lstatSync(join(home, name), { throwIfNoEntry: false });
      return status !== undefined && !status.isSymbolicLink() && (status.mode & 0o077) !== 0;
    });
}

suite('the modes of a home', { concurrency: 1 }, () => {
  test('given a first start under the usual umask, when the agent runs, then nothing in its home is open to others, the log of the database neither', () =>
    withAgent({}, async ({ path, start }) => {
      const before = process.umask(0o022);
      const running = await start().finally(() => process.umask(before));
      assert.ok(statSync(`${homePaths(path).database}-wal`).isFile());
      assert.deepEqual(open(path), []);
      await running.stop();
    }));

  test('given a home and files that others could read, when any command opens it, then they are closed and named once', () =>
    withAgent({}, async agent => {
      await (await agent.start()).stop();
      const paths = homePaths(agent.path);
      mkdirSync(paths.keys, { recursive: true });
      const opened = [
        paths.home,
        paths.database,
        paths.envFile,
        paths.keys,
        paths.logs,
        join(paths.logs, 'straylight.jsonl'),
      ];
      writeFileSync(paths.envFile, '');
      for (const one of opened) chmodSync(one, statSync(one).isDirectory() ? 0o755 : 0o644);
      const { err } = await agent.straylight('status');
      for (const one of opened) assert.ok(err.includes(one), `${one} in ${err}`);
      assert.match(err, /replace the keys and tokens/);
      assert.deepEqual([statSync(agent.path).mode & 0o777, ...open(agent.path)], [0o700]);
      assert.doesNotMatch((await agent.straylight('status')).err, /could read/);
    }));

  for (const executor of ['direct', 'bubblewrap'])
    test(`given the agent's commands (${executor}), when one writes a file, then it has the mode its owner's shell would give it`, () =>
      withAgent({ config: `[sandbox]\nexecutor = "${executor}"\n` }, async agent => {
        const before = process.umask(0o027);
        const running = await agent.start().finally(() => process.umask(before));
        await agent.straylight('approvals', 'standing', 'add', '--command', 'touch made.txt');
        await agent.ask('run touch made.txt');
        assert.equal((statSync(join(agent.workspace, 'made.txt')).mode & 0o777).toString(8), '640');
        await running.stop();
      }));
});
