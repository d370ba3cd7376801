import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { ContainerCreateOptions } from 'dockerode';
import { type DockerOptions, dockerExecutor } from '../../../../src/adapters/executors/docker/docker.ts';
import { dockerWritable } from '../../../../src/adapters/executors/docker/walls.ts';
import { namedWalls, selfProbe, type Wall } from '../../../../src/adapters/executors/self-probe.ts';
import type { Executor } from '../../../../src/ports/executor.ts';
import { whyLeftOut } from '../../../slow.ts';
import { escapeSuite } from '../escape-suite.ts';
import { refusedCalls, refusedFamilies } from '../syscall-sweep.ts';
import { dockerAgent, inside } from './docker-agent.ts';

const { skip, engine, home, options, another } = await dockerAgent();

describe('the walls of Docker', { skip }, () => {
  let executor: Executor;
  before(() => {
    executor = dockerExecutor(options);
  });
  after(() => executor.close());
  const run = (command: string) => inside(executor, command);

  it('given the self-probe, then every wall holds', async () => {
    const failed = await selfProbe(executor, { hidden: [join(home, '.env'), home], writable: dockerWritable });
    assert.equal(namedWalls(failed), '');
  });

  it('given the environment, then there is nothing in it but three names and what a shell adds', async () => {
    const all = await run('cat /proc/[0-9]*/environ | tr "\\0" "\\n" | cut -d= -f1 | sort -u | tr "\\n" " "');
    assert.equal(all.stdout, 'HOME LANG PATH PWD SHLVL _ ');
  });

  it('given workspace, scripts, home and /tmp, then all are writable, and only /tmp is empty for the next command', async () => {
    const first = await run('for f in /workspace/w /scripts/s ~/h /tmp/t /dev/shm/m; do echo x > "$f" || exit 1; done');
    assert.equal(first.exitCode, 0, first.stderr);
    assert.equal(readFileSync(join(options.workspace, 'w'), 'utf8'), 'x\n');
    assert.equal(readFileSync(join(options.scripts, 's'), 'utf8'), 'x\n');
    const second = await run('ls ~ /tmp /dev/shm /workspace /scripts | tr "\\n" " "');
    assert.equal(second.stdout, '/dev/shm:  /home/agent: h  /scripts: s  /tmp:  /workspace: w ');
  });

  it('given the rest of the root, then nothing of it can be written', async () => {
    const result = await run(
      'for d in / /etc /usr /usr/bin /usr/lib /var /opt /root /run /home /sys /proc/sys/kernel; do (echo x > "$d/x") 2>/dev/null && echo "wrote $d"; done; true',
    );
    assert.equal(result.stdout, '');
  });

  it('given the history of the scripts, then it can be read and not changed, because Git outside believes it', async () => {
    mkdirSync(join(options.scripts, '.git', 'hooks'), { recursive: true });
    writeFileSync(join(options.scripts, '.git', 'config'), '[core]\n');
    // a sandbox of before has no history
    const other = dockerExecutor(options);
    const result = await inside(
      other,
      'cat .git/config; cd /scripts; cat .git/config; echo x > .git/hooks/pre-commit; echo x >> .git/config; mv .git old; rm -rf .git; echo x > /scripts/fine',
    );
    assert.match(result.stdout, /\[core\]/);
    assert.equal(readFileSync(join(options.scripts, '.git', 'config'), 'utf8'), '[core]\n');
    assert.equal(result.exitCode, 0);
    await other.close();
  });

  it('given the image’s own environment, entry point and health check, then none of them counts', async () => {
    const tag = 'straylight-odd-image';
    const { docker, image } = engine;
    const odd = await docker.createContainer({ Image: image, Cmd: ['true'] });
    await odd.commit({
      repo: tag,
      changes: ['ENV ODD=1', 'ENTRYPOINT ["/bin/false"]', 'HEALTHCHECK CMD true', 'USER 0'].join('\n'),
    });
    await odd.remove();
    const other = dockerExecutor({ ...options, image: tag });
    const result = await inside(other, 'env; id -u');
    assert.doesNotMatch(result.stdout, /ODD|^0$/m);
    await other.close();
    await docker.getImage(tag).remove({ force: true });
  });
});

