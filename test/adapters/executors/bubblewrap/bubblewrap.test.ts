import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { bubblewrapExecutor } from '../../../../src/adapters/executors/bubblewrap/bubblewrap.ts';
import { coldBubblewrapExecutor } from '../../../../src/adapters/executors/bubblewrap/cold.ts';
import { bubblewrapArguments } from '../../../../src/adapters/executors/bubblewrap/walls.ts';
import { chooseExecutor } from '../../../../src/adapters/executors/choose-executor.ts';
import { defaultLimits } from '../../../../src/adapters/executors/limits.ts';
import { systemClock } from '../../../../src/adapters/process/clock.ts';
import type { Executor } from '../../../../src/ports/executor.ts';
import { executorContract } from '../../../contracts/executor.ts';
import { whyLeftOut } from '../../../slow.ts';

const home = mkdtempSync(join(tmpdir(), 'straylight-'));
const options = {
  workspace: join(home, 'workspace'),
  scripts: join(home, 'scripts'),
  limits: defaultLimits,
  clock: systemClock,
};
for (const folder of [options.workspace, options.scripts]) mkdirSync(folder);
for (const file of ['.env', 'straylight.db']) writeFileSync(join(home, file), 'TOKEN=only-the-agent-knows-this\n');
after(() => rmSync(home, { recursive: true, force: true }));

const chosen = await chooseExecutor(options);
await chosen.executor.close();
const skip = chosen.executor.kind === 'bubblewrap' ? false : chosen.reason;

executorContract('bubblewrap', bubblewrapExecutor, skip);
executorContract('bubblewrap', coldBubblewrapExecutor, skip || whyLeftOut(), ['cold']);

describe('the walls of bubblewrap', { skip }, () => {
  let executor: Executor;
  before(() => {
    executor = bubblewrapExecutor(options);
  });
  after(() => executor.close());

  const run = (command: string) =>
    executor.execute({ command, timeoutMs: 20_000, signal: new AbortController().signal });

  it('given a server on this machine, when a command connects, then it is refused and the server hears nothing', async () => {
    let heard = 0;
    const server = createServer((_, response) => response.end('hello')).on('connection', () => heard++);
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const probe = `exec 3<>/dev/tcp/127.0.0.1/${port}`;
    assert.notEqual((await run(`bash -c '${probe}'`)).exitCode, 0);
    assert.notEqual((await run('timeout 5 getent hosts example.com')).exitCode, 0);
    assert.equal(heard, 0);
    server.close();
  });

  it('given the home of Straylight around the workspace, then a command sees nothing of it', async () => {
    const result = await run(
      `ls -a / /home /home/agent /root ${home} 2>&1; cat ../.env ${home}/.env ${home}/straylight.db; ls -a ..`,
    );
    assert.doesNotMatch(result.stdout, /straylight\.db|\.env|only-the-agent/);
  });

  it('given a secret in our environment, then no process inside has it', async () => {
    process.env['STRAYLIGHT_CANARY'] = 'canary-77c1';
    const result = await run('cat /proc/[0-9]*/environ /proc/self/environ | tr "\\0" "\\n"');
    delete process.env['STRAYLIGHT_CANARY'];
    assert.match(result.stdout, /HOME=\/home\/agent/);
    assert.doesNotMatch(result.stdout, /canary/i);
  });

  it('given workspace, scripts, home and /tmp, then all are writable, the first two are ours and the rest is gone afterwards', async () => {
    const first = await run('for f in /workspace/w /scripts/s ~/h /tmp/t; do echo x > "$f" || exit 1; done');
    assert.equal(first.exitCode, 0, first.stderr);
    assert.equal(readFileSync(join(options.workspace, 'w'), 'utf8'), 'x\n');
    assert.equal(readFileSync(join(options.scripts, 's'), 'utf8'), 'x\n');
    const second = await run('ls ~ /tmp /workspace /scripts | tr "\\n" " "');
    assert.equal(second.stdout, '/home/agent:  /scripts: s  /tmp:  /workspace: w ');
  });

  it('given the system, then it cannot be written, and there is nothing of root about the command', async () => {
    const result = await run(
      'id -u; grep -E "Cap(Eff|Prm|Bnd)|NoNewPrivs" /proc/self/status | tr -d "\\n\\t "; echo; for f in /usr/x /bin/x /etc/ld.so.cache /etc/passwd /proc/sys/kernel/hostname /proc/sys/kernel/core_pattern /proc/mtrr; do (echo x > "$f") 2>/dev/null && echo "wrote $f"; done; unshare -U true 2>/dev/null && echo nested; mount -t tmpfs none /mnt 2>/dev/null && echo mounted; find /proc -writable -type f 2>/dev/null; true',
    );
    assert.equal(
      result.stdout,
      '1000\nCapPrm:0000000000000000CapEff:0000000000000000CapBnd:0000000000000000NoNewPrivs:1\n',
    );
  });

  it('given the processes of this machine, then a command sees only its own', async () => {
    const result = await run('ls -d /proc/[0-9]* | wc -l; kill -0 -1; kill -9 1; echo still here');
    assert.ok(Number(result.stdout.split('\n')[0]) < 8);
    assert.match(result.stdout, /still here/);
  });
});

