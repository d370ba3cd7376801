/** A text that belongs to a request whole: what stands below a line that ends with a colon, or in a fence. It is never read as requests. */
import type { Said } from './rehearsal-intent.ts';

export interface Lifted {
  /** The request with a placeholder where the text stood. */
  readonly text: string;
  readonly body: string;
}

/** A character nobody types. */
export const placeholder = '\u0001';

const longestHead = 2_000;

/** Takes the text out of a request. Undefined: there is none. */
export function lifted(request: string): Lifted | undefined {
  const whole = request.trim().replaceAll(placeholder, ' ');
  const at = whole.search(/:[ \t]*\r?\n|:?\s*```/);
  if (at < 0 || at > longestHead) return undefined;
  const head = whole.slice(0, at);
  const below = whole.slice(at).replace(/^:?[ \t]*(?:\r?\n)?/, '');
  const fence = /^\s*(`{3,})[^\n`]*\n/.exec(below);
  if (fence === null) return { text: `${head}: ${placeholder}`, body: below };
  const start = fence[0].length;
  const end = below.indexOf(`\n${fence[1]}`, start - 1);
  const rest = end < 0 ? '' : below.slice(end + 1).replace(/^`+[.,;]?/, '');
  const body = end < 0 ? below.slice(start) : below.slice(start, Math.max(start, end + 1));
  return { text: `${head}: ${placeholder}${rest}`, body };
}

/** Puts the text back where the placeholder came to stand. */
export function filledIn({ text, said }: { readonly text: string; readonly said: Said }, body: string) {
  return {
    text: text.replaceAll(placeholder, '…'),
    said: Object.fromEntries(
      Object.entries(said).map(([name, value]) => [name, value?.split(placeholder).join(body)]),
    ) as Said,
  };
}
