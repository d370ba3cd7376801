/** What went wrong, in each language: a sentence as data, by its English form. */
import { filled, type Sentence } from '../../policy/sentence.ts';
import { type Language, phraseIn, phrases } from '../catalog.ts';
import { failureForms } from './failure-forms.ts';

const texts = phrases('domain/text/failures', failureForms);

/** The sentence in this language; a text as it is. */
export function failureIn(said: Sentence, language: Language): string {
  if (typeof said === 'string') return said;
  const own = texts[language];
  const text = Object.hasOwn(own, said.form) ? own[said.form] : phraseIn(said.form, language);
  return filled(text ?? said.form, said, part => failureIn(part, language));
}
