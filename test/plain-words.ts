/**
 * Words that the code of Straylight does without, and the plain ones: names (files, functions, types, fields) and, but
 * for verbs that any sentence may use, comments and strings too.
 *
 * A name that is stored in homes stays, and so does a term of the field; each is a line here with its reason.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, type SourceFile } from './source-files.ts';

/** Verbs of plain sentences, which are no names: a function says what it does. */
const notAsNames: Readonly<Record<string, string>> = {
  told: 'notify, report, prompt',
  asked: 'request, query, or what is asked for',
  heard: 'receive, or what arrived',
};

const nowhere: Readonly<Record<string, string>> = {
  whoever: 'the subject by its name',
  anew: 'again, restarted, reset',
  door: 'egress, proxy',
  desk: 'service',
  house: 'Straylight, the process, the agent',
  bell: 'approval',
  levers: 'operations',
  errand: 'flow',
  mind: 'model',
};

/** The words, and what says it plainly. */
export const plainer: Readonly<Record<string, string>> = { ...notAsNames, ...nowhere };

/**
 * What may stand, where, and why. It is taken out of a text before its words are counted.
 *
 * Names that mean two things and are stored, so they stay: `inbox` (a table of the host; the effect of a channel; a
 * folder of the workspace), `line` (the lookup of approvals; what a channel remembers of a chat), `standing` (an
 * approval given ahead; how a change of undo stands, over HTTP), `wedged` and `buried` (kinds of trouble), `beneath`
 * (what a reply is followed by).
 */
export const kept: readonly { readonly form: RegExp; readonly in: RegExp; readonly why: string }[] = [
  {
    form: /approval[- ]?desk|ApprovalDesk|\bDeskEvent\b/gi,
    in: /./,
    why: 'a kind of actor, stored with each home; its chart is named alike',
  },
  {
    form: /\bhouse(?:\.\w+)?\b/g,
    in: /^src\/features\/audit\/audit\.ts$/,
    why: 'a kind of rows of the audit chain in homes of an earlier version',
  },
  {
    form: /\bis(?:Asked|Told)\b/g,
    in: /^src\/(machines\/incident\/|actors\/supervision\/administration\.ts$)/,
    why: 'what an incident remembers, stored',
  },
  {
    form: /\b(?:told|isWaitTold|isTooOldTold)\b/g,
    in: /^src\/(machines\/channel\/|domain\/conversation\/delivery-line\.ts)/,
    why: 'what a channel remembers, stored',
  },
  {
    form: /\b(?:asked|told)\b/g,
    in: /^src\/machines\/session\//,
    why: 'what a session remembers and is restarted with, stored',
  },
  {
    form: /\basked\b/g,
    in: /^(src\/domain\/supervision\/view|src\/api\/rows|src\/actors\/observation\/rows|inspector\/page\/screens\/actor\/state\/changes)\.[tj]s$/,
    why: 'a field of the journal over HTTP',
  },
  { form: /\bPATH_ASKED\b/g, in: /^src\/adapters\/gates\/script\.ts$/, why: 'a variable that scripts of owners read' },
  {
    form: /\btold\b/g,
    in: /^src\/(domain\/supervision\/admin|actors\/conversation\/session-restart)\.ts$/,
    why: 'what a session is restarted with, stored',
  },
  { form: /\/anew\b/g, in: /./, why: 'the end of ids of messages, stored' },
  { form: /keep in mind/g, in: /^docs\/rehearsal\.md$/, why: 'what the demo model understands' },
  {
    form: /./gs,
    in: /^src\/domain\/(?:memory\/synonyms|orders\/(?:spoken|sentence-rules))\.ts$/,
    why: 'words of the owner',
  },
  {
    form: /\b(?:mind|told)\b/g,
    in: /^src\/adapters\/models\/rehearsal\/(?:grammar|context)\/(?:talk|memory|choosing)\.ts$/,
    why: 'words of the owner',
  },
];

/** How often each of the words stands in a file: `word` to count. */
export function wordsOf({ path, code }: Pick<SourceFile, 'path' | 'code'>): ReadonlyMap<string, number> {
  const without = (text: string) =>
    kept.filter(one => one.in.test(path)).reduce((rest, { form }) => rest.replace(form, ' '), text);
  const counts = new Map<string, number>();
  const count = (text: string, words: Readonly<Record<string, string>>) => {
    for (const word of text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []) {
      const one = word.toLowerCase().replace(/(?<=door|desk|house|bell|mind|errand)s$/, '');
      if (Object.hasOwn(words, one)) counts.set(one, (counts.get(one) ?? 0) + 1);
    }
  };
  count(without(`${path} ${namesIn(code)}`), notAsNames);
  count(without(`${path}\n${readFileSync(join(root, path), 'utf8')}`), nowhere);
  return counts;
}

/** Code without its strings and regular expressions. */
function namesIn(code: string): string {
  let names = '';
  let before = '';
  /** How many braces are open in each `${` that the place lies in. */
  const inTemplates: number[] = [];
  for (let at = 0; at < code.length; at++) {
    const char = code[at] ?? '';
    const ends = char === '}' && inTemplates.at(-1) === 0;
    if (char === '`' || ends) {
      if (ends) inTemplates.pop();
      at = endOf(code, at + 1, (one, place) => one === '`' || (one === '$' && code[place + 1] === '{'));
      if (code[at] === '$') {
        inTemplates.push(0);
        at++;
      }
    } else if (char === "'" || char === '"') at = endOf(code, at + 1, one => one === char || one === '\n');
    else if (char === '/' && /^$|[(,=:[!&|?{};+]/.test(before)) {
      let isInClass = false;
      at = endOf(code, at + 1, one => {
        if (one === '[') isInClass = true;
        if (one === ']') isInClass = false;
        return one === '\n' || (one === '/' && !isInClass);
      });
    } else {
      const inner = inTemplates.length - 1;
      if (inner >= 0 && char === '{') inTemplates[inner] = (inTemplates[inner] ?? 0) + 1;
      if (inner >= 0 && char === '}') inTemplates[inner] = (inTemplates[inner] ?? 0) - 1;
      names += char;
      if (char.trim() !== '') before = char;
      continue;
    }
    names += ' ';
    before = "'";
  }
  return names;
}

/** The first place from `at` on that is the end; what follows a backslash is none. */
function endOf(code: string, at: number, isEnd: (char: string, place: number) => boolean): number {
  let place = at;
  while (place < code.length && !isEnd(code[place] ?? '', place)) place += code[place] === '\\' ? 2 : 1;
  return place;
}
