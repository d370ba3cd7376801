/**
 * Which executor an earlier process of this home found to work, so that a process that only answers one question need
 * not try them all before it: that takes two or three processes of others.
 *
 * Nothing is believed where it matters: before the first command the executors are tried, walls and all, as at any
 * start. Only what the model is known of them until then is remembered.
 */

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { says } from '../../domain/policy/sentence.ts';
import { fault, saidOf, toFailure } from '../../domain/supervision/failure.ts';
import {
  type Executor,
  type ExecutorHealth,
  healthAs,
  type Resident,
  type RunningResident,
} from '../../ports/executor.ts';
import type { ChosenExecutor } from './choose-executor.ts';

type Known = Pick<Executor, 'kind' | 'description' | 'folders'> &
  Pick<ChosenExecutor, 'reason' | 'said' | 'passedOver'>;

/** Tries them all. */
type Choose = () => Promise<ChosenExecutor>;

/**
 * Tries the executors now, and keeps what was found in `file` for `rememberedExecutor`; no command may reach that. With
 * another `basis` (settings, version) it counts no more.
 */
export async function chosenAndKept(file: string, basis: string, choose: Choose): Promise<ChosenExecutor> {
  const chosen = await choose();
  const { executor, reason, said, passedOver } = chosen;
  // where there are no walls, each start looks whether there are some by now
  if (executor.kind === 'direct' || chosen.isRefusing) rmSync(file, { force: true });
  else {
    const { kind, description, folders } = executor;
    const known: Known = { kind, description, folders, reason, said, passedOver };
    keep(file, JSON.stringify({ basis, known }));
  }
  return chosen;
}

/** The one that was found earlier, tried before its first command; undefined: none is known. */
export function rememberedExecutor(file: string, basis: string, choose: Choose): ChosenExecutor | undefined {
  const known = read(file, basis);
  if (!known) return undefined;
  const { kind, description, folders, reason, said, passedOver } = known;
  let trying: Promise<Executor> | undefined;
  const tried = () => {
    trying ??= same(known, () => chosenAndKept(file, basis, choose));
    return trying;
  };
  const executor: Executor = {
    kind,
    description,
    folders,
    execute: async command => (await tried()).execute(command),
    open: async resident => openedIn(await tried(), resident),
    health: async () => (trying === undefined ? untried : healthOf(trying)),
    reset: async () => (await tried()).reset?.(),
    close: async () => (await trying?.catch(() => undefined))?.close(),
  };
  return { executor, reason, said, passedOver };
}

/** Throws a `Fault` where no program can live on in this kind. */
function openedIn(executor: Executor, resident: Resident): Promise<RunningResident> {
  if (executor.open) return executor.open(resident);
  throw fault(
    'unavailable',
    says`${resident.name} needs a sandbox in which a program can live on, and ${executor.kind} is none; set [sandbox] executor = "bubblewrap" in config.toml`,
  );
}

/** Of one that has no check. */
export const nothingToFail = healthAs(true, says`nothing in it can fail by itself`);

const untried = healthAs(true, says`it is tried before its first command`);

async function healthOf(trying: Promise<Executor>): Promise<ExecutorHealth> {
  try {
    return (await (await trying).health?.()) ?? nothingToFail;
  } catch (thrown) {
    return healthAs(false, saidOf(toFailure(thrown)));
  }
}

/** Another kind would not be what the calls were judged for. */
async function same({ kind, description }: Known, choose: Choose): Promise<Executor> {
  const { executor, reason, said = reason } = await choose();
  if (executor.kind === kind && executor.description === description) return executor;
  await executor.close().catch(() => {});
  throw fault(
    'unavailable',
    says`the sandbox is not the one that was found earlier, so nothing was run; ask again. ${said}`,
  );
}

function read(file: string, basis: string): Known | undefined {
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as { readonly basis: string; readonly known: Known };
    return kept.basis === basis ? kept.known : undefined;
  } catch {
    return undefined; // never kept, or cut short by a crash: the executors are tried
  }
}

/** Whole or not at all. One that cannot be written is only missed. */
function keep(file: string, text: string): void {
  try {
    if (readIfThere(file) === text) return;
    writeFileSync(`${file}.new`, text, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch {
    rmSync(file, { force: true });
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