escapeSuite('docker', more => dockerExecutor({ ...options, ...more }), skip);

describe('who a command is', { skip }, () => {
  const root = process.getuid?.() === 0 ? false : 'only root can give files to another owner';
  const agent = another(root === false ? 12_345 : undefined);
  const owners = dockerExecutor({ ...agent, limits: { ...agent.limits, processes: 30 } });
  // its folders are the ones of before, so that it needs no home of its own
  const roots = dockerExecutor(options);
  after(async () => {
    await owners.close();
    await roots.close();
  });

  it('given an owner, then files a command writes are the owner’s', { skip: root }, async t => {
    const result = await inside(owners, 'id -u; id -g; id -G; echo x > w; mkdir d; echo x > ~/h; echo x > /scripts/s');
    assert.equal(result.stdout, '12345\n12345\n12345\n');
    assert.equal(result.exitCode, 0, result.stderr);
    for (const file of [join(agent.workspace, 'w'), join(agent.workspace, 'd'), join(agent.scripts, 's')]) {
      const { uid, gid } = statSync(file);
      assert.deepEqual({ uid, gid }, { uid: 12_345, gid: 12_345 }, file);
    }
    t.diagnostic('owner 12345: files written inside belong to 12345:12345 outside');
  });

  it('given an owner with many processes of their own, then a command may start as many as ever', {
    skip: root,
  }, async () => {
    const own = Array.from({ length: 40 }, () => spawn('sleep', ['60'], { uid: 12_345, stdio: 'ignore' }));
    const result = await inside(owners, 'for i in $(seq 20); do sleep 0.01 & done; wait; echo ok');
    assert.deepEqual([result.stdout, result.stderr], ['ok\n', '']);
    for (const child of own) child.kill();
  });

  it('given root as the owner, then a command is user 10001 and may change what root has put there, before and since', {
    skip: root,
  }, async () => {
    mkdirSync(join(options.workspace, 'old', 'deep'), { recursive: true, mode: 0o755 });
    writeFileSync(join(options.workspace, 'old', 'deep', 'file'), 'a\n', { mode: 0o644 });
    const first = await inside(roots, 'id -u; id -g; echo b >> old/deep/file && echo x > old/deep/mine && mkdir ours');
    assert.equal(first.stdout, '10001\n10001\n');
    assert.equal(first.exitCode, 0, first.stderr);
    writeFileSync(join(options.workspace, 'old', 'deep', 'later'), 'a\n', { mode: 0o644 });
    writeFileSync(join(options.workspace, 'ours', 'later'), 'a\n', { mode: 0o644 });
    writeFileSync(join(options.scripts, 'tool.py'), 'a\n', { mode: 0o644 });
    const second = await inside(
      roots,
      'for f in old/deep/later ours/later /scripts/tool.py; do echo b >> $f || exit 1; done',
    );
    assert.equal(second.exitCode, 0, second.stderr);
    for (const file of ['old/deep/file', 'old/deep/later', 'ours/later']) {
      assert.equal(readFileSync(join(options.workspace, file), 'utf8'), 'a\nb\n');
      assert.equal(statSync(join(options.workspace, file)).uid, 0, 'it stays root’s');
    }
  });

  it('given links in the workspace, then nothing they lead to is opened to the command', { skip: root }, async () => {
    const outside = join(options.workspace, '..', 'outside');
    mkdirSync(outside, { mode: 0o755 });
    writeFileSync(join(outside, 'file'), 'secret', { mode: 0o644 });
    symlinkSync(outside, join(options.workspace, 'folder'));
    symlinkSync(join(outside, 'file'), join(options.workspace, 'link'));
    const result = await inside(roots, 'cat link folder/file; mkdir real; rm -r real; ln -s /etc real');
    assert.doesNotMatch(result.stdout, /secret/);
    await inside(roots, 'true');
    for (const path of [outside, join(outside, 'file'), '/etc', '/etc/passwd'])
      assert.equal(statSync(path).gid, 0, path);
  });
});

