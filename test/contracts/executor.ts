/** What every executor must do, line by line of its port. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { homePaths } from '../../config/home.ts';
import { loadConfig } from '../../config/load.ts';
import type { ExecutorOptions } from '../../src/adapters/executors/direct/direct.ts';
import { defaultLimits } from '../../src/adapters/executors/limits.ts';
import { graceMs } from '../../src/adapters/executors/processes/process-group.ts';
import { randomText, systemClock } from '../../src/adapters/process/clock.ts';
import { toFailure } from '../../src/domain/supervision/failure.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Command, Executor } from '../../src/ports/executor.ts';
import { areAllRun } from '../slow.ts';

/**
 * Runs the suite. `skip` is the reason why this kind cannot be tried here; `more` is what executor-victim.ts needs to
 * open one.
 */
export function executorContract(
  kind: Executor['kind'],
  open: (options: ExecutorOptions) => Executor,
  skip: string | false = false,
  more: readonly string[] = [],
): void {
  /** What the runner inside does, it does in every sandbox: `npm test` tries it in one kind. */
  const byTheRunner =
    kind === 'docker' && !areAllRun && 'the runner does it as in bubblewrap; npm run test:slow tries it';
  describe(`executor contract: ${[kind, ...more.filter(word => word === 'cold')].join(', ')}`, { skip }, () => {
    let home: string;
    let options: ExecutorOptions;
    let executor: Executor;

    before(() => {
      home = mkdtempSync(join(tmpdir(), 'straylight test '));
      options = {
        workspace: join(home, 'workspace'),
        scripts: join(home, 'scripts'),
        limits: { ...defaultLimits, maxOutputBytes: 10_000 },
        clock: hasty,
      };
      mkdirSync(options.workspace);
      mkdirSync(options.scripts);
      writeFileSync(join(home, '.env'), 'TOKEN=only-the-agent-knows-this\n', { mode: 0o600 });
      executor = open(options);
    });
    after(async () => {
      await executor.close();
      rmSync(home, { recursive: true, force: true });
    });

    const run = (command: string, more: Partial<Command> = {}) =>
      executor.execute({ command, timeoutMs: 20_000, signal: new AbortController().signal, ...more });

    it('given settings of the agent that are replaced while a command runs, then nothing it writes becomes them', async t => {
      if (kind === 'direct')
        return t.skip('a command has all rights of the user; the rules ask before it writes there');
      const { agentFile, settings, workspace, formerAgentFile } = {
        ...homePaths(home),
        workspace: options.workspace,
      };
      mkdirSync(settings, { mode: 0o700 });
      const replace = (text: string) => {
        writeFileSync(`${agentFile}.new`, text);
        renameSync(`${agentFile}.new`, agentFile);
      };
      const personality = (name: string) => `[personality]\nname = "${name}"\n`;
      replace(personality('First'));
      const evil = `printf '${personality('Evil').replaceAll('\n', '\\n')}'`;
      using watcher = watching(workspace);
      const running = run(
        `touch started; until [ -e replaced ]; do sleep 0.02; done
         for folder in /scripts /settings /scripts/../settings ../settings '${settings}'; do
           mkdir -p "$folder" 2>/dev/null; ${evil} > "$folder/x" 2>/dev/null; mv -f "$folder/x" "$folder/agent.toml" 2>/dev/null
         done
         find /settings '${settings}' / -maxdepth 2 -name agent.toml 2>/dev/null`,
      );
      while (!existsSync(join(workspace, 'started'))) await once(watcher, 'change');
      replace(personality('Second'));
      writeFileSync(join(workspace, 'replaced'), '');
      await running;
      assert.equal(readFileSync(agentFile, 'utf8'), personality('Second'));
      assert.equal(
        readFileSync(formerAgentFile, 'utf8'),
        personality('Evil'),
        'among the scripts it may write what it likes',
      );
      const loaded = loadConfig({ home, env: {} });
      assert.ok(loaded.ok);
      assert.equal(loaded.config.personality.name, 'Second');
      assert.match(loaded.warnings.join('\n'), /scripts\/agent\.toml is not read, because a command can write there/);
      rmSync(agentFile);
      const without = loadConfig({ home, env: {} });
      assert.equal(
        without.ok && without.config.personality.name,
        'Second',
        'the copy that counted last, never the script',
      );
      for (const file of [formerAgentFile, join(workspace, 'started'), join(workspace, 'replaced')]) rmSync(file);
    });

    it('given programs that set set-user-id and set-group-id in every way, then nothing is left with one, and other rights work', async t => {
      if (kind === 'direct') return t.skip('a command has all rights of the user');
      const { stdout, stderr } = await run('python3 - </dev/stdin', { stdin: setIds });
      const [set = '', works = ''] = stdout.split('\n');
      assert.equal(works, 'rights work', stderr);
      const left = readdirSync(home, { recursive: true, encoding: 'utf8' })
        .map(name => join(home, name))
        .filter(file => lstatSync(file).isFile() && (lstatSync(file).mode & 0o4000) !== 0);
      assert.deepEqual(left, [], set);
      const isShared = kind === 'docker' && process.getuid?.() === 0;
      if (!isShared) assert.equal(set, '', 'ways that worked');
      for (const folder of [options.workspace, options.scripts])
        for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
    });

    it('given its description, then it says what it isolates', () => {
      assert.equal(executor.kind, kind);
      assert.match(executor.description, /network/);
    });

    it('given a command that exits with 0, then its output, bytes and duration come back', async () => {
      const result = await run('echo out; echo Übel >&2');
      assert.equal(result.exitCode, 0);
      assert.equal(result.signal, undefined);
      assert.equal(result.ended, undefined);
      assert.equal(result.stdout, 'out\n');
      assert.equal(result.stderr, 'Übel\n');
      assert.equal(result.stdoutBytes, 4);
      assert.equal(result.stderrBytes, 6);
      assert.ok(result.durationMs > 0);
    });

    it('given a command that computes or writes, then it is heard of again and again; one that only waits is not', {
      skip: byTheRunner,
    }, async () => {
      const often = areAllRun ? 4 : 2;
      const hears = async (command: string, timeoutMs: number) => {
        let heard = 0;
        const ends = new AbortController();
        const onAlive = () => {
          heard += 1;
          if (heard === often) ends.abort();
        };
        await run(command, { onAlive, timeoutMs, signal: ends.signal });
        return heard;
      };
      const [computing, writing, waiting] = await Promise.all([
        hears('while :; do :; done', 60_000),
        hears('while :; do echo on; sleep 0.2; done', 60_000),
        hears('sleep 30', 2_000 + often * 1_000),
      ]);
      assert.deepEqual([computing, writing], [often, often]);
      // its beginning may be heard, on a busy machine twice
      assert.ok(waiting <= 2, `waiting: ${waiting}`);
    });

    it('given commands that fail, then the exit code is a result', async () => {
      for (const [command, code] of [
        ['false', 1],
        ['exit 3', 3],
        ['exit 129', 129],
        ['exit 255', 255],
        ['no-such-program', 127],
        ['echo (', 2],
      ] as const)
        assert.equal((await run(command)).exitCode, code, command);
    });

    it('given a command that a signal ends, then there is the signal and no exit code', async () => {
      for (const signal of ['SIGKILL', 'SIGTERM', 'SIGSEGV'] as const) {
        const result = await run(`kill -${signal.slice(3)} $$`);
        assert.equal(result.signal, signal);
        assert.equal(result.exitCode, undefined);
        assert.equal(result.ended, undefined);
      }
    });

    it('given a command, when it runs, then bash runs it in the workspace', async () => {
      const result = await run('[[ -n $BASH_VERSION ]] && echo here > proof && pwd -P && cd / && ls -d "$OLDPWD"');
      assert.equal(result.exitCode, 0);
      assert.equal(readFileSync(join(options.workspace, 'proof'), 'utf8'), 'here\n');
    });

    it('given a command of many lines, quotes and arguments, then it arrives as it is', async () => {
      const command = `cat <<'END'\n"$HOME" \\ \`x\` 'y'\nEND\necho "$#" "$0"`;
      assert.equal((await run(command)).stdout.split('\n').slice(0, 2).join('\n'), `"$HOME" \\ \`x\` 'y'\n0 /bin/bash`);
    });

    it('given a process group of its own, then the command leads neither our group nor our session', async () => {
      const ours = execFileSync('ps', ['-o', 'pgid=', '-p', String(process.pid)], { encoding: 'utf8' }).trim();
      const result = await run('ps -o pgid=,tty= -p $$');
      const [group, terminal] = result.stdout.trim().split(/\s+/);
      assert.notEqual(group, ours);
      assert.equal(terminal, '?');
    });

    it('given text for standard input, then it is read whole, by name too; without it there is none', async () => {
      const text = 'grüße\n'.repeat(50_000);
      assert.equal((await run('wc -c', { stdin: text })).stdout.trim(), String(Buffer.byteLength(text)));
      assert.equal((await run('cat /dev/stdin', { stdin: 'by name' })).stdout, 'by name');
      assert.equal((await run('wc -c', { stdin: '' })).stdout.trim(), '0');
      assert.equal((await run('wc -c')).stdout.trim(), '0');
      assert.equal((await run('exit 4', { stdin: 'nobody reads me' })).exitCode, 4);
    });

    it('given output written by name, then it arrives like any other', async () => {
      const result = await run('echo one > /dev/stderr; echo two | tee /dev/stdout');
      assert.equal(result.stderr, 'one\n');
      assert.equal(result.stdout, 'two\ntwo\n');
    });

    it('given a secret in our environment, then no variable of ours reaches the command', async () => {
      process.env['STRAYLIGHT_CANARY'] = 'canary-3f9a';
      try {
        const result = await run('env');
        assert.doesNotMatch(result.stdout, /canary/i);
        const names = result.stdout
          .trim()
          .split('\n')
          .map(line => line.split('=')[0]);
        // the last: Node itself gives it to every child while coverage is measured
        const allowed = ['PATH', 'HOME', 'LANG', 'PWD', 'SHLVL', '_', 'STRAYLIGHT_RUN', 'NODE_V8_COVERAGE'];
        assert.deepEqual(
          names.filter(name => !allowed.includes(name ?? '')),
          [],
        );
      } finally {
        delete process.env['STRAYLIGHT_CANARY'];
      }
    });

    it('given variables for one command, then it and its children have them, nobody else has, and no command line shows them', async () => {
      const value = `v-${randomDigits()} "x" $y`;
      const env = { SOME_TOKEN: value, EMPTY: '' };
      writeFileSync(join(options.workspace, 'show.py'), 'import os\nprint(os.environ["SOME_TOKEN"])\n');
      const nap = `600.${randomDigits()}`;
      let meanwhile: Promise<readonly [string, readonly number[]]> | undefined;
      const stop = new AbortController();
      let printed = '';
      const result = await run(`printenv SOME_TOKEN EMPTY; sh -c 'printenv SOME_TOKEN'; echo "$HOME"; sleep ${nap}`, {
        env: { ...env, HOME: '/nowhere' },
        signal: stop.signal,
        onOutput(text) {
          printed += text;
          // all four lines are there: what follows is the nap
          if (printed.split('\n').length < 5) return;
          const others = run('cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline 2>/dev/null | tr "\\0" "\\n"');
          const shown = processesWith(value);
          meanwhile ??= others.then(({ stdout }) => [stdout, shown] as const);
          void meanwhile.finally(() => stop.abort());
        },
      });
      const [first, second, third, home] = result.stdout.split('\n');
      assert.deepEqual([first, second, third], [value, '', value]);
      if (kind === 'direct') assert.notEqual(home, '/nowhere');
      const [others, shown] = (await meanwhile) ?? ['', []];
      // Without walls whoever runs as the same user can look at the environment of a process.
      if (kind !== 'direct') assert.doesNotMatch(others, new RegExp(value.slice(0, 10)));
      assert.deepEqual(shown, []);
      const after = await run('printenv; cat /proc/1/environ 2>/dev/null | tr "\\0" "\\n"');
      assert.doesNotMatch(after.stdout, /SOME_TOKEN/);
      const script = { command: 'show', argv: ['python3', join(executor.folders.workspace, 'show.py')], env };
      assert.equal((await run('show', script)).stdout, `${value}\n`);
      assert.match((await run('show', { ...script, env: {} })).stderr, /KeyError/);
      const wrongs: readonly Readonly<Record<string, string>>[] = [
        { 'A B': 'x' },
        { A: 'a\0b' },
        { A: 'x'.repeat(140_000) },
      ];
      for (const wrong of wrongs)
        await assert.rejects(run('true', { env: wrong }), error => toFailure(error).kind === 'invalid');
    });

    it('given more output than is kept, then head, tail and the count of the rest stand in the text', async () => {
      const result = await run(
        'echo HEAD; head -c 10000000 /dev/zero | tr "\\0" x; echo; echo TAIL; head -c 5000000 /dev/zero >&2',
      );
      assert.equal(result.exitCode, 0);
      assert.equal(result.stdoutBytes, 10_000_011);
      assert.equal(result.stderrBytes, 5_000_000);
      assert.ok(result.stdout.startsWith('HEAD\nxxx'));
      assert.ok(result.stdout.endsWith('xxx\nTAIL\n'));
      assert.match(result.stdout, /\n\[… \d+ of 10000011 bytes left out …\]\n/);
      assert.ok(Buffer.byteLength(result.stdout) < 10_100);
      assert.ok(Buffer.byteLength(result.stderr) < 10_100);
    });

    it('given characters of several bytes, then none is broken, watched or kept', async () => {
      let watched = '';
      const result = await run('yes "€😀ä" | head -n 60000', { onOutput: chunk => (watched += chunk) });
      assert.equal(watched, '€😀ä\n'.repeat(60_000));
      assert.doesNotMatch(result.stdout, /\uFFFD/);
      assert.match(result.stdout, /left out/);
    });

    /** A deadline that leaves two commands the time to say that they are ready, however slow this machine is just now. */
    async function longEnough(): Promise<number> {
      const [{ durationMs }] = await Promise.all([run('bash -c true'), run('bash -c true')]);
      return 2_000 + 20 * durationMs;
    }

    it('given a deadline, when it passes, then TERM reaches the group and the command may tidy up; what ignores it is killed when the grace is over', {
      skip: byTheRunner,
    }, async () => {
      const nap = `600.${randomDigits()}`;
      const timeoutMs = await longEnough();
      const [tidy, deaf] = await Promise.all([
        run('trap "echo tidied; exit 7" TERM; echo ready; sleep 600 & wait', { timeoutMs }),
        run(`trap "" TERM; echo ready; sleep ${nap}; echo never`, { timeoutMs }),
      ]);
      assert.deepEqual([tidy.ended, tidy.exitCode, tidy.stdout], ['timeout', 7, 'ready\ntidied\n']);
      assert.deepEqual([deaf.ended, deaf.signal, deaf.stdout], ['timeout', 'SIGKILL', 'ready\n']);
      assert.deepEqual(processesWith(nap), []);
    });

    it('given a running command, when it is aborted, then it ends as cancelled and nothing of it is left', async () => {
      const stop = new AbortController();
      const nap = `600.${randomDigits()}`;
      const result = await run(`sleep ${nap} & setsid sleep ${nap} & echo ready; sleep ${nap}`, {
        signal: stop.signal,
        onOutput: () => stop.abort(),
      });
      assert.equal(result.ended, 'cancelled');
      // on a busy machine it may not end by itself in time
      assert.match(`${result.signal}`, /^SIG(?:TERM|KILL)$/);
      assert.deepEqual(processesWith(nap), []);
    });

    it('given an abort at any moment of the start, then the command ends and leaves nothing', async () => {
      const nap = `600.${randomDigits()}`;
      for (let ms = 0; ms <= 12; ms++) {
        const stop = new AbortController();
        const done = run(`sleep ${nap} & sleep ${nap}`, { signal: stop.signal });
        if (ms === 0) stop.abort();
        else systemClock.after(ms, () => stop.abort());
        const result = await done;
        assert.equal(result.ended, 'cancelled');
        assert.notEqual(result.exitCode, 0);
        assert.ok(result.durationMs < 5_000);
      }
      assert.deepEqual(processesWith(nap), []);
    });

    it('given processes left behind, when the command ends by itself, then they end with it and hold up nothing', async () => {
      // Several at once, so that some are caught just as they are being born.
      const naps = Array.from({ length: areAllRun ? 8 : 3 }, () => `600.${randomDigits()}`);
      const results = await Promise.all(
        naps.map(nap =>
          run(
            `sleep ${nap} & (setsid sleep ${nap} &) ; setsid bash -c 'env -i sleep ${nap} & sleep ${nap}' & set -m; env -i sleep ${nap} & nohup sleep ${nap} >/dev/null 2>&1 & echo done`,
          ),
        ),
      );
      for (const result of results) {
        assert.equal(result.exitCode, 0);
        assert.match(result.stdout, /done/);
        assert.ok(result.durationMs < 5_000);
      }
      assert.deepEqual(naps.flatMap(processesWith), []);
    });

    it('given our death by SIGKILL, then nothing of a command is left, whatever group it moved to', async t => {
      const nap = `600.${randomDigits()}`;
      const command = `sleep ${nap} & (setsid sleep ${nap} &); env -i sleep ${nap} & setsid bash -c 'sleep ${nap} & sleep ${nap}' & echo ready; trap '' TERM; sleep ${nap}`;
      const victim = startVictim([kind, options.workspace, options.scripts, command, ...more]);
      await victim.ready;
      await t.waitFor(() => assert.ok(processesWith(nap).length >= 5), { interval: 20, timeout: 60_000 });
      victim.kill();
      await gone(t, nap);
      await t.waitFor(() => assert.deepEqual(processesWith(victim.mark), []), { interval: 50, timeout: 60_000 });
    });

    it('given our death at any moment of the start, then nothing of a command is left', {
      skip: byTheRunner,
    }, async t => {
      const nap = `600.${randomDigits()}`;
      for (const ms of areAllRun ? [1, 4, 8] : [4]) {
        const victim = startVictim([
          ...[kind, options.workspace, options.scripts],
          `sleep ${nap} & setsid sleep ${nap} & sleep ${nap}`,
          ...more,
        ]);
        await victim.begun;
        await new Promise<void>(resolve => systemClock.after(ms, resolve));
        victim.kill();
        await victim.dead;
      }
      await gone(t, nap);
    });

    it('given many commands at once, then each has its own output', async () => {
      const numbers = Array.from({ length: areAllRun ? 12 : 5 }, (_, index) => index);
      const results = await Promise.all(numbers.map(number => run(`sleep 0.0${number}; echo ${number}`)));
      assert.deepEqual(
        results.map(result => result.stdout.trim()),
        numbers.map(String),
      );
    });

    it('given limits, then the command is held to them', async () => {
      const small = open({ ...options, limits: { ...options.limits, memoryBytes: 64 * 2 ** 20, fileBytes: 2 ** 20 } });
      try {
        const one = { timeoutMs: 20_000, signal: new AbortController().signal };
        const file = await small.execute({ ...one, command: 'head -c 3000000 /dev/zero > big; echo $?; wc -c < big' });
        assert.doesNotMatch(file.stdout, /^0/);
        assert.match(file.stdout, /1048576/);
        const memory = await small.execute({
          ...one,
          command: 'head -c 200000000 /dev/zero | tail -c 150000000 | wc -c',
        });
        assert.doesNotMatch(memory.stdout, /150000000/);
        assert.match((await small.execute({ ...one, command: 'ulimit -c' })).stdout, /^0$/m);
      } finally {
        await small.close();
      }
    });

    it('given a command that cannot be passed on, then that is said', async () => {
      await assert.rejects(run(`: ${'x'.repeat(140_000)}`), error => toFailure(error).kind === 'invalid');
      await assert.rejects(run('echo \0'), error => toFailure(error).kind === 'invalid');
    });

    it('given a workspace that is gone, then the command could not be started', async () => {
      const lost = open({ ...options, workspace: join(home, 'nowhere') });
      try {
        await assert.rejects(
          lost.execute({ command: 'true', timeoutMs: 5_000, signal: new AbortController().signal }),
          error => toFailure(error).kind === 'unavailable',
        );
      } finally {
        await lost.close();
      }
    });

    it('given a running command, when the executor is closed, then it ends, and no other starts', async () => {
      const closing = open(options);
      const nap = `600.${randomDigits()}`;
      const stop = new AbortController().signal;
      let close = Promise.resolve();
      const onOutput = () => {
        close = closing.close();
      };
      const result = await closing.execute({
        command: `echo x; sleep ${nap}`,
        timeoutMs: 20_000,
        signal: stop,
        onOutput,
      });
      await close;
      assert.equal(result.ended, 'cancelled');
      assert.deepEqual(processesWith(nap), []);
      await assert.rejects(
        closing.execute({ command: 'true', timeoutMs: 1_000, signal: stop }),
        error => toFailure(error).kind === 'unavailable',
      );
    });
  });
}

