/** The forms in which a secret may leave: what a program that transforms a file prints of it. */
import { gunzipSync, inflateSync } from 'node:zlib';

const bytes = (text: string) => [...Buffer.from(text)];
const each = (text: string, written: (byte: number) => string, between = '') => bytes(text).map(written).join(between);
const hex = (byte: number) => byte.toString(16).padStart(2, '0');
const inBase64 = (text: string, shift: number) => {
  // what stands before it moves the letters; the first and the last may belong to a neighbour
  const whole = Buffer.from('x'.repeat(shift) + text).toString('base64');
  return whole.slice(shift === 0 ? 0 : 4, -4);
};
const rot13 = (text: string) =>
  text.replace(/[a-z]/gi, char => {
    const from = char < 'a' ? 65 : 97;
    return String.fromCharCode(((char.charCodeAt(0) - from + 13) % 26) + from);
  });
const base32 = (text: string) => {
  const bits = each(text, byte => byte.toString(2).padStart(8, '0'));
  return (bits.match(/.{5}/g) ?? []).map(five => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five, 2)]).join('');
};

/** Each as it would stand in the output with blanks taken out. */
const forms: Readonly<Record<string, (text: string) => string>> = {
  plain: text => text,
  reversed: text => [...text].toReversed().join(''),
  'capital letters': text => text.toUpperCase(),
  'small letters': text => text.toLowerCase(),
  base64: text => inBase64(text, 0),
  'base64, moved by one': text => inBase64(text, 1),
  'base64, moved by two': text => inBase64(text, 2),
  base32,
  hexadecimal: text => each(text, hex),
  'hexadecimal in capitals': text => each(text, hex).toUpperCase(),
  'hexadecimal, two bytes turned': text => each(text, hex).replaceAll(/(..)(..)/g, '$2$1'),
  octal: text => each(text, byte => byte.toString(8).padStart(3, '0')),
  decimal: text => each(text, String, ','),
  'decimal in a row': text => each(text, String),
  binary: text => each(text, byte => byte.toString(2).padStart(8, '0')),
  percent: text => each(text, byte => `%${hex(byte)}`),
  escapes: text => each(text, byte => `\\x${hex(byte)}`),
  'unicode escapes': text => each(text, byte => `\\u00${hex(byte)}`),
  HTML: text => each(text, byte => `&#${byte};`),
  rot13,
};

/** The form in which `secret` stands in an output; undefined: in none. Packed pieces are unpacked first. */
export function formIn(output: Buffer, secret: string): string | undefined {
  const text = output.toString('latin1');
  const bare = text.replaceAll(/\s+/g, '');
  for (const [name, of] of Object.entries(forms)) {
    const form = of(secret);
    if (text.includes(form) || bare.includes(form) || bare.toLowerCase().includes(form.toLowerCase())) return name;
  }
  const packed = [output, ...[...bare.matchAll(/[A-Za-z0-9+/=_-]{16,}/g)].map(([run]) => Buffer.from(run, 'base64'))];
  for (const [, run = ''] of bare.matchAll(/((?:[0-9a-f]{2}){12,})/gi)) packed.push(Buffer.from(run, 'hex'));
  return packed.some(piece => unpacked(piece).some(one => one.includes(secret))) ? 'packed' : undefined;
}

function unpacked(piece: Buffer): readonly string[] {
  const found = [piece.toString('latin1')];
  for (const [mark, open] of [
    ['\x1f\x8b', gunzipSync],
    ['x\x01', inflateSync],
    ['x\x9c', inflateSync],
  ] as const)
    for (
      let at = piece.indexOf(Buffer.from(mark, 'latin1'));
      at >= 0;
      at = piece.indexOf(Buffer.from(mark, 'latin1'), at + 1)
    )
      try {
        found.push(open(piece.subarray(at), { finishFlush: 2 }).toString('latin1'));
      } catch {
        // not packed after all
      }
  return found;
}

/** How many forms are looked for. */
export const formCount = Object.keys(forms).length + 1;
