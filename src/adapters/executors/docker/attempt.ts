/** Docker as one of the executors that are tried when Straylight starts. */
import { says } from '../../../domain/policy/sentence.ts';
import { fault } from '../../../domain/supervision/failure.ts';
import type { ExecutorAttempt } from '../choose-executor.ts';
import type { FailedWall } from '../self-probe.ts';
import { type DockerExecutor, type DockerOptions, dockerExecutor } from './docker.ts';
import { dockerWritable, gvisor } from './walls.ts';

/**
 * Docker, to be handed to `chooseExecutor`. It counts where an engine answers within a second, has the image, starts a
 * container, and every wall holds; `open` throws the `Fault` that says what is missing.
 */
export function dockerAttempt(options: DockerOptions): ExecutorAttempt {
  const inGvisor = options.runtime === gvisor;
  const mounted = (options.mounts ?? []).filter(({ isWritable }) => isWritable).map(({ target }) => target);
  return {
    kind: 'docker',
    how: inGvisor ? says`with gVisor` : undefined,
    writable: [...dockerWritable, ...mounted],
    heldElsewhere: inGvisor ? heldByGvisor : undefined,
    async open() {
      const executor = dockerExecutor(options);
      try {
        if (inGvisor) await assertGvisor(executor);
        return executor;
      } catch (error) {
        await executor.close();
        throw error;
      }
    },
  };
}

/**
 * What the self-probe finds in gVisor and what is no gap there: filter, devices and namespaces are its own, not the
 * machine's kernel's, and the runner can be reached, wherefore a container runs one command only.
 */
const heldByGvisor: readonly Partial<FailedWall>[] = [
  { wall: 'filter' },
  { wall: 'devices' },
  { wall: 'runner' },
  { wall: 'rights', detail: 'it can make a user namespace' },
  { wall: 'writes', detail: '/dev is mounted writable' },
];

/** A runtime may be called anything. Its kernel's own log says what it is. */
async function assertGvisor(executor: DockerExecutor): Promise<void> {
  const { stdout } = await executor.execute({
    command: 'dmesg',
    timeoutMs: 10_000,
    signal: new AbortController().signal,
  });
  if (!stdout.includes('gVisor'))
    throw fault('unavailable', says`the engine’s runtime “${gvisor}” is not gVisor, going by the log of its kernel`);
}
