/** The rule for a program that only reads: its options by allow-list, its files by what they are. */

import { asks, asksAnywhere, asksDirectly, type Finding } from '../../../policy/finding.ts';
import { type Form, says } from '../../../policy/sentence.ts';
import { isUnclear, mayBeOption } from '../../grammar/unknown.ts';
import { lookFindings, readFindings, shown, writeFindings } from '../../paths.ts';
import type { Rule } from '../ground.ts';
import { type OptionList, optionTable, readArguments } from '../options.ts';

export interface ReadingProgram extends OptionList {
  /** What its operands are; files if left out. `pattern`: a pattern first, unless `-e` or `-f` gives it, then files. */
  readonly operands?: 'files' | 'text' | 'pattern' | 'none';
  /** Options with which all operands are files, also where a pattern would come first (`rg --files`). */
  readonly noPattern?: string;
  /** Operands that are right; others are asked about. */
  readonly allowed?: RegExp;
  /** Options whose value is a file it reads. */
  readonly files?: string;
  /** Options with which a file it reads names others that it reads too (`sha256sum -c`). */
  readonly follows?: string;
  /** Options whose value is a file it writes. */
  readonly output?: string;
  /** Options that change its files where they stand. */
  readonly inPlace?: string;
  /** The operand from this one on is written to (`uniq IN OUT`). */
  readonly writesFrom?: number;
  /** Without a file it looks at the folder it stands in; as a text, only with one of these options (`grep -r`). */
  readonly here?: true | string;
  /** What it obeys of the folder or the home, where that may name a program to run: read of it only behind walls. */
  readonly obeys?: Form;
  /** No option of it does more than read, so that it does not matter what its words become. */
  readonly harmless?: true;
  /** It shows names, sizes and times, and nothing of what files hold. */
  readonly looks?: true;
}

export function reading(program: ReadingProgram): Rule {
  const table = optionTable(program);
  const { obeys, harmless, follows = '', inPlace = '', output = '' } = program;
  const [following, places, outputs] = [follows.split(' '), inPlace.split(' '), output.split(' ')];
  return (args, ground, name) => {
    const given = readArguments(args, table);
    const has = (names: readonly string[]) => given.options.some(({ name: option }) => names.includes(option));
    return [
      ...given.unknown.map(option =>
        asks(says`${name} ${shown(option)}: this is not among the options of ${name} that only read.`),
      ),
      ...optionFindings(given.options, program, ground.cwd),
      ...(has(outputs) && given.operands.length > 0 && given.operands.every(path => path === '/dev/null')
        ? [asksAnywhere(says`${name} empties what it writes.`)]
        : []),
      ...operandFindings(program, name, given, has(places), ground.cwd),
      ...(has(following) ? [asksDirectly(says`${name} reads the files that a file names.`)] : []),
      ...(obeys === undefined ? [] : [asksDirectly(says`${name} obeys ${obeys}, which can start other programs.`)]),
      ...(!harmless && args.some(arg => isUnclear(arg))
        ? [
            asksDirectly(
              says`What ${name} is given is only known when it runs.`,
              !onlyReads.test(name) && args.some(mayBeOption) ? 1 : 0,
            ),
          ]
        : []),
    ];
  };
}

/** Whatever they are given, they change nothing and run nothing. */
const onlyReads = /^(cat|tac|head|tail|wc|[ef]?grep)$/;

type Given = ReturnType<typeof readArguments>;

function optionFindings(options: Given['options'], program: ReadingProgram, cwd: string): readonly Finding[] {
  const [outputs, files] = [(program.output ?? '').split(' '), (program.files ?? '').split(' ')];
  return options.flatMap(({ name, value }) => {
    if (value === undefined) return [];
    if (outputs.includes(name)) return writeFindings(value, cwd);
    return files.includes(name) ? readFindings(value, cwd) : namedFile(value, cwd);
  });
}

function operandFindings(
  program: ReadingProgram,
  name: string,
  { options, operands }: Given,
  changes: boolean,
  cwd: string,
): readonly Finding[] {
  const { operands: kind = 'files', noPattern = '', allowed, writesFrom = Number.POSITIVE_INFINITY, here } = program;
  const reads = program.looks ? lookFindings : readFindings;
  const has = (names: string) => options.some(({ name: option }) => names.split(' ').includes(option));
  const isGiven = has('-e -f --regexp --file --expression --from-file') || has(noPattern);
  const files = kind === 'text' ? [] : kind === 'pattern' && !isGiven ? operands.slice(1) : operands;
  const found: Finding[] = [];
  if (files.length === 0 && here !== undefined && (here === true || has(here))) found.push(...reads('.', cwd));
  for (const [at, operand] of files.entries()) {
    if (kind === 'none' || (allowed && !allowed.test(operand)))
      found.push(asks(says`${name} ${shown(operand)}: that is more than reading.`));
    else if (changes) found.push(...writeFindings(operand, cwd, 'changes'));
    // a pattern may become two names, of which the second is written
    else if (at >= writesFrom || (writesFrom === 1 && /[*?[]/.test(operand)))
      found.push(...writeFindings(operand, cwd));
    else found.push(...reads(operand, cwd), ...namedFile(operand, cwd));
  }
  return found;
}

/** `@file`: some programs take more words from there. */
function namedFile(text: string, cwd: string): readonly Finding[] {
  return text.startsWith('@') && text.length > 1 ? readFindings(text.slice(1), cwd) : [];
}
