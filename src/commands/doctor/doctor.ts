/** `straylight doctor`: what works here, what is missing, what to do. */

import { toFailure } from '../../domain/supervision/failure.ts';
import { failureWords, type Language } from '../../domain/text/texts.ts';
import { asTyped } from '../../domain/text/typed-name.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { type Io, jsonText } from '../io.ts';
import { type Say, sayIn } from '../say.ts';
import { tableLines } from '../table.ts';

/** `warn`: it works, with less than there could be. `fail`: it does not start, or not safely. */
export type Verdict = 'ok' | 'warn' | 'fail';

export interface Finding {
  readonly verdict: Verdict;
  /** What was found. */
  readonly found: string;
  /** More of it, a line each. */
  readonly details?: readonly string[];
  /** What to do about it. */
  readonly advice?: string;
}

/** One thing that is looked at; a check that throws has failed with that reason. */
export interface Check {
  readonly name: string;
  readonly run: (signal: AbortSignal, say?: Say, language?: Language) => Finding | Promise<Finding>;
}

/** Runs every check at once, each with its deadline, and prints them in order. Exit code 1 where one failed. */
export async function doctor(options: {
  readonly checks: readonly Check[];
  readonly io: Io;
  readonly json: boolean;
  readonly deadlineMs?: number;
}): Promise<number> {
  const { checks, io, json, deadlineMs = 10_000 } = options;
  // what programs read is in one language
  const { language = 'en' } = json ? {} : io;
  const say = sayIn({ ...io, language });
  const findings = await Promise.all(
    checks.map(async check => ({ name: check.name, ...(await outcome(check, deadlineMs, say, language)) })),
  );
  const failed = findings.filter(({ verdict }) => verdict === 'fail').length;
  if (json) io.out(jsonText(findings));
  else {
    const words: Record<Verdict, string> = { ok: 'ok', warn: io.style.warn('WARN'), fail: io.style.warn(say('FAIL')) };
    const room = io.style.width?.();
    const rows = tableLines(
      findings.map(({ name, found }) => [labelOf(name, say), oneLine(found, 2_000)]),
      room && room - 6,
    );
    for (const [at, { verdict, details = [], advice }] of findings.entries()) {
      const [first = '', ...more] = rows[at] ?? [];
      io.out(`${words[verdict]}${' '.repeat(verdict === 'ok' ? 4 : 2)}${first}`);
      for (const line of more) io.out(`      ${line}`);
      for (const detail of details) io.out(`        ${oneLine(asTyped(detail, io.program), 1_000)}`);
      // it may be a command to copy, with long paths
      if (advice) io.out(`      ${io.style.dim(`→ ${oneLine(asTyped(advice, io.program), 2_000)}`)}`);
    }
    io.out(
      failed === 0
        ? say('No check failed.')
        : say('{failed} of {length} checks failed.', { failed, length: findings.length }),
    );
  }
  return failed === 0 ? 0 : 1;
}

/** A model is checked under its own name. */
function labelOf(name: string, say: Say): string {
  const model = /^Model (?!roles$)(.+)$/.exec(name)?.[1];
  return model === undefined ? say(name) : say('Model {name}', { name: model });
}

async function outcome(check: Check, deadlineMs: number, say: Say, language: Language): Promise<Finding> {
  const signal = AbortSignal.timeout(deadlineMs);
  const tooLate = new Promise<Finding>(resolve =>
    signal.addEventListener('abort', () =>
      resolve({ verdict: 'fail', found: say('no response within {value} s', { value: deadlineMs / 1_000 }) }),
    ),
  );
  try {
    return await Promise.race([check.run(signal, say, language), tooLate]);
  } catch (thrown) {
    return { verdict: 'fail', found: failureWords(toFailure(thrown), language) };
  }
}
