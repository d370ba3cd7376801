/**
 * A plan that its owner has approved: its steps are given to agents, side by side where they may be, and each is
 * checked by Straylight before what depends on it begins.
 *
 * The plan itself stands in the call that was approved. Before each step it is compared with that, and where it is
 * another one, or an agent of it is, nothing more is carried out. A step that fails, or whose checks do not hold, is
 * tried once more with what was found; then a planner says once how it may be done, the owner is asked, or the plan
 * ends and says what is not done. What a planner says changes nothing of the plan: it is material. What depends on a
 * step that was not done is left out; the others go on.
 *
 * A step may work on a copy of a repository, beside others that write. What it changed is merged once it is checked,
 * one merge after the other; where it does not fit any more, the owner is asked before anything is merged.
 */
import { setup } from 'xstate';
import type { Body } from '../domain/conversation/body.ts';
import type { Priority } from '../domain/conversation/turn-terms.ts';
import type { CheckOutcome, GoalCheck } from '../domain/goals/check.ts';
import type { Side } from '../domain/models/route.ts';
import type { OnStuck, StepState } from '../domain/plans/plan.ts';
import { planModelTexts, planTexts } from '../domain/plans/texts.ts';
import type { PlanWrites } from '../domain/plans/writes.ts';
import { mixed, type Taint } from '../domain/policy/taint.ts';
import type { Failure } from '../domain/supervision/failure.ts';
import { defined } from '../domain/text/json.ts';
import type { Language } from '../domain/text/texts.ts';
import type { DelegationInput, DelegationOutput } from './delegation.ts';
import { actorAt, needs, stampOf } from './needs.ts';

/** The plan as it was frozen and approved. */
export interface ApprovedPlan {
  readonly arguments: Body;
  readonly digest: string;
  /** Names what its agents may do and are told, as it was then. */
  readonly rights: Body;
}

export interface PlanInput {
  readonly plan: ApprovedPlan;
  readonly session: string;
  readonly turn: string;
  /** The address of the tool call. */
  readonly call: string;
  readonly taint: Taint;
  readonly priority?: Priority;
  readonly only?: Side;
}

export interface PlanOutput {
  readonly outcome: 'done' | 'failed' | 'cancelled' | 'unknown' | 'refused';
  readonly text: Body;
  readonly taint: Taint;
}

interface PlanRequest {
  readonly plan: ApprovedPlan;
  readonly call: string;
  /** Its own address. */
  readonly id: string;
}

/** What `planning` gets: the plan, its call, and when it begins. */
export interface PlanningInput extends PlanRequest {
  readonly at: number;
}

interface OpenedStep {
  readonly id: string;
  readonly agent: string;
  readonly dependsOn: readonly string[];
  readonly hasChecks: boolean;
  /** It does not begin before this instant. */
  readonly notBefore?: number;
  /** The repository that it works on a copy of. */
  readonly worktree?: string;
}

/** Its steps, if it is what was approved; why it does not begin; or that it was begun again. */
export type Planning =
  | {
      readonly name: string;
      readonly title: string;
      readonly onStuck: OnStuck;
      readonly language: Language;
      readonly steps: readonly OpenedStep[];
    }
  | { readonly problem: string }
  | { readonly isBegunAgain: true };

/** What `preparing` gets: which step is to begin. */
export interface PreparingInput extends PlanRequest {
  readonly step: string;
  /** What was found when it was tried before, and what the owner said to it. */
  readonly evidence: readonly Body[];
  /** What a planner said to it; empty: nothing. */
  readonly advice: string;
}

/** `material`: what others found, which may come from outside; empty: nothing. */
export type Preparing = { readonly task: string; readonly material: string } | { readonly problem: string };

/** What `checking` gets. Without a step: all checks as they are before the work. */
export interface CheckingInput {
  readonly plan: ApprovedPlan;
  readonly id: string;
  readonly step?: string;
}

/** What `branching` gets: a step whose copy is to be made. */
export interface BranchingInput {
  readonly id: string;
  readonly step: string;
  readonly worktree: string;
}

/** What `joining` gets: what a step changed on its copy is to be merged. */
export interface JoiningInput extends BranchingInput {
  /** Of the diff that was checked. */
  readonly digest: string;
  readonly session: string;
  /** In a sentence, for those who may undo it. */
  readonly what: string;
}

