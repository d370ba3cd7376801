/**
 * Patterns without backtracking: V8's own engine for them, in time that grows with the text alone (`(a+)+$` on 200 000
 * letters: 25 ms).
 *
 * It is off unless asked for, and takes effect for the flag `l` alone: no other pattern of this process is run by it.
 */
import { setFlagsFromString } from 'node:v8';
import { fault, toFailure } from '../../domain/supervision/failure.ts';
import { inAnyCase, patternProblem } from '../../domain/text/linear-pattern.ts';

/** Throws `invalid` for a pattern that cannot be matched in linear time. */
export function linearPattern(source: string, { ignoreCase = false } = {}): (text: string) => boolean {
  const problem = patternProblem(source) ?? compiled(source).problem;
  if (problem !== undefined) throw fault('invalid', `the pattern ${JSON.stringify(source)} cannot be used: ${problem}`);
  const { pattern } = compiled(ignoreCase ? inAnyCase(source) : source);
  if (!pattern) throw fault('invalid', `the pattern ${JSON.stringify(source)} cannot be used with ignore_case`);
  return text => pattern.test(text);
}

function compiled(source: string): { readonly pattern?: RegExp; readonly problem?: string } {
  setFlagsFromString('--enable-experimental-regexp-engine');
  try {
    return { pattern: new RegExp(source, 'l') };
  } catch (error) {
    return { problem: toFailure(error).message };
  }
}
