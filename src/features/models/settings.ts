import { z } from 'zod';
import { duration, gathered, namedModels, section, tablesOf } from '../../../config/fields.ts';
import type { Kinds } from '../../ports/kinds.ts';

/** Which models answer, and what each provider can be given. */
export function modelsTables(kinds: Pick<Kinds, 'models'>) {
  const { modelRef, modelTable } = namedModels(kinds);
  return {
    models: section({
      default: modelRef.optional(),
      fallbacks: z
        .array(modelRef, { error: 'a list of models as in ["ollama/qwen3:8b"]' })
        .max(5, { error: 'at most 5 models' })
        .default([]),
      roles: modelTable.prefault({}),
      skills: modelTable.prefault({}),
      keep_trying: duration(0, 7 * 24 * 3_600_000).default('6h'),
      longest_pause: duration(1_000, 24 * 3_600_000).default('10m'),
      ...tablesOf(kinds.models),
    }).transform(settings => gathered(settings, kinds.models)),
  };
}
