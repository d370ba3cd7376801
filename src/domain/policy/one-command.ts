/**
 * All that is found in one command, as the policy weighs it: what its parts say, and what only the whole shows.
 *
 * One named file deleted is one thing; several are many. A file that may hold secrets is read, another is written: that
 * is a copy.
 */

import { createRequire } from 'node:module';
import type { Obeyed } from '../shell/obeying/obeyed-file.ts';
import type * as Verdict from '../shell/verdict.ts';
import { asksAnywhere, type Finding, refused } from './finding.ts';
import { inEnglish, says } from './sentence.ts';

// With the first command: the grammar and the rules of the shell are an eighth of all code that a start would read.
const load = createRequire(import.meta.url);

/** A call is judged, frozen and run, and each asks the same of its command, several times. */
const judged = new Map<string, Verdict.ShellVerdict>();
const mostJudged = 32;
const longestKept = 4_000;

function verdictOf(text: string): Verdict.ShellVerdict {
  const known = judged.get(text);
  if (known) return known;
  const verdict = (load('../shell/verdict.ts') as typeof Verdict).shellVerdict(text);
  if (text.length > longestKept) return verdict;
  judged.set(text, verdict);
  const [oldest] = judged.size > mostJudged ? judged.keys() : [];
  if (oldest !== undefined) judged.delete(oldest);
  return verdict;
}

/** What a command touches in the agent's folders (shell/verdict.ts). */
export function commandTouches(text: string): readonly string[] {
  return verdictOf(text).touches;
}

/** Outside of these, what it reads (shell/verdict.ts). */
export function commandReadsOutside(text: string): readonly string[] {
  return verdictOf(text).outside;
}

/** The files that a command executes, or reads as lists of what is to be done. */
export function obeyedIn(text: string): readonly Obeyed[] {
  return text.trim() === '' ? [] : verdictOf(text).obeyed;
}

/** Of the whole text of one call. Nothing found: it only reads. */
export function oneCommand(text: string): readonly Finding[] {
  if (text.trim() === '') return [refused('There is no command in it: nothing but blanks.')];
  const found = verdictOf(text).findings;
  const copies =
    found.some(({ file }) => file === 'sensitive') &&
    found.some(({ file, lasting }) => file === 'written' && lasting === undefined)
      ? [asksAnywhere('It reads a file that may hold secrets, and writes another one.', 'high')]
      : [];
  const deleted = new Set(found.flatMap(({ lasting, reason }) => (lasting === 'destroys' ? [inEnglish(reason)] : [])));
  const many = deleted.size > 1 ? [asksAnywhere(says`It deletes ${deleted.size} things, each by its name.`)] : [];
  return [...found, ...copies, ...many];
}
