/** The words that tools write for the model, as the owner reads them: in the owner's language, with the owner's path. */
import { fill } from '../text/fill.ts';
import type { Language } from '../text/texts.ts';

/** Whole lines of tools, and what stands for each in German. */
const german: readonly (readonly [RegExp, string])[] = [
  [/^exit code (?<code>\d+)$/, 'Rückgabewert {code}'],
  [/^ended by (?<signal>\w+), no exit code$/, 'beendet durch {signal}, ohne Rückgabewert'],
  [/^it did not start$/, 'es ist nicht gestartet'],
  [/^\(no output\)$/, '(keine Ausgabe)'],
  [/^--- stdout ---$/, '--- Ausgabe ---'],
  [/^--- stderr ---$/, '--- Fehlerausgabe ---'],
  [/^Created (?<name>.+) \((?<lines>\d+) lines?, (?<size>[^()]+)\)\.$/, '{name} angelegt (Zeilen: {lines}, {size}).'],
  [
    /^Replaced (?<name>.+): (?<before>[^:]+) before, now (?<lines>\d+) lines?, (?<size>[^:]+)\.$/,
    '{name} ersetzt: vorher {before}, jetzt {size} (Zeilen: {lines}).',
  ],
];

/** The lines that tools write around what a command printed; those stay as they are printed. */
export function resultWords(text: string, language: Language): string {
  if (language === 'en') return text;
  // what follows a heading was printed by a command, and is no word of ours
  const [head = '', ...rest] = text.split(/^(?=--- (?:stdout|stderr) ---$)/m);
  const isReport = rest.length > 0 || head.endsWith('\n(no output)');
  // another text of several lines is a file or a page
  if (!isReport && head.includes('\n')) return text;
  return [spoken(head), ...rest.map(part => part.replace(/^.*/, spoken))].join('');
}

function spoken(text: string): string {
  return text
    .split('\n')
    .map(line => {
      for (const [pattern, words] of german) {
        const found = pattern.exec(line);
        if (found) return fill(words, found.groups ?? {});
      }
      return line;
    })
    .join('\n');
}
