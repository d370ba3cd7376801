/**
 * Checks of a goal: what has to hold before it counts as done, written before the work, kept as it was written, and run
 * by Straylight and not by who did the work.
 *
 * As text a check is one line: `file_exists PATH`, `not_empty PATH`, `unchanged PATH`, or `COMMAND => EXPECTATION` where
 * the expectation is one of `exit_code N`, `equals TEXT`, `contains TEXT`, `regex PATTERN`, `output_lt NUMBER`,
 * `output_gt NUMBER`. A command alone has to end with exit code 0.
 */

import { type Form, type Sentence, says } from '../policy/sentence.ts';

const onFiles = ['file_exists', 'not_empty', 'unchanged'] as const;
const onOutput = ['equals', 'contains', 'regex'] as const;
const onNumbers = ['exit_code', 'output_lt', 'output_gt'] as const;

/** What a check asks. Paths are those of the workspace. */
export type CheckAsk =
  | { readonly kind: (typeof onFiles)[number]; readonly path: string }
  | { readonly kind: (typeof onOutput)[number]; readonly run: string; readonly text: string }
  | { readonly kind: (typeof onNumbers)[number]; readonly run: string; readonly number: number };

/** What a check found. `unknown`: it could not be run, so nobody knows. */
export const checkOutcomes = ['holds', 'fails', 'unknown'] as const;
export type CheckOutcome = (typeof checkOutcomes)[number];

export interface CheckResult {
  readonly outcome: CheckOutcome;
  /** What was seen, in one line. */
  readonly saw: Sentence;
}

/** A file that is to stay as it was before the work. */
export interface FrozenFile {
  readonly path: string;
  readonly hash: string;
}

/** A check as a goal has it. */
export interface GoalCheck {
  /** As it was written, in one line. */
  readonly text: string;
  /**
   * What it found before the work. One that held then has not been shown to be able to fail; for `unchanged` the hash
   * of the file that it is to keep, and no result, since it holds by nature.
   */
  readonly before: CheckResult | { readonly hash: string };
  /** Files of tests that its command names: where one is changed, the check does not hold. */
  readonly frozen?: readonly FrozenFile[];
  /** What it found last; absent: it was not run since. */
  readonly last?: CheckResult & { readonly at: number };
}

export const mostChecks = 10;
export const longestCheck = 500;

/** Reads one line; a sentence that says what was expected where it is none. `pattern` says why one cannot be used. */
export function readCheck(line: string, pattern: (source: string) => string | undefined): CheckAsk | Form {
  const text = line.trim();
  if (/[\r\n]/.test(text)) return says`expected a check in one line; got several`;
  if (text === '') return says`expected a check, such as “file_exists report.md” or “npm test”; got nothing`;
  if (text.length > longestCheck) return says`expected a check of at most ${longestCheck} characters`;
  const [first = ''] = text.split(' ', 1);
  const ofFile = onFiles.find(kind => kind === first);
  if (ofFile !== undefined) {
    const path = text.slice(first.length).trim();
    return path === '' ? says`expected “${first} PATH”, a path in the workspace; got no path` : { kind: ofFile, path };
  }
  const [, run = '', expected] = /^(?:(.*) )?=> (.*)$/.exec(text) ?? [];
  if (expected === undefined) return { kind: 'exit_code', run: text, number: 0 };
  return expectation(run.trim(), expected.trim(), pattern);
}

function expectation(run: string, expected: string, pattern: (source: string) => string | undefined): CheckAsk | Form {
  const [word = ''] = expected.split(' ', 1);
  const rest = expected.slice(word.length).trim();
  if (run === '') return says`expected a command before “=>”; got none`;
  const ofNumber = onNumbers.find(kind => kind === word);
  if (ofNumber !== undefined) {
    const number = Number(rest);
    if (rest === '' || !Number.isFinite(number)) return says`expected “${word} NUMBER”; got “${expected}”`;
    return { kind: ofNumber, run, number };
  }
  const ofOutput = onOutput.find(kind => kind === word);
  if (ofOutput === undefined)
    return says`expected ${[...onNumbers, ...onOutput].join(', ')} behind “=>”; got “${expected}”`;
  if (rest === '') return says`expected “${word} TEXT”; got no text`;
  const problem = ofOutput === 'regex' ? pattern(rest) : undefined;
  return problem === undefined
    ? { kind: ofOutput, run, text: rest }
    : says`the pattern “${rest}” cannot be used: ${problem}`;
}

/** It held before the work, so that it holds afterwards says nothing. */
export function provesNothing({ before }: GoalCheck): boolean {
  return 'outcome' in before && before.outcome === 'holds';
}

/** What all checks of a goal came to when they were run last; undefined: there are none, or they were not run. */
export function verdictOf(checks: readonly GoalCheck[]): CheckOutcome | undefined {
  const last = checks.map(check => check.last?.outcome);
  if (checks.length === 0 || last.includes(undefined)) return undefined;
  if (last.includes('fails')) return 'fails';
  return last.includes('unknown') ? 'unknown' : 'holds';
}

/** It could not be run before the work, so nobody knows whether it can fail. */
export function wasNotRun({ before }: GoalCheck): boolean {
  return 'outcome' in before && before.outcome === 'unknown';
}
