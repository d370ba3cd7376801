/** English sentences of failures in each language, each found by its whole form. */
import { type Language, phrases } from '../catalog.ts';
import { fields } from './fields.ts';
import { network } from './network.ts';
import type { Rows } from './rows.ts';
import { schedules } from './schedules.ts';
import { services } from './services.ts';
import { typed } from './typed.ts';
import { undone } from './undone.ts';

const rows: Rows = [...services, ...network, ...typed, ...undone, ...schedules, ...fields];
const forms = rows.map(([form, german]) => ({ form, english: englishOf(form, german), german }));
const texts = phrases(
  'domain/text/failures',
  Object.fromEntries(forms.map(({ english, german }) => [english, german])),
);

/** The sentence in this language; any other as it is. */
export function failureIn(message: string, language: Language): string {
  for (const { form, english } of forms) {
    const found = form.exec(message);
    if (!found) continue;
    const own = texts[language][english] ?? english;
    const ours = (at: string) => failureIn(found[Number(at)] ?? '', language);
    // what is not translated stays as it was written, but for the sentences in it
    if (own === english)
      return [...english.matchAll(/\{(\d)\}/g)].reduce(
        (said, [, at = '']) => said.replace(found[Number(at)] ?? '', () => ours(at)),
        message,
      );
    return own.replace(/\$(\d)|\{(\d)\}/g, (_, plain?: string, inner?: string) =>
      inner === undefined ? (found[Number(plain)] ?? '') : ours(inner),
    );
  }
  return message;
}

/** What a form finds, as a text: each group as the German names it, the first of several ways to say a thing. */
function englishOf({ source }: RegExp, german: string): string {
  let group = 0;
  const marks = source.replace(/\((?!\?)(?:\[(?:\\.|[^\]])*\]|\\.|\((?:\\.|[^()])*\)|[^()\\])*\)\??/g, () => {
    group += 1;
    return german.includes(`{${group}}`) ? `\u0001${group}\u0002` : `\u0003${group}`;
  });
  return marks
    .replace(/\(\?:([^()|]*)(?:\|[^()]*)?\)\??/g, '$1')
    .replace(/^\^|\$$/g, '')
    .replace(/\\w\+|\.\+/g, '…')
    .replace(/\\([^a-zA-Z])/g, '$1')
    .replace(/\u0001(\d)\u0002/g, '{$1}')
    .replace(/\u0003/g, '$');
}