/** What does not fit, a line each; then nothing was merged. */
export interface Joined {
  readonly conflicts: readonly string[];
}

/** What `consulting` gets: a step that has failed twice. */
export interface ConsultingInput {
  readonly plan: ApprovedPlan;
  readonly id: string;
  readonly step: string;
  readonly evidence: readonly Body[];
  /** Only models that run there may read it. */
  readonly only?: Side;
}

/** `advice`: how it may be done; empty: it cannot be done as the plan has it. */
export interface Consulting {
  readonly advice: string;
}

export interface Checking {
  readonly found: readonly { readonly step: string; readonly checks: readonly GoalCheck[] }[];
  /** Of a step. */
  readonly verdict: CheckOutcome;
  /** What does not hold, in a sentence; empty: nothing. */
  readonly evidence: string;
  /** What the step changed on its copy, and what of it does not fit; absent: nothing is to be merged. */
  readonly diff?: { readonly digest: string; readonly conflicts: readonly string[] };
}

/** What `concluding` answers. */
export interface Concluding {
  readonly text: string;
  readonly verdict: CheckOutcome | null;
}

interface Step extends OpenedStep {
  readonly state: StepState;
  readonly attempt: number;
  readonly evidence: readonly Body[];
  /** Its instant has not come. */
  readonly isHeld: boolean;
  /** What a planner said to it; null: nobody consulted one. */
  readonly advice: string | null;
  /** Its copy is there. */
  readonly isCopied: boolean;
  /** Of what is to be merged; empty: nothing waits for that. */
  readonly digest: string;
  /** What it is stuck for is that its changes do not fit. */
  readonly hasConflict: boolean;
  /** So often its owner has said in words how it may be done. */
  readonly words: number;
}

interface Question {
  /** The delegation that asks; null: the plan itself, about a step. */
  readonly from: string | null;
  readonly step: string;
  readonly question: Body;
  readonly options?: readonly string[];
}

interface Context extends PlanInput {
  readonly address: string;
  /** How far its tasks are trusted: as its call, and what its owner said since. `taint` is that of what came of it. */
  readonly trusted: Taint;
  readonly name: string;
  readonly title: string;
  readonly onStuck: OnStuck;
  readonly language: Language;
  readonly steps: readonly Step[];
  readonly questions: readonly Question[];
  /** The first of them was put to the owner. */
  readonly isPut: boolean;
  /** No further step begins: it was told to stop, or it is not what was approved. */
  readonly isStopping: boolean;
  readonly outcome: PlanOutput['outcome'];
  readonly text: Body;
  readonly verdict: CheckOutcome | null;
}

type Stamped = { readonly at: number; readonly id: string };
type PlanEvent = Stamped &
  (
    | { readonly type: 'plan.cancelled' }
    | { readonly type: 'step.due'; readonly step: string }
    | { readonly type: 'owner.asked'; readonly question: Body; readonly options?: readonly string[] }
    | { readonly type: 'owner.answered'; readonly text: Body; readonly taint: Taint }
    | { readonly type: 'xstate.done.actor.work'; readonly actorId: string; readonly output: unknown }
    | { readonly type: 'xstate.error.actor.work'; readonly actorId: string; readonly error: Failure }
  );

/** Steps of one plan at work at once. */
const mostAtOnce = 4;

const atWork: ReadonlySet<StepState> = new Set(['copying', 'running', 'checking', 'merging', 'consulting']);
const isAtWork = ({ state }: Step) => atWork.has(state);
const isOpen = (step: Step) => step.state === 'waiting' || step.state === 'stuck' || isAtWork(step);

/** The first step that may begin now. */
function nextStep({ steps, isStopping }: Context): Step | undefined {
  if (isStopping || steps.filter(isAtWork).length >= mostAtOnce) return undefined;
  const isDone = (id: string) => steps.some(one => one.id === id && one.state === 'done');
  return steps.find(({ state, dependsOn, isHeld }) => state === 'waiting' && !isHeld && dependsOn.every(isDone));
}

