/** What most turns need only after their first reply, loaded where it is first used. */
import { createRequire } from 'node:module';
import type * as Answers from './context/answers.ts';
import type * as Nearest from './context/nearest.ts';
import type * as HowTo from './grammar/how-to.ts';
import type * as MadePlan from './made-plan.ts';
import type * as Memory from './memory.ts';
import type * as Outcome from './outcome.ts';
import type * as Output from './output.ts';

const load = createRequire(import.meta.url);
const outcome = () => load('./outcome.ts') as typeof Outcome;

/** See context/answers.ts. */
export const inContext: typeof Answers.inContext = (...given) =>
  (load('./context/answers.ts') as typeof Answers).inContext(...given);

/** See context/nearest.ts. */
export const nearestIntents: typeof Nearest.nearestIntents = (...given) =>
  (load('./context/nearest.ts') as typeof Nearest).nearestIntents(...given);

/** See memory.ts. */
export const recalled: typeof Memory.recalled = (...given) => (load('./memory.ts') as typeof Memory).recalled(...given);

/** See grammar/how-to.ts. */
export const howToAnswer: typeof HowTo.howToAnswer = (...given) =>
  (load('./grammar/how-to.ts') as typeof HowTo).howToAnswer(...given);

/** See made-plan.ts. */
export const asText: typeof MadePlan.asText = (...given) =>
  (load('./made-plan.ts') as typeof MadePlan).asText(...given);

/** See output.ts. */
export const fileRead: typeof Output.fileRead = (...given) => (load('./output.ts') as typeof Output).fileRead(...given);

// See outcome.ts.
export const describe: typeof Outcome.describe = (...given) => outcome().describe(...given);
export const lateLine: typeof Outcome.lateLine = (...given) => outcome().lateLine(...given);
export const outcomeLine: typeof Outcome.outcomeLine = (...given) => outcome().outcomeLine(...given);
export const queryOf: typeof Outcome.queryOf = (...given) => outcome().queryOf(...given);
export const resultOf: typeof Outcome.resultOf = (...given) => outcome().resultOf(...given);
