/** Copies of repositories for steps of plans, where commands run in a sandbox that git can run in. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlanCopies } from '../../actors/agents/copies.ts';
import { goalChecks } from '../../actors/goals/goal-checks.ts';
import { linearPattern } from '../../adapters/gates/pattern.ts';
import { copiesIn } from '../../adapters/workers/copy.ts';
import { checkedIn } from '../../adapters/workers/sandbox-run.ts';
import { copiesFolder, planOfCopy } from '../../domain/agents/agent.ts';
import { defined } from '../../domain/text/json.ts';
import { patternProblem } from '../../domain/text/linear-pattern.ts';
import type { PlanLedger } from '../../ports/agents/plan-ledger.ts';
import type { Core, Features } from '../feature.ts';

type Needs = Pick<Features, 'core' | 'sandbox' | 'undo'>;

/** Null: no program can be started in the sandbox there is, or there is none. */
export function planCopies({ core, sandbox: { executor }, undo }: Needs): PlanCopies | null {
  if (executor.kind === 'direct' || executor.open === undefined) return null;
  const { config, clock, redactor, acts } = core;
  const copies = copiesIn({
    executor,
    clock,
    folder: rootOf(core),
    trees: join(config.paths.workspace, copiesFolder),
  });
  return {
    copies,
    acts,
    ...defined({ keeper: undo.keeper }),
    checksOn: name =>
      goalChecks({
        executor: { execute: command => checkedIn(executor, clock, copies.places(name).checked, command) },
        clock,
        redacted: text => redactor.text(text),
        patternProblem,
        matches: (pattern, text) => linearPattern(pattern)(text),
      }),
  };
}

/** What a copy is compared with lies here, out of reach of agents and commands. */
function rootOf({ config }: Pick<Core, 'config'>): string {
  return join(config.paths.home, copiesFolder);
}

/** Is a folder of the workspace a repository that may be changed? */
export function isRepository({ config, letIn }: Pick<Core, 'config' | 'letIn'>, folder: string): boolean {
  const [top = '', ...rest] = folder.split('/');
  const other = letIn.find(({ name }) => name === top);
  if (other && !other.isWritable) return false;
  return existsSync(join(other?.path ?? join(config.paths.workspace, top), ...rest, '.git'));
}

/** Removes what a kill has left of plans that are over. */
export async function sweepCopies(
  core: Pick<Core, 'config'>,
  copies: Pick<PlanCopies, 'copies'>,
  plans: Pick<PlanLedger, 'get'>,
): Promise<void> {
  for (const name of await readdir(rootOf(core)).catch(() => []))
    if (plans.get(planOfCopy(name))?.state !== 'running') await copies.copies.remove(name);
}
