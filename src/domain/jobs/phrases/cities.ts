/** Cities that time zones are named after: a time in one of them may be of its clocks. */

/** Is a zone named after it? */
export function isCity(name: string): boolean {
  known ??= new Set(Intl.supportedValuesOf('timeZone').map(cityOf));
  return known.has(name.toLowerCase());
}

/** The city of a zone, in small letters. */
export function cityOf(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? '').replaceAll('_', ' ').toLowerCase();
}

let known: ReadonlySet<string> | undefined;