/** The machine's clock, but that the five seconds of grace are over in a tenth of one. */
const hasty: Clock = {
  ...systemClock,
  after: (delayMs, call) => systemClock.after(delayMs === graceMs ? 100 : delayMs, call),
};

function randomDigits(): string {
  return randomText(12).replace(/\D/g, digit => String(digit.charCodeAt(0) % 10));
}

/** Live processes with that text in their command line. */
function processesWith(text: string): readonly number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter(pid => {
      try {
        return (
          Number.isInteger(pid) && pid !== process.pid && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(text)
        );
      } catch {
        return false;
      }
    });
}

async function gone(t: TestContext, nap: string): Promise<void> {
  await t.waitFor(() => assert.deepEqual(processesWith(nap), []), { interval: 20, timeout: 60_000 });
}

/** Another process with an executor of its own, to be killed. Its command line carries `mark`. */
function startVictim(words: readonly string[]) {
  const file = fileURLToPath(new URL('./executor-victim.ts', import.meta.url));
  const child = spawn(process.execPath, [file, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout);
  const line = (wanted: string) =>
    new Promise<string>(resolve =>
      lines.on('line', text => {
        if (text.startsWith(wanted)) resolve(text);
      }),
    );
  return {
    mark: file,
    begun: line('begun'),
    ready: line('ready'),
    dead: new Promise<void>(resolve => child.once('exit', () => resolve())),
    kill: () => child.kill('SIGKILL'),
  };
}

/** Watched from now on, so that nothing is missed between a look and the wait. */
function watching(folder: string) {
  const watcher = watch(folder);
  return Object.assign(watcher, { [Symbol.dispose]: () => watcher.close() });
}

/** Prints the ways by which a file got one of the two bits, then that usual rights can be given. */
const setIds = `
import ctypes, os, platform, stat, subprocess
libc = ctypes.CDLL(None, use_errno=True)
x64 = platform.machine() == 'x86_64'
number = (lambda a, b: a if x64 else b)
got = []
AT = -100
def call(n, *args):
    if n is not None:
        libc.syscall(ctypes.c_long(n), *[a if isinstance(a, (bytes, ctypes.Array, ctypes.c_void_p)) else ctypes.c_long(a) for a in args])
def tried(way, path):
    try:
        if os.lstat(path).st_mode & (stat.S_ISUID | stat.S_ISGID) and not os.path.isdir(path): got.append(way)
    except OSError: pass
for folder in ('/workspace', '/scripts'):
    for bits in (0o4755, 0o2755, 0o6777, 0o4000):
        def fresh(name):
            path = os.path.join(folder, f'{name}-{bits:o}')
            with open(path, 'w') as file: file.write('#!/bin/sh')
            return path
        p = fresh('chmod'); call(number(90, None), p.encode(), bits); tried('chmod', p)
        p = fresh('fchmod'); fd = os.open(p, os.O_RDONLY); call(number(91, 52), fd, bits); tried('fchmod', p)
        p = fresh('fchmodat'); call(number(268, 53), AT, p.encode(), bits); tried('fchmodat', p)
        p = fresh('fchmodat2'); call(452, AT, p.encode(), bits, 0); tried('fchmodat2', p)
        for name, flags in (('creat', os.O_CREAT | os.O_WRONLY | os.O_TRUNC), ('excl', os.O_CREAT | os.O_EXCL | os.O_RDWR)):
            p = os.path.join(folder, f'{name}-{bits:o}')
            call(number(2, None), p.encode(), flags, bits); tried('open ' + name, p)
            p += 'at'; call(number(257, 56), AT, p.encode(), flags, bits); tried('openat ' + name, p)
        p = os.path.join(folder, f'creat2-{bits:o}'); call(number(85, None), p.encode(), bits); tried('creat', p)
        how = (ctypes.c_uint64 * 3)(os.O_CREAT | os.O_RDWR, bits, 0)
        p = os.path.join(folder, f'openat2-{bits:o}'); call(437, AT, p.encode(), how, 24); tried('openat2', p)
        p = os.path.join(folder, f'mknod-{bits:o}'); call(number(133, None), p.encode(), stat.S_IFREG | bits, 0); tried('mknod', p)
        p = os.path.join(folder, f'mknodat-{bits:o}'); call(number(259, 33), AT, p.encode(), stat.S_IFREG | bits, 0); tried('mknodat', p)
        p = os.path.join(folder, f'tmpfile-{bits:o}')
        try:
            fd = libc.open(folder.encode(), os.O_TMPFILE | os.O_RDWR, bits)
            if fd >= 0: os.link(f'/proc/self/fd/{fd}', p, follow_symlinks=True); tried('O_TMPFILE', p)
        except OSError: pass
        p = fresh('tool'); subprocess.run(['chmod', f'{bits:o}', p], capture_output=True); tried('chmod(1)', p)
        p = fresh('install'); subprocess.run(['install', '-m', f'{bits:o}', '/bin/sh', p], capture_output=True); tried('install(1)', p)
        p = os.path.join(folder, f'link-{bits:o}')
        try: os.link('/usr/bin/passwd', p); tried('link', p)
        except OSError: pass
print(', '.join(sorted(set(got))))
for mode in (0o755, 0o600, 0o1777, 0o000):
    os.makedirs('/workspace/d', exist_ok=True)
    os.chmod('/workspace/d', mode); assert os.stat('/workspace/d').st_mode & 0o1777 == mode
    fd = os.open('/scripts/f', os.O_CREAT | os.O_RDWR, 0o644); os.fchmod(fd, mode & 0o777); os.close(fd); os.unlink('/scripts/f')
os.chmod('/workspace/d', 0o755)
with open('/workspace/plain', 'w'): pass
assert os.open('/workspace/plain', os.O_RDONLY, 0o6777) > 0
print('rights work')
`;
