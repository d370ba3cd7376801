/** What became of the acts of this conversation: "did you delete it?", "what happened with the attic?". */
import { argumentsOf } from '../arguments.ts';
import type { Language } from '../intent.ts';
import { describe } from '../outcome.ts';
import { rehearsalTexts } from '../texts/texts.ts';
import type { Called, Turn } from '../turn.ts';

/** How the newest act ended, of all or of commands; undefined: there was none. */
export function newestDeed({ acts }: Pick<Turn, 'acts'>, language: Language, isCommand: boolean): string | undefined {
  const newest = acts.find(({ call }) => !isCommand || call.name === 'execute_command');
  return newest && outcomeOf(newest, language);
}

/** How each act ended that names this, the oldest first; undefined: none does. */
export function deedsAbout(topic: string, { acts }: Pick<Turn, 'acts'>, language: Language): string | undefined {
  const named = new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(topic)}(?![\\p{L}\\p{N}])`, 'iu');
  const found = acts.filter(({ call }) => named.test(call.arguments)).slice(0, most);
  return found.length === 0
    ? undefined
    : found
        .toReversed()
        .map(act => outcomeOf(act, language))
        .join('\n');
}

const most = 5;

function outcomeOf({ call: { name, arguments: args }, ended }: Called, language: Language): string {
  return rehearsalTexts(language)
    .ended[ended](describe(language, name, argumentsOf(args)), '')
    .trim();
}
