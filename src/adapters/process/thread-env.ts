/**
 * The environment of a thread of ours: nothing of the agent's own, but where compiled code is kept.
 *
 * A thread does not know what the program has said of that; without it each one compiles its modules again, and in a
 * clone loads what reads TypeScript first, which is 18 MB.
 */
import { dirname } from 'node:path';
import { defined } from '../../domain/text/json.ts';

/** `more`: what else is in it. */
export function threadEnv(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const { getCompileCacheDir } = process.getBuiltinModule('node:module');
  // the folder that is told is one below the one that was named, for this version of Node
  const folder = getCompileCacheDir();
  return { ...more, ...defined({ NODE_COMPILE_CACHE: folder && dirname(folder) }) };
}
