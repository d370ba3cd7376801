/**
 * Private files, read in every way known: run for real, the output and what is left in the workspace searched for the
 * secret in its forms.
 *
 * In a sandbox each command runs, whatever the policy says of it, and is given nothing. Without one only what the policy
 * lets run unasked does.
 */
import { bubblewrapExecutor } from '../../../src/adapters/executors/bubblewrap/bubblewrap.ts';
import { chooseExecutor } from '../../../src/adapters/executors/choose-executor.ts';
import { directExecutor } from '../../../src/adapters/executors/direct/direct.ts';
import { dockerExecutor } from '../../../src/adapters/executors/docker/docker.ts';
import { privateFiles } from '../../../src/adapters/files/private-files.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { executeCommandTool } from '../../../src/adapters/tools/execute-command.ts';
import { judge } from '../../../src/domain/policy/policy.ts';
import { toFailure } from '../../../src/domain/supervision/failure.ts';
import type { CallFacts } from '../../../src/domain/tools/tool.ts';
import type { Executor } from '../../../src/ports/executor.ts';
import { random } from '../../domain/random.ts';
import { testEngine } from '../../peers/engine.ts';
import { type Area, type AreaReport, type AttackOptions, type Scope, scoped } from '../area.ts';
import { seedOf } from '../draw.ts';
import { formCount, formIn } from './forms.ts';
import { ordinaryCommands, type PrivateProbe, privateProbes } from './private-commands.ts';
import { type PrivateWorld, privateWorld, secret } from './private-world.ts';

const limits = { memoryBytes: 2 ** 29, processes: 200, fileBytes: 2 ** 26, cpuSeconds: 60, maxOutputBytes: 400_000 };

function optionsOf({ workspace, scripts, names }: PrivateWorld) {
  return { workspace, scripts, limits, clock: systemClock, privateNames: names };
}

export const privateOnBubblewrap: Area = {
  name: 'private files in bubblewrap',
  run: options =>
    scoped(async scope => {
      const world = worldOf(scope);
      const { executor, reason } = await chooseExecutor({ ...optionsOf(world), wanted: 'auto' });
      await executor.close();
      if (executor.kind !== 'bubblewrap') return { probes: 0, breaches: [], skipped: reason };
      return tried(bubblewrapExecutor(optionsOf(world)), world, options, scope);
    }),
};

export const privateOnDocker: Area = {
  name: 'private files in Docker',
  run: options =>
    scoped(async scope => {
      const engine = await testEngine();
      if ('skip' in engine) return { probes: 0, breaches: [], skipped: engine.skip };
      scope.after(engine.stop);
      const world = worldOf(scope);
      const { socketPath, image } = engine;
      return tried(dockerExecutor({ ...optionsOf(world), socketPath, image }), world, options, scope);
    }),
};

export const privateDirect: Area = {
  name: 'private files without a sandbox',
  run: options =>
    scoped(async scope => {
      const world = worldOf(scope);
      return tried(directExecutor(optionsOf(world)), world, options, scope);
    }),
};

function worldOf(scope: Scope): PrivateWorld {
  const world = privateWorld();
  scope.after(world.close);
  return world;
}

async function tried(
  executor: Executor,
  world: PrivateWorld,
  { share, draw }: AttackOptions,
  scope: Scope,
): Promise<AreaReport> {
  scope.after(() => executor.close());
  const chance = random(seedOf(draw));
  const some = <Item>(all: readonly Item[]) => chance.shuffled(all).slice(0, Math.ceil(all.length * share));
  const verdictOf = policyOf(executor, world);
  const breaches: string[] = [];
  let ran = 0;
  const probes = some(privateProbes);
  for (const probe of probes) {
    const { breach, count } = await attempt(executor, world, probe, verdictOf);
    ran += count;
    if (breach !== undefined) breaches.push(`${probe.kind}: ${probe.commands.join(' ⏎ ')}: ${breach}`);
  }
  const ordinary = executor.kind === 'direct' ? [] : some(ordinaryCommands);
  for (const command of ordinary) {
    world.restore();
    const verdict = verdictOf(command);
    if (verdict !== 'allow') breaches.push(`held up: ${command}`);
    else {
      const { exitCode, stderr } = await run(executor, command);
      if (exitCode !== 0 && !lacksInTestImage.test(stderr))
        breaches.push(`does not work: ${command}: ${stderr.slice(0, 200)}`);
    }
  }
  return {
    probes: probes.length + ordinary.length,
    breaches,
    note: `${ran} commands ran, searched in ${formCount} forms; ${ordinary.length} ordinary ones.`,
  };
}

/** The image of the tests has fewer programs than ours, and trusts no repository that is another user's. */
const lacksInTestImage = /: command not found|detected dubious ownership/;

/** What the policy says of a command, by the facts that the tool states. */
function policyOf(executor: Executor, { workspace, scripts, names }: PrivateWorld) {
  const privacy = privateFiles(names, { workspace, scripts }, systemClock);
  const tool = executeCommandTool(executor, { timeoutMs: 10_000, maxOutputBytes: 10_000, privacy });
  const factsOf = tool.facts as unknown as (args: { command: string }) => CallFacts;
  return (command: string) =>
    judge(
      {
        callId: 'c',
        tool: 'execute_command',
        arguments: '',
        digest: '',
        effect: 'act',
        timeoutMs: 1,
        intent: '',
        judgedBy: 'command',
        facts: factsOf({ command }),
      },
      { taint: 'owner' },
    ).verdict;
}

async function attempt(
  executor: Executor,
  world: PrivateWorld,
  { commands }: PrivateProbe,
  verdictOf: (command: string) => string,
): Promise<{ readonly breach?: string; readonly count: number }> {
  world.restore();
  let count = 0;
  for (const command of commands) {
    if (executor.kind === 'direct' && verdictOf(command) !== 'allow') continue;
    count++;
    const { stdout, stderr } = await run(executor, command);
    const form = formIn(Buffer.from(stdout + stderr), secret);
    if (form !== undefined) return { breach: `printed (${form})`, count };
    const spread = executor.kind === 'direct' ? undefined : world.spread();
    if (spread !== undefined) return { breach: `left in ${spread}`, count };
  }
  return { count };
}

async function run(executor: Executor, command: string) {
  try {
    return await executor.execute({ command, timeoutMs: 10_000, signal: new AbortController().signal });
  } catch (error) {
    // Docker mounts nothing over a name that is no text: there no command runs until it is renamed
    if (executor.kind !== 'docker' || !/whose name is no text/.test(toFailure(error).message)) throw error;
    return { stdout: '', stderr: '', exitCode: 0 };
  }
}
