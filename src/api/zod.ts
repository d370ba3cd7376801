/**
 * Zod, loaded when the first schema is made: a command that asks a running agent needs the names and routes of the
 * operations alone, and does not wait for 94 modules.
 *
 * It is the same instance that `import { z } from 'zod'` gives: the path is resolved as an import is.
 */
import type { z as Zod } from 'zod';

/** What of Node it takes, spelled out, since the page is checked without Node's own types. */
declare const process: {
  getBuiltinModule(name: 'node:module'): { createRequire(from: string): (path: string) => { readonly z: typeof Zod } };
};

let loaded: typeof Zod | undefined;

function load(): typeof Zod {
  if (loaded) return loaded;
  const require = process.getBuiltinModule('node:module').createRequire(import.meta.url);
  loaded = require(decodeURIComponent(new URL(import.meta.resolve('zod')).pathname)).z;
  return loaded;
}

export const z: typeof Zod = new Proxy({} as typeof Zod, {
  get: (_, name) => Reflect.get(load(), name),
});
