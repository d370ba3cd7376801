/**
 * A text under examination for secrets, read so that nothing is read twice for long and everybody knows whether its end
 * was touched.
 *
 * The rules of formats/patterns.ts read through here and never with a backtracking expression over text of any length:
 * a run of characters of one kind is measured once, however many rules ask for it, so no input is worse than linear. A
 * text that goes on (a stream) is decided only where its end was not touched.
 */

/** A stretch `[start, end)` of a text that is a secret, and what kind of one. */
export interface Finding {
  readonly start: number;
  readonly end: number;
  /** As in `[secret:KIND]`. */
  readonly kind: string;
}

export interface Reading {
  readonly text: string;
  /** Somebody wanted to know what comes after the last character. */
  touchedEnd: boolean;
  /** The last stretch measured for each kind of run and each place that asks: beginning and end. */
  readonly measured: Int32Array;
  readonly searched: Map<string, { from: number; to: number }>;
  /** What has been found out about names, which repeat. */
  readonly names: Map<string, string | undefined>;
  /** Up to here fields have been dealt with: a value within a value is part of it. */
  fieldsUntil: number;
  /** Up to here lines have been read as a table. */
  tableUntil: number;
}

export function readingOf(text: string): Reading {
  const measured = new Int32Array(2 * mostAskers * setNames.length).fill(-1);
  return { text, touchedEnd: false, measured, searched: new Map(), names: new Map(), fieldsUntil: 0, tableUntil: 0 };
}

/** Places of one rule that measure runs of their own; a number below this tells them apart. */
const mostAskers = 8;

/** The character code at a place; -1 beyond the end, which is noted. */
export function codeAt(reading: Reading, at: number): number {
  if (at < reading.text.length) return reading.text.charCodeAt(at);
  reading.touchedEnd = true;
  return -1;
}

/**
 * The next characters, `count` of them at the utmost. Where the text ends among them, and they are such as `goesOn`
 * says, more could change what they mean.
 */
export function ahead(reading: Reading, at: number, count: number, goesOn: RegExp): string {
  const next = reading.text.slice(at, at + count);
  if (next.length < count && goesOn.test(next)) reading.touchedEnd = true;
  return next;
}

/**
 * Kinds of characters that values are made of. `w` is the alphabet of base64url, `b64` of base64, `e` ends with padding
 * too.
 */
export type CharacterSet = keyof typeof sets;

const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const digits = '0123456789';
const sets = {
  d: digits,
  hex: `${digits}abcdef`,
  HEX: `${digits}abcdefABCDEF`,
  an: `${digits}${lower}${upper}`,
  w: `${digits}${lower}${upper}_-`,
  we: `${digits}${lower}${upper}_-=`,
  wt: `${digits}${lower}${upper}_-~.`,
  wp: `${digits}${lower}${upper}_-=.`,
  b64: `${digits}${lower}${upper}+/`,
  b32: `${upper}234567`,
  bech: '023456789ACDEFGHJKLMNPQRSTUVWXYZ',
  space: ' \t',
  blank: ' \t\r\n',
} as const;

const setNames = Object.keys(sets);
const indexOf = Object.fromEntries(setNames.map((name, index) => [name, index])) as unknown as Readonly<
  Record<CharacterSet, number>
>;
const tables = Object.fromEntries(
  Object.entries(sets).map(([name, members]) => {
    const table = new Uint8Array(128);
    for (const member of members) table[member.charCodeAt(0)] = 1;
    return [name, table];
  }),
) as unknown as Readonly<Record<CharacterSet, Uint8Array>>;

export function isOf(set: CharacterSet, code: number): boolean {
  return code >= 0 && code < 128 && tables[set][code] === 1;
}

/**
 * Where the run of such characters that `at` is part of ends. `asker` tells apart places of one rule that measure
 * different runs in turn, so that each finds its own last answer.
 */
export function runEnd(reading: Reading, set: CharacterSet, at: number, asker = 0): number {
  const { text, measured } = reading;
  const slot = 2 * (asker * setNames.length + indexOf[set]);
  const from = measured[slot] ?? -1;
  let end = measured[slot + 1] ?? -1;
  if (from === -1 || at < from || at > end) {
    const table = tables[set];
    end = at;
    while (end < text.length && table[text.charCodeAt(end)] === 1) end++;
    measured[slot] = at;
    measured[slot + 1] = end;
  }
  if (end === text.length) reading.touchedEnd = true;
  return end;
}

/** Where such characters before `at` begin, `most` of them at the utmost. */
export function runStart(reading: Reading, set: CharacterSet, at: number, most: number): number {
  let start = at;
  while (start > 0 && at - start < most && isOf(set, reading.text.charCodeAt(start - 1))) start--;
  return start;
}

/** The next place of a short text from `at` on, -1 where there is none; each stretch is searched once. */
export function nextOf(reading: Reading, sought: string, at: number): number {
  const known = reading.searched.get(sought);
  if (known && known.from <= at && (at <= known.to || known.to === -1)) {
    if (known.to === -1) reading.touchedEnd = true;
    return known.to;
  }
  const found = reading.text.indexOf(sought, at);
  reading.searched.set(sought, { from: at, to: found });
  if (found === -1) reading.touchedEnd = true;
  return found;
}

/**
 * Does a word begin here? What stands before is no letter or digit, or ends an escape: in JSON `\n`, in a URL `%3D`, on
 * a terminal `ESC[0m`.
 */
export function isFresh({ text }: Reading, at: number): boolean {
  if (at === 0 || !isOf('an', text.charCodeAt(at - 1))) return true;
  const before = text.slice(Math.max(0, at - 12), at);
  return /(?:\\[nrtbf]|\\u[0-9A-Fa-f]{4}|%[0-9A-Fa-f]{2}|(?:\x1b|\\x1b|\\e|\\033|\\u001b)\[[\d;]{0,8}m)$/.test(before);
}
