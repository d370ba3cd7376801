/** A sentence for the owner as data: which one, and what it names. Each language says it from that, not from the English. */

import { defined } from '../text/json.ts';

/** A text is a sentence that names nothing, or words of others. Stored. */
export type Sentence = string | Form;

/** The English with `{1}`, `{2}` for what it names, by which each language has it (approvals/reason-texts.ts). */
export interface Form {
  readonly form: string;
  readonly values?: readonly Part[];
}

/** What a sentence names, as it stands, or words of ours. */
export type Part = string | Form;

/** What is done to a file, in the middle of a sentence. */
export type WriteVerb =
  | 'writes'
  | 'changes'
  | 'deletes'
  | 'overwrites'
  | 'makes'
  | 'links to'
  | 'moves'
  | 'may change'
  | 'changes who may run';

/** ``says`It deletes ${path}.` ``, and ``says`a file` `` for words of ours in such a gap. */
export function says([first = '', ...rest]: TemplateStringsArray, ...parts: readonly (Part | number)[]): Form {
  const form = first + rest.map((text, at) => `{${at + 1}}${text}`).join('');
  return parts.length === 0
    ? { form }
    : { form, values: parts.map(part => (typeof part === 'number' ? `${part}` : part)) };
}

/** What the model, the audit log and `straylight policy` read. */
export function inEnglish(sentence: Sentence): string {
  return typeof sentence === 'string' ? sentence : filled(sentence.form, sentence, inEnglish);
}

/** A sentence that names something as data, for answers that have its English beside it; of a text nothing. */
export function formOf(sentence: Sentence): Form | undefined {
  return typeof sentence === 'string' ? undefined : sentence;
}

/** How an answer carries a sentence: in English under a name, and as data beside it, where it is not words of others. */
export function worded<Name extends string>(
  name: Name,
  sentence: Sentence,
): Readonly<Record<Name, string>> & { readonly said?: Form } {
  const said = formOf(sentence);
  const english = { [name]: inEnglish(sentence) } as Record<Name, string>;
  return said === undefined ? english : { ...english, said };
}

/** Each of them where it comes first. */
export function eachOnce(sentences: readonly Sentence[]): readonly Sentence[] {
  return [...new Map(sentences.map(sentence => [JSON.stringify(sentence), sentence])).values()];
}

/** The same sentence, each text that it names as `changed` gives it: shorter, or without secrets. */
export function withNames({ form, values }: Form, changed: (text: string) => string): Form {
  const parts = values?.map(part => (typeof part === 'string' ? changed(part) : withNames(part, changed)));
  return { form, ...defined({ values: parts }) };
}

/** A form with what it names put into its text, each in the words that `said` has for it. */
export function filled(text: string, { values = [] }: Form, said: (part: Part) => string): string {
  return text.replace(/\{(\d)\}/g, (gap, at: string) => {
    const part = values[Number(at) - 1];
    return part === undefined ? gap : said(part);
  });
}
