/**
 * One paragraph of Markdown as runs of text, each with its look.
 *
 * Emphasis follows CommonMark's delimiter algorithm, so that `snake_case` and `2 * 3 * 4` stay what they are. Every step is
 * bounded: a model may write ten thousand asterisks, and they are read in one pass.
 */

/** How a run looks. `pre` holds the language, empty where none was named; `link` an address Telegram may open. */
export interface Style {
  readonly quote?: true;
  readonly link?: string;
  readonly bold?: true;
  readonly italic?: true;
  readonly strike?: true;
  readonly code?: true;
  readonly pre?: string;
}

export interface Run {
  readonly text: string;
  readonly style: Style;
}

/** The runs of one paragraph; `base` is the look of what surrounds it. Their texts together are what the reader sees. */
export function inline(source: string, base: Style): Run[] {
  const nodes = scan(source);
  let bold = 0;
  let italic = 0;
  let strike = 0;
  const runs: Run[] = [];
  for (const node of nodes) {
    bold += node.bold;
    italic += node.italic;
    strike += node.strike;
    if (node.text === '') continue;
    // Code takes no other look but the quotation it stands in: Telegram refuses the rest.
    const style: Style = node.code
      ? { ...(base.quote ? { quote: true } : {}), code: true }
      : {
          ...base,
          ...(node.link === undefined ? {} : { link: node.link }),
          ...(bold > 0 ? { bold: true } : {}),
          ...(italic > 0 ? { italic: true } : {}),
          ...(strike > 0 ? { strike: true } : {}),
        };
    runs.push({ text: node.text, style });
  }
  return runs;
}

/** A stretch of text; the numbers are how much deeper each emphasis is from here on. */
interface Node {
  text: string;
  code?: true;
  link?: string;
  bold: number;
  italic: number;
  strike: number;
}

interface Delimiter {
  readonly node: number;
  readonly char: string;
  readonly original: number;
  readonly opens: boolean;
  readonly closes: boolean;
  count: number;
}

interface Bracket {
  readonly node: number;
  readonly image: boolean;
  /** Delimiters from here on stand inside it. */
  readonly delimiters: number;
  live: boolean;
}

const maxBrackets = 32;
const maxAddress = 1024;
const plainText = /[^\\`*_~[\]!<h]+/y;
const bareAddress = /https?:\/\/[^\s<>`]+/y;
const angleAddress = /<((?:https?|tg|mailto):[^\s<>]+)>/iy;
const openable = /^(?:https?:\/\/|tg:\/\/|mailto:)[^\s]+$/i;
const escapable = /[!-/:-@[-`{-~]/;

function scan(source: string): Node[] {
  const nodes: Node[] = [];
  const delimiters: Delimiter[] = [];
  const brackets: Bracket[] = [];
  const ticks = backtickRuns(source);
  const push = (text: string, more: Partial<Node> = {}): void =>
    void nodes.push({ text, bold: 0, italic: 0, strike: 0, ...more });

  for (let at = 0; at < source.length; ) {
    const char = source[at] ?? '';
    const next = source[at + 1] ?? '';
    const text = matchAt(plainText, source, at)?.[0];
    if (text !== undefined) {
      push(text);
      at += text.length;
    } else if (char === '\\' && (escapable.test(next) || next === '\n')) {
      push(next);
      at += 2;
    } else if (char === '`') {
      const length = runLength(source, at, '`');
      const close = ticks.closing(at, length);
      if (close === undefined) push('`'.repeat(length));
      else push(codeText(source.slice(at + length, close)), { code: true });
      at = close === undefined ? at + length : close + length;
    } else if (char === '*' || char === '_' || char === '~') {
      const count = runLength(source, at, char);
      if (char !== '~' || count === 2) delimiters.push({ ...flanks(source, at, count, char), node: nodes.length });
      push(char.repeat(count));
      at += count;
    } else if (char === '[' || (char === '!' && next === '[')) {
      const image = char === '!';
      if (brackets.length === maxBrackets) brackets.shift();
      brackets.push({ node: nodes.length, image, delimiters: delimiters.length, live: true });
      push(image ? '![' : '[');
      at += image ? 2 : 1;
    } else if (char === ']') {
      at = closeBracket(source, at, nodes, delimiters, brackets, push);
    } else {
      const angle = char === '<' ? matchAt(angleAddress, source, at) : undefined;
      const bare = char === 'h' && !/\w/.test(source[at - 1] ?? '') ? matchAt(bareAddress, source, at)?.[0] : undefined;
      const address = bare === undefined ? undefined : withoutTail(bare);
      if (angle) push(angle[1] ?? '', { link: angle[1] ?? '' });
      else push(address ?? char);
      at += angle ? angle[0].length : (address ?? char).length;
    }
  }
  emphasise(nodes, delimiters);
  return nodes;
}

/** What ends an address in running text is mostly the sentence's or the emphasis' own. */
function withoutTail(address: string): string {
  let end = address.length;
  while ('*_~.,;:!?)]}\'"'.includes(address[end - 1] ?? ' ')) end -= 1;
  return address.slice(0, end);
}

/** A `]`: the end of a link, or itself. Answers where to go on. */
function closeBracket(
  source: string,
  at: number,
  nodes: Node[],
  delimiters: Delimiter[],
  brackets: Bracket[],
  push: (text: string) => void,
): number {
  const open = brackets.pop();
  const target = open?.live && source[at + 1] === '(' ? addressAt(source, at + 2) : undefined;
  if (open === undefined || target === undefined) {
    push(']');
    return at + 1;
  }
  emphasise(nodes, delimiters.splice(open.delimiters));
  const opener = nodes[open.node];
  if (opener) opener.text = '';
  if (openable.test(target.address)) for (const node of nodes.slice(open.node + 1)) node.link = target.address;
  // An address that Telegram would not open is shown, so that nothing the model said is hidden.
  else if (target.address !== '') push(` (${target.address})`);
  if (!open.image) for (const bracket of brackets) if (!bracket.image) bracket.live = false;
  return target.end;
}

