/**
 * A text that belongs to a request whole: what stands below a line that ends with a colon, or in a fence. It is never
 * read as requests.
 */
import type { Said } from './intent.ts';

export interface Lifted {
  /** The request with a placeholder where each text stood. */
  readonly text: string;
  /** The texts, in order. */
  readonly bodies: readonly string[];
}

/** A character nobody types. */
export const placeholder = '\u0001';

const longestHead = 2_000;
const most = 10;

/** Takes the texts out of a request; `takes`: does what stands before one end in a request that takes it? */
export function lifted(request: string, takes: (head: string) => boolean): Lifted {
  const bodies: string[] = [];
  let text = '';
  let rest = request.trim().replaceAll(placeholder, ' ');
  for (let looked = 0; looked < most; looked += 1) {
    const at = rest.search(/:[ \t]*\r?\n|:?\s*```/);
    if (at < 0 || text.length + at > longestHead) break;
    const below = bodyIn(rest.slice(at));
    const head = text + rest.slice(0, at);
    const isTaken = takes(head);
    text = isTaken ? `${head}: ${placeholder}` : head + below.mark + (below.isFenced ? below.whole : '');
    rest = isTaken || below.isFenced ? below.rest : below.whole;
    if (isTaken) bodies.push(below.body);
  }
  return { text: text + rest, bodies };
}

/**
 * What follows a mark: up to the end of its fence, or all there is. `mark` and `whole` together are it as it stands.
 */
function bodyIn(tail: string) {
  const [mark = ''] = /^:?[ \t]*(?:\r?\n)?/.exec(tail) ?? [];
  const below = tail.slice(mark.length);
  const fence = /^\s*(`{3,})[^\n`]*\n/.exec(below);
  if (fence === null) return { mark, whole: below, body: below, rest: '', isFenced: false };
  const start = fence[0].length;
  const end = below.indexOf(`\n${fence[1]}`, start - 1);
  if (end < 0) return { mark, whole: below, body: below.slice(start), rest: '', isFenced: true };
  const rest = below.slice(end + 1).replace(/^`+[.,;]?/, '');
  return {
    mark,
    whole: below.slice(0, below.length - rest.length),
    body: below.slice(start, end + 1),
    rest,
    isFenced: true,
  };
}

/** Puts a text back where its placeholder came to stand. */
export function filledIn({ text, said }: { readonly text: string; readonly said: Said }, body: string) {
  return {
    text: text.replaceAll(placeholder, '…'),
    said: Object.fromEntries(
      Object.entries(said).map(([name, value]) => [name, value?.split(placeholder).join(body)]),
    ) as Said,
  };
}
