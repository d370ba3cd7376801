import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chooseExecutor } from '../../../../src/adapters/executors/choose-executor.ts';
import { dockerAttempt } from '../../../../src/adapters/executors/docker/attempt.ts';
import { type DockerOptions, dockerExecutor } from '../../../../src/adapters/executors/docker/docker.ts';
import { homeOf, labelsOf } from '../../../../src/adapters/executors/docker/home.ts';
import { inEnglish } from '../../../../src/domain/policy/sentence.ts';
import { toFailure } from '../../../../src/domain/supervision/failure.ts';
import { defined } from '../../../../src/domain/text/json.ts';
import { whyLeftOut } from '../../../slow.ts';
import { dockerAgent, inside } from './docker-agent.ts';

const { skip, engine, another } = await dockerAgent();

/** Containers of that workspace, running or not. */
const containersOf = async ({ workspace }: DockerOptions) =>
  (await engine.docker.listContainers({ all: true, filters: { label: [`straylight.workspace=${workspace}`] } })).map(
    ({ Id }) => Id,
  );

const none = (t: TestContext, agent: DockerOptions) =>
  t.waitFor(async () => assert.deepEqual(await containersOf(agent), []), { interval: 50, timeout: 60_000 });

describe('a container of the sandbox', { skip }, () => {
  const agent = another();
  const shared = dockerExecutor(agent);
  after(() => shared.close());

  it('given one command after another, then one container serves them, and closing leaves none', async t => {
    // a command that comes while the last one is cleaned away waits for that, however slow this machine is
    const executor = dockerExecutor({
      ...agent,
      clock: { ...agent.clock, after: (ms, call) => agent.clock.after(ms === 20 ? 10_000 : ms, call) },
    });
    await inside(executor, 'true');
    const [first] = await containersOf(agent);
    for (let count = 0; count < 20; count++) await inside(executor, 'true');
    assert.deepEqual(await containersOf(agent), [first]);
    assert.equal((await executor.health?.())?.ok, true);
    await executor.close();
    await none(t, agent);
  });

  it('given it was killed behind our back, then the next command finds a new one', async () => {
    await inside(shared, 'echo kept > ~/file');
    const [first = ''] = await containersOf(agent);
    await engine.docker.getContainer(first).kill();
    const result = await inside(shared, 'cat ~/file');
    assert.equal(result.stdout, 'kept\n');
    assert.ok(!(await containersOf(agent)).includes(first));
    assert.equal((await shared.health?.())?.ok, true);
  });

  it('given it is killed while a command runs, then nobody claims to know how that ended, and the next one works', async () => {
    const lost = inside(shared, 'echo begun; sleep 60', {
      onOutput: () => {
        void containersOf(agent).then(ids => ids.map(id => engine.docker.getContainer(id).kill()));
      },
    });
    await assert.rejects(lost, error => toFailure(error).kind === 'unknown');
    assert.equal((await inside(shared, 'echo works')).stdout, 'works\n');
  });

  it('given a workspace that was removed and made again, then the next command sees the new one', async () => {
    await inside(shared, 'echo x > old');
    rmSync(agent.workspace, { recursive: true });
    mkdirSync(agent.workspace);
    writeFileSync(join(agent.workspace, 'new'), '');
    assert.equal((await inside(shared, 'ls')).stdout, 'new\n');
  });

  it('given our death by SIGKILL, then no container is left', async t => {
    await shared.close();
    const file = fileURLToPath(new URL('../../../contracts/executor-victim.ts', import.meta.url));
    const words = ['docker', agent.workspace, agent.scripts, 'echo ready; sleep 600', engine.socketPath, engine.image];
    const victim = spawn(process.execPath, [file, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
    for await (const line of createInterface(victim.stdout)) if (line === 'ready') break;
    assert.equal((await containersOf(agent)).length, 1);
    const begun = performance.now();
    victim.kill('SIGKILL');
    await none(t, agent);
    t.diagnostic(`gone ${Math.round(performance.now() - begun)} ms after the SIGKILL`);
  });

  it('given a process that is done and has closed nothing, then it ends by itself, and so does its container', async t => {
    const source = `
      import { systemClock } from '${import.meta.resolve('../../../../src/adapters/process/clock.ts')}';
      import { dockerExecutor } from '${import.meta.resolve('../../../../src/adapters/executors/docker/docker.ts')}';
      const executor = dockerExecutor({ ...${JSON.stringify(agent)}, clock: systemClock });
      await executor.execute({ command: 'true', timeoutMs: 5000, signal: new AbortController().signal });
    `;
    const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    assert.deepEqual(await once(child, 'exit'), [0, null]);
    await none(t, agent);
  });
});

describe('leftovers in the engine', { skip: skip || whyLeftOut() }, () => {
  const leave = async (agent: DockerOptions, owner: string, name?: string) => {
    const container = await engine.docker.createContainer({
      ...defined({ name }),
      Image: engine.image,
      Cmd: ['sleep', '600'],
      Labels: { ...labelsOf(agent.workspace), 'straylight.process': owner },
      HostConfig: {
        NetworkMode: 'none',
        Mounts: [{ Type: 'volume', Source: homeOf(agent.workspace, 10_001), Target: '/home/agent' }],
      },
    });
    await container.start();
    return container.id;
  };

  it('given the label that the documentation removes volumes by, then it finds the home of the sandbox, and that alone', async () => {
    const [agent, other] = [another(), another()];
    for (const one of [agent, other]) {
      const executor = dockerExecutor(one);
      await inside(executor, 'true');
      await executor.close();
    }
    const page = readFileSync(new URL('../../../../docs/updating-and-removing.md', import.meta.url), 'utf8');
    const [, label = ''] = /--filter "label=([\w.]+)=\$HOME\/\.straylight\/workspace"/.exec(page) ?? [];
    const { Volumes } = await engine.docker.listVolumes({
      filters: JSON.stringify({ label: [`${label}=${agent.workspace}`] }),
    });
    const uid = process.getuid?.() === 0 ? 10_001 : (process.getuid?.() ?? 0);
    assert.deepEqual(
      Volumes.map(({ Name }) => Name),
      [homeOf(agent.workspace, uid)],
    );
  });

  it('given a container whose process is gone, then it is removed, and one whose process lives is left alone', async () => {
    const agent = another();
    const dead = await leave(agent, '4194304.1');
    const reused = await leave(agent, `${process.pid}.1`);
    const alive = await leave(agent, labelsOf('')['straylight.process'] ?? '');
    const executor = dockerExecutor(agent);
    await inside(executor, 'true');
    const now = await containersOf(agent);
    assert.ok(!now.includes(dead) && !now.includes(reused));
    assert.ok(now.includes(alive));
    await executor.close();
    await engine.docker.getContainer(alive).remove({ force: true });
  });

  it('given a home half made when Straylight was killed, then it is made again', async () => {
    const agent = another(0);
    const home = homeOf(agent.workspace, 10_001);
    await leave(agent, '4194304.1', `${home}-giver`);
    const executor = dockerExecutor(agent);
    const result = await inside(executor, 'echo x > ~/file && stat -c %u ~');
    assert.equal(result.stdout, '10001\n');
    await executor.close();
  });
});

describe('a reset of Docker', { skip }, () => {
  const agent = another();
  const seen: string[] = [];
  const executor = dockerExecutor({
    ...agent,
    install: async ({ execute, folders }) => {
      const command = `ls ${folders.scripts}; echo installed > ~/packages`;
      const { stdout } = await execute({ command, timeoutMs: 5_000, signal: new AbortController().signal });
      seen.push(stdout);
    },
  });
  after(() => executor.close());

  it('given files everywhere, then the home is new, workspace and scripts are as they were, and packages are installed again', async t => {
    await inside(
      executor,
      'echo x > ~/file; chmod 000 ~/file; mkdir -m 000 ~/locked; echo x > work; echo x > /scripts/requirements.txt',
    );
    const [before] = await containersOf(agent);
    assert.deepEqual(seen, []);
    const begun = performance.now();
    await executor.reset();
    t.diagnostic(`a reset takes ${Math.round(performance.now() - begun)} ms`);
    assert.deepEqual(seen, ['requirements.txt\n']);
    assert.ok(!(await containersOf(agent)).includes(before ?? ''));
    assert.equal((await inside(executor, 'ls ~')).stdout, 'packages\n');
    assert.equal(readFileSync(join(agent.workspace, 'work'), 'utf8'), 'x\n');
    assert.ok(existsSync(join(agent.scripts, 'requirements.txt')));
  });

  it('given a running command and one that comes meanwhile, then the first is stopped and the second waits', async t => {
    let reset = Promise.resolve();
    let second: ReturnType<typeof inside> | undefined;
    const first = await inside(executor, 'echo x; sleep 60', {
      onOutput: () => {
        reset = executor.reset();
        second = inside(executor, 'echo after');
      },
    });
    assert.equal(first.ended, 'cancelled');
    await reset;
    assert.equal((await second)?.stdout, 'after\n');
    await executor.close();
    await none(t, agent);
  });

  it('given an engine that is away, then the reset says so, and commands work again once it is back', async test => {
    const door = join(agent.workspace, '..', 'engine.sock');
    symlinkSync(engine.socketPath, door);
    const executor = dockerExecutor({ ...agent, socketPath: door });
    await inside(executor, 'true');
    rmSync(door);
    await assert.rejects(executor.reset(), error => toFailure(error).kind === 'unavailable');
    symlinkSync(engine.socketPath, door);
    assert.equal((await inside(executor, 'echo back')).stdout, 'back\n');
    await executor.close();
    await none(test, agent);
  });
});

describe('choosing Docker', { skip: skip || whyLeftOut() }, () => {
  const choose = async (more: Partial<DockerOptions>) => {
    const agent = { ...another(), ...more };
    const begun = performance.now();
    const chosen = await chooseExecutor({ ...agent, docker: dockerAttempt(agent) });
    await chosen.executor.close();
    return { ...chosen, agent, tookMs: Math.round(performance.now() - begun) };
  };

  it('given an engine, an image and walls that hold, then it is Docker and that is said', async t => {
    const { executor, reason, tookMs } = await choose({});
    t.diagnostic(`chosen in ${tookMs} ms, its home made first`);
    assert.equal(executor.kind, 'docker');
    assert.match(reason, /commands run in a sandbox without network/);
  });

  it('given a door to mount, then a command reaches its socket and writes to its folder, and the walls hold', async () => {
    const agent = another(12_345);
    const [door, library] = ['door', 'library'].map(name => join(agent.workspace, '..', name)) as [string, string];
    for (const folder of [door, library]) mkdirSync(folder, { mode: 0o700 });
    const server = createServer(socket => socket.end('from outside')).listen(join(door, 'door.sock'));
    await once(server, 'listening');
    const options = {
      ...agent,
      mounts: [
        { source: door, target: '/run/packages' },
        { source: library, target: '/packages', isWritable: true },
      ],
    };
    const { uid, gid } = dockerExecutor(options).user;
    for (const path of [door, library, join(door, 'door.sock')]) chownSync(path, uid, gid);
    const { executor, reason } = await chooseExecutor({ ...options, wanted: 'docker', docker: dockerAttempt(options) });
    const connect = `import socket; s = socket.socket(socket.AF_UNIX); s.connect('/run/packages/door.sock'); print(s.recv(99).decode())`;
    const result = await inside(
      executor,
      `python3 -c "${connect}"; touch /packages/x; touch /run/packages/x || echo refused`,
    );
    assert.equal(result.stdout, 'from outside\nrefused\n', reason);
    assert.ok(existsSync(join(library, 'x')));
    await executor.close();
    server.close();
  });

  it('given no engine, no image, no such runtime, a wall that does not hold, then another is chosen and the reason is said', async t => {
    const cases: readonly (readonly [Partial<DockerOptions>, RegExp])[] = [
      [{ socketPath: '/nowhere/docker.sock' }, /no Docker engine: no socket at \/nowhere\/docker\.sock/],
      [
        { image: 'straylight-none:1' },
        /no image straylight-none:1: build it with “docker build -t straylight-none:1 '\/.*\/sandbox'”/,
      ],
      [{ runtime: 'kata' }, /no runtime “kata”/],
      [{ change: container => ({ ...container, User: '0:0' }) }, /does not isolate: .*it runs as root/],
      [
        { change: container => ({ ...container, Entrypoint: ['sh', '-c', 'echo odd >&2'] }) },
        /could not be built: .*odd/,
      ],
    ];
    for (const [more, words] of cases) {
      const { executor, passedOver = '', agent, tookMs } = await choose(more);
      t.diagnostic(`${tookMs} ms: ${inEnglish(passedOver)}`);
      assert.notEqual(executor.kind, 'docker');
      assert.match(inEnglish(passedOver), words);
      assert.deepEqual(await containersOf(agent), []);
    }
  });

  it('given an engine that takes the connection and says nothing, then it is given up after a second', async t => {
    const socketPath = join(another().workspace, 'mute.sock');
    const mute = createServer(() => {}).listen(socketPath);
    await once(mute, 'listening');
    const begun = performance.now();
    await assert.rejects(inside(dockerExecutor({ ...another(), socketPath }), 'true'), error => {
      const { kind, message } = toFailure(error);
      return kind === 'unavailable' && /did not say that it is there within 1 s/.test(message);
    });
    t.diagnostic(`given up after ${Math.round(performance.now() - begun)} ms`);
    mute.close();
  });
});
