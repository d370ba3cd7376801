/**
 * What the page asks for, by subject and name: method, path, and whether an act takes an id made here. The server puts
 * it in from src/api (page-files/page-operations.ts).
 * @type {Readonly<Record<string, Readonly<Record<string, readonly [method: string, path: string, takesId?: true]>>>>}
 */
export const operations = {};
