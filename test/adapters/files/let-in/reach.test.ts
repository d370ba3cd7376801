/** What a command can do to folders that were let in, and what a card says of them. */
import assert from 'node:assert/strict';
import { existsSync, linkSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { chooseExecutor } from '../../../../src/adapters/executors/choose-executor.ts';
import { defaultLimits } from '../../../../src/adapters/executors/limits.ts';
import { systemClock } from '../../../../src/adapters/process/clock.ts';
import { createToolbox } from '../../../../src/adapters/toolbox/toolbox.ts';
import { executeCommandTool } from '../../../../src/adapters/tools/execute-command.ts';
import { reasonIn } from '../../../../src/domain/approvals/reason-texts.ts';
import { judge } from '../../../../src/domain/policy/policy.ts';
import type { FrozenCall } from '../../../../src/domain/tools/tool.ts';
import { letInWorld } from './let-in-world.ts';

test('given a folder to write and one to read, when a command makes a hard link out of one or writes to the other, then neither works', async t => {
  const { workspace, scripts, letIn, has, root } = letInWorld(t);
  const paper = has('papers/paper.txt', 'as it was');
  has('projects/app/own.txt', 'mine');
  const limits = { ...defaultLimits, maxOutputBytes: 20_000 };
  const { executor } = await chooseExecutor({ workspace, scripts, letIn, limits, clock: systemClock });
  t.after(() => executor.close());
  if (executor.kind === 'direct') return t.skip('there is no sandbox here');
  const run = async (command: string) => {
    const signal = new AbortController().signal;
    const { exitCode, stderr } = await executor.execute({ command, timeoutMs: 20_000, signal });
    return { exitCode, stderr };
  };
  for (const command of [
    'ln /workspace/docs/paper.txt /workspace/paper.txt',
    'ln /workspace/docs/paper.txt /workspace/app/paper.txt',
    'ln /workspace/app/own.txt /workspace/own.txt',
    'echo changed > /workspace/docs/paper.txt',
    'echo changed > /workspace/app/../docs/paper.txt',
    'rm /workspace/docs/paper.txt',
    'mv /workspace/docs /workspace/elsewhere',
  ])
    assert.notEqual((await run(command)).exitCode, 0, command);
  assert.equal(readFileSync(paper, 'utf8'), 'as it was');
  assert.ok(!existsSync(join(workspace, 'paper.txt')) && !existsSync(join(root, 'projects/app/paper.txt')));
  assert.deepEqual(await run('echo more >> /workspace/app/own.txt'), { exitCode: 0, stderr: '' });
  // one that its owner made is the same file under both names, and to be read under both
  linkSync(paper, join(root, 'papers/other.txt'));
  assert.deepEqual(await run('cat /workspace/docs/other.txt'), { exitCode: 0, stderr: '' });
});

test('given folders that were let in, when a command waits for approval, then its card names each and what it can do there', t => {
  const { letIn } = letInWorld(t);
  const executor = {
    kind: 'bubblewrap' as const,
    description: '',
    folders: { workspace: '/workspace', scripts: '/scripts' },
    execute: () => Promise.reject(new Error('nothing is run')),
    close: async () => {},
  };
  const tool = executeCommandTool(executor, { timeoutMs: 1_000, maxOutputBytes: 4_000, letIn });
  const call = createToolbox([tool]).resolve({
    callId: 'c',
    name: 'execute_command',
    arguments: JSON.stringify({ command: 'rm -r app/old' }),
  }) as FrozenCall;
  const { verdict, reasons } = judge(call, { taint: 'owner', executor: 'bubblewrap' });
  assert.equal(verdict, 'ask');
  const [english, german] = (['en', 'de'] as const).map(language =>
    reasons.map(one => reasonIn(language, one)).join(' '),
  );
  assert.match(
    english ?? '',
    /It can change what is in your folders: \/workspace\/app\. It can read what is in your folders: \/workspace\/docs\./,
  );
  assert.match(german ?? '', /Es kann ändern, was in deinen Ordnern ist: \/workspace\/app\./);
});
