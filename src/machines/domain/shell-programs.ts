/** Every program whose ways are known. */
import { archives } from './shell-archives.ts';
import { builtins } from './shell-builtins.ts';
import { deletion } from './shell-deletion.ts';
import { gitRules } from './shell-git.ts';
import type { Rule } from './shell-ground.ts';
import { interpreters } from './shell-interpreters.ts';
import { lookups } from './shell-lookups.ts';
import { machine } from './shell-machine.ts';
import { projects } from './shell-projects.ts';
import { queries } from './shell-queries.ts';
import { readers } from './shell-readers.ts';
import { wrappers } from './shell-wrappers.ts';
import { writers } from './shell-writers.ts';

/** What stands earlier counts less: a name is in one table only, but for the shell's own words. */
export const programs: ReadonlyMap<string, Rule> = new Map([
  ...readers,
  ...queries,
  ...lookups,
  ...writers,
  ...archives,
  ...deletion,
  ...projects,
  ...gitRules,
  ...interpreters,
  ...wrappers,
  ...machine,
  ...builtins,
]);
