/** A goal as one of Straylight's own records: what it is and what it would be, whole. */

import { type JudgedRecord, judgedRecord, makerOf, type RecordMaker } from '../policy/own-records.ts';
import { defined } from '../text/json.ts';
import type { Goal, GoalState, SetGoal } from './goal.ts';

/** A goal as a call would have it. */
export interface GoalAs {
  readonly text: string;
  /** An instant, or words that mean one. */
  readonly due: number | string | null;
  readonly state: GoalState;
  readonly remind?: SetGoal['remind'];
  readonly checks?: SetGoal['checks'];
}

/** What a call of this conversation does to a goal; undefined: nothing. `before` is absent where it is new. */
export function goalRecord(
  { before, after }: { readonly before?: Goal; readonly after: GoalAs },
  { session, hash }: { readonly session: string | undefined; readonly hash: (text: string) => string },
): JudgedRecord | undefined {
  const isReminded = after.state === 'open' && after.due !== null && after.remind !== false;
  return judgedRecord(
    {
      kind: 'goal',
      name: before === undefined ? '' : String(before.id),
      ...defined({
        maker: before === undefined ? undefined : makerIn(before, session),
        later: isReminded ? 'reads' : undefined,
      }),
    },
    { before: before && stateOf(written(before)), after: stateOf(after) },
    hash,
  );
}

/** What outside text has added here, without a question to the owner, is no word of his. */
function makerIn({ by, taint, due }: Goal, session: string | undefined): RecordMaker {
  const maker = makerOf(by, session);
  return maker === 'here' && taint === 'external' && due === null ? 'outside' : maker;
}

/** A goal that is there, as a call would have it. */
function written({ checks, ...goal }: Goal): GoalAs {
  return { ...goal, checks: checks.map(({ text }) => text) };
}

function stateOf({ text, due, state, remind, checks = [] }: GoalAs): string {
  return [
    text,
    ...(due === null ? [] : [`due: ${typeof due === 'number' ? new Date(due).toISOString() : due}`]),
    // whether it was reminded of before is not known, so a word about that is a change
    ...(remind === undefined ? [] : [`remind: ${remind}`]),
    ...checks.map(check => `done when: ${check}`),
    `state: ${state}`,
  ].join('\n');
}
