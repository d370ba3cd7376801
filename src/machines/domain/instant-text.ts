/** An instant in words. */

const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: 'UTC' });

/** `2026-11-22 14:02 UTC`; for texts that know no time zone. */
export function instantText(at: number): string {
  return `${format.format(at)} UTC`;
}
