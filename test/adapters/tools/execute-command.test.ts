import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { z } from 'zod';
import { directExecutor } from '../../../src/adapters/executors/direct/direct.ts';
import { defaultLimits } from '../../../src/adapters/executors/limits.ts';
import { privateFiles } from '../../../src/adapters/files/private-files.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { executeCommandTool } from '../../../src/adapters/tools/execute-command.ts';
import { privateNames } from '../../../src/domain/privacy/private-names.ts';
import type { RunningTool } from '../../../src/ports/tool.ts';

const folder = mkdtempSync(`${tmpdir()}/straylight-`);
const executor = directExecutor({
  workspace: folder,
  scripts: folder,
  limits: { ...defaultLimits, maxOutputBytes: 4_000 },
  clock: systemClock,
});
after(async () => {
  await executor.close();
  rmSync(folder, { recursive: true, force: true });
});

const tool = executeCommandTool(executor, { timeoutMs: 10_000, maxOutputBytes: 4_000 }) as RunningTool;

function run(args: unknown, more: { signal?: AbortSignal; progress?: (text: string) => void } = {}) {
  return tool.run(tool.schema.parse(args), {
    session: 'session:test:1',
    turn: 't1',
    call: 'tool-call:1',
    taint: 'owner',
    signal: more.signal ?? new AbortController().signal,
    progress: more.progress ?? (() => {}),
  });
}

