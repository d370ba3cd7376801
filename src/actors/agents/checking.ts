/**
 * Runs the checks of a plan: in the sandbox, or by a model; all of them before the work, those of a step after it.
 * Those of a step that works on a copy run on a fresh one, of the repository as it is and then of what would be merged.
 */

import { copyName } from '../../domain/agents/agent.ts';
import type { GoalCheck } from '../../domain/goals/check.ts';
import { judgedIn, type PlanStep, planVerdict, type StepRecord } from '../../domain/plans/plan.ts';
import { planModelTexts } from '../../domain/plans/texts.ts';
import { inEnglish } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { Checking, CheckingInput } from '../../machines/plan.ts';
import type { ChildLedger } from '../../ports/agents/child-ledger.ts';
import type { CheckRunner } from '../goals/goal-checks.ts';
import { work } from '../work.ts';
import { noCopies, type PlanCopies } from './copies.ts';
import type { judging } from './judging.ts';
import { approvedPlan, type PlanParts } from './planning.ts';

export function checking(
  parts: PlanParts & {
    readonly checks: CheckRunner;
    /** Of steps that work on copies; null: there can be none here. */
    readonly copies: () => PlanCopies | null;
    readonly judge: () => ReturnType<typeof judging>;
    readonly children: Pick<ChildLedger, 'get' | 'replyOf'>;
  },
) {
  const { plans, checks, copies, conversation, children, judge } = parts;
  return work<Checking, CheckingInput>(async ({ plan: approved, id, step: name, signal }) => {
    const plan = approvedPlan(parts, approved);
    if (!plan) throw fault('denied', planModelTexts.changed);
    if (name === undefined) return { found: await before(id, plan.steps, signal), verdict: 'unknown', evidence: '' };
    const step = plan.steps.find(one => one.id === name);
    // as they were frozen before the work: what they found then comes along
    const record = plans.get(id)?.steps.find(one => one.step === name);
    const task = step?.task ?? '';
    const run = (runner: CheckRunner) => ranBy(runner, { record, task, signal });
    if (step?.worktree === undefined) {
      const ran = await run(checks);
      const verdict = planVerdict([{ checks: ran }]) ?? 'unknown';
      return { found: [{ step: name, checks: ran }], verdict, evidence: evidenceOf(ran) };
    }
    const { found, ...rest } = await onCopy(copies, copyName(id, name), step.worktree, run);
    return { ...rest, found: found.length === 0 ? [] : [{ step: name, checks: found }] };
  });

  async function before(id: string, steps: readonly PlanStep[], signal: AbortSignal): Promise<Checking['found']> {
    const found: { step: string; checks: readonly GoalCheck[] }[] = [];
    for (const { id: step, task, verify, worktree } of steps) {
      const runner = worktree === undefined ? checks : await copyAsItIs(copies, copyName(id, step), worktree);
      const begun: GoalCheck[] = [];
      for (const line of verify)
        if (judgedIn(line) === undefined) begun.push(...(await runner.begun([line])));
        else begun.push(await judge().begun(line, task, signal));
      if (verify.length > 0) found.push({ step, checks: begun });
      // it is made again when the step begins: those before it may change what it is a copy of
      if (worktree !== undefined) await copies()?.copies.remove(copyName(id, step));
    }
    return found;
  }

  async function ranBy(
    runner: CheckRunner,
    {
      record,
      task,
      signal,
    }: { readonly record: StepRecord | undefined; readonly task: string; readonly signal: AbortSignal },
  ): Promise<readonly GoalCheck[]> {
    const ran: GoalCheck[] = [];
    for (const check of record?.checks ?? [])
      if (judgedIn(check.text) === undefined) ran.push(...(await runner.run([check])));
      else ran.push(await judge().run(check, task, saidIn(record), signal));
    return ran;
  }

  /** What the agent of a step said last. */
  function saidIn(record: StepRecord | undefined): string {
    const session = record?.child == null ? undefined : children.get(record.child)?.session;
    return session === undefined ? '' : conversation.read(children.replyOf(session));
  }
}

async function copyAsItIs(copies: () => PlanCopies | null, name: string, worktree: string): Promise<CheckRunner> {
  const means = copies();
  if (!means) throw noCopies();
  const made = await means.copies.make(name, worktree);
  if ('problem' in made) throw fault('invalid', made.problem);
  await means.copies.checkOut(name, 'before');
  return means.checksOn(name);
}

/** What does not hold, or could not be run, is not merged. */
async function onCopy(
  copies: () => PlanCopies | null,
  name: string,
  worktree: string,
  run: (runner: CheckRunner) => Promise<readonly GoalCheck[]>,
): Promise<Omit<Checking, 'found'> & { readonly found: readonly GoalCheck[] }> {
  const means = copies();
  if (!means) throw noCopies();
  const diff = await means.copies.diff(name, worktree);
  if ('problem' in diff)
    return { found: [], verdict: 'fails', evidence: planModelTexts.noDiff(inEnglish(diff.problem)) };
  await means.copies.checkOut(name, 'after');
  const found = await run(means.checksOn(name));
  const open = found.filter(({ last }) => last?.outcome === 'unknown').map(({ text }) => planModelTexts.notHeld(text));
  const evidence = [evidenceOf(found), ...open].filter(text => text !== '').join('; ');
  if (evidence !== '') return { found, verdict: 'fails', evidence };
  const verdict = planVerdict([{ checks: found }]) ?? 'unknown';
  if (diff.stat.files === 0) return { found, verdict, evidence };
  const { conflicts, isThere } = await means.copies.fit(name, worktree);
  if (isThere) return { found, verdict, evidence };
  return { found, verdict, evidence, diff: { digest: diff.digest, conflicts } };
}

/** What does not hold, in the words for a model. */
function evidenceOf(checks: readonly GoalCheck[]): string {
  return checks
    .filter(({ last }) => last?.outcome === 'fails')
    .map(({ text, last }) => `${text}: ${last === undefined ? '' : inEnglish(last.saw)}`)
    .join('; ');
}
