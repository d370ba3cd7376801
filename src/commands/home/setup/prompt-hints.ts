/** The hints of @clack/prompts in the owner's language: they stand in its code, so they are replaced as they are written. */
import type { Writable } from 'node:stream';
import { catalog, type Language } from '../../../domain/text/catalog.ts';

/** Styles may stand between a key and what it does. */
const forms = {
  navigate: /(?<=↑\/↓\S*) to navigate/g,
  select: /(?<=↑\/↓\S*) to select/g,
  confirm: /(?<=Enter:\S*) confirm/g,
  type: /Type:(\S*) to search/g,
  search: /Search:/g,
  nothing: /No matches found/g,
  matches: /\((\d+) match(?:es)?\)/g,
};

const hints = catalog('commands/home/setup/prompt-hints', {
  en: {
    navigate: ' to navigate',
    select: ' to select',
    confirm: ' confirm',
    type: 'Type:$1 to search',
    search: 'Search:',
    nothing: 'No matches found',
    matches: '(matches: $1)',
  },
  de: {
    navigate: ' wählen',
    select: ' wählen',
    confirm: ' bestätigen',
    type: 'Tippen:$1 suchen',
    search: 'Suche:',
    nothing: 'Nichts gefunden',
    matches: '(Treffer: $1)',
  },
});

/** The same stream, with those hints in this language. */
export function withHints(output: Writable, language: Language): Writable {
  if (language === 'en') return output;
  const own = hints[language];
  const inLanguage = (text: string) =>
    Object.entries(forms).reduce((said, [name, form]) => said.replace(form, own[name as keyof typeof forms]), text);
  const write = (chunk: unknown, ...more: unknown[]) =>
    Reflect.apply(output.write, output, [typeof chunk === 'string' ? inLanguage(chunk) : chunk, ...more]) as boolean;
  return new Proxy(output, {
    get(target, name) {
      if (name === 'write') return write;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