describe('execute_command', () => {
  it('given what Straylight must know, then the tool says it', () => {
    const args = tool.schema.parse({ command: 'ls  -l\nuname', timeout_ms: 20_000 });
    assert.equal(tool.name, 'execute_command');
    assert.equal(tool.effect, 'act');
    assert.match(tool.description, /directly on this machine/);
    assert.deepEqual(tool.facts?.(args, { said: [] }), { command: 'ls  -l\nuname', executor: 'direct' });
    assert.equal(tool.intent(args), 'Run “ls -l uname”.');
    assert.match(tool.intent({ command: 'bash', stdin: 'rm x' }), /4 characters as its standard input/);
    assert.ok(typeof tool.timeoutMs === 'function' && tool.timeoutMs(args) > 25_000);
  });

  it('given no sandbox, where the workspace is the home of a command too, then a private file is known by each of its names', () => {
    writeFileSync(join(folder, '.env'), 'COLOUR=blue\n');
    const privacy = privateFiles(privateNames(), { workspace: folder, scripts: folder }, systemClock);
    const asking = executeCommandTool(executor, { timeoutMs: 10_000, maxOutputBytes: 4_000, privacy }) as RunningTool;
    const factsOf = (command: string) => asking.facts?.(asking.schema.parse({ command }), { said: [] });
    for (const command of [
      'cat .env',
      'cat ~/.env',
      'cd ~ && cat .env',
      'cat "$HOME"/.env',
      `cat $\{HOME}/.env`,
      'cat /proc/self/cwd/.env',
      `cat ${folder}/.env`,
    ])
      assert.deepEqual(factsOf(command)?.private, ['/workspace/.env'], command);
    for (const command of [
      'grep -r COLOUR ~',
      'grep -r COLOUR .',
      `grep -r COLOUR ${dirname(folder)}`,
      'cp -r ~ /tmp/x',
    ])
      assert.ok(factsOf(command)?.reaches?.includes('/workspace/.env'), command);
    for (const command of ['ls ~', 'cat ~/notes.md', 'cat /etc/hostname', 'ls -la'])
      assert.deepEqual([factsOf(command)?.private, factsOf(command)?.reaches], [undefined, undefined], command);
    rmSync(join(folder, '.env'));
  });

  it('given its schema, then a model sees four described arguments, one of them required', () => {
    const { properties, required } = z.toJSONSchema(tool.schema) as { properties: object; required: string[] };
    assert.deepEqual(Object.keys(properties), ['command', 'timeout_ms', 'stdin', 'secrets']);
    assert.deepEqual(required, ['command']);
    assert.ok(Object.values(properties).every(property => typeof property.description === 'string'));
  });

  it('given wrong arguments, then they are refused', () => {
    for (const args of [
      {},
      { command: '' },
      { command: 'a\0b' },
      { command: 'a', timeout_ms: 1 },
      { command: 'a', timeout_ms: 1e9 },
    ])
      assert.equal(tool.schema.safeParse(args).success, false);
  });

  it('given a command that works, then status and stdout are the result, tainted as external', async () => {
    assert.partialDeepStrictEqual(await run({ command: 'echo hello' }), {
      text: 'exit code 0\n--- stdout ---\nhello',
      failed: false,
      taint: 'external',
    });
  });

  it('given a command that fails, then the result says how and is marked failed', async () => {
    assert.partialDeepStrictEqual(await run({ command: 'printf out; echo err >&2; exit 3' }), {
      text: 'exit code 3\n--- stdout ---\nout\n--- stderr ---\nerr',
      failed: true,
      taint: 'external',
    });
    assert.equal((await run({ command: 'kill -9 $$' })).text, 'ended by SIGKILL, no exit code\n(no output)');
  });

  it('given a command without output, then that is said, and nothing has come from outside', async () => {
    assert.partialDeepStrictEqual(await run({ command: 'true' }), {
      text: 'exit code 0\n(no output)',
      failed: false,
      taint: 'owner',
    });
  });

  it('given figures alone, then they tell nobody what to do; a word among them, or on standard error, does', async () => {
    assert.equal((await run({ command: 'echo 42' })).taint, 'owner');
    assert.equal((await run({ command: 'echo 42 boxes' })).taint, 'external');
    assert.equal((await run({ command: 'echo 42; echo oops >&2' })).taint, 'external');
  });

  it('given standard input, then the command reads it', async () => {
    assert.equal((await run({ command: 'tr a-z A-Z', stdin: 'abc' })).text, 'exit code 0\n--- stdout ---\nABC');
  });

  it('given a deadline, when it passes, then the result says so and keeps what came', async () => {
    const result = await run({ command: 'echo soon; sleep 60', timeout_ms: 300 });
    assert.equal(result.failed, true);
    assert.equal(result.text, 'stopped: not done after 300 ms (ended by SIGTERM, no exit code)\n--- stdout ---\nsoon');
  });

  it('given an abort while it runs, then it ends as cancelled, with its output seen on the way', async () => {
    const stop = new AbortController();
    const seen: string[] = [];
    const result = await run(
      { command: 'echo begun; sleep 60' },
      {
        signal: stop.signal,
        progress: text => {
          seen.push(text);
          stop.abort();
        },
      },
    );
    assert.match(result.text, /^stopped: cancelled after \d+ ms \(ended by SIGTERM/);
    assert.deepEqual(seen, ['begun\n']);
  });

  it('given much output on both sides, then the whole stays within the bound, the status first and the counts true', async () => {
    for (const [out, err] of [
      [9_000, 9_000],
      [9_000, 20],
      [20, 9_000],
      [3_000, 3_000],
    ]) {
      const command = `printf S; head -c ${out} /dev/zero | tr '\\0' o; printf E; (printf S; head -c ${err} /dev/zero | tr '\\0' e; printf E) >&2`;
      const { text } = await run({ command });
      assert.ok(Buffer.byteLength(text) <= 4_000, `${Buffer.byteLength(text)}`);
      assert.ok(Buffer.byteLength(text) > 3_000);
      const parts = /^exit code 0\n--- stdout ---\n(So[\s\S]*oE)\n--- stderr ---\n(Se[\s\S]*eE)$/.exec(text);
      for (const [part, total] of [
        [parts?.[1], (out ?? 0) + 2],
        [parts?.[2], (err ?? 0) + 2],
      ] as const) {
        const cut = /\n\[… (\d+) of (\d+) bytes left out …\]\n/.exec(part ?? '');
        const kept = (part ?? '').replace(cut?.[0] ?? '', '').length;
        assert.equal(kept + Number(cut?.[1] ?? 0), total);
        if (cut) assert.equal(Number(cut[2]), total);
      }
    }
  });
});
