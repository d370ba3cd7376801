/** The rule for a program that only reads: its options by allow-list, its files by what they are. */
import { asked, type Finding } from './finding.ts';
import type { Rule } from './shell-ground.ts';
import { type OptionList, optionTable, readArguments } from './shell-options.ts';
import { readFindings, shown, writeFindings } from './shell-paths.ts';

export interface ReadingProgram extends OptionList {
  /** What its operands are; files if left out. `pattern`: a pattern first, unless `-e` or `-f` gives it, then files. */
  readonly operands?: 'files' | 'text' | 'pattern' | 'none';
  /** Operands that are right; others are asked about. */
  readonly allowed?: RegExp;
  /** Options whose value is a file it writes. */
  readonly output?: string;
  /** Options that change its files where they stand. */
  readonly inPlace?: string;
  /** The operand from this one on is written to (`uniq IN OUT`). */
  readonly writesFrom?: number;
}

export function reading(program: ReadingProgram): Rule {
  const table = optionTable(program);
  const {
    operands: kind = 'files',
    allowed,
    output = '',
    inPlace = '',
    writesFrom = Number.POSITIVE_INFINITY,
  } = program;
  const [outputs, places] = [output.split(' '), inPlace.split(' ')];
  return (args, { cwd }, name) => {
    const { options, unknown, operands } = readArguments(args, table);
    const found: Finding[] = unknown.map(option =>
      asked(`${name} ${shown(option)}: this is not among the options of ${name} that only read.`),
    );
    for (const { name: option, value } of options) {
      if (value === undefined) continue;
      found.push(...(outputs.includes(option) ? writeFindings(value, cwd) : readFindings(value, cwd)));
    }
    const changes = options.some(({ name: option }) => places.includes(option));
    const isGiven = options.some(({ name: option }) =>
      /^(-e|-f|--regexp|--file|--expression|--from-file)$/.test(option),
    );
    const files = kind === 'text' ? [] : kind === 'pattern' && !isGiven ? operands.slice(1) : operands;
    for (const [at, operand] of files.entries()) {
      if (kind === 'none' || (allowed && !allowed.test(operand)))
        found.push(asked(`${name} ${shown(operand)}: that is more than reading.`));
      else if (changes) found.push(...writeFindings(operand, cwd, 'changes'));
      else found.push(...(at >= writesFrom ? writeFindings(operand, cwd) : readFindings(operand, cwd)));
    }
    return found;
  };
}
