/** Private keys in PEM and its relatives: from the first line to the last, however line breaks are written. */
import { codeAt, isOf, type Reading } from '../views/reading.ts';
import type { SecretRule } from './token-shape.ts';

const names = '(?:(?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1)';
/** A frame alone (in prose, in documentation) is no key: key material or a header line must follow. */
const begin = new RegExp(
  `^-----BEGIN ${names}-----(?=(?:\\s|\\\\{1,8}[nr]|>|#){0,80}(?:[A-Za-z0-9+/]{16}|(?:Proc-Type|DEK-Info|Version|Comment): ))`,
);
const frame = new RegExp(`^-----BEGIN ${names}-----`);
const unfinished = /^-----BEGIN [A-Za-z0-9 ]{0,95}-{0,5}$/;
const last = new RegExp(`^-----END ${names}-----`);
const longestLine = 130;
/** No key is longer. */
const longestKey = 262_144;

/** A key from its first line on. Where its last line is missing it ends where something stands that no key holds. */
const wholeKey: SecretRule = {
  anchors: ['-----begin '],
  holds: true,
  from: (_, start) => start,
  find(reading, start) {
    const { text } = reading;
    const head = text.slice(start, start + 300);
    const first = begin.exec(head);
    if (!first) {
      const line = frame.exec(head)?.[0];
      const rest = line === undefined ? '' : head.slice(line.length);
      // not enough is there to tell
      if (unfinished.test(head) || (line !== undefined && /^(?:\s|\\|[nr>#]){0,80}[A-Za-z0-9+/-]{0,16}$/.test(rest)))
        reading.touchedEnd = true;
      return [];
    }
    return [{ start, end: bodyEnd(reading, start + first[0].length), kind: 'private-key' }];
  },
};

/** Key material before a last line whose beginning was cut away. */
const restOfKey: SecretRule = {
  anchors: ['-----end '],
  holds: true,
  from: (_, start) => start,
  find({ text }, start) {
    const end = last.exec(text.slice(start, start + longestLine));
    if (!end) return [];
    let from = start;
    while (from > 0 && start - from < longestKey && text[from - 1] !== '-' && isBody(text, from - 1)) from--;
    // words before it look like key material too, but are shorter
    const material = text.slice(from, start).search(/[A-Za-z0-9+/]{16}/);
    return material === -1 ? [] : [{ start: from + material, end: start + end[0].length, kind: 'private-key' }];
  },
};

export const privateKeyRules: readonly SecretRule[] = [wholeKey, restOfKey];

function bodyEnd(reading: Reading, from: number): number {
  const { text } = reading;
  let at = from;
  while (at - from < longestKey) {
    if (codeAt(reading, at) === -1) return at;
    if (text[at] !== '-') {
      if (!isBody(text, at)) return at;
      at++;
      continue;
    }
    const rest = text.slice(at, at + longestLine);
    const end = last.exec(rest);
    if (end) return at + end[0].length;
    if (/^-{1,5}(?:(?<=-----)E|(?<=-----)EN|(?<=-----)END|(?<=-----)END [A-Za-z0-9 ]*-{0,4})?$/.test(rest))
      reading.touchedEnd = true;
    if (!rest.startsWith('-----')) {
      at++;
      continue;
    }
    return at;
  }
  return at;
}

/** Base64, header lines, line breaks and their escapes, and the signs of quoted lines. */
function isBody(text: string, at: number): boolean {
  return isOf('b64', text.charCodeAt(at)) || /[=\s:,\\>#.-]/.test(text[at] ?? '');
}
