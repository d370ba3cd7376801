/**
 * What every tool that comes with Straylight says of itself. No home is needed for it.
 *
 * A file below `tools/` says it in exports whose names end in `Declaration`; nothing else lists them.
 */
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ToolDeclaration } from '../domain/tools/declaration.ts';

const load = createRequire(import.meta.url);

export const declaredTools: readonly ToolDeclaration[] = readdirSync(new URL('./tools/', import.meta.url), {
  recursive: true,
  encoding: 'utf8',
})
  // `.ts` in a clone, `.js` beside its declarations in the package
  .filter(file => /(?:^|\/)[a-z-]+\.[tj]s$/.test(file))
  .toSorted()
  .flatMap(file => Object.entries(load(`./tools/${file}`) as Readonly<Record<string, ToolDeclaration>>))
  .flatMap(([name, declared]) => (name.endsWith('Declaration') ? [declared] : []));
