/** Encodings that a text can take on its way out, and what a terminal or a tool puts around it. */
import type { Chance } from '../../domain/random.ts';

export interface Encoding {
  readonly name: string;
  /** SECURITY.md, “Secrets”, names it. */
  readonly isPromised: boolean;
  of(text: string, chance: Chance): string;
}

const bytes = (text: string) => [...Buffer.from(text)];
const hex = (byte: number) => byte.toString(16).padStart(2, '0');
const each = (text: string, written: (unit: number) => string) =>
  Array.from({ length: text.length }, (_, at) => written(text.charCodeAt(at))).join('');
const unicode = (unit: number) => `\\u${unit.toString(16).padStart(4, '0')}`;
const inLines = (text: string, width: number, end: string) =>
  text.replace(new RegExp(`.{${width}}(?=.)`, 'g'), line => line + end);

const promised: Readonly<Record<string, Encoding['of']>> = {
  plain: text => text,
  base64: (text, chance) => Buffer.from('abc'.slice(0, chance.integer(4)) + text).toString('base64'),
  'base64 with more behind it': (text, chance) =>
    Buffer.from(`${'xyz'.slice(0, chance.integer(4))}${text}${'and more'.slice(0, 1 + chance.integer(7))}`).toString(
      'base64',
    ),
  'base64 of an address': (text, chance) => Buffer.from('abc'.slice(0, chance.integer(4)) + text).toString('base64url'),
  'base64 in lines': (text, chance) =>
    inLines(Buffer.from(text).toString('base64'), chance.pick([20, 64, 76]), chance.pick(['\n', '\r\n', '\n  '])),
  hexadecimal: text => Buffer.from(text).toString('hex'),
  'hexadecimal in capitals': text => Buffer.from(text).toString('hex').toUpperCase(),
  'hexadecimal in lines': (text, chance) => inLines(Buffer.from(text).toString('hex'), chance.pick([32, 60]), '\n'),
  'hexadecimal with colons': text => bytes(text).map(hex).join(':'),
  'percent, as JavaScript': text => encodeURIComponent(text),
  'percent, a form': text => new URLSearchParams({ a: text }).toString().slice(2),
  'percent, each byte': text =>
    bytes(text)
      .map(byte => `%${hex(byte).toUpperCase()}`)
      .join(''),
  JSON: text => JSON.stringify(text),
  'JSON in ASCII': text => JSON.stringify(text).replaceAll(/[\u007f-\uffff]/g, char => each(char, unicode)),
  'JSON, all escaped': text => `"${each(text, unicode)}"`,
  'quotes of a shell': text => `'${text.replaceAll("'", "'\\''")}'`,
  'escapes of a shell': text => text.replace(/[^\w@%+=:,./\u0080-\uffff-]/g, char => `\\${char}`),
  'a list of numbers': text => JSON.stringify(bytes(text)),
  'a list of hexadecimal numbers': text => `[${bytes(text).map(byte => `0x${hex(byte)}`)}]`,
  'Python bytes': text =>
    `b'${bytes(text)
      .map(byte => `\\x${hex(byte)}`)
      .join('')}'`,
};

const others: Readonly<Record<string, Encoding['of']>> = {
  'HTML, decimal': text => [...text].map(char => `&#${char.codePointAt(0)};`).join(''),
  'HTML, hexadecimal': text => [...text].map(char => `&#x${char.codePointAt(0)?.toString(16)};`).join(''),
  'quoted-printable': text =>
    bytes(text)
      .map(byte => `=${hex(byte).toUpperCase()}`)
      .join(''),
  base32: text => {
    const bits = bytes(text).map(byte => byte.toString(2).padStart(8, '0'));
    return (bits.join('').match(/.{1,5}/g) ?? [])
      .map(five => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five.padEnd(5, '0'), 2)])
      .join('');
  },
  backwards: text => [...text].toReversed().join(''),
  rot13: text =>
    text.replace(/[a-z]/gi, char => {
      const from = char < 'a' ? 65 : 97;
      return String.fromCharCode(((char.charCodeAt(0) - from + 13) % 26) + from);
    }),
};

/** All of them, those that are promised first. */
export const encodings: readonly Encoding[] = [
  ...Object.entries(promised).map(([name, of]) => ({ name, isPromised: true, of })),
  ...Object.entries(others).map(([name, of]) => ({ name, isPromised: false, of })),
];

export interface Decoration {
  readonly name: string;
  /** It stands within the words, where an encoding in lines can no longer be told from it. */
  readonly breaks: boolean;
  of(line: string): string;
}

const within = (mark: string) => (line: string) => line.replaceAll(/\S{5}(?=\S{2})/gu, part => part + mark);

export const decorations: readonly Decoration[] = [
  { name: 'bare', breaks: false, of: line => line },
  { name: 'coloured', breaks: false, of: line => `\u001b[1;31m${line}\u001b[0m` },
  { name: 'coloured within', breaks: true, of: within('\u001b[38;5;11m\u001b[K') },
  { name: 'zero-width space within', breaks: true, of: within('\u200b') },
  { name: 'word joiner within', breaks: true, of: within('\u2060') },
  { name: 'soft hyphen within', breaks: true, of: within('\u00ad') },
];

/** What stands before it in its line. */
export const prefixes = ['', 'value: ', '> ', '    ', '2026-01-01T00:00:00Z INFO ', '{"level":"debug","m":"'];
