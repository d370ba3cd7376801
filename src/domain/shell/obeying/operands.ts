/** Words of a program, as far as they name files that it obeys. */
import { type ObeyedKind, obeys } from './obeyed.ts';
import type { Obeying } from './rule.ts';

export const isOption = (arg: string) => /^[-+]./.test(arg);

/** Words that are no options, where an option of that form takes the next word with it. */
export function operandsOf(args: readonly string[], values: RegExp = /^$/): readonly string[] {
  const operands: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (arg === '--') return [...operands, ...args.slice(at + 1)];
    if (values.test(arg)) at++;
    else if (!isOption(arg)) operands.push(arg);
  }
  return operands;
}

/** What stands behind an option: in the next word, after `=`, or joined to its letter. */
export function valuesOf(args: readonly string[], letters: string, ...long: readonly string[]): readonly string[] {
  return args.flatMap((arg, at) => {
    const next = args[at + 1] ?? '';
    const name = long.find(one => arg === one || (arg.startsWith('--') && arg.length > 4 && one.startsWith(arg)));
    if (name !== undefined) return [next];
    const given = /^(--?[a-z][\w-]*)=(.*)$/s.exec(arg);
    if (given !== null)
      return long.some(one => one === given[1] || one.startsWith(given[1] ?? ' ')) ? [given[2] ?? ''] : [];
    if (letters === '' || !/^-[^-]/.test(arg)) return [];
    const letter = [...arg].findIndex((char, index) => index > 0 && letters.includes(char));
    if (letter < 0) return [];
    return [letter + 1 < arg.length ? arg.slice(letter + 1) : next];
  });
}

/** The files behind such options; `-` is the standard input. */
export function named(kind: ObeyedKind, letters: string, ...long: readonly string[]): Obeying {
  return (args, { cwd }) =>
    valuesOf(args, letters, ...long).flatMap(file => (file === '-' ? [] : [obeys(file, cwd, kind)]));
}
