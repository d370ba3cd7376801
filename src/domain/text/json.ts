/** Plain data, and one spelling for it: what digests are taken over. */

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/**
 * One text for one value: keys sorted, no white space, `undefined` members left out. Two values that mean the
 * same call have the same text and so the same digest.
 */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(item => canonical(item ?? null)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** Is this text JSON, whole? */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** These fields without those that are undefined, for where a field of undefined is not the same as none. */
export function defined<const Fields extends object>(
  fields: Fields,
): { -readonly [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  const found = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(found) as { -readonly [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };
}
