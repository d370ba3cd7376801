/** What a tool answered, as the demo model repeats it: it reads English, as any model, by the forms that answers have. */
import { heldIn } from '../../../../domain/conversation/called.ts';
import { fill } from '../../../../domain/text/fill.ts';
import type { Language } from '../../../../domain/text/texts.ts';
import { fileTexts } from '../../../../domain/tools/said/files.ts';
import { memoryTexts } from '../../../../domain/tools/said/memory.ts';
import { ownToolTexts } from '../../../../domain/tools/said/own-tools.ts';
import { forModel, type SaidCode, saidTexts } from '../../../../domain/tools/said/texts.ts';
import { webTexts } from '../../../../domain/tools/said/web.ts';
import { failureInWords } from './failure-words.ts';

/**
 * Where the sentences of an answer are: in all lines, before an empty one, in the first and in notes at its end, or around
 * what a command printed.
 */
type Reach = 'all' | 'head' | 'ends' | 'report';

const reaches: Readonly<Record<string, Reach>> = {
  ...Object.fromEntries(
    ['memory_save', 'memory_update', 'memory_forget', 'memory_search', 'memory_read', 'forget_words'].map(all),
  ),
  ...Object.fromEntries(['list_files', 'create_tool', 'delete_tool', 'revert_tool'].map(all)),
  execute_command: 'report',
  ...Object.fromEntries(['web_fetch', 'web_request', 'browser', 'show_tool'].map(name => [name, 'head'])),
  ...Object.fromEntries(['read_file', 'search_files', 'send_file'].map(name => [name, 'ends'])),
};

function all(name: string): readonly [string, Reach] {
  return [name, 'all'];
}

/** The answer of this tool in a language; as it is where the tool has no forms. */
export function answerInWords(text: string, tool: string | undefined, language: Language): string {
  const reach = tool === undefined ? undefined : reaches[tool];
  if (reach === undefined || language === 'en') return text;
  const lines = text.split('\n');
  const blank = lines.findIndex(line => line === '' || /^--- (?!parameters|its output|std)/.test(line));
  const printed = lines.findIndex(line => /^--- std(?:out|err) ---$/.test(line));
  const isOurs = (line: string, at: number) => {
    if (reach === 'head') return blank < 0 || at < blank;
    if (reach === 'report') return printed < 0 || at < printed || /^--- std(?:out|err) ---$/.test(line);
    return reach === 'all' || at === 0 || (at === lines.length - 1 && line.startsWith('['));
  };
  return lines.map((line, at) => (isOurs(line, at) ? lineIn(line, language) : line)).join('\n');
}

/** The form of which the most is ours. */
function lineIn(line: string, language: Language): string {
  const plain = words[line];
  if (plain !== undefined) return saidTexts[language][plain];
  let [best, most] = [line, 0];
  for (const { code, names, pattern, own } of forms()) {
    if (own <= most) continue;
    const found = pattern.exec(line);
    if (!found) continue;
    const values = names.map((name, at) => [name, wordIn(found[at + 1] ?? '', name, language)]);
    [best, most] = [fill(saidTexts[language][code], Object.fromEntries(values)), own];
  }
  return best === line ? failureInWords(line, language) : best;
}

/** A value: a word or a figure of ours, or something that is named. */
function wordIn(text: string, name: string, language: Language): string {
  // what somebody said
  if (name === 'text' || name === 'content') return text;
  const own = lineIn(text, language);
  if (own !== text) return own;
  const [, place = '', number = ''] = /^(.+?)( \(.+\))?$/.exec(text) ?? [];
  const held = places.find(session => heldIn(session, 'en') === place);
  if (held !== undefined) return `${heldIn(held, language)}${number}`;
  return text;
}

const places = ['session:terminal:main', 'session:web:main', 'session:telegram:1'];

/** What names nothing. */
const ownForms = { ...fileTexts.forModel, ...memoryTexts.forModel, ...ownToolTexts.forModel, ...webTexts.forModel };
const words: Readonly<Record<string, SaidCode | undefined>> = Object.fromEntries(
  Object.entries(ownForms).flatMap(([code, text]) => (/\{/.test(text) ? [] : [[text, code as SaidCode]])),
);

interface Pattern {
  readonly code: SaidCode;
  readonly names: readonly string[];
  readonly pattern: RegExp;
  /** So many of its signs are not in gaps. */
  readonly own: number;
}

/** Made with the first answer that is repeated. */
let made: readonly Pattern[] | undefined;

function forms(): readonly Pattern[] {
  made ??= [...(Object.keys(ownForms) as SaidCode[]), 'line', 'lines', 'byte', 'bytes'].map(code => {
    const text = forModel[code as SaidCode];
    const parts = text.split(/\{\w+\}/).map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const pattern = new RegExp(
      `^${parts.map((part, at) => (at === 0 ? part : `${gapOf(names[at - 1])}${part}`)).join('')}$`,
    );
    return { code: code as SaidCode, names, pattern, own: text.replace(/\{\w+\}/g, '').length };
  });
  return made;
}

function gapOf(name: string | undefined): string {
  if (name === 'count') return '(\\d+)';
  return name === 'commit' ? '(It was [^.]*\\.|Committed [^.]*\\.|\\w+)' : '(.*?)';
}
