/** What the chart of a worker does on the way: its actions, and the inputs of its effects. */
import { judge } from '../../domain/policy/policy.ts';
import { inEnglish, type Sentence, says } from '../../domain/policy/sentence.ts';
import type { Failure } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import { standing, warnings } from '../../domain/workers/reasons.ts';
import { endTexts, workTexts } from '../../domain/workers/texts.ts';
import type { WorkEnd } from '../../domain/workers/worker.ts';
import type { ApprovalInput } from '../approval/types.ts';
import { actorAt, stampOf } from '../needs.ts';
import { base } from './setup.ts';
import type { Came, Context, PermissionAnswer, Prepared, TurnInput, WorkerEvent, WorkName } from './types.ts';

type With = { readonly context: Context };

/** What the chart remembers from now on, of what it knew and what came. */
type Step = (args: With & { readonly event: object }) => Partial<Context>;

export const nameOf = ({ context: { address, worker, folder } }: With): WorkName => ({ address, worker, folder });

/** What an effect or a child answered, where the chart has made sure which. */
export function outputOf<Output>(event: object): Output {
  return (event as { readonly output: Output }).output;
}

export const take: Step = ({ event }) => {
  const { type: _, at: __, id: ___, ...given } = event as Extract<WorkerEvent, { readonly type: 'worker.given' }>;
  return given;
};

/** From where its program has its words, or the answer that it waits for. */
export function turnInput({ context }: With): TurnInput {
  const { thread, isPut, task, answer, runMs, ranMs } = context;
  return {
    ...nameOf({ context }),
    thread: thread ?? '',
    task,
    words: answer === null ? (isPut ? 'again' : 'task') : null,
    answer,
    runMs: Math.max(1_000, runMs - ranMs),
  };
}

export const beginRun: Step = ({ event }) => ({ since: stampOf(event).at });

export const endRun: Step = ({ context: { since, ranMs }, event }) => ({
  ranMs: since === null ? ranMs : ranMs + Math.max(0, stampOf(event).at - since),
  since: null,
});

/** Its program could not be begun; that is tried once more. */
export const countFailure: Step = ({ context: { failures } }) => ({ failures: failures + 1 });

/** Its turn broke off: nobody knows what of it was heard. It is begun once more, and told so. */
export const breakOff: Step = ({ context: { failures } }) => ({ failures: failures + 1, isPut: true, answer: null });

/** Its copy is there. */
export const takeCopy: Step = ({ event }) => {
  const { checks, uncommitted } = outputOf<Exclude<Prepared, { readonly problem: unknown }>>(event);
  return { goalChecks: checks, uncommitted };
};

/** Its turn is over. */
export const takeEnd: Step = ({ event }) => {
  const { text, stop } = outputOf<Extract<Came, { readonly kind: 'ended' }>>(event);
  return {
    said: text,
    isPut: true,
    answer: null,
    note: stop === 'end_turn' ? null : says`Its program ended its turn with “${stop}”.`,
  };
};

/** Nothing was said to it: the answer is kept for the same request. */
export const carry: Step = ({ context: { answer, carried } }) => ({
  carried: answer ?? carried,
  answer: null,
});

export const takeRequest: Step = ({ context: { taint, executor }, event }) => {
  const { call } = outputOf<{ readonly call: NonNullable<Context['request']> }>(event);
  return { request: call, verdict: judge(call, { taint, executor }), failures: 0, isPut: true, answer: null };
};

/** The program is answered so; what was kept for this request is used up. */
export function answering(isAllowed: boolean): Step {
  return ({ context: { request, denied } }) => {
    const { callId: id = '', digest = '' } = request ?? {};
    const answer: PermissionAnswer = { id, digest, isAllowed };
    return {
      answer,
      carried: null,
      question: null,
      request: null,
      denied: isAllowed || denied.includes(digest) ? denied : [...denied, digest].slice(-50),
    };
  };
}

export const askPermission: Step = ({ context: { request, verdict, worker, folder, language } }) => {
  const { digest = '', intent = '', exact = '' } = request ?? {};
  const { risk = 'high', reasons = [], isContained } = verdict ?? {};
  const card = {
    tool: 'code',
    intent: workTexts[language].permission(worker, folder, intent),
    risk,
    reasons,
    digest,
    ...defined({ isContained }),
  };
  return { question: { about: 'permission' as const, card, exact } };
};

/** `why`: what it was lost by. */
export const askAgain: Step = ({ context: { worker, folder, language, note }, event }) => {
  const intent = workTexts[language].again(worker, folder);
  const reasons = note === null ? [] : [note];
  const card = { tool: 'code', intent, risk: 'low' as const, reasons, digest: `again.${stampOf(event).id}` };
  return { question: { about: 'again' as const, card, exact: intent } };
};

export const askResult: Step = ({ context }) => {
  const { worker, folder, language, result, goalChecks, note, uncommitted } = context;
  const {
    stat = { files: 0, added: 0, removed: 0 },
    digest = '',
    diff = '',
    conflicts = [],
    reasons = [],
  } = result ?? {};
  const say = workTexts[language];
  const found = warnings({ checks: goalChecks, conflicts, note, uncommitted, reasons });
  const card = {
    tool: 'code',
    intent: say.accept(worker, folder, say.lines(stat)),
    risk: found.length > 0 ? ('medium' as const) : ('low' as const),
    reasons: [...found, standing(goalChecks)],
    digest,
  };
  return { question: { about: 'result' as const, card, exact: diff } };
};

export function approvalInput({ context }: With): ApprovalInput {
  const { session, question, undoMs, language, expiresAfterMs } = context;
  if (question === null) throw new Error('a worker asks its owner without a question');
  const { about, card, exact } = question;
  // a result waits for ever, and so does work that cannot go on
  return { session, card, exact, expiresAfterMs: about === 'permission' ? expiresAfterMs : null, undoMs, language };
}

/** Its copy is made again, and its program begins a new thread. */
export const beginAgain: Step = () => ({
  thread: null,
  isPut: false,
  failures: 0,
  answer: null,
  carried: null,
  question: null,
  note: null,
});

export const ending =
  (outcome: WorkEnd, why: (event: object) => Sentence = () => ''): Step =>
  ({ event }) => ({ outcome, why: why(event) });

export const failedBy = (event: object): Sentence => {
  const { message = '', said } = (event as { readonly error?: Failure }).error ?? {};
  return said ?? message;
};

export const problemOf = (event: object): Sentence =>
  outputOf<{ readonly problem?: Sentence; readonly lost?: Sentence }>(event).problem ?? '';

export const noteLost: Step = ({ event }) => ({
  note: outputOf<{ readonly lost?: Sentence }>(event).lost ?? null,
});

export const noteBroken: Step = () => ({
  note: says`Its program ended several times without having come further.`,
});

export const noteTime: Step = () => ({ note: says`Its time was up before it was done.` });

/** The conversation that gave the work reads what became of it. */
export const tell = base.enqueueActions(({ context, enqueue }) => {
  const { address, worker, folder, session, outcome, said, why } = context;
  enqueue({ type: 'endWork', params: { worker, session, state: outcome } });
  const because = why === '' ? [] : [inEnglish(why)];
  const words = typeof said === 'string' && said !== '' ? [`What it said at the end: ${said}`] : [];
  enqueue.sendTo(actorAt(session), {
    type: 'message.received',
    messageId: `${address}/end`,
    text: [endTexts[outcome](worker, folder), ...because, ...words].join('\n'),
    taint: 'external',
  });
});
