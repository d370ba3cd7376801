/** A token format, compiled: from its notation (tokens.ts) to a rule that decides at a place of a text. */
import {
  type CharacterSet,
  codeAt,
  type Finding,
  isFresh,
  isOf,
  type Reading,
  runEnd,
  runStart,
} from '../views/reading.ts';

/** Something to look for, and what decides whether it is there. */
export interface SecretRule {
  /** Fixed texts, in any case; each must stand there before `find` is asked. */
  readonly anchors: readonly string[];
  /** The secret begins with the anchor: text that ends within one must wait. */
  readonly holds: boolean;
  /**
   * For a secret that begins before its anchor: where one may begin that the text ends within. Its length if there is
   * none.
   */
  readonly waitsFrom?: (reading: Reading) => number;
  /** No secret this rule finds for an anchor at these places begins earlier than this. */
  readonly from: (reading: Reading, start: number, end: number) => number;
  readonly find: (reading: Reading, start: number, end: number) => readonly Finding[];
}

export function tokenRule(kind: string, format: string): SecretRule {
  const atWordStart = format.startsWith('^');
  const parts = partsOf(atWordStart ? format.slice(1) : format);
  const anchorAt = parts.findIndex(part => typeof part === 'string');
  const anchor = parts[anchorAt];
  const before = parts[anchorAt - 1];
  if (typeof anchor !== 'string' || anchorAt > 1) throw new Error(`no fixed text to look for in ${format}`);
  const rest = parts.slice(anchorAt + 1);

  function startOf(reading: Reading, start: number): number {
    if (before === undefined || typeof before === 'string') return start;
    return runStart(reading, before.set, start, before.most + 1);
  }

  function waitsFrom(reading: Reading, { least, most }: Run, literal: string): number {
    const { length } = reading.text;
    for (let seen = literal.length - 1; seen >= 0; seen--) {
      if (!reading.text.endsWith(literal.slice(0, seen))) continue;
      const start = startOf(reading, length - seen);
      const run = length - seen - start;
      if (run >= (seen === 0 ? 1 : least) && run <= most && beginsHere(reading, start)) return start;
    }
    return length;
  }

  return {
    anchors: [anchor],
    holds: typeof before !== 'object',
    waitsFrom: typeof before === 'object' ? (reading: Reading) => waitsFrom(reading, before, anchor) : undefined,
    from: startOf,
    find(reading, start, end) {
      const { text } = reading;
      if (!text.startsWith(anchor, start)) return [];
      // `/bot` belongs to the address, not to the token
      let from = anchor.startsWith('/') ? end : start;
      if (before !== undefined && typeof before !== 'string') {
        from = startOf(reading, start);
        if (start - from < before.least || start - from > before.most || !beginsHere(reading, from)) return [];
      } else if (atWordStart && !isFresh(reading, start)) return [];
      let at = end;
      for (const [index, part] of rest.entries()) {
        const next = typeof part === 'string' ? literalEnd(reading, part, at) : runOf(reading, part, at, index % 8);
        if (next === undefined) return [];
        at = next;
      }
      const last = rest.at(-1);
      if (typeof last === 'object' && padded.has(last.set))
        for (let signs = 0; signs < 2 && codeAt(reading, at) === 61; signs++) at++;
      const token = text.slice(from, Math.min(at, from + 200));
      return isMadeUp(token, anchor) || mustLook[kind]?.test(token) === false ? [] : [{ start: from, end: at, kind }];
    },
  };
}

interface Run {
  readonly set: CharacterSet;
  readonly least: number;
  readonly most: number;
}

/** Where the fixed text is too little to go by. */
const mustLook: Readonly<Record<string, RegExp>> = {
  // an account number in base64, which begins with a digit up to 9
  'discord-token': /^(?:[MNO](?=[\w-]*\d)(?=[\w-]*[A-Z])|mfa)/,
};

const padded: ReadonlySet<CharacterSet> = new Set(['b64', 'w']);

function partsOf(format: string): readonly (string | Run)[] {
  return format
    .split(/(<[^>]+>)/)
    .filter(part => part !== '')
    .map(part => {
      const run = /^<(\w+)(?:=(\d+)| (\d+)(?:-(\d+))?)>$/.exec(part);
      if (!run) return part;
      const [, set, exactly, least, most] = run;
      const from = Number(exactly ?? least);
      return { set: set as CharacterSet, least: from, most: Number(exactly ?? most ?? Number.POSITIVE_INFINITY) };
    });
}

/** A word begins here, or `bot`, which an address puts before a token. */
function beginsHere(reading: Reading, at: number): boolean {
  if (isFresh(reading, at)) return true;
  return reading.text.slice(Math.max(0, at - 3), at).toLowerCase() === 'bot' && isFresh(reading, at - 3);
}

function literalEnd(reading: Reading, literal: string, at: number): number | undefined {
  for (let index = 0; index < literal.length; index++)
    if (codeAt(reading, at + index) !== literal.charCodeAt(index)) return undefined;
  return at + literal.length;
}

function runOf(reading: Reading, { set, least, most }: Run, at: number, asker: number): number | undefined {
  const end = runEnd(reading, set, at, asker);
  const length = end - at;
  if (length < least || length > most) return undefined;
  // what has an exact length ends a word too: `-` and `_` apart, which may stand after it in a path
  if (most === least && isOf('an', codeAt(reading, end))) return undefined;
  return end;
}

/**
 * An example, a placeholder or a word: too few different characters, a word that says so, or letters alone where digits
 * belong.
 */
function isMadeUp(token: string, anchor: string): boolean {
  const body = token.startsWith(anchor) ? token.slice(anchor.length) : token;
  if (body.length >= 10 && !hasDifferent(body, Math.min(6, body.length / 3))) return true;
  if (body.length >= 16 && /^[a-z]+(?:[-_.][a-z]+)*$/.test(body)) return true;
  return /EXAMPLE|placeholder|(?:your|my|insert|replace|some|the|this)[-_](?:\w{1,20}[-_])?(?:api|key|token|secret|here)/i.test(
    body,
  );
}

/** Are there at least so many different characters in a text? */
export function hasDifferent(text: string, least: number): boolean {
  let seen = '';
  for (let at = 0; at < text.length && seen.length < least; at++) if (!seen.includes(text[at] ?? '')) seen += text[at];
  return seen.length >= least;
}
