/** "Do it again": what was asked before it, once more; where that would set, save or delete a thing twice, it is asked for in full. */
import { inWords, planOf, type Step, stepOf } from '../plan.ts';
import { rehearsalTexts } from '../texts/texts.ts';
import type { Turn } from '../turn.ts';

/** What may be done twice: it looks something up, or the owner is asked by its rules as at the first time. */
const repeatable: ReadonlySet<string> = new Set([
  ...['run', 'use', 'read', 'list', 'search', 'size', 'whereFile', 'fetch', 'send', 'append'],
  ...['question', 'about', 'overview', 'jobs', 'goals', 'tools', 'show', 'spending', 'waiting', 'places'],
  ...['today', 'reckon', 'beyond', 'help', 'identity', 'howTo', 'howToUndo', 'greeting', 'wellbeing', 'ask'],
  ...['lookUp', 'lookUpJobs'],
]);

/** The steps of the newest request that was no "again" itself. */
export function repeated(
  { language }: Pick<Step, 'language'>,
  turn: Turn,
  names: ReadonlySet<string>,
): readonly Step[] {
  const texts = rehearsalTexts(language);
  const before = [...(turn.before === undefined ? [] : [turn.before]), ...turn.earlier].find(
    ({ request }) => request !== '' && stepOf(request).intent?.name !== 'again',
  );
  const steps = before === undefined ? [] : planOf(before.request, names, turn.recentFile);
  if (before === undefined || steps.length === 0) return [inWords(texts.nothingToRepeat, language)];
  if (steps.every(({ intent }) => intent !== undefined && repeatable.has(intent.name))) return steps;
  return [inWords(texts.sayInFull, language)];
}
