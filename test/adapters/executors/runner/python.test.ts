/**
 * A Python program forked from the warm runner behaves as `python3 FILE.py` does: each script is run both ways and
 * compared.
 */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { bubblewrapExecutor } from '../../../../src/adapters/executors/bubblewrap/bubblewrap.ts';
import { chooseExecutor } from '../../../../src/adapters/executors/choose-executor.ts';
import type { Executor } from '../../../../src/ports/executor.ts';
import { areAllRun } from '../../../slow.ts';
import { type EscapeWorld, escapeWorld } from '../escape-world.ts';

const scripts: Readonly<Record<string, string>> = {
  'json in, json out': `import json, sys\nprint(json.dumps({"words": len(json.load(sys.stdin)["text"].split())}))`,
  'an exception': `def deep(): raise ValueError("Übel")\ndef outer(): deep()\nouter()`,
  'an exception with a cause and notes': `try: 1/0\nexcept ZeroDivisionError as e:\n  f = RuntimeError("x"); f.add_note("note"); raise f from e`,
  'an exception group': `raise ExceptionGroup("many", [ValueError(1), TypeError(2)])`,
  'a syntax error': `print("never"\nx = = 1`,
  'an import that is missing': `import there_is_no_such_module`,
  'the exit codes': `import sys; print("x"); sys.exit(7)`,
  'an exit with a text': `import sys; sys.exit("that was it")`,
  'an exit with nothing': `raise SystemExit`,
  'an exit with a large number': `import sys; sys.exit(300)`,
  'os._exit': `import os; os._exit(9)`,
  'an interrupt': `raise KeyboardInterrupt`,
  'its own signal': `import os, signal; print("x", flush=True); os.kill(os.getpid(), signal.SIGTERM)`,
  abort: `import os; os.abort()`,
  'a hook for exceptions': `import sys\nsys.excepthook = lambda kind, error, trace: print(kind.__name__, trace.tb_lineno, trace.tb_next)\n1/0`,
  'what runs at the end': `import atexit; atexit.register(lambda: print("bye")); print("hello")`,
  'a thread that goes on': `import threading, time\nthreading.Thread(target=lambda: (time.sleep(0.05), print("late"))).start()\nprint("early")`,
  'a file that nobody closed': `f = open("/tmp/open.txt", "w"); f.write("kept"); import atexit, os; atexit.register(lambda: print(os.path.getsize("/tmp/open.txt")))`,
  'a destructor at the end': `class A:\n  def __del__(self): print("gone")\na = A()`,
  'its arguments and names': `import sys, os; print(sys.argv, __name__, __file__, sys.path[0], os.getcwd(), __spec__, __doc__)`,
  'its own modules': `import helper; print(helper.answer, helper.__file__)`,
  'pickling its own classes': `import pickle\nclass Point:\n  def __init__(self): self.x = 1\nprint(pickle.loads(pickle.dumps(Point())).x, Point.__module__)`,
  'a process pool': `import multiprocessing\ndef square(x): return x * x\nif __name__ == "__main__":\n  with multiprocessing.get_context("fork").Pool(2) as pool: print(pool.map(square, [1, 2, 3]))`,
  'a process of its own': `import subprocess, sys; print(subprocess.run(["sh", "-c", "cat; echo err >&2; exit 3"], input=b"in", capture_output=True))`,
  'its output by name': `import os; os.system("echo one > /dev/stdout; echo two > /dev/stderr")`,
  'lines from standard input': `import sys\nfor line in sys.stdin: print(repr(line))\nprint(sys.stdin.encoding, sys.stdout.encoding, sys.stdin.errors, sys.stdout.errors, sys.stderr.errors)`,
  'input()': `print(input("name? "))`,
  'bytes in and out': `import sys; sys.stdout.buffer.write(sys.stdin.buffer.read()[::-1])`,
  'standard input as a file': `import sys; print(sys.stdin.seekable(), open("/dev/stdin").read()[:5], sys.stdin.isatty(), sys.stdout.line_buffering, sys.stderr.line_buffering)`,
  'text that is no text': `print("\\udcff€😀")`,
  'output to both, in order': `import sys\nfor i in range(3):\n  print(i, flush=True); print(-i, file=sys.stderr)`,
  'the signals': `import signal\nprint({s.name: str(signal.getsignal(s)) for s in signal.valid_signals() if isinstance(s, signal.Signals) and signal.getsignal(s) is not signal.SIG_DFL}, signal.pthread_sigmask(signal.SIG_BLOCK, []))`,
  'a warning': `import warnings; warnings.warn("careful")`,
  'recursion without end': `import sys\nsys.setrecursionlimit(100)\ndef f(): f()\ntry: f()\nexcept RecursionError as e: print("deep")`,
  'its globals': `print(sorted(globals()), sorted(vars()))`,
  'nothing of the runner': `import sys; print(hasattr(sys.modules["__main__"], "buffer"), "runner" in sys.modules, len(sys.argv))`,
  'an encoding line': `# -*- coding: latin-1 -*-\nprint("fine")`,
  asyncio: `import asyncio\nasync def main():\n  await asyncio.sleep(0.01); print("slept")\nasyncio.run(main())`,
  'its descriptors': `import os; print(sorted(os.listdir("/proc/self/fd")))`,
  'an empty program': ``,
};

