/** What Straylight does for itself when a job says so. */
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { BuiltInInput } from '../../machines/job/types.ts';
import { work } from '../work.ts';

/** Each by its name; it answers what it did, in a sentence. It may run again after a crash. */
export type BuiltIns = Readonly<
  Record<string, (given: { readonly run: string; readonly signal: AbortSignal }) => Promise<string>>
>;

export function builtin(known: BuiltIns) {
  return work<string, BuiltInInput>(({ name, run: id, signal }) => {
    const run = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!run) throw fault('invalid', says`there is no built-in ${name}; there are ${Object.keys(known).join(', ')}`);
    return run({ run: id, signal });
  });
}