/** The next changes to be merged, if no others are. */
function nextMerge({ steps, isStopping }: Context): Step | undefined {
  const merging = steps.filter(({ state }) => state === 'merging');
  return isStopping || merging.some(({ digest }) => digest === '') ? undefined : merging[0];
}

const base = setup({
  types: {
    input: {} as PlanInput & { readonly address: string },
    output: {} as PlanOutput,
    context: {} as Context,
    events: {} as PlanEvent,
    tags: {} as 'busy' | 'background' | 'resting' | 'ok' | 'error',
  },
  actors: {
    planning: needs<Planning, PlanningInput>('planning'),
    preparing: needs<Preparing, PreparingInput>('preparing'),
    checking: needs<Checking, CheckingInput>('checking'),
    consulting: needs<Consulting, ConsultingInput>('consulting'),
    branching: needs<void, BranchingInput>('branching'),
    joining: needs<Joined, JoiningInput>('joining'),
    removing: needs<void, { readonly id: string; readonly steps: readonly string[] }>('removing'),
    concluding: needs<Concluding, { readonly id: string }>('concluding'),
    delegation: needs<DelegationOutput, DelegationInput>('delegation'),
  },
  actions: {
    openPlan: (_, _params: PlanWrites['openPlan']) => {},
    markStep: (_, _params: PlanWrites['markStep']) => {},
    keepChecks: (_, _params: PlanWrites['keepChecks']) => {},
    closePlan: (_, _params: PlanWrites['closePlan']) => {},
  },
  guards: {
    hasNext: ({ context }) => nextStep(context) !== undefined,
    hasMerge: ({ context }) => nextMerge(context) !== undefined,
    hasQuestion: ({ context }) => context.questions.length > 0 && !context.isStopping,
    isOver: ({ context }) => !context.steps.some(step => isAtWork(step) || (!context.isStopping && isOpen(step))),
    hasNothingBefore: ({ context }) =>
      !context.steps.some(({ hasChecks, worktree }) => hasChecks || worktree !== undefined),
    hasNoCopies: ({ context }) => !context.steps.some(({ worktree }) => worktree !== undefined),
  },
});

type Enqueue = Parameters<Parameters<typeof base.enqueueActions>[0]>[0]['enqueue'];

const outputOf = <Output>(event: object) => (event as { readonly output: Output }).output;

const open = base.enqueueActions(({ context, event, enqueue }) => {
  const { name, title, onStuck, language, steps } = outputOf<Extract<Planning, { readonly name: string }>>(event);
  const { session, turn, call, plan } = context;
  const { at, id } = stampOf(event);
  const rows = steps.map(({ id, agent, dependsOn, worktree = null }) => ({ step: id, agent, dependsOn, worktree }));
  enqueue({ type: 'openPlan', params: { name, title, session, turn, call, digest: plan.digest, steps: rows } });
  const standing = steps.map(step => ({
    ...step,
    state: 'waiting' as const,
    attempt: 1,
    evidence: [],
    isHeld: (step.notBefore ?? 0) > at,
    advice: null,
    isCopied: false,
    digest: '',
    hasConflict: false,
    words: 0,
  }));
  enqueue.assign({ name, title, onStuck, language, steps: standing });
  for (const { id: step, notBefore = 0, isHeld } of standing)
    if (isHeld) enqueue.raise({ type: 'step.due', step, at, id }, { id: `due-${step}`, delay: notBefore - at });
});

/** The instant of a step has come. */
const release = base.assign({
  steps: ({ context: { steps }, event }) =>
    steps.map(step => (step.id === (event as { readonly step?: string }).step ? { ...step, isHeld: false } : step)),
});

const refuse = base.enqueueActions(({ event, enqueue }) => {
  const problem = outputOf<{ readonly problem?: string } | undefined>(event)?.problem;
  enqueue.assign({ outcome: 'refused', text: problem ?? planModelTexts.lost });
});

const giveUp = base.enqueueActions(({ enqueue }) => {
  enqueue.assign({ outcome: 'unknown', text: planModelTexts.begunAgain });
});

const noteBefore = base.enqueueActions(({ event, enqueue }) => {
  for (const params of outputOf<Checking>(event).found) enqueue({ type: 'keepChecks', params });
});

