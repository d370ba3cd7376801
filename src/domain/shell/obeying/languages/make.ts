/**
 * What a makefile starts and includes: known only where each of its lines is understood.
 *
 * A recipe is a text for the shell, into which make puts the values of variables. Those that the file sets to plain
 * words are put in here, too; any other leaves the recipe open.
 */

import type { Finding } from '../../../policy/finding.ts';
import { defined } from '../../../text/json.ts';
import { variableFindings } from '../../variables/variables.ts';
import { obeys } from '../obeyed.ts';
import { type At, opens } from './reader.ts';

/** What the text of a recipe comes to, as the shell is given it. */
export type InShell = (text: string, cwd: string) => readonly Finding[];

/** Functions that run something, read files, or are called by a computed name; a backslash that joins no lines. */
const computes =
  /\$\s*[({]\s*(shell|eval|call|file|guile|value|foreach|let|wildcard|\$)|!=|^\s*(define|load|-load|vpath|undefine|unexport)\b|^\s*\.(ONESHELL|RECIPEPREFIX|SHELLFLAGS|DEFAULT(?!_GOAL)|INCLUDE_DIRS)|\\\\\r?\n/m;

const predefined: ReadonlyMap<string, string> = new Map(
  Object.entries({
    CC: 'cc',
    CXX: 'c++',
    AR: 'ar',
    RM: 'rm -f',
    MAKE: 'make',
    CURDIR: '.',
    LDLIBS: '',
    CFLAGS: '',
    CXXFLAGS: '',
    CPPFLAGS: '',
    LDFLAGS: '',
    ARFLAGS: 'rv',
  }),
);
const assigned = /^\s*(?:(export|override|private)\s+)*([\w.-]+)\s*(?:::?:?|\?|\+)?=\s*(.*)$/;
const steering =
  /^(MAKE\w*|GNUMAKEFLAGS|SHELL|VPATH|GPATH|PATH|HOME|LD_\w+|DYLD_\w+|IFS|ENV|BASH\w*|PYTHON\w*|NODE_\w+|\.(?!DEFAULT_GOAL$).*)$/;
const plainValue = /^[\w\s./:,=+@%~^-]*$/;
const rule =
  /^(?:[\w\s./%@+~-]|\$\([\w.:%=/-]+\)|\$\{[\w.:%=/-]+\})+::?(?!=)(?:[\w\s./%@+,:~|-]|\$\([\w.:%=/-]+\)|\$\{[\w.:%=/-]+\})*$/;
const conditional = /^(ifeq|ifneq|ifdef|ifndef|else|endif)\b[^$]*(\$[({][\w.-]+[)}][^$]*)*$/;
/** Stands for one word that nobody knows here. */
const someWord = '"$__MAKE"';

export function make(text: string, at: At, inShell: InShell): readonly Finding[] {
  const open = computes.exec(text)?.[0];
  if (open !== undefined) return [opens(at, open)];
  const lines = text.replace(/\r\n/g, '\n').replace(/\\\n/g, ' ').split('\n');
  const values = new Map(predefined);
  const own = new Set<string>();
  for (const line of lines) {
    const [, , name = '', value = ''] = assigned.exec(line) ?? [];
    if (name === '') continue;
    // set twice, joined, or in what may be a recipe: whichever it is
    values.set(name, own.has(name) || line.startsWith('\t') || /\?=|\+=/.test(line) ? unclear : bare(value));
    own.add(name);
  }
  const unmade = builtIn(lines);
  return [
    ...(unmade === undefined ? [] : [opens(at, `what ${unmade} is made of`)]),
    ...lines.flatMap(line => lineFindings(line, at, values, inShell)),
  ];
}

/**
 * A file that make would make by a rule of its own (a program of `tool.sh` or `tool.c`), or by one for a pattern of names;
 * undefined: none is.
 */
function builtIn(lines: readonly string[]): string | undefined {
  const rules = lines.flatMap((line, index) => {
    const [, targets, needs] = /^([^\t#=:][^#=:]*)::?(?!=)([^=;]*)(?:;.*)?$/.exec(line) ?? [];
    if (targets === undefined || needs === undefined) return [];
    const hasRecipe = line.includes(';') || lines[index + 1]?.startsWith('\t') === true;
    return [{ targets: namesIn(targets), needs: namesIn(needs), hasRecipe }];
  });
  const pattern = rules
    .flatMap(({ targets }) => targets)
    .find(name => name.includes('%') && !/%\.(o|d|lo|obj)$/.test(name));
  if (pattern !== undefined) return pattern;
  const own = new Set(rules.flatMap(({ targets, hasRecipe }) => (hasRecipe ? targets : [])));
  const grouped = rules.filter(({ targets }) => !targets.every(name => name.startsWith('.')));
  return grouped
    .flatMap(({ targets, needs, hasRecipe }) => [...needs, ...(hasRecipe || needs.length > 0 ? [] : targets)])
    .find(name => !own.has(name) && !/\.\w+$|^[|%]|\$/.test(name));
}

function namesIn(text: string): readonly string[] {
  return text.split(/\s+/).filter(name => name !== '');
}

const unclear = '\0';

/** Without the comment at its end. */
function bare(value: string): string {
  return value.replace(/(^|\s)#.*$/, '').trim();
}

type Values = ReadonlyMap<string, string>;

function lineFindings(line: string, at: At, values: Values, inShell: InShell): readonly Finding[] {
  if (line.startsWith('\t')) return recipe(line, at, values, inShell);
  const text = bare(line);
  if (text === '' || conditional.test(text)) return [];
  const [, isMild, names = ''] = /^(-|s)?include\s+(.+)$/.exec(text) ?? [];
  if (names !== '') return names.split(/\s+/).flatMap(name => included(name, isMild !== undefined, at));
  const [whole, , name = '', value = ''] = assigned.exec(text) ?? [];
  if (whole !== undefined) {
    if (steering.test(name)) return [opens(at, name)];
    const isExported = /\bexport\s/.test(text.slice(0, text.indexOf('=')));
    return isExported ? variableFindings(name, value, { text: () => [] }).filter(({ obeys: one }) => one) : [];
  }
  // what follows a `;` is a recipe as it stands
  const [, head = text, run] = /^([^;#]*);(.*)$/.exec(line) ?? [];
  if (!rule.test(head.trim()) || !expanded(head, values).isPlain) return [opens(at, text)];
  return run === undefined ? [] : recipe(run, at, values, inShell);
}

function included(name: string, isMild: boolean, at: At): readonly Finding[] {
  if (/[$*?[~%]/.test(name)) return [opens(at, `include ${name}`)];
  return [
    obeys(name, at.cwd, { written: 'make', ...defined({ isOptional: isMild ? true : undefined }) }),
    obeys(name, at.cwd, { folder: 'makefiles', isOptional: true }),
  ];
}

function recipe(line: string, at: At, values: Values, inShell: InShell): readonly Finding[] {
  const { text, isPlain } = expanded(line.trim().replace(/^[-@+\s]+/, ''), values);
  return [...inShell(text, at.cwd), ...(isPlain ? [] : [opens(at, line)])];
}

/** `isPlain`: nothing was put in that could mean more to a shell than the words it is. */
interface Expanded {
  readonly text: string;
  readonly isPlain: boolean;
}

const unplain: Expanded = { text: someWord, isPlain: false };
const longest = 10_000;

function expanded(source: string, values: Values, known: Map<string, Expanded> = new Map()): Expanded {
  let isPlain = true;
  const text = source.replace(/\$(?:[({]([^(){}$]*)[)}]|(.?))/gs, (_, long?: string, short?: string) => {
    if (short === '$') return '$';
    const [, name = '', change] = /^([\w.@<^*+?%-]+)(:[\w.%/-]*=[\w.%/-]*)?$/.exec(long ?? short ?? '') ?? [];
    if (/^[@<^*+?%][DF]?$/.test(name)) return someWord;
    const put = known.get(name) ?? valueIn(name, values, known);
    isPlain &&= put.isPlain;
    return change === undefined ? put.text : someWord;
  });
  return text.length > longest ? unplain : { text, isPlain };
}

function valueIn(name: string, values: Values, known: Map<string, Expanded>): Expanded {
  const value = values.get(name);
  // one that is made of itself never comes to an end
  known.set(name, unplain);
  if (value === undefined || value === unclear) return unplain;
  const put = expanded(value, values, known);
  const isPlain = put.isPlain && plainValue.test(put.text.replaceAll(someWord, ''));
  known.set(name, { ...put, isPlain });
  return { ...put, isPlain };
}
