/**
 * Folders of the owner's in the workspace: what is only for reading stays as it is, nothing leads out of one, and no
 * private file in one is read. By commands in both sandboxes, and by the file tools; undo then brings back what may be
 * written, and nothing else.
 */
import { chmodSync, linkSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { bubblewrapExecutor } from '../../../src/adapters/executors/bubblewrap/bubblewrap.ts';
import { chooseExecutor } from '../../../src/adapters/executors/choose-executor.ts';
import { dockerExecutor } from '../../../src/adapters/executors/docker/docker.ts';
import { defaultLimits } from '../../../src/adapters/executors/limits.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { letInOf } from '../../../src/adapters/undo/let-in.ts';
import { privateNames } from '../../../src/domain/privacy/private-names.ts';
import type { Executor } from '../../../src/ports/executor.ts';
import { type LetInWorld, letInWorld, outsideText } from '../../adapters/files/let-in/let-in-world.ts';
import { openKeeper, picture } from '../../adapters/undo/world.ts';
import { random } from '../../domain/random.ts';
import { testEngine } from '../../peers/engine.ts';
import { type Area, type AreaReport, type AttackOptions, type Scope, scoped } from '../area.ts';
import { seedOf } from '../draw.ts';
import { type FolderWay, folderWays } from './let-in-ways.ts';

const secret = 'Wagtail47meadow';

export const foldersInBubblewrap: Area = {
  name: 'folders of the owner, in bubblewrap',
  run: options =>
    scoped(async scope => {
      const world = filledWorld(scope);
      const { executor, reason } = await chooseExecutor(optionsOf(world));
      await executor.close();
      if (executor.kind !== 'bubblewrap') return { probes: 0, breaches: [], skipped: reason };
      return tried(bubblewrapExecutor(optionsOf(world)), world, options, scope);
    }),
};

export const foldersInDocker: Area = {
  name: 'folders of the owner, in Docker',
  run: options =>
    scoped(async scope => {
      const engine = await testEngine();
      if ('skip' in engine) return { probes: 0, breaches: [], skipped: engine.skip };
      scope.after(engine.stop);
      const world = filledWorld(scope);
      const { socketPath, image } = engine;
      return tried(dockerExecutor({ ...optionsOf(world), socketPath, image }), world, options, scope);
    }),
};

function optionsOf({ workspace, scripts, letIn }: LetInWorld) {
  const names = privateNames(['app/mine', 'docs/mine']);
  return { workspace, scripts, letIn, limits: defaultLimits, clock: systemClock, privateNames: names };
}

function filledWorld(scope: Scope): LetInWorld {
  const world = letInWorld(scope as never);
  for (const path of [world.root, join(world.root, 'projects')]) chmodSync(path, 0o755);
  restore(world);
  return world;
}

/** Emptied, not replaced: a sandbox holds the folders. */
function restore({ workspace, letIn, has, outside, stand }: LetInWorld): void {
  const standing = letIn.map(({ name }) => name) as readonly string[];
  for (const name of readdirSync(workspace))
    if (!standing.includes(name)) rmSync(join(workspace, name), { recursive: true });
  stand(false);
  for (const [folder, { path }] of [
    ['projects/app', letIn[0]],
    ['papers', letIn[1]],
  ] as const) {
    for (const name of readdirSync(path)) rmSync(join(path, name), { recursive: true });
    for (const name of ['.env', 'deep/id_rsa', 'mine/a.txt']) has(`${folder}/${name}`, `password ${secret}\n`);
    for (const name of ['plain.txt', 'deep/plain.txt']) has(`${folder}/${name}`, `plain words of ${folder}\n`);
    linkSync(join(path, '.env'), join(path, 'same.txt'));
    symlinkSync(outside, join(path, 'absolute'));
    symlinkSync('../outside/secret.txt', join(path, 'near'));
    symlinkSync('../../outside/secret.txt', join(path, 'far'));
    symlinkSync('..', join(path, 'up'));
    // what forbids is the mount, and no right of a file
    for (const name of ['.', 'deep', 'mine', '.env', 'deep/id_rsa', 'mine/a.txt', 'plain.txt', 'deep/plain.txt'])
      chmodSync(join(path, name), 0o777);
  }
  symlinkSync('app/.env', join(workspace, 'by-link'));
}

async function tried(
  executor: Executor,
  world: LetInWorld,
  { share, draw }: AttackOptions,
  scope: Scope,
): Promise<AreaReport> {
  scope.after(() => executor.close());
  const all = random(seedOf(draw)).shuffled(folderWays);
  const ways = all.slice(0, Math.ceil(all.length * share));
  const store = join(world.root, 'undo');
  mkdirSync(store);
  const keeper = openKeeper(world.workspace, store, {}, undefined, letInOf(world.letIn));
  scope.after(() => keeper.close());
  const breaches: string[] = [];
  let undone = 0;
  for (const [at, way] of ways.entries()) {
    restore(world);
    const breach = await attempt(executor, world, way, work => undoOf(keeper, world, `way-${at}`, work));
    if (breach.undone) undone++;
    for (const one of breach.found) breaches.push(`${way.kind}: ${way.commands.join(' ⏎ ')}: ${one}`);
  }
  return { probes: ways.length, breaches, note: `${undone} turns changed something and were undone` };
}

type Undoing = (
  work: () => Promise<string>,
) => Promise<{ readonly said: string; readonly changed: number; readonly left: readonly string[] }>;

async function attempt(executor: Executor, world: LetInWorld, { commands }: FolderWay, undoing: Undoing) {
  const [app, docs] = world.letIn.map(({ path }) => path) as [string, string];
  const before = { app: words(app), docs: contents(docs) };
  const { said, changed, left } = await undoing(async () => {
    let said = '';
    for (const command of commands) {
      const signal = new AbortController().signal;
      const { stdout, stderr } = await executor.execute({ command, timeoutMs: 10_000, signal });
      said += stdout + stderr;
    }
    return said;
  });
  const found = [
    ...(said.includes(outsideText) ? ['printed what lies outside'] : []),
    ...(said.includes(secret) ? ['printed a private file'] : []),
    ...(contents(docs) === before.docs ? [] : ['changed a folder that is only for reading']),
    ...(words(app) === before.app ? [] : [`undo did not bring back: ${left.join(', ')}`]),
  ];
  return { found, undone: changed > 0 };
}

/** Runs as a turn, and undoes it. */
async function undoOf(
  keeper: ReturnType<typeof openKeeper>,
  world: LetInWorld,
  name: string,
  work: () => Promise<string>,
) {
  keeper.keep();
  keeper.begin({ call: name, turn: name, session: 'session:attack', what: name });
  const docs = contents(world.letIn[1].path);
  const said = await work();
  keeper.end(name);
  const turn = keeper.list(1).turns.find(one => one.turn === name);
  if (turn === undefined) return { said, changed: 0, left: [] };
  const { left } = keeper.apply(turn.id, false);
  const wrong = contents(world.letIn[1].path) === docs ? [] : ['what is only for reading was touched'];
  return { said, changed: 1, left: [...left.map(({ path, why }) => `${path} ${why}`), ...wrong] };
}

/** All that stands in a folder. */
function contents(path: string): string {
  return picture(path).join('\n');
}

/** The same without rights: under root, Docker's user is let into what may be written. */
function words(path: string): string {
  return picture(path)
    .map(line => line.replace(/^(\S+) [0-7]+/, '$1'))
    .join('\n');
}
