/** What the file tools share: a path as an argument, and a refusal as an answer the model can act on. */

import { z } from 'zod';
import type { Taint } from '../../domain/policy/taint.ts';
import { toFailure } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import { issueOf } from '../../domain/tools/said/issue.ts';
import { saidInFailure } from '../../domain/tools/said/said.ts';
import type { ConfinedPaths } from '../../ports/files/confined.ts';
import type { ToolOutput } from '../../ports/tool.ts';

/** A path in workspace or scripts; any other is refused before the call is judged. `isWritten`: so is one in a folder that is only for reading. */
export function pathArgument(paths: ConfinedPaths, description: string, { isWritten = false } = {}) {
  return z
    .string()
    .min(1)
    .max(1_000)
    .superRefine((path, context) => {
      const outside = paths.problemOf(path);
      if (outside !== undefined) context.addIssue(issueOf(outside, { code: 'outside', values: { path } }));
      const problem = outside ?? (isWritten ? paths.unwritable(paths.place(path)) : undefined);
      if (problem !== outside) context.addIssue({ code: 'custom', message: problem ?? '' });
    })
    .describe(description);
}

/** What a path means, as it is shown; of one that was refused the path itself. */
export function shownPath(paths: ConfinedPaths, path: string): string {
  return paths.problemOf(path) === undefined ? paths.name(paths.place(path)) : path;
}

/**
 * Runs the work of a tool. What is wrong with the call (`invalid`) is the answer, marked as failed; all else is thrown
 * on. `refusal`: how far a refusal is trusted that says nothing else of itself.
 */
export async function answering(refusal: Taint, work: () => Promise<ToolOutput>): Promise<ToolOutput> {
  try {
    return await work();
  } catch (error) {
    const failure = toFailure(error);
    const { kind, message, taint = refusal } = failure;
    if (kind !== 'invalid') throw error;
    return { text: message, ...defined({ said: saidInFailure(failure) }), failed: true, taint };
  }
}

/** A size as people read it. */
export function sizeText(bytes: number): string {
  if (bytes < 1_024) return counted(bytes, 'byte');
  const [unit, size] = bytes < 1_048_576 ? ['KB', bytes / 1_024] : ['MB', bytes / 1_048_576];
  return `${size.toFixed(1)} ${unit}`;
}

/** A count with its noun. */
function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