/** What runs in the sandbox cannot be had: nothing of it has begun. */
const failBefore = base.enqueueActions(({ context, event, enqueue }) => {
  enqueue.assign({ text: (event as unknown as { readonly error: Failure }).error.message });
  stopSteps(enqueue, context);
});

/** Changes steps, and leaves out what can no longer be done. */
function putSteps(enqueue: Enqueue, context: Context, changed: readonly Step[], more: Partial<Context> = {}): void {
  const now = new Map(context.steps.map(step => [step.id, changed.find(({ id }) => id === step.id) ?? step]));
  const isLost = (id: string) => !isOpen(now.get(id) as Step) && now.get(id)?.state !== 'done';
  const touched = new Set(changed.map(({ id }) => id));
  for (let before = -1; before !== touched.size; ) {
    before = touched.size;
    for (const step of now.values())
      if (step.state === 'waiting' && step.dependsOn.some(isLost)) {
        now.set(step.id, { ...step, state: 'skipped' });
        touched.add(step.id);
      }
  }
  const steps = [...now.values()];
  for (const { id: step, state, attempt } of steps.filter(({ id }) => touched.has(id)))
    enqueue({ type: 'markStep', params: { step, state, attempt } });
  enqueue.assign({ ...more, steps });
}

const mostTries = 2;

/** It is tried once more; then a planner or the owner is asked, or it counts as failed. */
function putFailed(enqueue: Enqueue, context: Context, step: Step, why: Body, more: Partial<Context> = {}): void {
  const { isStopping, onStuck, language, title, questions, plan, address: id, only } = context;
  const evidence = [why];
  if (!isStopping && step.attempt < mostTries) {
    putSteps(enqueue, context, [{ ...step, state: 'waiting', attempt: step.attempt + 1, evidence }], more);
    return;
  }
  if (!isStopping && onStuck === 'consult_planner' && step.advice === null) {
    const input = { plan, id, step: step.id, evidence, ...defined({ only }) };
    enqueue.spawnChild('consulting', { id: `consult-${step.id}`, input });
    putSteps(enqueue, context, [{ ...step, state: 'consulting', evidence }], more);
    return;
  }
  if (isStopping || onStuck !== 'ask') {
    putSteps(enqueue, context, [{ ...step, state: 'failed', evidence }], more);
    return;
  }
  const { stuck, stuckLast, options } = planTexts[language];
  const saying = isAnsweredOut(step) ? stuckLast : stuck;
  const question = saying(title, step.id, typeof why === 'string' ? why : '…');
  const { again, without, stop } = options;
  const put: Question = {
    from: null,
    step: step.id,
    question,
    options: isAnsweredOut(step) ? [without, stop] : [again, without, stop],
  };
  putSteps(enqueue, context, [{ ...step, state: 'stuck', evidence }], { ...more, questions: [...questions, put] });
}

/** Answers in words to one step: each is another try, and they come to an end. */
const mostWords = 3;
const isAnsweredOut = ({ words }: Step) => words >= mostWords;

/** What it changed does not fit what is there now: nothing is merged, and the owner is asked whatever the plan says. */
function putConflict(enqueue: Enqueue, context: Context, step: Step, conflicts: readonly string[]): void {
  const { isStopping, language, title, questions } = context;
  const { id, worktree = '' } = step;
  const stood = { ...step, digest: '', evidence: [planModelTexts.conflicts(worktree, conflicts.join('; '))] };
  if (isStopping) {
    putSteps(enqueue, context, [{ ...stood, state: 'cancelled' }]);
    return;
  }
  const { conflict, options } = planTexts[language];
  const { newCopy, without, stop } = options;
  const put: Question = {
    from: null,
    step: id,
    question: conflict(title, id, worktree, conflicts.join('; ')),
    options: isAnsweredOut(step) ? [without, stop] : [newCopy, without, stop],
  };
  putSteps(enqueue, context, [{ ...stood, state: 'stuck', hasConflict: true }], { questions: [...questions, put] });
}

