import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { ChosenExecutor } from '../../../src/adapters/executors/choose-executor.ts';
import { directExecutor } from '../../../src/adapters/executors/direct/direct.ts';
import { chosenAndKept, rememberedExecutor } from '../../../src/adapters/executors/remembered.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { says } from '../../../src/domain/policy/sentence.ts';
import { toFailure } from '../../../src/domain/supervision/failure.ts';
import { healthAs } from '../../../src/ports/executor.ts';

test('given an executor that was found to work, when a brief process needs it, then it is tried before its first command and once', async t => {
  const { options, tried } = home(t);
  await (await chosenAndKept(...options('bubblewrap'))).executor.close();
  assert.equal(tried(), 1);

  const known = rememberedExecutor(...options('bubblewrap'));
  assert.ok(known);
  assert.deepEqual([known.executor.kind, known.reason, tried()], ['bubblewrap', 'bubblewrap works here.', 1]);
  assert.deepEqual(await known.executor.health?.(), healthAs(true, says`it is tried before its first command`));
  const outputs = await Promise.all(['echo one', 'echo two'].map(command => known.executor.execute(asked(command))));
  assert.deepEqual(
    outputs.map(({ stdout }) => stdout),
    ['one\n', 'two\n'],
  );
  assert.equal(tried(), 2);
  await known.executor.close();
});

test('given an executor that was found to work, when no command is run, then nothing is tried and nothing is to be closed', async t => {
  const { options, tried } = home(t);
  await (await chosenAndKept(...options('bubblewrap'))).executor.close();
  await rememberedExecutor(...options('bubblewrap'))?.executor.close();
  assert.equal(tried(), 1);
});

test('given another executor than was found earlier, when a command is run, then it is refused, and the next process knows better', async t => {
  const { options, folder, file } = home(t);
  for (const found of ['docker', 'direct'] as const) {
    await (await chosenAndKept(...options('bubblewrap'))).executor.close();
    const known = rememberedExecutor(...options(found));
    await assert.rejects(known?.executor.execute(asked(`touch ${folder}/ran`)) ?? Promise.resolve(), thrown => {
      const { kind, message } = toFailure(thrown);
      return kind === 'unavailable' && /nothing was run; ask again\. \w+ works here\.$/.test(message);
    });
    await known?.executor.close();
    assert.ok(!existsSync(join(folder, 'ran')));
    assert.equal(rememberedExecutor(...options(found))?.executor.kind, found === 'direct' ? undefined : found);
    assert.equal(existsSync(file), found !== 'direct');
  }
});

test('given other settings, a file that was cut short, or none, then nothing is remembered', async t => {
  const { options, file } = home(t);
  assert.equal(rememberedExecutor(...options('bubblewrap')), undefined);
  await (await chosenAndKept(...options('bubblewrap'))).executor.close();
  assert.equal(
    rememberedExecutor(file, 'other settings', () => assert.fail('nothing is tried')),
    undefined,
  );
  writeFileSync(file, readFileSync(file, 'utf8').slice(0, 40));
  assert.equal(rememberedExecutor(...options('bubblewrap')), undefined);
});

/** Executors that run commands as they are, under the name of the kind that is to be found. */
function home(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-remembered-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const workspace = join(folder, 'workspace');
  const scripts = join(folder, 'scripts');
  const file = join(folder, 'executor.json');
  for (const made of [workspace, scripts]) mkdirSync(made);
  let tried = 0;
  const limits = { memoryBytes: 2 ** 30, processes: 64, fileBytes: 2 ** 20, cpuSeconds: 60, maxOutputBytes: 1000 };
  const chosen = (kind: 'bubblewrap' | 'docker' | 'direct'): ChosenExecutor => ({
    executor: {
      ...directExecutor({ workspace, scripts, limits, clock: systemClock }),
      kind,
      description: `Is ${kind}.`,
    },
    reason: `${kind} works here.`,
  });
  return {
    folder,
    file,
    tried: () => tried,
    options: (kind: 'bubblewrap' | 'docker' | 'direct') => {
      const choose = async () => {
        tried += 1;
        return chosen(kind);
      };
      return [file, 'settings', choose] as const;
    },
  };
}

function asked(command: string) {
  return { command, timeoutMs: 10_000, signal: new AbortController().signal };
}