describe('the limits of Docker', { skip: skip || whyLeftOut() }, () => {
  const agent = another();
  const limited = (limits: Partial<DockerOptions['limits']>, cpus = 2) =>
    dockerExecutor({ ...agent, cpus, limits: { ...agent.limits, ...limits } });
  const containers = async () => {
    const filters = { label: [`straylight.workspace=${agent.workspace}`] };
    return (await engine.docker.listContainers({ filters })).map(({ Id }) => Id);
  };

  it('given a command that starts too many processes, then it cannot, and the next one is as free as the first', async () => {
    const executor = limited({ processes: 20 });
    const flood = await inside(executor, 'for i in $(seq 50); do sleep 60 & done', { timeoutMs: 2_000 });
    assert.match(flood.stderr, /Resource temporarily unavailable|fork/);
    assert.equal((await inside(executor, 'for i in $(seq 15); do sleep 0.01 & done; wait; echo ok')).stdout, 'ok\n');
    await executor.close();
  });

  it('given processes that together use too much memory, then one is killed and the sandbox lives on', async () => {
    const executor = limited({ memoryBytes: 128 * 2 ** 20 });
    // written to: memory that nobody has touched is not taken
    const hold =
      'x = b"x" * (60 << 20); print("held", flush=True)\nwhile not os.path.exists("/tmp/end"): time.sleep(0.05)';
    const greedy = `python3 -c 'import os, time; ${hold}'`;
    // each holds on until the first has ended, which none does by itself
    const result = await inside(
      executor,
      `for i in 1 2 3; do ${greedy} & done; wait -n; echo "ended $?"; touch /tmp/end; wait; true`,
    );
    // 128 and SIGKILL; which of the three is for the kernel to choose, also one that held all it wanted
    assert.match(result.stdout, /^ended 137$/m);
    const [before = ''] = await containers();
    assert.equal((await inside(executor, 'echo alive')).stdout, 'alive\n');
    assert.ok((await containers()).includes(before));
    await executor.close();
  });

  it('given a quarter of a processor, then a busy command gets about that', async t => {
    const executor = limited({}, 0.25);
    const busy = 'import time; t = time.time()\nwhile time.time() - t < 1: pass\nprint(time.process_time())';
    const used = Number((await inside(executor, `python3 -c '${busy}'`)).stdout);
    t.diagnostic(`processor time in one second: ${used.toFixed(2)} s`);
    assert.ok(used < 0.5, String(used));
    await executor.close();
  });

  it('given a command that fills /tmp, then it is full before the memory is', async () => {
    const executor = limited({ memoryBytes: 256 * 2 ** 20, fileBytes: 2 ** 30 });
    const result = await inside(executor, 'head -c 300000000 /dev/zero > /tmp/x; echo $?');
    assert.doesNotMatch(result.stdout, /^0$/m);
    assert.equal((await inside(executor, 'echo alive')).stdout, 'alive\n');
    await executor.close();
  });
});