/** The agent of a step begins, or the plan is not what was approved. */
const beginStep = base.enqueueActions(({ context, event, enqueue }) => {
  const step = nextStep(context);
  if (!step) return;
  const output = outputOf<Preparing | undefined>(event) ?? { problem: planModelTexts.changed };
  if ('problem' in output) {
    enqueue.assign({ text: output.problem });
    stopSteps(enqueue, context);
    return;
  }
  const { session, turn, call, trusted: taint, priority, only, address } = context;
  const { worktree } = step;
  if (worktree !== undefined && !step.isCopied) {
    enqueue.spawnChild('branching', { id: `copy-${step.id}`, input: { id: address, step: step.id, worktree } });
    putSteps(enqueue, context, [{ ...step, state: 'copying' }]);
    return;
  }
  enqueue.spawnChild('delegation', {
    id: `work-${step.id}`,
    input: {
      agent: step.agent,
      task: output.task,
      session,
      turn,
      // names the very try, so that it is begun once
      call: `${call}/${step.id}.${step.attempt}`,
      taint,
      ...defined({
        material: output.material === '' ? undefined : { body: output.material, taint: 'external' as const },
        priority,
        only,
      }),
    },
  });
  putSteps(enqueue, context, [{ ...step, state: 'running' }]);
});

/** No further step begins; what is at work is told to stop, and what it came to is waited for. */
function stopSteps(enqueue: Enqueue, context: Context): void {
  for (const { id, state } of context.steps) {
    if (state === 'running') enqueue.sendTo(`work-${id}`, { type: 'delegation.cancelled' });
    // nothing is done there, so it is not waited for
    if (state === 'consulting') enqueue.stopChild(`consult-${id}`);
  }
  // a merge that has begun is not left half done
  const waits = ({ state, digest }: Step) => state === 'merging' && digest !== '';
  const left = context.steps.filter(
    step => isOpen(step) && (!isAtWork(step) || step.state === 'consulting' || waits(step)),
  );
  const became = (step: Step): StepState =>
    step.state === 'consulting' ? 'failed' : waits(step) ? 'cancelled' : 'skipped';
  putSteps(
    enqueue,
    context,
    left.map(step => ({ ...step, state: became(step), digest: '' })),
    { isStopping: true, questions: [], isPut: false },
  );
}

const cancel = base.enqueueActions(({ context, enqueue }) => {
  if (context.isStopping) return;
  enqueue.assign({ outcome: 'cancelled' });
  stopSteps(enqueue, context);
});

/** What a step changed is merged: it was checked, and it fits. */
const beginMerge = base.enqueueActions(({ context, enqueue }) => {
  const step = nextMerge(context);
  if (!step) return;
  const { address, session, title, language } = context;
  const { id, worktree = '', digest } = step;
  const what = planTexts[language].merge(title, id, worktree);
  enqueue.spawnChild('joining', {
    id: `merge-${id}`,
    input: { id: address, step: id, worktree, digest, session, what },
  });
  enqueue.assign({ steps: context.steps.map(one => (one.id === id ? { ...one, digest: '' } : one)) });
});

/** The agent of a step, or the look at its checks, has ended. */
const takeEnd = base.enqueueActions(({ context, event, enqueue }) => {
  const { actorId } = event as Extract<PlanEvent, { readonly actorId: string }>;
  enqueue.stopChild(actorId);
  const step = context.steps.find(({ id }) => actorId.replace(/^(?:work|check|consult|copy|merge)-/, '') === id);
  if (!step) return;
  const failure = (event as { readonly error?: Failure }).error;
  if (actorId.startsWith('consult-')) {
    takeAdvice(enqueue, context, step, failure ? '' : outputOf<Consulting>(event).advice);
    return;
  }
  if (actorId.startsWith('copy-')) {
    takeCopy(enqueue, context, step, failure);
    return;
  }
  if (actorId.startsWith('merge-')) {
    takeMerge(enqueue, context, step, failure ?? outputOf<Joined>(event));
    return;
  }
  if (actorId.startsWith('check-')) {
    takeVerdict(enqueue, context, step, failure ?? outputOf<Checking>(event));
    return;
  }
  // one that was stopped from outside its chart says no more than that
  const output: Partial<DelegationOutput> = failure ? { outcome: 'unknown' } : outputOf<DelegationOutput>(event);
  const { outcome = 'unknown', text = '', taint = 'external' } = output;
  // what it has asked needs no answer any more
  const { from } = stampOf(event);
  const questions = context.questions.filter(one => one.from === null || one.from !== from);
  const isPut = context.isPut && questions[0] === context.questions[0];
  const more = { taint: mixed(context.taint, taint), questions, isPut };
  if (outcome === 'done' && (step.hasChecks || step.worktree !== undefined)) {
    const { plan, address: id } = context;
    enqueue.spawnChild('checking', { id: `check-${step.id}`, input: { plan, id, step: step.id } });
    putSteps(enqueue, context, [{ ...step, state: 'checking' }], more);
  } else if (outcome === 'done' || outcome === 'cancelled' || outcome === 'unknown')
    putSteps(enqueue, context, [{ ...step, state: outcome }], more);
  else putFailed(enqueue, { ...context, questions }, step, text || outcome, more);
});

