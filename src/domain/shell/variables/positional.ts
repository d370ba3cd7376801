/** `$1`, `$@` and their like, where the text itself changes what they stand for. */
import type { Lookup } from '../grammar/parameters.ts';
import { unknown } from '../grammar/unknown.ts';

/** `$1`, `$@`, `${!2}`. */
export function usesWords(text: string): boolean {
  return /\$\{?[!#]?[@*\d]/.test(text);
}

/** It uses them, and has `set` or `shift` in it, in whatever quotes. */
export function isMovingWords(text: string): boolean {
  return usesWords(text) && /set|shift|\$'/.test(text.replace(/\\\n|["\\]|(?<!\$)'/g, ''));
}

/** None of them is known. */
export function unknownWords(lookup: Lookup): Lookup {
  return name => (/^([@*]|[1-9]\d*)$/.test(name) ? [unknown] : lookup(name));
}
