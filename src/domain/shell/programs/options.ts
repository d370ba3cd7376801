/** The words after a program's name, taken apart by a list of the options it is allowed. */

/**
 * `flags` and `values`: letters, the second take a value. `long` and `longValues`: names without dashes, blank between
 * them.
 */
export interface OptionList {
  readonly flags?: string;
  readonly values?: string;
  readonly long?: string;
  readonly longValues?: string;
  /** The first word that is no option ends them: `timeout 5 ls -la`. */
  readonly endsAtOperand?: boolean;
  /** `head -20`. */
  readonly count?: boolean;
  /** Long options begin with one dash: `find -name`. */
  readonly oneDash?: boolean;
}

/**
 * `--rec` for `--recursive`: most programs take every beginning of a long option. At least one letter, with or without
 * a value.
 */
export function means(arg: string, ...options: readonly string[]): boolean {
  if (!arg.startsWith('--') || arg.length < 3) return false;
  const name = arg.slice(2).split('=')[0] ?? '';
  return name !== '' && options.some(option => option.startsWith(name));
}

/** The same, ready for use. */
export type OptionTable = ReturnType<typeof optionTable>;

export function optionTable(list: OptionList) {
  const names = (text = '') => new Set(text.split(' '));
  return { ...list, longNames: names(list.long), longWithValue: names(list.longValues) };
}

export interface Option {
  /** With its dashes. */
  readonly name: string;
  readonly value?: string;
}

export interface Arguments {
  readonly options: readonly Option[];
  /** Those the list does not have, as they were written. */
  readonly unknown: readonly string[];
  readonly operands: readonly string[];
}

/** Nothing is guessed: an abbreviation that a program would take (`--fol` for `--follow`) is not in the list. */
export function readArguments(args: readonly string[], list: OptionTable): Arguments {
  const { flags = '', values = '', longNames, longWithValue } = list;
  const options: Option[] = [];
  const unknown: string[] = [];
  const operands: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (arg === '--') {
      operands.push(...args.slice(at + 1));
      break;
    }
    if (arg === '-' || !arg.startsWith('-') || (list.count && /^-\d+$/.test(arg))) {
      if (!arg.startsWith('-') || arg === '-') {
        if (list.endsAtOperand) {
          operands.push(...args.slice(at));
          break;
        }
        operands.push(arg);
      }
      continue;
    }
    if (arg.startsWith('--') || list.oneDash) {
      const bare = arg.replace(/^--?/, '');
      const equals = bare.indexOf('=');
      const name = equals < 0 ? bare : bare.slice(0, equals);
      const dashed = `${list.oneDash ? '-' : '--'}${name}`;
      if (longWithValue.has(name)) {
        const value = equals < 0 ? args[++at] : bare.slice(equals + 1);
        options.push({ name: dashed, value });
      } else if (longNames.has(name))
        options.push({ name: dashed, value: equals < 0 ? undefined : bare.slice(equals + 1) });
      else unknown.push(arg);
      continue;
    }
    for (let letter = 1; letter < arg.length; letter++) {
      const char = arg[letter] ?? '';
      if (values.includes(char)) {
        const value = letter + 1 < arg.length ? arg.slice(letter + 1) : args[++at];
        options.push({ name: `-${char}`, value });
        break;
      }
      if (!flags.includes(char)) {
        unknown.push(letter === 1 ? arg : `-${char}`);
        break;
      }
      options.push({ name: `-${char}` });
    }
  }
  return { options, unknown, operands };
}
