/** JSON that stands in text: values one behind the other, and small slips that models make in them. */
import type { Json } from '../../text/json.ts';

/** All values of a text that is nothing but values, with blanks, commas or semicolons between; `undefined`: it is more. */
export function jsonValues(text: string): readonly Json[] | undefined {
  const values: Json[] = [];
  for (let rest = text.trim(); rest !== ''; ) {
    const end = valueEnd(rest);
    const value = end === undefined ? undefined : laxJson(rest.slice(0, end));
    if (end === undefined || value === undefined) return undefined;
    values.push(value);
    rest = rest.slice(end).replace(/^[\s,;]+/, '');
  }
  return values;
}

/**
 * Slips in brackets, mended: too many or too few behind what has ended, a comma before one. Nothing within a text is
 * touched, and nothing is made up: what breaks off elsewhere stays as it is.
 */
export function mendedJson(text: string): string {
  const open: string[] = [];
  let mended = '';
  const pieces = text.match(/"(?:[^"\\]|\\.)*"|[^"]/gs) ?? [];
  if (pieces.join('').length !== text.length) return text;
  for (const piece of pieces) {
    if (piece === '}' || piece === ']') {
      if (open.length === 0) continue;
      if (open.pop() !== piece) return text;
      mended = mended.replace(/,\s*$/, '');
    } else if (piece === '{' || piece === '[') open.push(piece === '{' ? '}' : ']');
    mended += piece;
  }
  return /[}\]]\s*$/.test(mended) ? mended + open.reverse().join('') : text;
}

/** A text as JSON, line breaks within its texts allowed; `undefined`: it is none. */
export function laxJson(text: string): Json | undefined {
  for (const tried of [text, withEscapes(text)])
    try {
      return JSON.parse(tried) as Json;
    } catch {
      // the next one
    }
  return undefined;
}

/** Is this the whole of an object or list, and not its beginning? */
export function isWholeJson(text: string): boolean {
  try {
    JSON.parse(text);
    return text.trim() !== '';
  } catch {
    return false;
  }
}

/** Where the object or list ends that the text begins with. */
export function valueEnd(text: string): number | undefined {
  if (!/^[[{]/.test(text)) return undefined;
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (isInText) {
      if (sign === '\\') at += 1;
      else if (sign === '"') isInText = false;
    } else if (sign === '"') isInText = true;
    else if (sign === '{' || sign === '[') depth += 1;
    else if (sign === '}' || sign === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}

function withEscapes(text: string): string {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"/gs, word =>
    word.replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t'),
  );
}
