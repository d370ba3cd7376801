/**
 * The Markdown that models write, as plain data: no HTML, no pictures from elsewhere, links to web and mail addresses
 * alone. Whatever is none of it is text. Pure.
 */
import { Marked, Tokenizer } from 'marked';

/** @import { Token, Tokens } from 'marked' */

/**
 * @typedef {{ readonly kind: 'text', readonly text: string }
 *   | { readonly kind: 'code', readonly text: string }
 *   | { readonly kind: 'break' }
 *   | { readonly kind: 'strong' | 'em' | 'del', readonly inner: readonly Inline[] }
 *   | { readonly kind: 'link', readonly href: string, readonly host: string, readonly isBare: boolean, readonly isPicture: boolean, readonly inner: readonly Inline[] }
 * } Inline
 * @typedef {{ readonly kind: 'paragraph', readonly inner: readonly Inline[] }
 *   | { readonly kind: 'heading', readonly level: number, readonly inner: readonly Inline[] }
 *   | { readonly kind: 'fence', readonly language: string, readonly text: string }
 *   | { readonly kind: 'rule' }
 *   | { readonly kind: 'quote', readonly blocks: readonly Block[] }
 *   | { readonly kind: 'list', readonly start: number | undefined, readonly items: readonly (readonly Block[])[] }
 *   | { readonly kind: 'table', readonly head: readonly (readonly Inline[])[], readonly rows: readonly (readonly (readonly Inline[])[])[] }
 * } Block
 */

/**
 * A line that opens so many lists and quotations at once is text: each would be read by one more call within the other.
 */
const nested = /^(?:[^\S\n]*(?:>|(?:[-*+]|\d{1,9}[.)])[^\S\n])){7}/;

/**
 * To pair marks takes time that grows with the square of their number, so beyond so many in a paragraph they are text.
 */
const mostMarks = 1_000;

/** A line that is indented, or begins an item. */
const ofList = /^(?:\s|(?:[-*+]|\d{1,9}[.)])(?:\s|$))/;

/**
 * The list that a text begins with, without the line that closes it: where nothing of the list follows, a line that is
 * not indented says something about the whole list, and is no part of its last item as Markdown has it.
 * @param {string} source
 */
function listAlone(source) {
  const lines = source.split('\n');
  const isBlank = (/** @type {string | undefined} */ line) => line === undefined || line.trim() === '';
  for (let at = 1; at < lines.length; at += 1) {
    if (isBlank(lines[at]) || ofList.test(lines[at] ?? '')) continue;
    // behind a blank line it is none of the list anyway
    if (isBlank(lines[at - 1])) return source;
    let end = at;
    while (!isBlank(lines[end]) && !ofList.test(lines[end] ?? '')) end += 1;
    if (isBlank(lines[end])) return lines.slice(0, at).join('\n');
    at = end;
  }
  return source;
}

