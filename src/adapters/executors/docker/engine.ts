/**
 * The Docker engine of this machine: found by its socket, asked once whether it can hold the walls.
 *
 * Nothing of the environment is believed (`DOCKER_HOST` might lead to another machine, whose folders are not ours), and
 * the library is loaded only where there is an engine that will do.
 */

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type Docker from 'dockerode';
import { type Form, type Part, says } from '../../../domain/policy/sentence.ts';
import { fault } from '../../../domain/supervision/failure.ts';
import type { Clock } from '../../../ports/clock.ts';
import { startChild } from '../../process/child-process.ts';
import { askEngine } from './question.ts';

export interface EngineOptions {
  /** The engine's Unix socket; without it the usual places are looked at. */
  readonly socketPath?: string;
  /** The image of the sandbox; never pulled. */
  readonly image: string;
  /** The engine's runtime for the sandbox, as `runsc` (gVisor); its default one if left out. */
  readonly runtime?: string;
  readonly clock: Clock;
}

export interface Engine {
  readonly docker: Docker;
  /** Processors it may give away. */
  readonly cpus: number;
}

/** An engine that will do, but for the image that it may lack. */
interface AbleEngine {
  readonly socket: string;
  readonly info: EngineInfo;
  readonly hasImage: boolean;
}

/** How long an engine may take to say that it is there. */
const answerMs = 1_000;

/** How long it may take for anything else. */
const patienceMs = 30_000;

/**
 * An engine that has the image and can hold every wall and limit. Throws `Fault` (`unavailable`) with the reason where
 * there is none.
 */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const { image } = options;
  const { socket, info, hasImage } = await ableEngine(options);
  if (!hasImage)
    throw fault(
      'unavailable',
      says`the Docker engine has no image ${image}: build it with “docker build -t ${image} '${recipe}'”`,
    );
  const { default: Library } = await import('dockerode');
  // Left out, host and protocol would come from the environment.
  const docker = new Library({ socketPath: socket, host: undefined, protocol: 'http' } as Docker.DockerOptions);
  return { docker, cpus: info.NCPU ?? 1 };
}

/** An engine that can hold every wall and limit, with or without the image. Throws as `openEngine` does. */
export async function ableEngine({ socketPath, image, runtime, clock }: EngineOptions): Promise<AbleEngine> {
  const usual = ['/var/run/docker.sock', join(homedir(), '.docker/run/docker.sock')];
  const socket = socketPath ?? usual.find(path => existsSync(path));
  if (socket === undefined || !existsSync(socket))
    throw fault('unavailable', says`there is no Docker engine: no socket at ${socket ?? usual.join(' or ')}`);
  const get = (path: string) => (signal: AbortSignal) => askEngine(socket, path, signal);
  await engineCall(clock, says`say that it is there`, get('/_ping'), answerMs);
  const info = (await engineCall(clock, says`describe itself`, get('/info'))) as EngineInfo;
  const problem = problemOf(info, runtime);
  if (problem !== undefined) throw fault('unavailable', says`the Docker engine cannot hold the sandbox: ${problem}`);
  const hasImage = await engineCall(clock, says`find the image ${image}`, get(`/images/${image}/json`)).then(
    () => true,
    error => {
      if (!isStatus(error, 404)) throw error;
      return false;
    },
  );
  return { socket, info, hasImage };
}

/**
 * Builds the image by the program `docker`, in this terminal. `env`: of that program. Throws a `Fault` where it is not
 * installed or fails.
 */
export async function buildImage(
  { socket }: Pick<AbleEngine, 'socket'>,
  image: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const what = says`the image cannot be made, since the program “docker” could not be started`;
  const words = ['--host', `unix://${socket}`, 'build', '-t', image, recipe];
  const { child, started } = startChild('docker', words, { stdio: 'inherit', env }, what);
  const ended = new Promise<number | null>(resolve => child.once('exit', resolve));
  await started;
  const code = await ended;
  if (code !== 0)
    throw fault(
      'unavailable',
      `“docker build” ended with ${code ?? 'a signal'}; to try again: docker ${words.join(' ')}`,
    );
}

