import { z } from 'zod';
import { gathered, section, tablesOf, whole } from '../../../config/fields.ts';
import type { Kinds } from '../../ports/kinds.ts';

/** Which service is searched, and what each kind can be given. */
export function searchTables({ searches = [] }: Pick<Kinds, 'searches'>) {
  const names = ['none', ...searches.map(({ name }) => name)];
  const error = names.map(name => `"${name}"`).join(' or ');
  return {
    search: section({
      use: z
        .string({ error })
        .refine(name => names.includes(name), { error })
        .default('wikipedia'),
      per_minute: whole(1, 600, 'searches').default(20),
      ...tablesOf(searches),
    }).transform(settings => gathered(settings, searches)),
  };
}
