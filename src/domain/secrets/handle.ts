/**
 * A handle, `{{secret:NAME}}`: what stands for the value of a secret wherever a text is written down.
 *
 * The handle is what a model writes, a card shows, a digest covers and a journal keeps. The value takes its place in
 * the last step alone, on its way out.
 */

/** What a name may be, as the end of a sentence. */
export const secretNameRule =
  'a lower-case letter or a digit, then at most 63 of a-z, 0-9, "_", ".", "/" and "-", as in github/deploy';

export function isSecretName(name: string): boolean {
  return /^[a-z0-9][a-z0-9/_.-]{0,63}$/.test(name);
}

/** Does the text hold a handle, or what was meant as one? */
export function mentionsSecret(text: string): boolean {
  return /\{\{\s*secret\b/i.test(text);
}

/** The names of the handles in a text, each once; `problem`, in a sentence, where one of them is none. */
export function handlesIn(text: string): readonly string[] | { readonly problem: string } {
  const names = [...text.matchAll(handle)].map(([, name = '']) => name);
  const isWhole = !mentionsSecret(text.replace(handle, '')) && names.every(isSecretName);
  if (!isWhole) return { problem: `a handle is written {{secret:NAME}}, where NAME is ${secretNameRule}` };
  return [...new Set(names)];
}

/** The text with each handle replaced by what `fill` answers for its name. */
export function filled(text: string, fill: (name: string) => string): string {
  return text.replace(handle, (_, name: string) => fill(name));
}

const handle = /\{\{secret:([^{}]*)\}\}/g;
