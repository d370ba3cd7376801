/** What every executor must do with a program that lives on, line by line of its port. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { ExecutorOptions } from '../../src/adapters/executors/direct/direct.ts';
import { defaultLimits } from '../../src/adapters/executors/limits.ts';
import { randomText, systemClock } from '../../src/adapters/process/clock.ts';
import { toFailure } from '../../src/domain/supervision/failure.ts';
import type { Executor, Resident, RunningResident } from '../../src/ports/executor.ts';
import { areAllRun } from '../slow.ts';

/** Runs the suite. `skip` and `more` as in executor.ts. */
export function residentContract(
  kind: Executor['kind'],
  open: (options: ExecutorOptions) => Executor,
  skip: string | false = false,
  more: readonly string[] = [],
): void {
  const hasWalls = kind !== 'direct';
  /** Each of these takes a container of its own. */
  const slowInDocker =
    kind === 'docker' && !areAllRun && 'npm test tries it in the other kinds; npm run test:slow here too';
  describe(`contract of programs that live on: ${kind}`, { skip }, () => {
    let home: string;
    let options: ExecutorOptions;
    let executor: Executor;

    before(() => {
      home = mkdtempSync(join(tmpdir(), 'straylight resident '));
      options = {
        workspace: join(home, 'workspace'),
        scripts: join(home, 'scripts'),
        limits: defaultLimits,
        clock: systemClock,
      };
      for (const folder of [options.workspace, options.scripts]) mkdirSync(folder);
      writeFileSync(join(options.workspace, 'note.txt'), 'in the workspace\n', { mode: 0o644 });
      executor = open(options);
    });
    after(async () => {
      await executor.close();
      rmSync(home, { recursive: true, force: true });
    });

    /** A shell that does what it reads, line by line, until its input ends. */
    async function shell(more: Partial<Resident> = {}) {
      assert.ok(executor.open, 'programs can live on here');
      const program = await executor.open({
        name: 'the shell of the test',
        argv: ['/bin/sh', '-c', 'while IFS= read -r line; do eval "$line" 2>&1; echo "--"; done'],
        env: {},
        workspace: 'write',
        folders: [],
        ...more,
      });
      const lines = createInterface({ input: program.output });
      return { program, run: (command: string) => answerTo(program, lines, command) };
    }

    it('given a program, when it is written to, then it answers, again and again, and sees the variables it was given', async () => {
      const { program, run } = await shell({ env: { GIVEN: "a 'b' $c" } });
      assert.equal(await run('echo one'), 'one');
      assert.equal(await run('n=2; echo $n'), '2');
      assert.equal(await run('echo $((n + 1))'), '3', 'it is the same program');
      assert.equal(await run('printf "%s\\n" "$GIVEN"'), "a 'b' $c");
      if (hasWalls) assert.doesNotMatch(await run('env'), /HOME=\/root|NODE_|npm_/);
      await program.kill();
    });

    it('given grants, then it sees the workspace and its folders as they say, and no more', async t => {
      if (!hasWalls) return t.skip('it has all rights of the user');
      const folder = mkdtempSync(join(tmpdir(), 'straylight-granted-'));
      // in Docker under root it runs as nobody of this machine
      chmodSync(folder, 0o755);
      writeFileSync(join(folder, 'there'), 'granted\n', { mode: 0o644 });
      try {
        const [none, read, write] = await Promise.all(
          (['none', 'read', 'write'] as const).map(workspace =>
            shell({ workspace, folders: [{ path: folder, isWritable: false }] }),
          ),
        );
        assert.ok(none && read && write);
        assert.equal(await none.run('ls /workspace'), '');
        assert.equal(await read.run('cat /workspace/note.txt'), 'in the workspace');
        assert.match(await read.run('echo x > /workspace/mine; echo $?'), /[12]$/);
        assert.equal(await write.run('echo x > /workspace/mine; echo $?'), '0');
        for (const { program, run } of [none, read, write]) {
          assert.equal(await run(`cat ${folder}/there`), 'granted');
          assert.match(await run(`echo x > ${folder}/other; echo $?`), /[12]$/);
          assert.match(await run('ls /scripts; ls /root/.ssh; echo end'), /end$/);
          assert.doesNotMatch(await run(`ls "${home}"`), /workspace/, 'nothing else of this machine');
          assert.equal(await run('ls /sys/class/net 2>/dev/null | grep -v lo | wc -l'), '0');
          await program.kill();
        }
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });

    it('given what it started, when it is killed, then nothing of it is left, and `ended` says so', async () => {
      const nap = napName();
      const { program, run } = await shell();
      await run(`sleep ${nap} & ${untilItSleeps}; sleep ${nap} & ${untilItSleeps}; echo started`);
      assert.notDeepEqual(processesWith(nap), []);
      await program.kill();
      await program.ended;
      assert.deepEqual(processesWith(nap), []);
    });

    it('given a program that takes no notice of its end, when it is killed, then it ends all the same', {
      skip: slowInDocker,
    }, async () => {
      const nap = napName();
      const { program, run } = await shell({
        argv: ['/bin/sh', '-c', `trap '' TERM HUP; read -r line; echo ready; echo --; while :; do sleep ${nap}; done`],
      });
      assert.equal(await run('go'), 'ready');
      await program.kill();
      assert.deepEqual(processesWith(nap), []);
    });

    it('given a program that ends by itself, then `ended` resolves, and what it said last is known', async () => {
      const { program } = await shell({ argv: ['/bin/sh', '-c', 'echo "it is over" >&2; exit 3'] });
      program.output.resume();
      await program.ended;
      assert.match(program.complaint(), /it is over/);
    });

    it('given a program that is not there, then that is said', { skip: slowInDocker }, async () => {
      const { program } = await shell({ argv: ['no-such-program'] }).catch((error: unknown) => {
        assert.equal(toFailure(error).kind, 'unavailable');
        return { program: undefined };
      });
      program?.output.resume();
      await program?.ended;
      if (program) assert.match(program.complaint(), /no-such-program/);
    });

    it('given large messages both ways, then each comes whole', { skip: slowInDocker }, async () => {
      const { program } = await shell({ argv: ['/bin/cat'] });
      const sent = Buffer.alloc(3 * 2 ** 20, 'abcdefghij');
      const pieces: Buffer[] = [];
      let length = 0;
      const all = new Promise<void>(resolve =>
        program.output.on('data', (piece: Buffer) => {
          pieces.push(piece);
          length += piece.length;
          if (length >= sent.length) resolve();
        }),
      );
      program.input.write(sent);
      await all;
      assert.ok(Buffer.concat(pieces).equals(sent));
      await program.kill();
    });

    it('given running programs, when the executor is closed, then they end, and no other starts', async () => {
      const closing = open(options);
      const nap = napName();
      const program = await closing.open?.({
        name: 'a nap',
        argv: ['/bin/sh', '-c', `echo ready; exec sleep ${nap}`],
        env: {},
        workspace: 'write',
        folders: [],
      });
      assert.ok(program);
      await once(program.output, 'data');
      await closing.close();
      assert.deepEqual(processesWith(nap), []);
      const another = { name: 'x', argv: ['/bin/true'] as const, env: {}, workspace: 'none', folders: [] } as const;
      await assert.rejects(
        async () => closing.open?.(another),
        error => toFailure(error).kind === 'unavailable',
      );
    });

    it('given a running program, when our process is killed, then it ends with it', async t => {
      const nap = napName();
      const victimFile = fileURLToPath(new URL('./executor-victim.ts', import.meta.url));
      const victim = spawn(
        process.execPath,
        [
          '--conditions=development',
          victimFile,
          kind,
          options.workspace,
          options.scripts,
          `sleep ${nap} & ${untilItSleeps}; echo ready; wait`,
          ...more,
          'resident',
        ],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      const lines = createInterface({ input: victim.stdout });
      for await (const line of lines) if (line === 'ready') break;
      assert.notDeepEqual(processesWith(nap), []);
      victim.kill('SIGKILL');
      const late = AbortSignal.any([t.signal, AbortSignal.timeout(20_000)]);
      while (processesWith(nap).length > 0 && !late.aborted) await new Promise(done => setTimeout(done, 20));
      assert.deepEqual(processesWith(nap), []);
    });
  });
}

/** What a command wrote, without the line that ends it. */
async function answerTo(program: RunningResident, lines: Interface, command: string): Promise<string> {
  const found: string[] = [];
  const whole = new Promise<void>(resolve => {
    const take = (line: string) => {
      if (line !== '--') return void found.push(line);
      lines.off('line', take);
      resolve();
    };
    lines.on('line', take);
  });
  program.input.write(`${command}\n`);
  await Promise.race([whole, program.ended.then(() => Promise.reject(new Error(program.complaint())))]);
  return found.join('\n');
}

/** In a shell: waits until the child it started last, which is a copy of it at first, has become `sleep`. */
const untilItSleeps = 'until ! [ -e /proc/$!/comm ] || grep -q sleep /proc/$!/comm; do :; done';

const napName = () => `600.${[...randomText(12)].map(letter => letter.charCodeAt(0) % 10).join('')}`;

function processesWith(word: string): readonly string[] {
  return readdirSync('/proc').filter(name => {
    const file = `/proc/${name}/cmdline`;
    try {
      return /^\d+$/.test(name) && existsSync(file) && readFileSync(file, 'utf8').split('\0').includes(word);
    } catch {
      return false;
    }
  });
}
