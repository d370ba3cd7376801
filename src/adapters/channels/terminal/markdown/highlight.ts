/** Code in colours, by highlight.js: its scopes as looks of a terminal. */
import { createRequire } from 'node:module';
import { languagesFor } from '../../../../domain/text/code-languages.ts';
import type { Paint } from '../style.ts';
import type { CodeRow, Highlight } from './blocks.ts';

/** What is used of it; its own types would bring those of a browser into the whole program. */
interface Highlighter {
  registerLanguage(name: string, language: unknown): void;
  getLanguage(name: string): unknown;
  highlight(
    code: string,
    options: { readonly language: string; readonly ignoreIllegals: boolean },
  ): { readonly value: string };
}

const load = createRequire(import.meta.url);
let core: Highlighter | undefined;

/** The library with these languages, loaded with the first code in one of them. */
function withLanguages(names: readonly string[]): Highlighter {
  core ??= load('highlight.js/lib/core') as Highlighter;
  for (const name of names)
    if (!core.getLanguage(name)) core.registerLanguage(name, load(`highlight.js/lib/languages/${name}`));
  return core;
}

/** By the first part of a scope's name; what is not here has no look. */
const looks: Readonly<Record<string, number>> = {
  keyword: 35,
  literal: 35,
  'selector-tag': 35,
  section: 35,
  operator: 35,
  string: 32,
  regexp: 32,
  addition: 32,
  symbol: 32,
  'template-tag': 32,
  number: 33,
  attr: 33,
  attribute: 33,
  variable: 33,
  'template-variable': 33,
  property: 33,
  params: 0,
  title: 34,
  name: 34,
  function: 0,
  class: 0,
  'selector-class': 34,
  'selector-id': 34,
  bullet: 34,
  link: 34,
  built_in: 36,
  type: 36,
  meta: 36,
  tag: 0,
  comment: 90,
  quote: 90,
  doctag: 90,
  deletion: 31,
};

/** Beyond this a line is data, and its colours would cost more than they help. */
const longestLine = 2_000;

export function highlighter(paint: Paint): Highlight {
  return (lines, name) => {
    if (!paint.isColored || name === '' || lines.some(({ length }) => length > longestLine)) return uncolored(lines);
    const languages = languagesFor(name);
    const [language] = languages;
    if (language === undefined) return uncolored(lines);
    // a line end behind the last line tells whether that line's look is over
    const code = `${lines.join('\n')}\n`;
    return rowsOf(withLanguages(languages).highlight(code, { language, ignoreIllegals: true }).value, paint);
  };
}

function uncolored(lines: readonly string[]): CodeRow[] {
  return lines.map(row => ({ row, goesOn: false }));
}

/** The markup of highlight.js holds spans with a class and five entities, nothing else. */
function rowsOf(markup: string, paint: Paint): CodeRow[] {
  const rows: CodeRow[] = [];
  const open: number[] = [];
  let row = '';
  for (const [piece, scope] of markup.matchAll(/<span class="(?:hljs-)?([\w-]+)[^"]*">|<\/span>|\n|[^<\n]+/g)) {
    if (scope !== undefined) open.push(looks[scope] ?? 0);
    else if (piece === '</span>') open.pop();
    else if (piece === '\n') {
      rows.push({ row, goesOn: open.length > 0 });
      row = '';
    } else {
      const look = open.findLast(one => one > 0);
      row += look === undefined ? plain(piece) : paint.color(look, plain(piece));
    }
  }
  return rows;
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

function plain(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#x27);/g, entity => entities[entity] ?? entity);
}