/** What the image is built from, in a clone and in the package. */
const recipe = fileURLToPath(new URL('../../../../sandbox', import.meta.url));

/** What the engine says of itself that matters here. */
interface EngineInfo {
  readonly OSType?: string;
  readonly NCPU?: number;
  readonly MemoryLimit?: boolean;
  readonly PidsLimit?: boolean;
  readonly CpuCfsQuota?: boolean;
  readonly SecurityOptions?: readonly string[] | null;
  readonly Runtimes?: Readonly<Record<string, unknown>>;
}

function problemOf(info: EngineInfo, runtime: string | undefined): Form | undefined {
  const security = info.SecurityOptions ?? [];
  const has = (name: string) => security.some(option => option.split(',').includes(`name=${name}`));
  if (info.OSType !== 'linux') return says`it runs ${info.OSType ?? 'unknown'} containers, and Linux ones are needed`;
  if (has('rootless')) return says`it is rootless, so files a command writes would not be yours`;
  if (!has('seccomp')) return says`its kernel cannot filter system calls (seccomp)`;
  if (info.MemoryLimit === false) return says`its kernel cannot limit memory (the memory cgroup is off)`;
  if (info.PidsLimit === false) return says`its kernel cannot limit the number of processes (the pids cgroup is off)`;
  if (info.CpuCfsQuota === false) return says`its kernel cannot limit processor time`;
  if (runtime !== undefined && !(runtime in (info.Runtimes ?? {})))
    return says`it has no runtime “${runtime}” (it has ${Object.keys(info.Runtimes ?? {}).join(', ') || 'none'})`;
  return undefined;
}

/**
 * One request to the engine, with a deadline; what goes wrong becomes a `Fault` (`unavailable`) that says what was
 * asked.
 */
export async function engineCall<Answer>(
  clock: Clock,
  what: Part,
  ask: (signal: AbortSignal) => Promise<Answer>,
  deadlineMs: number = patienceMs,
): Promise<Answer> {
  const late = Promise.withResolvers<never>();
  const stop = new AbortController();
  const cancel = clock.after(deadlineMs, () => {
    late.reject(fault('unavailable', says`the Docker engine did not ${what} within ${deadlineMs / 1_000} s`));
    stop.abort();
  });
  try {
    return await Promise.race([ask(stop.signal), late.promise]);
  } catch (error) {
    throw asFault(error, what);
  } finally {
    cancel();
    late.promise.catch(() => {});
  }
}

/** Did the engine answer with this HTTP status? */
export function isStatus(error: unknown, ...statuses: readonly number[]): boolean {
  const status = statusOf(error);
  return status !== undefined && statuses.includes(status);
}

function statusOf(error: unknown): number | undefined {
  const { statusCode, failure } = error as { readonly statusCode?: number; readonly failure?: { cause?: string } };
  return statusCode ?? (failure?.cause?.startsWith('HTTP ') ? Number(failure.cause.slice(5)) : undefined);
}

function asFault(error: unknown, what: Part): unknown {
  if (!(error instanceof Error) || 'failure' in error) return error;
  const { code, statusCode, json } = error as NodeJS.ErrnoException & {
    readonly statusCode?: number;
    readonly json?: { readonly message?: string };
  };
  if (code === 'EACCES' || code === 'EPERM')
    return fault(
      'unavailable',
      says`the Docker engine may not be used by this user: it belongs to the group “docker”`,
      {
        cause: code,
      },
    );
  const reason = json?.message ?? error.message;
  return fault('unavailable', says`the Docker engine did not ${what}: ${reason.trim()}`, {
    cause: statusCode === undefined ? (code ?? error.name) : `HTTP ${statusCode}`,
  });
}
