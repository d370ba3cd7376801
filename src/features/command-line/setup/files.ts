/** The settings as they would be with what `straylight init` adds. */

import { existsSync, readFileSync } from 'node:fs';
import type { Config, LoadOptions } from '../../../../config/load.ts';
import { says } from '../../../domain/policy/sentence.ts';
import { fault } from '../../../domain/supervision/failure.ts';
import type { Edge } from '../edge.ts';

/** `files`: instead of what stands in them, by path. Throws a `Fault` where they are not valid. */
export async function settingsWith(
  home: string,
  { env, features }: Edge,
  files: Readonly<Record<string, string>> = {},
): Promise<Config> {
  const { loadConfig } = await import('../../../../config/load.ts');
  const readFile: LoadOptions['readFile'] = path =>
    files[path] ?? (existsSync(path) ? readFileSync(path, 'utf8') : undefined);
  const result = loadConfig({ home, env, sections: features, readFile });
  if (!result.ok) throw fault('invalid', result.message);
  return result.config;
}

/** The same key. Throws a `Fault` where it is none: several lines, or something that a shell or `.env` would change. */
export function plainKey(key: string): string {
  if (!/^[\w.:/+=~-]+$/.test(key))
    throw fault('invalid', says`expected one key of letters, digits and . : / + = ~ - _; check what was pasted`);
  return key;
}
