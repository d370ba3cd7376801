/**
 * What a text says where it is written for a machine: percent-encoded, with the escapes of JSON and shells, as HTML, as
 * quoted-printable, in hexadecimal or base64. Commands, addresses and results of tools are full of it, so what is looked
 * for in them may stand there in letters that nobody would type.
 */

/** One may be within another: JSON in an address, an address in base64. */
const mostLayers = 4;

/** The text, and each way it can be read; the text alone where nothing of it is written so. */
export function readingsOf(text: string): readonly string[] {
  const readings = [text];
  let layer: readonly string[] = [text];
  for (let depth = 0; depth < mostLayers && layer.length > 0; depth += 1) {
    layer = layer.flatMap(readOnce).filter(read => read.trim() !== '' && !readings.includes(read));
    readings.push(...layer);
  }
  return readings;
}

function readOnce(text: string): readonly string[] {
  const unescaped = escapesRead(text);
  return [...(unescaped === text ? [] : [unescaped]), ...packedTexts(text)];
}

const escapes = /%[0-9a-f]{2}|%u[0-9a-f]{4}|&#?[a-z0-9]{2,8};|\\[uxnrt0-3"'/ ]|=[0-9A-F]{2}|=(?:\r?\n|\\+n)/i;

function escapesRead(text: string): string {
  if (!escapes.test(text)) return text;
  // what JSON as a whole escapes is read when it is parsed
  const plain = /^\s*["[{]/.test(text) ? text : text.replace(/\\+[nrt]/g, ' ').replace(/\\+(["'/ ])/g, '$1');
  return plain
    .replace(/\\+u\{?([0-9a-f]{4,6})\}?|%u([0-9a-f]{4})/gi, (all, code: string, other: string) =>
      character(all, Number.parseInt(code ?? other, 16)),
    )
    .replace(/(?:%[0-9a-f]{2})+/gi, all => bytesRead(all, all.split('%').slice(1), 16))
    .replace(/(?:\\+x[0-9a-f]{2})+/gi, all => bytesRead(all, all.split(/\\+x/i).slice(1), 16))
    .replace(/(?:\\+[0-3][0-7]{2})+/g, all => bytesRead(all, all.split(/\\+/).slice(1), 8))
    .replace(/=(?:\r?\n|\\+n)/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, all => bytesRead(all, all.split('=').slice(1), 16))
    .replace(/&(#?[a-z0-9]{2,8});/gi, entityRead);
}

function character(all: string, code: number): string {
  // halves of a pair are written one after the other, and are one character again when both are read
  return code <= 0xffff ? String.fromCharCode(code) : code <= 0x10ffff ? String.fromCodePoint(code) : all;
}

function bytesRead(all: string, codes: readonly string[], base: number): string {
  return decoded(Uint8Array.from(codes, code => Number.parseInt(code, base))) ?? all;
}

const marks: Readonly<Record<string, string>> = {
  uml: '\u0308',
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  tilde: '\u0303',
  ring: '\u030a',
  cedil: '\u0327',
  caron: '\u030c',
  breve: '\u0306',
  ogon: '\u0328',
  macr: '\u0304',
  dot: '\u0307',
};
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  shy: '',
  szlig: 'ß',
  aelig: 'æ',
  oelig: 'œ',
  oslash: 'ø',
  lstrok: 'ł',
  dstrok: 'đ',
  eth: 'ð',
  thorn: 'þ',
  hyphen: '-',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  euro: '€',
  inodot: 'ı',
};

function entityRead(all: string, name: string): string {
  const code = /^#(?:x([0-9a-f]+)|(\d+))$/i.exec(name);
  if (code) return character(all, code[1] === undefined ? Number(code[2]) : Number.parseInt(code[1], 16));
  const known = entities[name.toLowerCase()];
  if (known !== undefined) return known;
  const [, letter, mark] =
    /^([a-z])(uml|acute|grave|circ|tilde|ring|cedil|caron|breve|ogon|macr|dot)$/i.exec(name) ?? [];
  return letter === undefined || mark === undefined ? all : `${letter}${marks[mark.toLowerCase()]}`.normalize('NFC');
}

/** Fewer letters are mostly a word. */
const packedRun = /[A-Za-z0-9+/_-]{8,}/g;
const wrapped = /(?<=[A-Za-z0-9+/]{60})(?:\r?\n|(?:\\+r)?\\+n)(?=[A-Za-z0-9+/=])/g;

/** Texts in base64 and hexadecimal. */
function packedTexts(text: string): readonly string[] {
  const found = new Set<string>();
  // an address or a path may stand before it
  for (const [run] of text.replace(wrapped, '').matchAll(packedRun))
    for (const piece of run.includes('/') ? [run, ...run.split('/')] : [run])
      for (const one of unpackedTexts(piece)) found.add(one);
  return [...found];
}

function unpackedTexts(run: string): readonly string[] {
  if (run.length < 8) return [];
  if (/^[0-9a-f]+$/i.test(run)) return run.length % 2 === 0 ? written(decoded(Uint8Array.fromHex(run))) : [];
  // what was cut off leaves letters that are no whole group
  const whole = run.replaceAll('-', '+').replaceAll('_', '/');
  return written(decoded(Uint8Array.fromBase64(whole.length % 4 === 1 ? whole.slice(0, -1) : whole)));
}

/** Chance makes few texts of letters alone out of other bytes; none of them is lost with it. */
function written(text: string | undefined): readonly string[] {
  return text === undefined || /[\0-\x08\x0e-\x1f]/.test(text) ? [] : [text];
}

/** As UTF-8, whose last character may be cut off; undefined: it is none. */
function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}
