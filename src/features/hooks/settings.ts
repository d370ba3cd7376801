import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { section } from '../../../config/fields.ts';

/** Hook files of other agents that are heeded here. */
export function hooksTables() {
  const error = 'the path of a hook file, from / on, as in "/home/ada/.claude/settings.json"';
  const file = z.string({ error }).refine(isAbsolute, { error });
  return {
    hooks: section({
      files: z
        .array(file, { error: 'a list of paths of hook files' })
        .max(20, { error: 'at most 20 files' })
        .default([]),
    }),
  };
}
