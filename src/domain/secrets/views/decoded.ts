/**
 * Readings of a text with what an address or a shell writes for single characters put back: any mix of percent-encoded
 * and plain ones (`zebra%71uartz`), backslashes before some or all of them, and quotes the way Python's `shlex.quote`
 * puts them.
 *
 * Each sign stands for one character of the reading, so a place is found again by counting. Each reading goes over the
 * text once.
 */
import { type SecretView, within } from './view.ts';

/** The readings that differ from the text: decoded once and twice, by each notation and by both. */
export function decodedViews(text: string): readonly SecretView[] {
  const views: SecretView[] = [];
  const notations = [percentEncoded, shellEscaped, shellQuoted];
  for (const view of notations.map(notation => decoded(text, notation))) {
    if (!view) continue;
    views.push(view);
    for (const notation of notations) {
      const again = decoded(view.text, notation);
      if (again) views.push(within(again, view));
    }
  }
  return views;
}

/** What may be the beginning of a value in these notations, in the last line of a text that goes on. */
export const decodedBegun = /%(?:[\da-f]{2}|[\da-f]?$)|\\|'"|'$/i;

interface Notation {
  readonly sign: RegExp;
  /** The one character that a sign stands for. */
  readonly read: (sign: string) => string;
}

const percentEncoded: Notation = {
  sign: /%(?:[cd][\da-f]%[89ab][\da-f]|e[\da-f]%[89ab][\da-f]%[89ab][\da-f]|[\da-f]{2})/gi,
  read(sign) {
    if (sign.length === 3) return String.fromCharCode(Number.parseInt(sign.slice(1), 16));
    try {
      return decodeURIComponent(sign);
    } catch {
      return '\ufffd';
    }
  },
};

const shellEscaped: Notation = {
  // behind ESC it ends an order to a terminal
  sign: /'"'"'|'\\''|(?<!\u001b)\\[ -~\u00a0-\uffff]/g,
  read: sign => (sign.length > 2 ? "'" : sign.slice(1)),
};

/** A shell's words within another's: its backslashes stay for the next reading. */
const shellQuoted: Notation = { sign: /'"'"'|'\\''/g, read: () => "'" };

function decoded(text: string, { sign, read }: Notation): SecretView | undefined {
  const parts: string[] = [];
  /** Where in the reading a sign was read, and how much shorter the reading is from there on. */
  const ats: number[] = [];
  const shorter: number[] = [];
  let from = 0;
  let left = 0;
  for (const { index, 0: found } of text.matchAll(sign)) {
    parts.push(text.slice(from, index), read(found));
    from = index + found.length;
    ats.push(index - left);
    left += found.length - 1;
    shorter.push(left);
  }
  if (ats.length === 0) return undefined;
  parts.push(text.slice(from));
  /** How many signs stand before a place of the reading. */
  const before = (at: number) => {
    let [low, high] = [0, ats.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ats[middle] ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const shift = (count: number) => (count === 0 ? 0 : (shorter[count - 1] ?? 0));
  return {
    text: parts.join(''),
    // known values alone: what looks like a secret does so in the text itself
    kind: 'joined',
    place(start, end) {
      const [first, last] = [before(start), before(end)];
      return { start: start + shift(first), end: end + shift(last), isBroken: first !== last };
    },
  };
}
