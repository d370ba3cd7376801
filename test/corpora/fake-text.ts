/**
 * Texts with made-up secrets, in a notation that no scanner of a hosting service takes for a leak.
 *
 * `⟦…⟧` holds a secret, `·` vanishes, `\n` is a line break and `\\n` the two characters, `ESC` the escape character,
 * `{an36}` 36 characters of a set, `{base64:…}` the encoding of what follows. The same on every run.
 */

/** A text, and where its secrets stand in it (UTF-16 offsets, end exclusive). */
export interface FakeText {
  readonly name: string;
  readonly text: string;
  readonly secrets: readonly { readonly start: number; readonly end: number; readonly value: string }[];
}

/** A line `name | text` of a corpus. */
export function namedText(line: string, random: () => number): FakeText {
  const cut = line.indexOf(' | ');
  return { name: line.slice(0, cut), ...markedText(written(line.slice(cut + 3), random)) };
}

/** The notation of one text; what stands between brackets keeps them. */
export function written(notation: string, random: () => number): string {
  return notation
    .replaceAll('·', '')
    .replace(/\\\\n|\\n/g, found => (found.length === 3 ? '\\n' : '\n'))
    .replaceAll('ESC', '\x1b')
    .replace(/\{base64:([^}]*)\}/g, (_, text: string) => btoa(text))
    .replaceAll('{b64line}', () => characters('b64', 64, random))
    .replace(/\{(b64|bech|an|lo|let|up|hex|HEX|w|d|b)(\d+)\}/g, (_, set: string, count: string) =>
      characters(set, Number(count), random),
    );
}

/** A small linear congruential generator: numbers from 0 up to 1. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const digits = '0123456789';
const sets: Readonly<Record<string, string>> = {
  an: upper + lower + digits,
  lo: lower + digits,
  let: upper + lower,
  up: upper + digits,
  hex: `${digits}abcdef`,
  HEX: `${digits}ABCDEF`,
  w: `${upper}${lower}${digits}_-`,
  d: digits,
  b: `${upper}234567`,
  b64: `${upper}${lower}${digits}+/`,
  bech: 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L',
};

function characters(set: string, count: number, random: () => number): string {
  const from = sets[set] ?? '';
  return Array.from({ length: count }, () => from[Math.floor(random() * from.length)]).join('');
}

function markedText(source: string): Omit<FakeText, 'name'> {
  let text = '';
  const secrets: { start: number; end: number; value: string }[] = [];
  for (const [index, part] of source.split(/[⟦⟧]/).entries()) {
    if (index % 2 === 1) secrets.push({ start: text.length, end: text.length + part.length, value: part });
    text += part;
  }
  return { text, secrets };
}
