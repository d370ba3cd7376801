/**
 * Whether a program has printed figures alone. The text itself decides, sign by sign: what a parser would keep of it is
 * not what a model reads.
 */

/** Whether a text is a few figures and nothing else, so that it can tell nobody what to do. */
export function isFiguresAlone(text: string): boolean {
  if (text.length > 200) return false;
  const rest = text.trim();
  if (rest === '') return false;
  const parts = rest.match(part) ?? [];
  if (parts.join('').length !== rest.length) return false;
  const names = parts.filter(one => one.startsWith('"'));
  return parts.filter(one => /\d/.test(one)).length <= mostFigures && new Set(names).size === names.length;
}

/** More of them could spell a sentence. */
const mostFigures = 8;

/**
 * Each name once at most. They are these, and no program chooses them: a name that a program chooses could say
 * anything.
 */
const names = 'bytes|characters|count|files|lines|maximum|mean|median|minimum|result|rows|sum|total|value|words|ok';
const units = '%|°C|°F|ns|µs|ms|s|min|h|B|kB|KB|MB|GB|KiB|MiB|GiB|mm|cm|m|km|g|kg';

/** A figure with its unit, one of the constants of JSON, a name, or what stands between them. */
const part = new RegExp(
  [
    String.raw`[+-]?\d{1,16}(?:\.\d{1,16})?(?:[eE][+-]?\d{1,3})?(?: ?(?:${units}))?(?![\p{L}\p{N}_°%])`,
    String.raw`(?<![\p{L}\p{N}_])(?:true|false|null)(?![\p{L}\p{N}_])`,
    String.raw`"(?:${names})"(?=[ \t\r\n]{0,16}:)`,
    String.raw`[ \t\r\n,;:/()[\]{}]`,
  ].join('|'),
  'gu',
);
