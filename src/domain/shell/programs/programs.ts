/** Every program whose ways are known. */

import { gitRules } from '../git/git.ts';
import { archives } from './archives.ts';
import { builtins } from './builtins.ts';
import { deletion } from './deletion.ts';
import type { Rule } from './ground.ts';
import { interpreters } from './languages/interpreters.ts';
import { machine } from './machine.ts';
import { packages } from './packages.ts';
import { projects } from './projects.ts';
import { lookups } from './reading/lookups.ts';
import { queries } from './reading/queries.ts';
import { readers } from './reading/readers.ts';
import { wrappers } from './wrappers.ts';
import { writers } from './writers.ts';

/** What stands earlier counts less: a name is in one table only, but for the shell's own words. */
export const programs: ReadonlyMap<string, Rule> = new Map([
  ...readers,
  ...queries,
  ...lookups,
  ...writers,
  ...archives,
  ...deletion,
  ...packages,
  ...projects,
  ...gitRules,
  ...interpreters,
  ...wrappers,
  ...machine,
  ...builtins,
]);
