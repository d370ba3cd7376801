/**
 * A real Docker engine for tests: the one that runs on this machine, else one of our own.
 *
 * `npm test` starts one for all its files (`startEngineForAll`), since each start and each import of the image takes
 * seconds; a file that runs alone starts its own.
 *
 * Our own (where we are root and `dockerd` is installed) keeps data and socket in a temporary folder, touches no
 * network of this machine, and ends with the tests however they end: it hangs on a pipe that only this process holds.
 */
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import Docker from 'dockerode';
import { systemClock } from '../../src/adapters/process/clock.ts';

export interface TestEngine {
  readonly socketPath: string;
  readonly docker: Docker;
  /** The name of the sandbox's test image, which it has. */
  readonly image: string;
  /** Whether containers can be run by gVisor. */
  readonly gvisor: boolean;
  /** Stops it if it is ours. */
  stop(): Promise<void>;
}

/** An engine with the image, or why there is none. In CI (`CI=true`) a missing engine is an error. */
export async function testEngine(): Promise<TestEngine | { readonly skip: string }> {
  try {
    const running = await runningEngine('/var/run/docker.sock');
    return running ?? (await engineForAll()) ?? (await ownEngine());
  } catch (error) {
    if (process.env['CI'] === 'true') throw error;
    return { skip: error instanceof Error ? error.message : String(error) };
  }
}

async function runningEngine(socketPath: string): Promise<TestEngine | undefined> {
  const docker = client(socketPath);
  if (!existsSync(socketPath) || !(await answers(docker))) return undefined;
  return { ...(await furnished(docker)), socketPath, stop: async () => {} };
}

/** The variable by which a test file finds the engine that was started for all. */
const variable = 'STRAYLIGHT_TEST_ENGINE';

/**
 * Starts an engine for many test files, where none runs and one can be started: `env` tells them of it. It is not
 * waited for here, since the first files seldom need it.
 */
export async function startEngineForAll(): Promise<{
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}> {
  const isNeeded = !(await answers(client('/var/run/docker.sock'))) && canStart() && programOfEngine() !== undefined;
  if (!isNeeded) return { env: {}, stop: async () => {} };
  const { folder, stop } = startEngine();
  return { env: { [variable]: folder }, stop };
}

async function engineForAll(): Promise<TestEngine | undefined> {
  const folder = process.env[variable];
  if (folder === undefined) return undefined;
  return { ...(await startedIn(folder)), stop: async () => {} };
}

/** The engine that was started in a folder, once it answers. */
async function startedIn(folder: string): Promise<Omit<TestEngine, 'stop'>> {
  const socketPath = socketIn(folder);
  const docker = client(socketPath);
  await untilItAnswers(docker, folder);
  return { ...(await furnished(docker)), socketPath };
}

const canStart = () => process.getuid?.() === 0;

const programOfEngine = () =>
  ['/usr/sbin/dockerd', '/usr/bin/dockerd', '/usr/local/bin/dockerd'].find(path => existsSync(path));

const socketIn = (folder: string) => join(folder, 'docker.sock');

async function ownEngine(): Promise<TestEngine> {
  if (!canStart()) throw new Error('no Docker engine answers, and only root can start one');
  const { folder, stop } = startEngine();
  try {
    return { ...(await startedIn(folder)), stop };
  } catch (error) {
    void stop();
    throw error;
  }
}