/** HTML, indented code and definitions of links would hide or swallow what a model wrote, so they are text. */
function reader() {
  let counted = { paragraph: '', isCrowded: false };
  // `marked` asks at each mark of a paragraph
  const isCrowded = (/** @type {string} */ paragraph) => {
    if (paragraph !== counted.paragraph)
      counted = { paragraph, isCrowded: (paragraph.match(/[*_]/g)?.length ?? 0) > mostMarks };
    return counted.isCrowded;
  };
  return new Marked({
    gfm: true,
    breaks: true,
    tokenizer: {
      html: () => undefined,
      tag: () => undefined,
      code: () => undefined,
      def: () => undefined,
      reflink: () => undefined,
      // one `~` says "about"
      del: source => (source.startsWith('~~') ? false : undefined),
      emStrong: (_, paragraph) => (isCrowded(paragraph) ? undefined : false),
      // a line of `-` beneath a text is a rule
      lheading: source => (/^[^\n]+\n {0,3}=+ *(?:\n|$)/.test(source) ? false : undefined),
      list(source) {
        return nested.test(source) ? undefined : Tokenizer.prototype.list.call(this, listAlone(source));
      },
      blockquote: source => (nested.test(source) ? undefined : false),
      // a name with dots in it is no address
      url: source => (/^https?:\/\//i.test(source) ? false : undefined),
    },
  });
}

/**
 * The blocks of a text as `marked` finds them. While a reply grows only the last one changes: the others have the same
 * `raw`.
 * @param {string} text
 * @returns {readonly Token[]}
 */
export function pieces(text) {
  return reader()
    .lexer(text)
    .filter(({ type }) => type !== 'space');
}

/**
 * One piece.
 * @param {Token} token
 * @returns {Block}
 */
export function blockOf(token) {
  switch (token.type) {
    case 'heading':
      return { kind: 'heading', level: token['depth'], inner: inlinesOf(token.tokens) };
    case 'code':
      return { kind: 'fence', language: /^[\w+#.-]{0,30}/.exec(token['lang'] ?? '')?.[0] ?? '', text: token['text'] };
    case 'hr':
      return { kind: 'rule' };
    case 'blockquote':
      return { kind: 'quote', blocks: blocksOf(token.tokens) };
    case 'list':
      return {
        kind: 'list',
        start: token['ordered'] ? Number(token['start']) : undefined,
        items: token['items'].map((/** @type {Tokens.ListItem} */ item) => blocksOf(item.tokens)),
      };
    case 'table':
      return tableOf(/** @type {Tokens.Table} */ (token));
    default:
      return { kind: 'paragraph', inner: inlinesOf(innerOf(token) ?? [token]) };
  }
}

/**
 * @param {readonly Token[]} [tokens]
 * @returns {readonly Block[]}
 */
function blocksOf(tokens = []) {
  const [first, second, ...others] = tokens.filter(({ type }) => type !== 'space');
  if (first === undefined) return [];
  // the box of a task stands in the line of its text
  if (first.type === 'checkbox' && second)
    return [{ kind: 'paragraph', inner: inlinesOf([first, ...(innerOf(second) ?? [])]) }, ...others.map(blockOf)];
  return [first, ...(second ? [second] : []), ...others].map(blockOf);
}

/** @param {Token} token @returns {readonly Token[] | undefined} */
function innerOf(token) {
  return 'tokens' in token ? token.tokens : undefined;
}

/**
 * @param {Tokens.Table} token
 * @returns {Block}
 */
function tableOf({ header, rows, raw }) {
  const lines = raw.split('\n').slice(2);
  return {
    kind: 'table',
    head: header.map(({ tokens }) => inlinesOf(tokens)),
    rows: rows.map((row, index) => [
      ...row.map(({ tokens }) => inlinesOf(tokens)),
      ...cellsBeyond(lines[index] ?? '', header.length),
    ]),
  };
}

/**
 * Cells of a row beyond those that the head has: `marked` drops them.
 * @param {string} line
 * @param {number} count
 * @returns {readonly (readonly Inline[])[]}
 */
function cellsBeyond(line, count) {
  const inner = line.trim().replaceAll(/^\||(?<!\\)\|$/g, '');
  return inner
    .split(/(?<!\\)\|/)
    .slice(count)
    .map(cell => [{ kind: 'text', text: cell.trim() }]);
}

/**
 * @param {readonly Token[]} [tokens]
 * @returns {readonly Inline[]}
 */
function inlinesOf(tokens = []) {
  return tokens.flatMap(token => {
    switch (token.type) {
      case 'text':
        return token.tokens ? inlinesOf(token.tokens) : [text(token['text'])];
      case 'escape':
        return [text(token['text'])];
      case 'checkbox':
        return [text(token['checked'] ? '☑ ' : '☐ ')];
      case 'br':
        return [/** @type {Inline} */ ({ kind: 'break' })];
      case 'codespan':
        return [/** @type {Inline} */ ({ kind: 'code', text: token['text'] })];
      case 'strong':
      case 'em':
      case 'del':
        return [/** @type {Inline} */ ({ kind: token.type, inner: inlinesOf(token.tokens) })];
      case 'link':
      case 'image':
        return [linkIn(/** @type {Tokens.Link | Tokens.Image} */ (token))];
      default:
        return [text(token.raw)];
    }
  });
}

/** @param {string} words @returns {Inline} */
function text(words) {
  return { kind: 'text', text: words };
}

/**
 * @param {Tokens.Link | Tokens.Image} token
 * @returns {Inline}
 */
function linkIn(token) {
  const { raw, href, text: words } = token;
  const link = linkOf(href);
  if (!link) return text(raw);
  const isPicture = token.type === 'image';
  const isBare = (raw === words || raw.startsWith('<')) && saysHost(words, link.host);
  const inner = isPicture || words === '' ? [text(words || href)] : inlinesOf(token.tokens);
  return { kind: 'link', ...link, isBare, isPicture, inner };
}

/**
 * An address by itself shows where it leads, unless its letters only look so or a name stands before the host.
 * @param {string} address
 * @param {string} host
 */
function saysHost(address, host) {
  return /^[a-z]+:(?:\/\/)?([^/?#\\]*)/i.exec(address)?.[1]?.toLowerCase() === host.toLowerCase();
}

/**
 * Only the web and mail. The host is as the browser will ask for it, so a letter that only looks like another one
 * shows.
 * @param {string} target
 */
function linkOf(target) {
  const url = URL.parse(target);
  if (url?.protocol === 'mailto:') return { href: url.href, host: url.pathname };
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return { href: url.href, host: url.host };
  return undefined;
}