/** The agent of a step can begin on its copy; where there is none, that is what it fails for. */
function takeCopy(enqueue: Enqueue, context: Context, step: Step, failure: Failure | undefined): void {
  if (failure) putFailed(enqueue, context, step, failure.message);
  else putSteps(enqueue, context, [{ ...step, state: context.isStopping ? 'skipped' : 'waiting', isCopied: true }]);
}

function takeVerdict(enqueue: Enqueue, context: Context, step: Step, found: Checking | Failure): void {
  if ('kind' in found) {
    // nobody could look: it is done, and not confirmed; what was on a copy is merged into nothing unseen
    if (step.worktree === undefined) putSteps(enqueue, context, [{ ...step, state: 'done' }]);
    else putFailed(enqueue, context, step, found.message);
    return;
  }
  for (const params of found.found) enqueue({ type: 'keepChecks', params });
  const { verdict, evidence, diff } = found;
  if (verdict === 'fails') putFailed(enqueue, context, step, evidence);
  else if (diff === undefined) putSteps(enqueue, context, [{ ...step, state: 'done' }]);
  else if (diff.conflicts.length > 0) putConflict(enqueue, context, step, diff.conflicts);
  else if (context.isStopping) putSteps(enqueue, context, [{ ...step, state: 'cancelled' }]);
  else putSteps(enqueue, context, [{ ...step, state: 'merging', digest: diff.digest }]);
}

/** All of it is there, or nothing; where nobody knows that, it is said. */
function takeMerge(enqueue: Enqueue, context: Context, step: Step, merged: Joined | Failure): void {
  if (!('kind' in merged)) {
    if (merged.conflicts.length > 0) putConflict(enqueue, context, step, merged.conflicts);
    else putSteps(enqueue, context, [{ ...step, state: 'done' }]);
    return;
  }
  // another diff than was checked, or no sandbox to merge it in: nothing of it was touched
  if (merged.kind === 'denied' || merged.cause === 'unrun') {
    putFailed(enqueue, context, step, merged.message);
    return;
  }
  const { text: before } = context;
  const text = planModelTexts.mergeLost(step.id, step.worktree ?? '', merged.message);
  putSteps(enqueue, context, [{ ...step, state: 'unknown' }], {
    text: typeof before === 'string' && before !== '' ? `${before}\n\n${text}` : text,
  });
}

/** With advice it is tried a last time; without it, it counts as failed. What it says may come from outside. */
function takeAdvice(enqueue: Enqueue, context: Context, step: Step, advice: string): void {
  const next = advice === '' ? { state: 'failed' as const } : { state: 'waiting' as const, attempt: step.attempt + 1 };
  putSteps(enqueue, context, [{ ...step, ...next, advice }]);
}

const keepQuestion = base.enqueueActions(({ context, event, enqueue }) => {
  const { question, options } = event as Extract<PlanEvent, { readonly type: 'owner.asked' }>;
  const { from = null } = stampOf(event);
  enqueue.assign({ questions: [...context.questions, { from, step: '', question, ...defined({ options }) }] });
});

const ask = base.enqueueActions(({ context, enqueue }) => {
  const [first] = context.questions;
  if (context.isPut || !first) return;
  const { question, options } = first;
  enqueue.sendTo(actorAt(context.call), { type: 'owner.asked', question, ...defined({ options }) });
  enqueue.assign({ isPut: true });
});

