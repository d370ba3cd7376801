/** Checks of a plan that no command can make: a model looks at what an agent came to. */
import type { CheckResult, GoalCheck } from '../../domain/goals/check.ts';
import { judgedIn } from '../../domain/plans/plan.ts';
import { says } from '../../domain/policy/sentence.ts';
import { toFailure } from '../../domain/supervision/failure.ts';
import { oneLine } from '../../domain/text/visible.ts';
import type { ModelCalls, ValueRequest } from '../../ports/model-call.ts';
import { markedData } from '../conversation/marked-data.ts';

/** What a verifier answers. */
export interface Verdict {
  readonly verdict: CheckResult['outcome'];
  readonly why: string;
}

export interface JudgeMeans {
  readonly models: Pick<ModelCalls, 'value'>;
  readonly schema: () => ValueRequest<Verdict>['schema'];
  readonly instructions: () => string;
  readonly now: () => number;
}

const mostRead = 20_000;

/** Before the work it is shown an answer in which nothing was done: a check that holds then shows nothing. */
const nothingDone = 'I have not begun yet.';

/** One that no model answers as it should is not checkable. */
export function judging({ models, schema, instructions, now }: JudgeMeans) {
  const found = async (criterion: string, task: string, answer: string, signal: AbortSignal): Promise<CheckResult> => {
    const text = `The work:\n${task}\n\nWhat has to hold:\n${criterion}\n\nThe answer:\n${answer.slice(0, mostRead)}`;
    try {
      const { value } = await models.value(
        {
          role: 'verifier',
          heading: 'plan',
          schema: schema(),
          maxOutputTokens: 1_000,
          otherwise: (): Verdict => ({ verdict: 'unknown', why: '' }),
          system: [{ text: instructions(), stable: true }],
          messages: [{ role: 'user', content: [{ type: 'text', text: markedData('work', criterion, text) }] }],
        },
        { signal },
      );
      const why = oneLine(value.why, 200);
      return { outcome: value.verdict, saw: why === '' ? says`a model looked at it` : says`a model says: ${why}` };
    } catch (error) {
      return { outcome: 'unknown', saw: toFailure(error).said ?? toFailure(error).message };
    }
  };
  return {
    async begun(line: string, task: string, signal: AbortSignal): Promise<GoalCheck> {
      return { text: line.trim(), before: await found(judgedIn(line) ?? '', task, nothingDone, signal) };
    },
    async run(check: GoalCheck, task: string, answer: string, signal: AbortSignal): Promise<GoalCheck> {
      const result = await found(judgedIn(check.text) ?? '', task, answer, signal);
      return { text: check.text, before: check.before, last: { ...result, at: now() } };
    },
  };
}
