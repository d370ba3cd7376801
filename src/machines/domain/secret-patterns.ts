/**
 * Secrets nobody told us of, but whose shape leaves no doubt: private keys in PEM, keys of Anthropic, tokens of Telegram
 * bots. Only such shapes are here; a guess would eat hashes and lockfiles.
 */

/** Text that goes through in pieces; what a piece holds back comes with a later one, at the latest with `end`. */
export interface TextStream {
  push(piece: string): string;
  end(): string;
}

/** The text with each such secret replaced by `[secret:…]`; the same string if there was none. */
export function redactShapes(text: string): string {
  if (!text.includes('PRIVATE KEY') && !text.includes('sk-ant-') && !telegramLike.test(text)) return text;
  const stream = shapeStream();
  return withoutLooseEnds(stream.push(text) + stream.end());
}

/** The same for text in pieces of any size. */
export function shapeStream(): TextStream {
  let buffer = '';
  /** The buffer begins with the last character already given, if any: whether something is a token depends on what precedes it. */
  let given = 0;
  let insideKey = false;

  function take(final: boolean): string {
    let out = '';
    for (;;) {
      if (insideKey) {
        const { end, over } = keyBody(buffer, final);
        buffer = buffer.slice(end);
        if (!over) return out;
        insideKey = false;
      }
      const open = final ? buffer.length : Math.max(given, openFrom(buffer));
      let from = given;
      for (const { index, 0: found, groups = {} } of buffer.matchAll(secret)) {
        if (index >= open) break;
        if (index < given) continue;
        out += buffer.slice(from, index);
        from = index + found.length;
        if (groups['anthropic']) out += '[secret:anthropic-key]';
        else if (groups['telegram']) out += `${groups['bot'] ?? ''}[secret:telegram-token]`;
        else {
          out += '[secret:private-key]';
          insideKey = true;
          break;
        }
      }
      const rest = insideKey ? from : Math.max(from, open);
      out += buffer.slice(from, rest);
      given = insideKey ? 0 : Math.min(1, rest);
      buffer = buffer.slice(rest - given);
      if (!insideKey) return out;
    }
  }

  return {
    push(piece) {
      buffer += piece;
      return take(false);
    },
    end: () => take(true),
  };
}

const pemName = '(?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----';
/** A frame alone (in prose, in documentation) is no key: key material or a header line must follow. */
const pemBegin = `-----BEGIN ${pemName}(?=(?:\\s|\\\\{1,8}[nr]){0,80}(?:[A-Za-z0-9+/]{16}|(?:Proc-Type|DEK-Info|Version|Comment): ))`;
const anthropic = '(?<anthropic>sk-ant-[A-Za-z0-9_-]{20,250})';
const digits = '(?<![A-Za-z0-9])(?<bot>bot)?\\d{6,12}(?::|%3[Aa])';
const telegram = `(?<telegram>${digits}(?:AA[A-Za-z0-9_-]{33}|(?<=bot\\d{6,12}(?::|%3[Aa]))[A-Za-z0-9_-]{35})(?![A-Za-z0-9_-]))`;
const secret = new RegExp(`${pemBegin}|${anthropic}|${telegram}`, 'g');
const telegramLike = /\d{6}(?::|%3[Aa])[A-Za-z0-9_-]{35}/;

const pemEnd = new RegExp(`^-----END ${pemName}`);
const pemEnds = new RegExp(`-----END ${pemName}`, 'g');
const pemBody = /[A-Za-z0-9+/=\s:,\\-]/;
const longestPemEnd = 110;

/** How far a key goes on: `over` when its end is known. Without its last line it ends where something stands that no key holds. */
function keyBody(text: string, final: boolean): { readonly end: number; readonly over: boolean } {
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? '';
    if (char !== '-') {
      if (!pemBody.test(char)) return { end: at, over: true };
      continue;
    }
    const left = text.length - at;
    if (!final && left < 5 && text.endsWith('-'.repeat(left))) return { end: at, over: false };
    if (!text.startsWith('-----', at)) continue;
    const rest = text.slice(at, at + longestPemEnd);
    const last = pemEnd.exec(rest);
    if (last) return { end: at + last[0].length, over: true };
    if (!final && left < longestPemEnd && /^-----(E|EN|END|END [A-Z0-9 ]*-{0,4})?$/.test(rest))
      return { end: at, over: false };
    return { end: at, over: true };
  }
  return { end: text.length, over: final };
}

/** Beginnings that the end of a text may be of; no shape is longer than the window before it is decided. */
const windowLength = 320;
const beginnings = [
  /s(?:k(?:-(?:a(?:n(?:t(?:-[A-Za-z0-9_-]{0,250})?)?)?)?)?)?$/,
  /(?<![A-Za-z0-9])(?:b|bo|bot|(?:bot)?\d{1,12}(?:%|%3|(?::|%3[Aa])[A-Za-z0-9_-]{0,35})?)$/,
  /-{1,5}$/,
  /-----(?:B|BE|BEG|BEGI|BEGIN|BEGIN [A-Z0-9 ]{0,95}-{0,5})$/,
  /-----BEGIN [A-Z0-9 ]{0,95}-----[A-Za-z0-9+/\s\\:-]{0,180}$/,
];

/** The place from which on the text could still become one of the shapes. */
function openFrom(text: string): number {
  const start = Math.max(0, text.length - windowLength);
  const tail = text.slice(start);
  const places = beginnings.map(beginning => tail.search(beginning)).filter(place => place >= 0);
  return start + Math.min(tail.length, ...places);
}

/** Key material before an end whose beginning was cut away. */
function withoutLooseEnds(text: string): string {
  let out = '';
  let from = 0;
  for (const { index, 0: end } of text.matchAll(pemEnds)) {
    let start = index;
    while (start > from && text[start - 1] !== '-' && pemBody.test(text[start - 1] ?? '')) start--;
    // Words before it look like key material too, but are shorter.
    const material = text.slice(start, index).search(/[A-Za-z0-9+/]{16}/);
    if (material === -1) continue;
    start += material;
    out += `${text.slice(from, start)}[secret:private-key]`;
    from = index + end.length;
  }
  return from === 0 ? text : out + text.slice(from);
}
