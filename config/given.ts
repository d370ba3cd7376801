/** What a settings file sets, as it may be shown. */
import { parse } from 'smol-toml';
import { inWords } from './faults.ts';

/** Each setting that is named, by its dotted key. What looks like a secret is only described. */
export function givenSettings(text: string, secrets: readonly string[]) {
  const found: { readonly key: string; readonly value: string }[] = [];
  function walk(value: unknown, path: readonly string[]): void {
    if (typeof value === 'object' && value !== null && !(value instanceof Date) && !Array.isArray(value))
      for (const [key, inner] of Object.entries(value)) walk(inner, [...path, key]);
    else found.push({ key: path.join('.'), value: shown(value, secrets) });
  }
  walk(parse(text, { unsafeKeyBehaviour: 'throw' }), []);
  return found;
}

function shown(value: unknown, secrets: readonly string[]): string {
  if (Array.isArray(value) && value.every(one => typeof one !== 'object'))
    return `[${value.map(one => inWords(one, false, secrets)).join(', ')}]`;
  return inWords(value, false, secrets);
}
