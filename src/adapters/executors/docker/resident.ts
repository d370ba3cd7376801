/**
 * A program that lives on in a container of its own: the walls of commands, without the agent's own tools and the home
 * of commands, with the folders that it was granted, and with a way to an HTTP proxy of ours where it was granted hosts.
 *
 * The container's first process is sandbox/resident.py. It reads what to start from standard input, so that no variable
 * of the program stands in the container's description, and ends when that input does: with this process, however that
 * ends.
 */
import type { Duplex } from 'node:stream';
import type { Container } from 'dockerode';
import { says } from '../../../domain/policy/sentence.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Resident, RunningResident } from '../../../ports/executor.ts';
import { type Limits, resourceLimits } from '../limits.ts';
import type { MaskPlan } from '../masks/masks.ts';
import { type Engine, engineCall } from './engine.ts';
import { removeContainer } from './home.ts';
import { attach } from './sandbox.ts';
import { containerStdio } from './stdio.ts';
import { nodeInside, residentContainer, type Walls } from './walls.ts';

/** How long it has to tidy up once its input has ended: what sandbox/resident.py gives it, and a little. */
const graceMs = 3_000;

/** Starts it. Throws a `Fault` (`unavailable`) where that fails; nothing is left then. */
export async function dockerResident(
  { engine, walls }: { readonly engine: Engine; readonly walls: Walls },
  { clock, limits }: { readonly clock: Clock; readonly limits: Limits },
  resident: Resident,
  { plan, identity }: { readonly plan: MaskPlan | undefined; readonly identity: () => Promise<string> },
): Promise<RunningResident> {
  const { docker } = engine;
  const what = says`start ${resident.name}`;
  const created = await engineCall(clock, what, () =>
    docker.createContainer({ ...residentContainer(walls, resident), name: `straylight-${clock.id()}` }),
  );
  try {
    const connection = await attach(created, clock);
    const stdio = containerStdio(connection);
    await engineCall(clock, what, () => created.start());
    const pid = await pidOf(created, clock);
    connection.write(`${JSON.stringify(programLine(resident, limits))}\n`);
    const ended = whenOver(engine, clock, created, connection);
    ended.catch(() => {});
    return {
      pid,
      input: stdio.input,
      output: stdio.output,
      complaint: stdio.complaint,
      ended,
      isCurrent: async () => plan === undefined || (await identity()) === plan.identity,
      async kill() {
        connection.end();
        const cancel = clock.after(graceMs, () => connection.destroy());
        try {
          await ended;
        } finally {
          cancel();
        }
      },
    };
  } catch (error) {
    await removeContainer(engine, clock, created.id);
    throw error;
  }
}

/** The connection closes with the container, or before it where something is wrong; then it is removed. */
function whenOver(engine: Engine, clock: Clock, { id }: Container, connection: Duplex): Promise<void> {
  const closed = new Promise<void>(resolve => connection.once('close', resolve));
  // the engine closes its half when the container ends
  connection.once('end', () => connection.destroy());
  return closed.then(() => removeContainer(engine, clock, id));
}

async function pidOf(container: Container, clock: Clock): Promise<number> {
  const { State } = await engineCall(clock, says`describe a container`, () => container.inspect());
  return State.Pid;
}

/** What sandbox/resident.py is asked for. Its processor time has no end, since nobody knows how long it is needed. */
function programLine({ argv: [word, ...words], env, proxyFolder }: Resident, limits: Limits) {
  const { CPU: _cpu, NPROC: _processes, ...held } = resourceLimits(limits);
  const argv = [word === 'node' ? nodeInside : word, ...words];
  return {
    argv: proxyFolder === undefined ? argv : ['python3', '-I', '/run/straylight/package-proxy.py', ...argv],
    env,
    // the engine counts the processes of a container
    limits: held,
    umask: limits.umask ?? null,
  };
}
