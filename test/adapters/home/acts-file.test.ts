import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { actsFile } from '../../../src/adapters/home/acts-file.ts';

const second = 1_000;

/** A folder, and the change time of a file that is written now. */
async function world(run: (at: { readonly file: string; readonly changed: () => number }) => void | Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-acts-'));
  const probe = join(folder, 'probe');
  const changed = () => {
    writeFileSync(probe, '');
    return statSync(probe).ctimeMs;
  };
  try {
    await run({ file: join(folder, 'acts'), changed });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

suite('when the agent was at work', () => {
  test('given an act, when a file changes while it runs, shortly beside it and long after, then only the last is not the agent’s', () =>
    world(({ file, changed }) => {
      writeFileSync(file, '1 2\n');
      const acts = actsFile(file);
      const end = acts.begin();
      const during = changed();
      assert.equal(acts.wereUnderWay(during), true);
      assert.equal(acts.wereUnderWay(during + 3600 * second), true, 'it has not ended');
      end();
      assert.equal(acts.wereUnderWay(during), true);
      assert.equal(acts.wereUnderWay(changed() + second), true);
      assert.equal(acts.wereUnderWay(changed() + 10 * second), false);
      assert.equal(acts.wereUnderWay(during - 10 * second), false);
      acts.close();
    }));

  test('given no file, or a broken one, when it starts, then nothing before that is known', async () => {
    for (const text of [undefined, '', 'what?\n', '5 x\n'])
      await world(({ file, changed }) => {
        if (text !== undefined) writeFileSync(file, text);
        const acts = actsFile(file);
        assert.equal(acts.wereUnderWay(changed() - 365 * 86_400 * second), true, String(text));
        assert.equal(acts.wereUnderWay(changed() + 120 * second), false);
        acts.close();
      });
  });

  test('given an act that died, when it starts again, then all until shortly after the start counts as its time, once', () =>
    world(({ file, changed }) => {
      const began = changed() - 60 * second;
      writeFileSync(file, `1 2\n${began}\n`);
      for (let start = 0; start < 2; start++) {
        const acts = actsFile(file);
        assert.equal(acts.wereUnderWay(began + 30 * second), true);
        assert.equal(acts.wereUnderWay(began - 30 * second), false);
        acts.close();
      }
    }));

  test('given many acts, when they end in another order, then each span is known in the next start too, and the file stays small', () =>
    world(({ file, changed }) => {
      writeFileSync(file, '1 2\n');
      const acts = actsFile(file);
      const first = acts.begin();
      for (let act = 0; act < 12_000; act++) acts.begin()();
      const last = changed();
      first();
      acts.close();
      assert.ok(statSync(file).size < 700_000);
      appendFileSync(file, '');
      utimesSync(file, 1, 1);
      const again = actsFile(file);
      assert.equal(again.wereUnderWay(last), true);
      assert.ok(statSync(file).size < 1_000, 'what touches is one span');
      again.close();
    }));
});