describe('a container that was built wrong', { skip: skip || whyLeftOut() }, () => {
  before(() => chmodSync(home, 0o755));
  const agent = another();
  type Host = NonNullable<ContainerCreateOptions['HostConfig']>;
  const host = (more: (now: Host) => Host) => (container: ContainerCreateOptions) => ({
    ...container,
    HostConfig: { ...container.HostConfig, ...more(container.HostConfig ?? {}) },
  });
  const mounted = (Source: string, Target: string, ReadOnly = false) =>
    host(({ Mounts = [] }) => ({ Mounts: [...Mounts, { Type: 'bind', Source, Target, ReadOnly }] }));
  const security = (without: string, ...more: readonly string[]) =>
    host(({ SecurityOpt }) => ({
      SecurityOpt: [...SecurityOpt.filter((one: string) => !one.startsWith(without)), ...more],
    }));

  const wrong: readonly (readonly [string, Wall, NonNullable<DockerOptions['change']>])[] = [
    ['the machine’s own network', 'network', host(() => ({ NetworkMode: 'host' }))],
    ['a capability', 'rights', host(() => ({ CapAdd: ['NET_RAW'] }))],
    ['root as its user', 'rights', container => ({ ...container, User: '0:0' })],
    ['new privileges allowed', 'rights', host(() => ({ SecurityOpt: [] }))],
    ['no filter of system calls', 'filter', security('seccomp', 'seccomp=unconfined')],
    ['a writable root', 'writes', host(() => ({ ReadonlyRootfs: false }))],
    ['another folder of the machine', 'writes', mounted('/var/tmp', '/data')],
    ['the engine’s socket', 'engine', mounted(options.socketPath ?? '', '/run/docker.sock', true)],
    ['Straylight’s home', 'files', mounted(home, '/agent', true)],
    [
      'a device',
      'devices',
      host(() => ({ Devices: [{ PathOnHost: '/dev/kmsg', PathInContainer: '/dev/kmsg', CgroupPermissions: 'r' }] })),
    ],
    [
      'a variable',
      'environment',
      container => ({ ...container, Entrypoint: ['env', 'TOKEN=1', ...(container.Entrypoint ?? []).slice(2)] }),
    ],
    [
      'the scripts read-only',
      'folders',
      host(({ Mounts = [] }) => ({ Mounts: Mounts.map(one => ({ ...one, ReadOnly: true })) })),
    ],
    ['the machine’s processes', 'probe', host(() => ({ PidMode: 'host' }))],
    ['everything', 'rights', host(() => ({ Privileged: true }))],
  ];

  for (const [what, wall, change] of wrong)
    it(`given ${what}, then the self-probe finds it`, async t => {
      const executor = dockerExecutor({ ...agent, change });
      const failed = await selfProbe(executor, { hidden: ['/agent/.env'], writable: dockerWritable });
      t.diagnostic(namedWalls(failed));
      assert.ok(
        failed.some(one => one.wall === wall),
        `${wall} should be in: ${namedWalls(failed)}`,
      );
      await executor.close();
    });
});

describe('the filter of system calls', { skip }, () => {
  it('given every system call, then all are refused that the engine’s own filter refuses, and more', async t => {
    const ours = dockerExecutor(options);
    const engines = dockerExecutor({
      ...options,
      change: container => ({
        ...container,
        HostConfig: { ...container.HostConfig, SecurityOpt: ['no-new-privileges:true'] },
      }),
    });
    const [refused, refusedByEngine] = await Promise.all([refusedCalls(ours), refusedCalls(engines)]);
    t.diagnostic(`refused: ${refused.size} of the system calls; by the engine’s own filter ${refusedByEngine.size}`);
    assert.deepEqual(
      [...refusedByEngine].filter(call => !refused.has(call)),
      [],
    );
    assert.ok(refused.size > refusedByEngine.size);
    const [families, familiesByEngine] = await Promise.all([refusedFamilies(ours), refusedFamilies(engines)]);
    t.diagnostic(`address families refused: ${families.length}; by the engine’s own filter ${familiesByEngine.length}`);
    assert.ok(families.includes(40), 'AF_VSOCK leads to the host of a virtual machine');
    await Promise.all([ours.close(), engines.close()]);
  });

  it('given what bubblewrap refuses, then none of it is on the list of what is allowed', () => {
    const file = (name: string) => readFileSync(new URL(`../../../../sandbox/${name}`, import.meta.url), 'utf8');
    const denied = file('denied-syscalls').match(/^[a-z]\w+/gm) ?? [];
    const profile = JSON.parse(file('seccomp.json')) as { syscalls: { names: string[]; action: string }[] };
    const allowed = new Set(profile.syscalls.filter(one => one.action.endsWith('ALLOW')).flatMap(({ names }) => names));
    assert.ok(denied.length > 20);
    assert.deepEqual(
      denied.filter(name => allowed.has(name)),
      [],
    );
  });
});
