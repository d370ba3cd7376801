/**
 * The requests the rehearsal model understands: one table in several files. A new tool is taught by one more row.
 *
 * docs/rehearsal.md is its manual; every example there is parsed by a test.
 */

import type { Intent } from '../intent.ts';
import { aboutAgents } from './agents.ts';
import { aboutFiles } from './files.ts';
import { aboutGoals } from './goals.ts';
import { aboutJobs } from './jobs.ts';
import { aboutLists } from './lists.ts';
import { aboutMemory } from './memory.ts';
import { aboutNewFiles } from './new-files.ts';
import { aboutProduct } from './product.ts';
import { aboutOneFile } from './same-file.ts';
import { talk } from './talk.ts';
import { aboutTools } from './tools.ts';

/** In the order in which they are tried: what names a tool, a file or a page is neither a command nor a question. */
export const intents: readonly Intent[] = [
  ...aboutAgents,
  ...aboutGoals,
  ...aboutJobs,
  ...aboutTools,
  ...aboutNewFiles,
  ...aboutLists,
  ...aboutFiles,
  ...aboutOneFile,
  ...aboutProduct,
  ...aboutMemory,
  ...talk,
];

/** In the order in which they are shown. */
export const shown: readonly Intent[] = [
  ...talk,
  ...aboutMemory,
  ...aboutJobs,
  ...aboutGoals,
  ...aboutTools,
  ...aboutFiles,
  ...aboutOneFile,
  ...aboutLists,
  ...aboutAgents,
  ...aboutProduct,
];