const takeAnswer = base.enqueueActions(({ context, event, enqueue }) => {
  const { text, taint } = event as Extract<PlanEvent, { readonly type: 'owner.answered' }>;
  const [first, ...questions] = context.questions;
  if (!first) return;
  const more = { questions, isPut: false };
  if (first.from !== null) {
    enqueue.sendTo(actorAt(first.from), { type: 'owner.answered', text, taint });
    enqueue.assign(more);
    return;
  }
  const step = context.steps.find(({ id }) => id === first.step);
  const { options } = planTexts[context.language];
  const said = typeof text === 'string' ? text.trim().toLowerCase() : '';
  const isChosen = (option: string) => said === option.toLowerCase();
  if (!step) enqueue.assign(more);
  else if (isChosen(options.stop)) stopSteps(enqueue, { ...context, ...more });
  else if (isChosen(options.without) || isAnsweredOut(step))
    putSteps(enqueue, context, [{ ...step, state: 'failed' }], more);
  else {
    const isWords = !isChosen(options.again) && !isChosen(options.newCopy);
    const next = {
      ...step,
      state: 'waiting' as const,
      attempt: step.attempt + 1,
      evidence: isWords ? [...step.evidence, text] : step.evidence,
      words: isWords ? step.words + 1 : step.words,
      // what does not fit is done again on what is there now
      isCopied: step.isCopied && !step.hasConflict,
      hasConflict: false,
    };
    const trusted = isWords ? mixed(context.trusted, taint) : context.trusted;
    putSteps(enqueue, context, [next], { ...more, trusted });
  }
});

const conclude = base.enqueueActions(({ context, event, enqueue }) => {
  const { steps, outcome, text: before } = context;
  const { text, verdict } = outputOf<Concluding | undefined>(event) ?? { text: planModelTexts.lost, verdict: null };
  const isDone = steps.every(({ state }) => state === 'done') && verdict !== 'fails';
  const became = outcome === 'cancelled' ? outcome : isDone ? 'done' : 'failed';
  enqueue.assign({
    outcome: became,
    verdict,
    text: typeof before === 'string' && before !== '' ? `${before}\n\n${text}` : text,
  });
});

const ended = (outcome: PlanOutput['outcome'], tag: 'ok' | 'error') =>
  ({ type: 'final', tags: [tag], meta: { help: `It ended: ${outcome}.` } }) as const;

