/** One container of the sandbox, from its creation to its end: an instance for the pool of warm runners. */

import type { Socket } from 'node:net';
import type { Container, ContainerCreateOptions } from 'dockerode';
import { says } from '../../../domain/policy/sentence.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Instance } from '../runner/warm-sandboxes.ts';
import { type Engine, engineCall } from './engine.ts';
import { removeContainer } from './home.ts';
import { containerStdio } from './stdio.ts';

/**
 * Creates and starts it, its standard streams in our hands from the first byte: no `exec` is paid for a command. Throws
 * `Fault` (`unavailable`) with the engine's words where that fails; nothing is left then.
 */
export async function openSandbox(
  engine: Engine,
  clock: Clock,
  container: ContainerCreateOptions,
): Promise<Omit<Instance, 'isCurrent'> & { isUsed(): boolean }> {
  const { docker } = engine;
  const name = `straylight-${clock.id()}`;
  const created = await engineCall(clock, says`create the sandbox`, () =>
    docker.createContainer({ ...container, name }),
  );
  try {
    const connection = await attach(created, clock);
    const stdio = containerStdio(connection);
    const unused = connection.bytesWritten;
    await engineCall(clock, says`start the sandbox`, () => created.start());
    return {
      ...stdio,
      isUsed: () => connection.bytesWritten > unused,
      async kill() {
        connection.destroy();
        await removeContainer(engine, clock, created.id);
      },
      hold(isHeld) {
        if (isHeld) connection.ref();
        else connection.unref();
      },
    };
  } catch (error) {
    await removeContainer(engine, clock, created.id);
    throw error;
  }
}

/** Until the engine has switched protocols it is a request, then the bare socket. */
export async function attach(container: Container, clock: Clock): Promise<Socket> {
  const streams = { stream: true, stdin: true, stdout: true, stderr: true, hijack: true };
  return (await engineCall(clock, says`connect to the sandbox`, () => container.attach(streams))) as Socket;
}
