/**
 * The requests the rehearsal model understands: one table in three files. A new tool is taught by one more row.
 *
 * docs/rehearsal.md is its manual; every example there is parsed by a test.
 */
import { aboutFiles } from './rehearsal-grammar-files.ts';
import { talk } from './rehearsal-grammar-talk.ts';
import { aboutTools } from './rehearsal-grammar-tools.ts';
import type { Intent } from './rehearsal-intent.ts';

/** In the order in which they are tried: what names a tool, a file or a page is neither a command nor a question. */
export const intents: readonly Intent[] = [...aboutTools, ...aboutFiles, ...talk];

/** In the order in which they are shown. */
export const shown: readonly Intent[] = [...talk, ...aboutTools, ...aboutFiles];
