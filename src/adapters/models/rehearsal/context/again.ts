/** "Do it again": what was asked before it, once more; where that would set, save or delete a thing twice, it is asked for in full. */
import { inWords, planOf, type Step } from '../plan.ts';
import { rehearsalTexts } from '../texts/texts.ts';
import type { Exchange, Turn } from '../turn.ts';

/** What may be done twice: it looks something up, or the owner is asked by its rules as at the first time. */
const repeatable: ReadonlySet<string> = new Set([
  ...['run', 'use', 'read', 'list', 'search', 'size', 'whereFile', 'onList', 'fetch', 'send', 'append'],
  ...['question', 'about', 'overview', 'jobs', 'goals', 'tools', 'show', 'spending', 'waiting', 'places'],
  ...['today', 'reckon', 'beyond', 'help', 'identity', 'howTo', 'howToUndo', 'greeting', 'wellbeing', 'ask'],
  ...['lookUp', 'lookUpJobs'],
]);

/** What is said between a request and the wish for it. */
const beside: ReadonlySet<string> = new Set(['again', 'yes', 'no', 'greeting', 'thanks', 'wellbeing', 'farewell']);

/** What runs. */
const runs: ReadonlySet<string> = new Set(['run', 'use']);

/** The steps of the newest request that may be meant: of "run it again" the newest that ran something. */
export function repeated(
  { language, said }: Pick<Step, 'language' | 'said'>,
  turn: Turn,
  names: ReadonlySet<string>,
): readonly Step[] {
  const texts = rehearsalTexts(language);
  const isMeant = ({ intent }: Step) =>
    said['runs'] === undefined ? !beside.has(intent?.name ?? '') : runs.has(intent?.name ?? '');
  const steps = exchangesOf(turn)
    .map(({ request }) => (request === '' ? [] : planOf(request, names, turn.recentFile)))
    .find(plan => plan.some(isMeant));
  if (steps === undefined) return [inWords(texts.nothingToRepeat, language)];
  if (steps.every(({ intent }) => intent !== undefined && repeatable.has(intent.name))) return steps;
  return [inWords(texts.sayInFull, language)];
}

/** "Run date again", where `date` ran before: the command without these words. */
export function ranBefore(step: Step, turn: Turn, names: ReadonlySet<string>): Step | undefined {
  const command = said(step).replace(/,? (?:again|once more|one more time|noch ?(?:ein)?mal|nochmals|erneut)$/i, '');
  if (step.intent?.name !== 'run' || command === said(step)) return undefined;
  const isKnown = exchangesOf(turn).some(({ request }) =>
    planOf(request, names).some(one => one.intent?.name === 'run' && said(one) === command),
  );
  return isKnown ? { ...step, said: { command } } : undefined;
}

function said({ said: { command = '' } }: Step): string {
  return command;
}

/** The newest first. */
function exchangesOf({ before, earlier }: Turn): readonly Exchange[] {
  return before === undefined ? earlier : [before, ...earlier];
}