/** The address in `(…)`, with an optional title, which is dropped; undefined where it is none. */
function addressAt(source: string, from: number): { readonly address: string; readonly end: number } | undefined {
  const part = source.slice(from, from + maxAddress + 512);
  const angle = /^\s*<([^<>\n]*)>/.exec(part);
  let end = angle?.[0].length ?? 0;
  let address = angle?.[1] ?? '';
  if (!angle) {
    end = part.length - part.trimStart().length;
    const start = end;
    for (let depth = 0; end < part.length; end++) {
      const char = part[end] ?? '';
      if (char <= ' ' || (char === ')' && depth === 0)) break;
      if (char === '(') depth += 1;
      if (char === ')') depth -= 1;
    }
    address = part.slice(start, end);
  }
  const tail = /^(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)/.exec(part.slice(end));
  if (tail === null || address.length > maxAddress) return undefined;
  return { address, end: from + end + tail[0].length };
}

/** CommonMark's "process emphasis" over these delimiters: pairs are written into the nodes, left-over characters stay text. */
function emphasise(nodes: Node[], delimiters: readonly Delimiter[]): void {
  const openers: { readonly seq: number; readonly delimiter: Delimiter }[] = [];
  const bottom = new Map<string, number>();
  for (const [seq, closer] of delimiters.entries()) {
    while (closer.closes && closer.count > 0) {
      const key = `${closer.char}${closer.opens}${closer.original % 3}`;
      const floor = bottom.get(key) ?? -1;
      let found = openers.length - 1;
      while (found >= 0 && (openers[found]?.seq ?? -1) > floor && !pairs(openers[found]!.delimiter, closer)) found -= 1;
      const opener = found >= 0 && (openers[found]?.seq ?? -1) > floor ? openers[found]?.delimiter : undefined;
      if (opener === undefined) {
        bottom.set(key, seq - 1);
        break;
      }
      const length = opener.count >= 2 && closer.count >= 2 ? 2 : 1;
      const look = closer.char === '~' ? 'strike' : length === 2 ? 'bold' : 'italic';
      const inner = nodes[opener.node + 1];
      const after = nodes[closer.node];
      if (inner) inner[look] += 1;
      if (after) after[look] -= 1;
      opener.count -= length;
      closer.count -= length;
      openers.length = opener.count > 0 ? found + 1 : found;
    }
    if (closer.opens && closer.count > 0) openers.push({ seq, delimiter: closer });
  }
  for (const { node, char, count } of delimiters) {
    const left = nodes[node];
    if (left) left.text = char.repeat(count);
  }
}

/** The rule of three keeps `*a**b*` from pairing across. */
function pairs(opener: Delimiter, closer: Delimiter): boolean {
  if (opener.char !== closer.char) return false;
  if (!opener.closes && !closer.opens) return true;
  return (opener.original + closer.original) % 3 !== 0 || (opener.original % 3 === 0 && closer.original % 3 === 0);
}

function flanks(source: string, at: number, count: number, char: string): Omit<Delimiter, 'node'> {
  const before = characterBefore(source, at);
  const after = String.fromCodePoint(source.codePointAt(at + count) ?? 32);
  const [spaceBefore, spaceAfter] = [/\s/.test(before), /\s/.test(after)];
  const [markBefore, markAfter] = [/[\p{P}\p{S}]/u.test(before), /[\p{P}\p{S}]/u.test(after)];
  const left = !spaceAfter && (!markAfter || spaceBefore || markBefore);
  const right = !spaceBefore && (!markBefore || spaceAfter || markAfter);
  const opens = left && (char !== '_' || !right || markBefore);
  const closes = right && (char !== '_' || !left || markAfter);
  return { char, count, original: count, opens, closes };
}

function characterBefore(source: string, at: number): string {
  if (at === 0) return ' ';
  const low = source.charCodeAt(at - 1);
  return low >= 0xdc00 && low <= 0xdfff && at > 1 ? source.slice(at - 2, at) : source.slice(at - 1, at);
}

function codeText(text: string): string {
  const line = text.replaceAll('\n', ' ');
  return line.startsWith(' ') && line.endsWith(' ') && line.trim() !== '' ? line.slice(1, -1) : line;
}

/** Where each run of backticks of a length stands, so that looking for a closing one never reads the text again. */
function backtickRuns(source: string): { closing(at: number, length: number): number | undefined } {
  const byLength = new Map<number, { readonly at: number[]; next: number }>();
  for (const { 0: run, index } of source.matchAll(/`+/g)) {
    const list = byLength.get(run.length) ?? { at: [], next: 0 };
    list.at.push(index);
    byLength.set(run.length, list);
  }
  return {
    closing(at, length) {
      const list = byLength.get(length);
      if (list === undefined) return undefined;
      // Asked in rising order only, so what lies behind is passed for good.
      while ((list.at[list.next] ?? Number.POSITIVE_INFINITY) <= at) list.next += 1;
      return list.at[list.next];
    },
  };
}

function runLength(source: string, at: number, char: string): number {
  let end = at;
  while (source[end] === char) end += 1;
  return end - at;
}

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(source) ?? undefined;
}
