/** What went wrong, as the demo model repeats it: it reads English, as any model, by the forms that failures have. */
import type { Part, Sentence } from '../../../../domain/policy/sentence.ts';
import { phraseIn } from '../../../../domain/text/catalog.ts';
import { failureForms } from '../../../../domain/text/failures/failure-forms.ts';
import { type Language, ownWords } from '../../../../domain/text/texts.ts';

/** A sentence of ours in this language; any other as it is. */
export function failureInWords(text: string, language: Language): string {
  return language === 'en' || text.length > longest ? text : ownWords(sentenceOf(text), language);
}

const longest = 300;
/** So deep are sentences within sentences read. */
const deepest = 2;

/** The form of which the most is ours; in its gaps may be others. */
function sentenceOf(text: string, depth = 0): Sentence {
  if (Object.hasOwn(failureForms, text) || phraseIn(text, 'en') !== undefined) return { form: text };
  let [best, most]: [Sentence, number] = [text, 0];
  for (const { form, pattern, own, isOpen } of forms()) {
    if (own <= most || (isOpen && depth >= deepest)) continue;
    const found = pattern.exec(text);
    if (!found) continue;
    const values: readonly Part[] = found.slice(1).map(one => (depth < deepest ? sentenceOf(one, depth + 1) : one));
    if (isOpen && values.every(value => typeof value === 'string')) continue;
    [best, most] = [{ form, values }, own];
  }
  return best;
}

interface Pattern {
  readonly form: string;
  readonly pattern: RegExp;
  /** So many of its signs are not in gaps. */
  readonly own: number;
  /** Nearly nothing but gaps: it counts where a gap holds a sentence of ours. */
  readonly isOpen: boolean;
}

/** Made with the first failure that is repeated. */
let made: readonly Pattern[] | undefined;

function forms(): readonly Pattern[] {
  made ??= Object.keys(failureForms)
    .filter(form => /\{\d\}/.test(form))
    .map(form => {
      const parts = form.split(/\{\d\}/);
      const escaped = parts.map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
      const pattern = new RegExp(`^${escaped.join('([^]+?)')}$`);
      return { form, pattern, own: parts.join('').length, isOpen: parts.join('').replace(/[^a-z]/g, '').length < 8 };
    });
  return made;
}