/** Starts one that ends when `stop` is called, or with this process. */
function startEngine(): { readonly folder: string; stop(): Promise<void> } {
  const program = programOfEngine();
  if (program === undefined) throw new Error('no Docker engine answers and dockerd is not installed (docker.io)');
  const folder = mkdtempSync(join(tmpdir(), 'straylight-engine-'));
  const supervisor = spawn('/bin/sh', ['-c', untilThePipeCloses, 'sh', folder, program, ...settings(folder)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = new Promise<void>(resolve => supervisor.once('exit', () => resolve()));
  // It must not keep this process alive: when we end, the pipe closes and it follows.
  supervisor.unref();
  (supervisor.stdin as unknown as { unref(): void }).unref();
  return {
    folder,
    async stop() {
      supervisor.ref();
      supervisor.stdin.end();
      await ended;
    },
  };
}

/** Runs the engine until standard input ends, then stops it and removes what it had. */
const untilThePipeCloses = `
folder=$1; shift
"$@" >"$folder/log" 2>&1 &
engine=$!
cat >/dev/null
kill "$engine" 2>/dev/null
wait "$engine"
# A container in the network of the machine leaves its name mounted.
umount "$folder"/exec/netns/* 2>/dev/null
rm -rf "$folder" 2>/dev/null`;

function settings(folder: string): readonly string[] {
  const gvisor = existsSync('/usr/bin/runsc') ? runscIn(folder) : undefined;
  return [
    ...['--data-root', join(folder, 'data'), '--exec-root', join(folder, 'exec'), '--pidfile', join(folder, 'pid')],
    ...['--host', `unix://${socketIn(folder)}`, '--log-level', 'warn'],
    ...['--bridge', 'none', '--iptables=false', '--ip6tables=false', '--ip-forward=false', '--ip-masq=false'],
    ...(gvisor === undefined ? [] : ['--add-runtime', `runsc=${gvisor}`]),
  ];
}

/** gVisor as it runs where neither KVM nor cgroups of its own can be counted on. */
function runscIn(folder: string): string {
  const path = join(folder, 'runsc');
  const text = '#!/bin/sh\nexec /usr/bin/runsc --platform=ptrace --network=none --ignore-cgroups "$@"\n';
  writeFileSync(path, text, { mode: 0o755 });
  return path;
}

function client(socketPath: string): Docker {
  // Without these two, a DOCKER_HOST in the environment would win.
  return new Docker({ socketPath, host: undefined, protocol: 'http' } as Docker.DockerOptions);
}

async function answers(docker: Docker): Promise<boolean> {
  return await docker.ping().then(
    () => true,
    () => false,
  );
}

async function untilItAnswers(docker: Docker, folder: string): Promise<void> {
  const begun = systemClock.elapsed();
  while (!(await answers(docker))) {
    if (systemClock.elapsed() - begun > 30_000) throw new Error(`dockerd did not come up: ${lastWords(folder)}`);
    await new Promise<void>(resolve => systemClock.after(50, resolve));
  }
}

function lastWords(folder: string): string {
  const log = join(folder, 'log');
  return existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').slice(-3).join(' / ') : 'it said nothing';
}

/**
 * Gives the engine the image where it lacks it; named by what it is made of, so that an old one is never taken for it.
 */
async function furnished(docker: Docker): Promise<Pick<TestEngine, 'docker' | 'image' | 'gvisor'>> {
  const script = fileURLToPath(new URL('./sandbox-image.sh', import.meta.url));
  const hash = createHash('sha256').update(readFileSync(script));
  hash.update((await promisify(execFile)('dpkg-query', ['-W'])).stdout);
  const tag = hash.digest('hex').slice(0, 12);
  const image = `straylight-sandbox-test:${tag}`;
  if (!(await has(docker, image))) {
    const tar = await rootFileSystem(script, tag);
    const imported = await docker.importImage(tar, { repo: 'straylight-sandbox-test', tag });
    await new Promise<void>((resolve, reject) => {
      imported.once('error', reject).once('end', resolve).resume();
    });
    if (!(await has(docker, image))) throw new Error('the engine did not import the test image');
  }
  const { Runtimes = {} } = (await docker.info()) as { Runtimes?: Record<string, unknown> };
  return { docker, image, gvisor: 'runsc' in Runtimes };
}

async function has(docker: Docker, image: string): Promise<boolean> {
  return await docker
    .getImage(image)
    .inspect()
    .then(
      () => true,
      (error: { readonly statusCode?: number }) => {
        if (error.statusCode === 404) return false;
        throw error;
      },
    );
}

/** Made once and kept beside the modules: four seconds of every later run. */
async function rootFileSystem(script: string, tag: string): Promise<string> {
  const cache = fileURLToPath(new URL('../../node_modules/.cache/straylight', import.meta.url));
  const file = join(cache, `sandbox-${tag}.tar`);
  if (existsSync(file)) return file;
  mkdirSync(dirname(file), { recursive: true });
  const fresh = `${file}.${process.pid}`;
  await promisify(execFile)('bash', [script, fresh]);
  renameSync(fresh, file);
  return file;
}
