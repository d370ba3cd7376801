/** What the page may ask for, as its module `live/operations.js` has it: made from the declarations of src/api. */
import type { NamedOperation } from '../../src/api/service.ts';

/** Method, path, and `true` where an id of the asker's making goes with an act. */
type PageRoute = readonly [method: string, path: string, takesId?: true];

/** By subject and name, as JSON. */
export function pageOperations(all: readonly NamedOperation[]): string {
  const table: Record<string, Record<string, PageRoute>> = {};
  for (const { name, operation } of all) {
    if (!operation.offered.includes('page')) continue;
    const { http, role, commandId } = operation;
    const [subject = '', act = ''] = name.split('.');
    table[subject] ??= {};
    const takesId = role === 'owner' && commandId !== 'none';
    table[subject][act] = takesId ? [http.method, http.path, true] : [http.method, http.path];
  }
  return JSON.stringify(table);
}