export const planMachine = base.createMachine({
  id: 'plan',
  version: '3',
  options: { maxIterations: 1000 },
  context: ({ input }) => ({
    ...input,
    trusted: input.taint,
    name: '',
    title: '',
    onStuck: 'replan',
    language: 'en',
    steps: [],
    questions: [],
    isPut: false,
    isStopping: false,
    outcome: 'unknown',
    text: '',
    verdict: null,
  }),
  output: ({ context: { outcome, text, taint } }) => ({ outcome, text, taint }),
  initial: 'thinking',
  on: {
    'plan.cancelled': { target: '.thinking.choosing', actions: cancel },
    'step.due': { target: '.thinking.choosing', actions: release },
    'owner.asked': { target: '.thinking.choosing', actions: keepQuestion },
    'xstate.done.actor.*': { target: '.thinking.choosing', actions: takeEnd },
    'xstate.error.actor.*': { target: '.thinking.choosing', actions: takeEnd },
  },
  states: {
    thinking: {
      tags: ['busy'],
      meta: { expectMs: 1000, help: 'It looks which step comes next.' },
      initial: 'opening',
      states: {
        opening: {
          meta: { expectMs: 1000, help: 'It is compared with what was approved.' },
          invoke: {
            id: 'planning',
            src: 'planning',
            input: ({ context: { plan, call, address }, event }) => ({
              plan,
              call,
              id: address,
              at: stampOf(event).at,
            }),
            onDone: [
              { guard: ({ event }) => 'problem' in event.output, target: '#plan.refused', actions: refuse },
              {
                guard: ({ event }) => 'isBegunAgain' in event.output,
                target: '#plan.evaluating.closing',
                actions: giveUp,
              },
              { target: '#plan.evaluating.measuring', actions: open },
            ],
            onError: { target: '#plan.refused', actions: refuse },
          },
        },
        choosing: {
          always: [
            { guard: 'hasMerge', actions: beginMerge },
            { guard: 'hasNext', target: 'preparing' },
            { guard: 'isOver', target: '#plan.evaluating.concluding' },
            { guard: 'hasQuestion', target: '#plan.waitingForInput' },
            { target: '#plan.acting' },
          ],
        },
        preparing: {
          meta: { expectMs: 1000, help: 'The work of the next step is put together.' },
          invoke: {
            id: 'preparing',
            src: 'preparing',
            input: ({ context }) => {
              const { plan, call, address: id } = context;
              const { id: step = '', evidence = [], advice = null } = nextStep(context) ?? {};
              return { plan, call, id, step, evidence, advice: advice ?? '' };
            },
            onDone: { target: 'choosing', actions: beginStep },
            onError: { target: 'choosing', actions: beginStep },
          },
        },
      },
    },
    acting: { tags: ['background'], meta: { help: 'Agents work on its steps.' } },
    waitingForInput: {
      tags: ['resting'],
      meta: { help: 'A step waits for an answer.' },
      entry: ask,
      on: { 'owner.answered': { target: 'thinking.choosing', actions: takeAnswer } },
    },
    evaluating: {
      tags: ['busy'],
      meta: { expectMs: 60_000, help: 'What it came to is checked.' },
      initial: 'measuring',
      states: {
        measuring: {
          meta: {
            expectMs: 60_000,
            help: 'Its checks are run before the work, which shows that they can fail, and copies are tried.',
          },
          always: { guard: 'hasNothingBefore', target: '#plan.thinking.choosing' },
          invoke: {
            id: 'checking',
            src: 'checking',
            input: ({ context: { plan, address: id } }) => ({ plan, id }),
            onDone: { target: '#plan.thinking.choosing', actions: noteBefore },
            onError: { target: '#plan.thinking.choosing', actions: failBefore },
          },
        },
        concluding: {
          meta: { expectMs: 1000, help: 'What its steps came to is put together.' },
          invoke: {
            id: 'concluding',
            src: 'concluding',
            input: ({ context: { address: id } }) => ({ id }),
            onDone: { target: 'clearing', actions: conclude },
            onError: { target: 'clearing', actions: conclude },
          },
        },
        clearing: {
          meta: { expectMs: 10_000, help: 'The copies that its steps worked on are removed.' },
          always: { guard: 'hasNoCopies', target: 'closing' },
          invoke: {
            id: 'removing',
            src: 'removing',
            input: ({ context: { address: id, steps } }) => ({
              id,
              steps: steps.filter(({ worktree }) => worktree !== undefined).map(step => step.id),
            }),
            onDone: 'closing',
            // the next start removes them
            onError: 'closing',
          },
        },
        closing: {
          entry: {
            type: 'closePlan',
            params: ({ context: { outcome, verdict } }) => ({
              state: outcome === 'refused' ? 'failed' : outcome,
              verdict,
            }),
          },
          always: [
            { guard: ({ context }) => context.outcome === 'done', target: '#plan.done' },
            { guard: ({ context }) => context.outcome === 'cancelled', target: '#plan.cancelled' },
            { guard: ({ context }) => context.outcome === 'unknown', target: '#plan.unknown' },
            { target: '#plan.failed' },
          ],
        },
      },
    },
    done: ended('done', 'ok'),
    failed: ended('failed', 'error'),
    cancelled: ended('cancelled', 'ok'),
    unknown: ended('unknown', 'error'),
    refused: ended('refused', 'ok'),
  },
});

/**
 * A plan as earlier versions kept it. Version 1 knew no planner and no instants, and trusted its tasks as what came of
 * it; version 2 knew no copies, and counted no answers.
 */
export function migratePlan(state: object, version: string): object | undefined {
  if (version !== '1' && version !== '2') return undefined;
  const { context, ...rest } = state as { readonly context: Pick<Context, 'taint' | 'trusted' | 'steps'> };
  const isFirst = version === '1';
  const steps = context.steps.map(step => ({
    ...step,
    isHeld: isFirst ? false : step.isHeld,
    advice: isFirst ? null : step.advice,
    isCopied: false,
    digest: '',
    hasConflict: false,
    words: 0,
  }));
  return { ...rest, context: { ...context, trusted: isFirst ? context.taint : context.trusted, steps } };
}
