/**
 * The paragraphs of a page in order, each with what its place asks for: headings, list items, quotations; and which are
 * the main part.
 */

export interface BlockList {
  /** `main`, where it is named as the main part of the page; `article`, which it is if there is no other. */
  open(name: string, part?: 'main' | 'article'): void;
  close(): void;
  /** One paragraph, in the place that is open now. */
  add(text: string): void;
  text(): string;
}

interface Place {
  readonly name: string;
  /** What a line begins with: once for the marker of an item, at every line for a quotation. */
  readonly first: string;
  readonly rest: string;
  readonly from: number;
  readonly part: 'main' | 'article' | undefined;
  isBegun: boolean;
  items: number;
}

/** Lists and quotations deeper than this are not indented further. */
const deepest = 8;
/** A named main part with less than this is furniture itself. */
const leastMain = 200;

export function blockList(): BlockList {
  const places: Place[] = [];
  const indents: Place[] = [];
  const blocks: { readonly text: string; readonly isItem: boolean }[] = [];
  const parts: { readonly kind: 'main' | 'article'; readonly from: number; readonly to: number }[] = [];
  let isWithinPart = false;

  const indented = (text: string) => {
    const lines = text.split('\n').map(line => {
      const prefix = indents.map(place => {
        const lead = place.isBegun ? place.rest : place.first;
        place.isBegun = true;
        return lead;
      });
      return (prefix.join('') + line).trimEnd();
    });
    return lines.join('\n');
  };
  return {
    open(name, wanted) {
      const part = isWithinPart ? undefined : wanted;
      if (part) isWithinPart = true;
      const list = name === 'li' ? places.findLast(place => place.name === 'ol' || place.name === 'ul') : undefined;
      if (list) list.items += 1;
      const first =
        name === 'li' ? (list?.name === 'ol' ? `${list.items}. ` : '- ') : name === 'blockquote' ? '> ' : '';
      const rest = name === 'blockquote' ? first : ' '.repeat(first.length);
      const place = { name, first, rest, from: blocks.length, part, isBegun: false, items: 0 };
      places.push(place);
      if (first !== '' && indents.length < deepest) indents.push(place);
    },
    close() {
      const place = places.pop();
      if (place === undefined) return;
      if (indents.at(-1) === place) indents.pop();
      if (place.part === undefined) return;
      isWithinPart = false;
      parts.push({ kind: place.part, from: place.from, to: blocks.length });
    },
    add(text) {
      if (text === '') return;
      const level = /^h([1-6])$/.exec(places.at(-1)?.name ?? '')?.[1];
      const isItem = indents.some(({ name }) => name === 'li');
      blocks.push({
        text: indented(level ? `${'#'.repeat(Number(level))} ${text.replaceAll('\n', ' ')}` : text),
        isItem,
      });
    },
    text() {
      const mains = parts.filter(({ kind }) => kind === 'main');
      // Several articles are a list of them.
      const named = mains.length > 0 ? mains : parts.length === 1 ? parts : [];
      const texts = named.map(({ from, to }) => joined(blocks.slice(from, to)));
      const main = texts.reduce((a, b) => (b.length > a.length ? b : a), '');
      return main.length >= leastMain ? main : joined(blocks);
    },
  };
}

/** Items of a list follow each other at once, all else after an empty line. */
function joined(blocks: readonly { readonly text: string; readonly isItem: boolean }[]): string {
  return blocks
    .map(({ text, isItem }, at) => (at === 0 ? '' : isItem && blocks[at - 1]?.isItem ? '\n' : '\n\n') + text)
    .join('');
}
