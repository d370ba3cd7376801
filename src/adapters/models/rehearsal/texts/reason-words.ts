/** Why a rule refused a call, as the demo model repeats it: it reads English, as any model. */
import { forms, ownParts } from '../../../../domain/approvals/reason-forms.ts';
import { reasonIn, sentences } from '../../../../domain/approvals/reason-texts.ts';
import type { Sentence } from '../../../../domain/policy/sentence.ts';
import type { Language } from '../../../../domain/text/texts.ts';

/** One sentence without its end, or several of them. */
export function reasonWords(text: string, language: Language): string {
  const said = (one: string) => reasonIn(language, sentenceOf(`${one}.`)).replace(/\.$/, '');
  // a sentence may have a semicolon of its own
  const whole = said(text);
  return whole === text ? text.split('; ').map(said).join('; ') : whole;
}

/** The form of which the most is ours. */
function sentenceOf(text: string): Sentence {
  if (Object.hasOwn(sentences, text)) return text;
  let [best, most]: [Sentence, number] = [text, 0];
  patterns ??= patternsOf();
  for (const { form, pattern, isOpen } of patterns) {
    const named = pattern.exec(text)?.slice(1) ?? [];
    const words = named.filter(one => Object.hasOwn(ownParts, one));
    const open = named.filter(one => !words.includes(one)).join('').length;
    if (named.length === 0 || (isOpen && words.length === 0) || text.length - open <= most) continue;
    [best, most] = [
      { form, values: named.map(one => (words.includes(one) ? { form: one } : one)) },
      text.length - open,
    ];
  }
  return best;
}

interface Pattern {
  readonly form: string;
  readonly pattern: RegExp;
  /** Nearly nothing but gaps, so that one of them holds words of ours. */
  readonly isOpen: boolean;
}

/** Made with the first refusal that is repeated. */
let patterns: readonly Pattern[] | undefined;

function patternsOf(): readonly Pattern[] {
  const escaped = (text: string) => text.replace(/[.*+?^$()[\]|\\]/g, '\\$&');
  // several words of ours before another gap
  const gap = '(links to|may change|changes who may run|[^]+?)';
  return Object.keys(forms).map(form => {
    const parts = form.split(/\{\d\}/);
    return {
      form,
      pattern: new RegExp(`^${parts.map(escaped).join(gap)}$`),
      isOpen: !/[a-z]\W+[a-z]/.test(parts.join('')),
    };
  });
}
