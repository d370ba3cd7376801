/** The hints of @clack/prompts in German: they stand in its code, so they are replaced as they are written. */
import type { Writable } from 'node:stream';

/** What it names keys with; styles may stand between a key and what it does. */
const hints: readonly (readonly [RegExp, string])[] = [
  [/(?<=↑\/↓\S*) to (?:navigate|select)/g, ' wählen'],
  [/(?<=Enter:\S*) confirm/g, ' bestätigen'],
  [/Type:(\S*) to search/g, 'Tippen:$1 suchen'],
  [/Search:/g, 'Suche:'],
  [/No matches found/g, 'Nichts gefunden'],
  [/\((\d+) match(?:es)?\)/g, '(Treffer: $1)'],
];

/** The same stream, with those hints in German. */
export function withGermanHints(output: Writable): Writable {
  const write = (chunk: unknown, ...more: unknown[]) => {
    const shown =
      typeof chunk === 'string' ? hints.reduce((text, [hint, german]) => text.replace(hint, german), chunk) : chunk;
    return Reflect.apply(output.write, output, [shown, ...more]) as boolean;
  };
  return new Proxy(output, {
    get(target, name) {
      if (name === 'write') return write;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