describe('the limits of bubblewrap', { skip }, () => {
  const root = process.getuid?.() === 0 && 'the kernel counts no processes for root';
  it('given a command that starts too many processes, then it cannot', { skip: root }, async () => {
    const executor = bubblewrapExecutor({ ...options, limits: { ...defaultLimits, processes: 20 } });
    const result = await executor.execute({
      command: 'for i in $(seq 50); do sleep 60 & done',
      timeoutMs: 1_000,
      signal: new AbortController().signal,
    });
    assert.match(result.stderr, /Resource temporarily unavailable/);
    await executor.close();
  });
});

describe('choosing an executor', () => {
  it('given a machine where bubblewrap works, then it is chosen and that is said', { skip }, () => {
    assert.match(chosen.reason, /sandbox without network/);
  });

  it('given a machine without Python, then each command gets a sandbox of its own, and that is said', {
    skip,
  }, async () => {
    const recipe = readFileSync(new URL('../../../../sandbox/bubblewrap.args', import.meta.url), 'utf8').replace(
      '\n--remount-ro /\n',
      '\n--ro-bind /dev/null /usr/bin/python3\n--ro-bind /dev/null /bin/python3\n--remount-ro /\n',
    );
    const { executor, reason } = await chooseExecutor({ ...options, recipe });
    assert.equal(executor.kind, 'bubblewrap');
    assert.match(reason, /without a warm runner, .*\(.*python3: Permission denied/);
    const command = { command: 'echo works', timeoutMs: 5_000, signal: new AbortController().signal };
    assert.equal((await executor.execute(command)).stdout, 'works\n');
    await executor.close();
  });

  it('given no bubblewrap, then commands run directly and the reason is said', async () => {
    const { executor, reason } = await chooseExecutor({ ...options, path: '/nowhere/bwrap' });
    assert.equal(executor.kind, 'direct');
    assert.match(reason, /without a sandbox: .*\/nowhere\/bwrap/);
    const result = await executor.execute({
      command: 'echo works',
      timeoutMs: 5_000,
      signal: new AbortController().signal,
    });
    assert.equal(result.stdout, 'works\n');
    await executor.close();
  });

  it('given a bubblewrap that refuses to build the sandbox, then its words are the reason', async () => {
    const path = join(home, 'bwrap');
    // `--help` must work for it to come to a trial.
    writeFileSync(
      path,
      `#!/bin/sh\n[ "$1" = --help ] && exit 0\necho "bwrap: No permissions to create a new namespace" >&2\nexit 1\n`,
      { mode: 0o755 },
    );
    for (const where of [{ path }, { searchPath: ['/nowhere', home] }]) {
      const { executor, reason } = await chooseExecutor({ ...options, ...where });
      assert.equal(executor.kind, 'direct');
      assert.match(reason, /No permissions to create a new namespace/);
      await executor.close();
    }
  });
});

describe('the recipe', () => {
  const folders = { sandbox: '/s', workspace: '/my work', scripts: '/x' };

  it('given comments, names and folders with spaces, then they become arguments', () => {
    const recipe = '# a comment\n\n--bind {workspace} /workspace\n  --ro-bind {sandbox}/etc/passwd /etc/passwd\n';
    assert.deepEqual(bubblewrapArguments(recipe, folders, ''), [
      ...['--bind', '/my work', '/workspace'],
      ...['--ro-bind', '/s/etc/passwd', '/etc/passwd'],
    ]);
  });

  it('given an option that this bubblewrap does not know, then its line is left out where the recipe allows it', () => {
    const recipe = '? --size 5\n--tmpfs /tmp';
    assert.deepEqual(bubblewrapArguments(recipe, folders, '    --size BYTES   Set size'), [
      '--size',
      '5',
      '--tmpfs',
      '/tmp',
    ]);
    assert.deepEqual(bubblewrapArguments(recipe, folders, '    --sizes'), ['--tmpfs', '/tmp']);
  });
});
