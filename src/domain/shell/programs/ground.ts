/** What a rule for one program is given, and what it answers. */
import type { Finding } from '../../policy/finding.ts';
import type { Numbers } from '../variables/numbers.ts';

/** Where a command stands. */
export interface Ground {
  /** Relative to the workspace, or absolute, as far as it is known. */
  readonly cwd: string;
  /** Its standard input is what another command prints. */
  readonly isPiped: boolean;
  /** Its standard input is a file, which is looked at by itself. */
  readonly isFed?: boolean;
  /** What it reads there was fetched or decoded just before. */
  readonly isDecoded: boolean;
  /** Its standard input, where that stands in the text. */
  readonly input: string | undefined;
  /** Which variables hold whole numbers for sure. */
  readonly numbers: Numbers;
  /** Judges words as a command of its own, standing in the same place. */
  readonly words: (words: readonly string[]) => readonly Finding[];
  /**
   * Judges a text that is given to a shell. `words`: what a shell of its own knows as `$0`, `$1` and so on; left out,
   * it runs in this one.
   */
  readonly text: (text: string, words?: readonly string[]) => readonly Finding[];
  /** Judges the call of a function the text has defined; undefined: there is none of that name. */
  readonly call: (name: string, args: readonly string[]) => readonly Finding[] | undefined;
  /**
   * What is refused in a file that the text itself has written before, run with these words; nothing where it is not
   * known what stands in it.
   */
  readonly script: (path: string, args?: readonly string[]) => readonly Finding[];
  /** What follows begins elsewhere. */
  readonly enter: (path: string) => void;
}

/** Empty: it only reads. */
export type Rule = (args: readonly string[], ground: Ground, name: string) => readonly Finding[];

/** Rules by the names of programs, blank between names that share one. */
export function rulesFor(table: Readonly<Record<string, Rule>>): ReadonlyMap<string, Rule> {
  return new Map(Object.entries(table).flatMap(([names, rule]) => names.split(' ').map(name => [name, rule] as const)));
}
