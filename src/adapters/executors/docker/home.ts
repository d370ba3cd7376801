/**
 * What an executor leaves with the engine, and how it is found again: containers that should have ended with their
 * process, and the volume that is the sandbox's home.
 *
 * A container ends when its Straylight does, because its standard input closes. This is for the day the engine missed
 * that.
 */

import { createHash } from 'node:crypto';
import type { ContainerCreateOptions } from 'dockerode';
import { says } from '../../../domain/policy/sentence.ts';
import { fault } from '../../../domain/supervision/failure.ts';
import type { Clock } from '../../../ports/clock.ts';
import { startOf } from '../processes/survivors.ts';
import { type Engine, engineCall, isStatus } from './engine.ts';

const workspaceLabel = 'straylight.workspace';
const processLabel = 'straylight.process';

/** Says whose a container or volume is: of which workspace, and of which process. */
export function labelsOf(workspace: string): Readonly<Record<string, string>> {
  return { [workspaceLabel]: workspace, [processLabel]: `${process.pid}.${startOf(process.pid)}` };
}

/** The name of the home of that workspace and user. */
export function homeOf(workspace: string, uid: number): string {
  return `straylight-${createHash('sha256').update(workspace).digest('hex').slice(0, 16)}-${uid}`;
}

/**
 * Removes the workspace's containers whose process is gone, and the home where one of them was only about to be made.
 */
export async function removeLeftovers({ docker }: Engine, clock: Clock, workspace: string): Promise<void> {
  const filters = { label: [`${workspaceLabel}=${workspace}`] };
  const containers = await engineCall(clock, says`list containers`, () =>
    docker.listContainers({ all: true, filters }),
  );
  for (const { Id, Names, Labels } of containers) {
    if (isRunning(Labels[processLabel] ?? '')) continue;
    await removeContainer({ docker }, clock, Id);
    const home = Names.map(name => /^\/(.*)-giver$/.exec(name)?.[1]).find(name => name !== undefined);
    if (home !== undefined) await removeHome({ docker }, clock, home);
  }
}

/**
 * A home that belongs to its user, made where there is none. `giver` is the container that gives it away; it stays
 * until that has worked, so that a home half made is known by it.
 */
export async function ensureHome(
  { docker }: Engine,
  clock: Clock,
  home: string,
  giver: ContainerCreateOptions,
): Promise<void> {
  if (await isThere(engineCall(clock, says`find the home of the sandbox`, () => docker.getVolume(home).inspect())))
    return;
  const name = `${home}-giver`;
  const container = await engineCall(clock, says`make the home of the sandbox`, () =>
    docker.createContainer({ ...giver, name }),
  );
  try {
    await engineCall(clock, says`make the home of the sandbox`, () => container.start());
    // not for its next exit: it may have ended before the engine is asked
    const { StatusCode } = await engineCall(clock, says`make the home of the sandbox`, signal =>
      container.wait({ condition: 'not-running', abortSignal: signal }),
    );
    if (StatusCode !== 0)
      throw fault('unavailable', `the home of the sandbox could not be given to its user (exit code ${StatusCode})`);
  } catch (error) {
    await removeContainer({ docker }, clock, container.id);
    await removeHome({ docker }, clock, home);
    throw error;
  }
  await removeContainer({ docker }, clock, container.id);
}

/** Removes it with all that is in it, if it is there. No container may use it any more. */
export async function removeHome({ docker }: Pick<Engine, 'docker'>, clock: Clock, home: string): Promise<void> {
  await isThere(engineCall(clock, says`remove the home of the sandbox`, () => docker.getVolume(home).remove()));
}

/**
 * Kills and removes it, if it is there; resolves when it is gone. Where somebody removes it already, for example the
 * engine itself (409), it is looked at until it is not there: the engine's own `wait` for a removal never ends when it
 * is asked between the removal and the moment its name is free.
 */
export async function removeContainer({ docker }: Pick<Engine, 'docker'>, clock: Clock, id: string): Promise<void> {
  const container = docker.getContainer(id);
  try {
    await engineCall(clock, removing, () => container.remove({ force: true, v: true }));
  } catch (error) {
    if (isStatus(error, 404)) return;
    if (!isStatus(error, 409)) throw error;
    await engineCall(clock, removing, async late => {
      while (!late.aborted && (await isThere(container.inspect())))
        await new Promise<void>(resolve => clock.after(lookAgainMs, resolve));
    });
  }
}

const removing = says`remove a container`;

const lookAgainMs = 50;

async function isThere(answer: Promise<unknown>): Promise<boolean> {
  try {
    await answer;
    return true;
  } catch (error) {
    if (isStatus(error, 404)) return false;
    throw error;
  }
}

/** Is the very process running that a label names? Where there is no /proc, a process of that number will do. */
function isRunning(mark: string): boolean {
  const [pid, start] = mark.split('.');
  if (!Number(pid)) return false;
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return startOf(Number(pid)) === start;
}
