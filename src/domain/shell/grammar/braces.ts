/**
 * `{a,b}`, `{a,{b,c}}` and `{1..3}`: the words they stand for. Quotes in them are dropped, expansions are not known.
 */
import { unknown } from './unknown.ts';

const most = 256;

export function alternatives(text: string): readonly string[] {
  const inside = text.slice(1, -1);
  const range = /^(-?\d{1,4})\.\.(-?\d{1,4})$/.exec(inside);
  if (range) {
    const [from, to] = [Number(range[1]), Number(range[2])];
    const step = from <= to ? 1 : -1;
    const length = Math.abs(to - from) + 1;
    if (length > most) return [unknown];
    return Array.from({ length }, (_, at) => String(from + at * step));
  }
  const letters = /^([a-zA-Z])\.\.([a-zA-Z])$/.exec(inside);
  if (letters) {
    const [from = 0, to = 0] = [letters[1]?.charCodeAt(0), letters[2]?.charCodeAt(0)];
    const [least, most] = [Math.min(from, to), Math.max(from, to)];
    return Array.from({ length: most - least + 1 }, (_, at) => String.fromCharCode(least + at));
  }
  const pieces: string[] = [''];
  let depth = 0;
  for (const char of inside) {
    if (char === ',' && depth === 0) pieces.push('');
    else {
      if (char === '{') depth++;
      else if (char === '}') depth--;
      pieces[pieces.length - 1] += char;
    }
  }
  const words = pieces
    .flatMap(piece => {
      const open = piece.indexOf('{');
      const close = piece.lastIndexOf('}');
      if (open < 0 || close < open) return [piece];
      const inside = piece.slice(open, close + 1);
      // a single one is no list, and its brackets stay
      const inner = /,|\.\./.test(inside) ? alternatives(inside) : [inside];
      return inner.map(one => piece.slice(0, open) + one + piece.slice(close + 1));
    })
    .map(piece => (/[$`]/.test(piece) ? unknown : piece.replace(/['"\\]/g, '')));
  // more than can be judged are not known, none of them
  return words.length > most ? [unknown] : words;
}
