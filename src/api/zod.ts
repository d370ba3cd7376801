/**
 * Zod, loaded when the first schema is made: a command that asks a running agent needs the names and routes of the
 * operations alone, and does not wait for 94 modules.
 *
 * It is the same instance that `import { z } from 'zod'` gives: the path is resolved as an import is.
 */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { z as Zod } from 'zod';

let loaded: typeof Zod | undefined;

function load(): typeof Zod {
  loaded ??= createRequire(import.meta.url)(fileURLToPath(import.meta.resolve('zod'))).z as typeof Zod;
  return loaded;
}

export const z: typeof Zod = new Proxy({} as typeof Zod, {
  get: (_, name) => Reflect.get(load(), name),
});
