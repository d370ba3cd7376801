/**
 * Operations that no screen of its own shows: each has a list on the screen of further lists, from its view. The server
 * puts them in, in the owner's language (../../page-files/page-lists.ts).
 * @type {Readonly<Record<string, { readonly title: string, readonly about: string }>>}
 */
export const lists = {};
