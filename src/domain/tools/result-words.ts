/** The words that tools write for the model, as the owner reads them: in the owner's language, with the owner's path. */
import { createRequire } from 'node:module';
import { fill } from '../text/fill.ts';
import type { Language } from '../text/texts.ts';
import type * as GermanResults from './german-results.ts';

// With the first answer that a German owner reads.
const load = createRequire(import.meta.url);

/** Whole lines of the report of a command, and what stands for each in German. */
const german: readonly (readonly [RegExp, string])[] = [
  [/^exit code (?<code>\d+)$/, 'Rückgabewert {code}'],
  [/^ended by (?<signal>\w+), no exit code$/, 'beendet durch {signal}, ohne Rückgabewert'],
  [/^it did not start$/, 'es ist nicht gestartet'],
  [/^\(no output\)$/, '(keine Ausgabe)'],
  [/^--- stdout ---$/, '--- Ausgabe ---'],
  [/^--- stderr ---$/, '--- Fehlerausgabe ---'],
];

/** What this tool answered, in the owner's language; what it quotes, and what a tool of the agent's own says, as it is. */
export function resultWords(text: string, tool: string | undefined, language: Language): string {
  if (language === 'en' || tool === undefined) return text;
  if (tool === 'execute_command') return reportWords(text);
  return (load('./german-results.ts') as typeof GermanResults).germanResult(text, tool);
}

/** The lines around what a command printed; that stays as it is printed. */
function reportWords(text: string): string {
  const [head = '', ...rest] = text.split(/^(?=--- (?:stdout|stderr) ---$)/m);
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
