/**
 * What a command would do, by its text alone.
 *
 * The text is taken apart by a real grammar, every command in it is judged where it stands (walk.ts), and the gravest
 * part counts. What cannot be read is asked about.
 */
import { asksAnywhere, type Finding, weighty } from '../policy/finding.ts';
import { guesses, type Lookup } from './grammar/parameters.ts';
import { obeysUnknown } from './obeying/obeyed.ts';
import type { Obeyed } from './obeying/obeyed-file.ts';
import { isOver, textFindings, type Walk } from './walk.ts';

/** What a text comes to, each finding, file and name once. */
export interface ShellVerdict {
  /** Nothing: it only reads. */
  readonly findings: readonly Finding[];
  /**
   * The files, folders and patterns of names in the agent's folders that it reads or changes, as far as the text says
   * them: from `/workspace` or `/scripts` on.
   */
  readonly touches: readonly string[];
  /** Outside of these folders, what it reads: `~/.env`, `/proc/self/cwd`. */
  readonly outside: readonly string[];
  /** The files that it executes, or reads as lists of what is to be done. */
  readonly obeyed: readonly Obeyed[];
}

export function shellVerdict(text: string): ShellVerdict {
  const found = allFindings(text);
  return {
    findings: weighty(found),
    touches: [...new Set(found.flatMap(({ touches }) => touches ?? []))],
    outside: [...new Set(found.flatMap(({ outside }) => outside ?? []))],
    obeyed: obeyedIn(found),
  };
}

/**
 * The files that the text of a script executes, or reads as lists. The script begins in the folder `inside`; what an
 * earlier line of it makes of a file is not asked.
 */
export function obeyedInside(text: string, inside: string): readonly Obeyed[] {
  return obeyedIn(allFindings(text, inside));
}

function obeyedIn(found: readonly Finding[]): readonly Obeyed[] {
  return [...new Map(found.flatMap(({ obeys }) => obeys ?? []).map(one => [JSON.stringify(one), one])).values()];
}

function allFindings(text: string, inside?: string): readonly Finding[] {
  let couldGuess = false;
  const exact = judgedWith(
    text,
    name => {
      couldGuess ||= name === guesses;
      return undefined;
    },
    inside,
  );
  // a guess may add to what is found, and never takes anything away
  return couldGuess ? [...exact, ...judgedWith(text, name => (name === guesses ? [''] : undefined), inside)] : exact;
}

function judgedWith(text: string, lookup: Lookup, inside?: string): readonly Finding[] {
  const walk: Walk = {
    depth: 0,
    spent: { commands: 0, nodes: 0, entered: 0, words: 0, text: 0 },
    progress: { isActed: false, bound: new Set(), isInside: inside !== undefined },
    cwd: { path: inside ?? '.' },
    isStuck: false,
    functions: new Map(),
    written: new Map(),
    lookup,
    numbers: undefined,
    source: text,
    isPiped: false,
    isDecoded: false,
  };
  const moved = textFindings(text, walk);
  const isMoving = walk.spent.entered > 0 && text.includes('..');
  const stuck = isMoving
    ? textFindings(text, { ...walk, cwd: { path: inside ?? '.' }, functions: new Map(), isStuck: true })
    : [];
  const found = [...moved, ...stuck];
  if (!isOver(walk)) return found;
  return [
    ...found,
    asksAnywhere('It has too many commands or words to be judged.', 'high'),
    obeysUnknown('what is too long to be read', '.'),
  ];
}
