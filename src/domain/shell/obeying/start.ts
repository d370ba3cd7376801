/**
 * What an interpreter is told to run, by its words: a text among them, a file, or its standard input.
 *
 * An option that the list of that program does not have may take the next word with it, or load something: then nobody
 * guesses which word is the file.
 */

export interface StartList {
  /** Letters that load nothing, and may stand together. */
  readonly flags?: string;
  /** Letters whose value is code. */
  readonly code?: string;
  /** Nothing after the code is an option. */
  readonly endsAtCode?: true;
  /** Letters whose value is a file that is run, too. */
  readonly loads?: string;
  /** Such a file is all that is run. */
  readonly loadsAll?: true;
  /** A file is run besides the code. */
  readonly runsBoth?: true;
  /** Letters that take whatever follows in the same word. */
  readonly rest?: string;
  /** Letters that take the digits that follow. */
  readonly digits?: string;
  /** Letters with a value, and the values that load nothing. */
  readonly values?: Readonly<Record<string, RegExp>>;
  /** Long options, in full, that load nothing. */
  readonly long?: RegExp;
  readonly longCode?: RegExp;
  readonly longLoads?: RegExp;
}

export interface Start {
  readonly code: string[];
  readonly loaded: string[];
  /** The first option that is not in the list. */
  odd?: string;
  /** The first word that is no option, and those behind it. */
  file?: string;
  rest: readonly string[];
}

export function startOf(args: readonly string[], list: StartList): Start {
  const start: Start = { code: [], loaded: [], rest: [] };
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    const isEnd = arg === '--';
    if (isEnd || arg === '-' || !arg.startsWith('-')) {
      const [file, ...rest] = args.slice(isEnd ? at + 1 : at);
      if (file !== undefined) start.file = file;
      start.rest = rest;
      return start;
    }
    const taken = arg.startsWith('--')
      ? longOption(arg, args[at + 1], list, start)
      : letters(arg, args[at + 1], list, start);
    if (taken === undefined) {
      start.odd = arg;
      return start;
    }
    at += taken;
    if (list.endsAtCode && start.code.length > 0) {
      start.rest = args.slice(at + 1);
      return start;
    }
  }
  return start;
}

/** How many of the next words it takes; undefined: it is not in the list. */
function longOption(arg: string, next: string | undefined, list: StartList, { code, loaded }: Start) {
  const equals = arg.indexOf('=');
  const name = equals < 0 ? arg : arg.slice(0, equals);
  const value = equals < 0 ? next : arg.slice(equals + 1);
  const taken = equals < 0 ? 1 : 0;
  if (list.longCode?.test(name)) return push(code, value, taken);
  if (list.longLoads?.test(name)) return push(loaded, value, taken);
  return list.long?.test(arg) ? 0 : undefined;
}

function letters(arg: string, next: string | undefined, list: StartList, { code, loaded }: Start) {
  const { flags = '', rest = '', values = {} } = list;
  for (let index = 1; index < arg.length; index++) {
    const letter = arg[index] ?? '';
    const joined = arg.slice(index + 1);
    const [value, taken] = joined === '' ? [next, 1] : [joined, 0];
    if (list.code?.includes(letter)) return push(code, value, taken);
    if (list.loads?.includes(letter)) return push(loaded, value, taken);
    if (Object.hasOwn(values, letter)) return values[letter]?.test(value ?? '') ? taken : undefined;
    if (rest.includes(letter)) return 0;
    if (list.digits?.includes(letter)) {
      index += /^\d*/.exec(joined)?.[0].length ?? 0;
      continue;
    }
    if (!flags.includes(letter)) return undefined;
  }
  return 0;
}

/** A value that looks like an option may be one. */
function push(list: string[], value: string | undefined, taken: number): number | undefined {
  if (value === undefined || (taken > 0 && /^-./.test(value))) return undefined;
  list.push(value);
  return taken;
}