const world: EscapeWorld = await escapeWorld();
const chosen = await chooseExecutor(world.options);
await chosen.executor.close();
const skip = chosen.executor.kind === 'bubblewrap' ? false : chosen.reason;
after(() => world.close());

describe('a Python program in the warm runner', { skip, concurrency: false }, () => {
  let executor: Executor;
  before(() => {
    executor = bubblewrapExecutor(world.options);
  });
  after(() => executor.close());

  const run = async (argv: readonly string[], stdin = '{"text": "one two three"}\nsecond\n') => {
    const signal = new AbortController().signal;
    const { durationMs, ...rest } = await executor.execute({ command: 'x', argv, stdin, timeoutMs: 20_000, signal });
    return rest;
  };

  const all = Object.entries(scripts);
  for (const [name, source] of areAllRun ? all : all.filter((_, index) => index % 4 === 0))
    it(`given ${name}, then it is as python3 has it`, async () => {
      writeFileSync(join(world.options.scripts, 'tool.py'), source);
      writeFileSync(join(world.options.scripts, 'helper.py'), 'answer = 42\n');
      const words = ['/scripts/tool.py', 'a b', '--flag'];
      const warm = await run(['python3', ...words]);
      // `env` starts a Python of its own.
      const cold = await run(['/usr/bin/env', 'python3', ...words]);
      assert.deepEqual(warm, cold);
    });

  it('given a program that is not there, or is no file, then the words are python3’s', async () => {
    mkdirSync(join(world.options.scripts, 'package.py'), { recursive: true });
    for (const words of [
      ['/scripts/nowhere.py'],
      ['/scripts/package.py'],
      ['-c', 'print(1)'],
      ['-m', 'json.tool'],
      ['--version'],
    ])
      assert.deepEqual(await run(['python3', ...words]), await run(['/usr/bin/env', 'python3', ...words]));
  });

  it('given a program that is not to be had, then the exit codes are a shell’s', async () => {
    assert.deepEqual(await run(['no-such-program', 'x']), {
      exitCode: 127,
      stdout: '',
      stderr: 'no-such-program: No such file or directory\n',
      stdoutBytes: 0,
      stderrBytes: 43,
    });
    assert.equal((await run(['/etc/passwd'])).exitCode, 126);
  });

  it('given two programs one after the other, then neither has the other’s luck', async () => {
    writeFileSync(join(world.options.scripts, 'dice.py'), 'import random, uuid; print(random.random(), uuid.uuid4())');
    assert.notEqual(
      (await run(['python3', '/scripts/dice.py'])).stdout,
      (await run(['python3', '/scripts/dice.py'])).stdout,
    );
  });
});
