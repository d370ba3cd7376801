/**
 * The part of Markdown that models write, as plain data: no HTML, no pictures from elsewhere, links to web and mail addresses alone.
 * Whatever is none of it is text. Pure; its work grows with the length of the text, whatever stands in it.
 */

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

const fenceStart = /^ {0,3}(`{3,}|~{3,})\s*([\w+#.-]{0,30})[^`]*$/;
const itemStart = /^( {0,3})([-*+]|\d{1,9}[.)])(?:\s+|$)/;
const deepest = 5;

/**
 * A text cut into the pieces that stand for themselves, so that while a reply grows only its last piece has to be read again.
 * @param {string} text
 * @returns {readonly string[]}
 */
export function pieces(text) {
  /** @type {string[]} */
  const found = [];
  /** @type {string[]} */
  let piece = [];
  let fence = '';
  const end = () => {
    while (piece.at(-1)?.trim() === '') piece.pop();
    if (piece.length > 0) found.push(piece.join('\n'));
    piece = [];
  };
  for (const line of text.replaceAll('\r\n', '\n').split('\n')) {
    if (fence !== '') {
      piece.push(line);
      if (line.trim().startsWith(fence) && line.trim().replaceAll(fence[0] ?? '', '') === '') {
        fence = '';
        end();
      }
      continue;
    }
    const isList = itemStart.test(piece[0] ?? '');
    const opened = fenceStart.exec(line);
    if (opened) {
      end();
      fence = opened[1] ?? '```';
      piece.push(line);
    } else if (line.trim() === '') {
      if (isList) piece.push(line);
      else end();
    } else if (isList && piece.at(-1)?.trim() === '' && !itemStart.test(line) && !/^\s{2,}/.test(line)) {
      end();
      piece.push(line);
    } else if (!isList && piece.length > 0 && (itemStart.test(line) || /^#{1,6}\s/.test(line))) {
      end();
      piece.push(line);
    } else {
      piece.push(line);
      if (/^#{1,6}\s/.test(line)) end();
    }
  }
  end();
  return found;
}

/**
 * @param {string} text
 * @param {number} [depth]
 * @returns {readonly Block[]}
 */
export function blocksOf(text, depth = 0) {
  return pieces(text).map(piece => blockOf(piece, depth));
}

/**
 * One piece.
 * @param {string} piece
 * @param {number} [depth]
 * @returns {Block}
 */
export function blockOf(piece, depth = 0) {
  const lines = piece.split('\n');
  const [first = ''] = lines;
  const fence = fenceStart.exec(first);
  if (fence) return fenceOf(lines, fence[1] ?? '', fence[2] ?? '');
  const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(first);
  if (heading && lines.length === 1)
    return { kind: 'heading', level: (heading[1] ?? '').length, inner: inlinesOf(heading[2] ?? '') };
  if (lines.length === 1 && /^ {0,3}(?:-[ -]*-[ -]*-|\*[ *]*\*[ *]*\*|_[ _]*_[ _]*_)[ \-*_]*$/.test(first))
    return { kind: 'rule' };
  if (depth < deepest && lines.every(line => /^ {0,3}>/.test(line)))
    return { kind: 'quote', blocks: blocksOf(lines.map(line => line.replace(/^ {0,3}> ?/, '')).join('\n'), depth + 1) };
  if (depth < deepest && itemStart.test(first)) return listOf(lines, depth);
  if (lines.length > 1 && first.includes('|') && /^ {0,3}\|?(?:\s*:?-+:?\s*\|)+\s*(?::?-+:?)?\s*$/.test(lines[1] ?? ''))
    return {
      kind: 'table',
      head: cellsOf(first),
      rows: lines.slice(2).map(cellsOf),
    };
  return { kind: 'paragraph', inner: inlinesOf(piece) };
}

/**
 * @param {readonly string[]} lines
 * @param {string} mark
 * @param {string} language
 * @returns {Block}
 */
function fenceOf(lines, mark, language) {
  const last = lines.at(-1)?.trim() ?? '';
  const isClosed = lines.length > 1 && last.startsWith(mark) && last.replaceAll(mark[0] ?? '', '') === '';
  return { kind: 'fence', language, text: lines.slice(1, isClosed ? -1 : undefined).join('\n') };
}

/**
 * @param {readonly string[]} lines
 * @param {number} depth
 * @returns {Block}
 */
function listOf(lines, depth) {
  /** @type {string[][]} */
  const items = [];
  let indent = 0;
  for (const line of lines) {
    const start = itemStart.exec(line);
    const deeper = line.length - line.trimStart().length >= Math.max(2, indent);
    if (start && (items.length === 0 || !deeper)) {
      indent = start[0].length;
      items.push([line.slice(indent)]);
    } else items.at(-1)?.push(line.slice(Math.min(indent, line.length - line.trimStart().length)));
  }
  const number = /^\s*(\d+)/.exec(lines[0] ?? '')?.[1];
  return {
    kind: 'list',
    start: number === undefined ? undefined : Number(number),
    items: items.map(item => blocksOf(item.join('\n'), depth + 1)),
  };
}

/** @param {string} line */
function cellsOf(line) {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map(cell => inlinesOf(cell.trim()));
}

/** What is marked within a line. Each form is bounded, so a text full of openings that are never closed costs little. */
const marks = new RegExp(
  [
    /\\([\\`*_{}[\]()#+.!|~>-])/, // 1: taken as it is
    /`([^`\n]{1,4000})`/, // 2: code
    /``((?:[^`\n]|`(?!`)){1,2000})``/, // 3: code that holds a backtick
    /(!?)\[([^[\]]{0,300})\]\(\s*<?([^\s<>()]{1,2000})>?(?:\s+"[^"\n]{0,300}")?\s*\)/, // 4 to 6: link, picture
    /<?((?:https?:\/\/|mailto:)[^\s<>"'`]{1,2000})>?/, // 7: an address by itself
    /\*\*(?=\S)([^\n]{0,999}?\S)\*\*/, // 8
    /__(?=\S)([^\n]{0,999}?\S)__(?!\w)/, // 9
    /~~(?=\S)([^\n~]{0,1000})~~/, // 10
    /\*(?=[^\s*])([^\n*]{0,1000})\*/, // 11
    /(?<!\w)_(?=[^\s_])([^\n_]{0,1000})_(?!\w)/, // 12
    /(\n)/, // 13
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

/**
 * @param {string} text
 * @param {number} [depth]
 * @returns {readonly Inline[]}
 */
export function inlinesOf(text, depth = 0) {
  /** @type {Inline[]} */
  const found = [];
  const say = (/** @type {string} */ words) => {
    const last = found.at(-1);
    if (last?.kind === 'text') found[found.length - 1] = { kind: 'text', text: last.text + words };
    else if (words !== '') found.push({ kind: 'text', text: words });
  };
  let from = 0;
  for (const match of text.matchAll(marks)) {
    if (match.index < from) continue;
    say(text.slice(from, match.index));
    from = match.index + match[0].length;
    const [whole, plain, code, codes, picture, label, target, bare, strong1, strong2, struck, em1, em2, newline] =
      match;
    const nested = (/** @type {string} */ inner) =>
      depth < deepest ? inlinesOf(inner, depth + 1) : [/** @type {Inline} */ ({ kind: 'text', text: inner })];
    if (plain !== undefined) say(plain);
    else if (code !== undefined) found.push({ kind: 'code', text: code });
    else if (codes !== undefined) found.push({ kind: 'code', text: codes.trim() });
    else if (target !== undefined) {
      const link = linkOf(target);
      const words = label === '' || label === undefined ? target : label;
      if (link) found.push({ kind: 'link', ...link, isBare: false, isPicture: picture === '!', inner: nested(words) });
      else say(whole);
    } else if (bare !== undefined) {
      // a full stop behind an address ends the sentence
      const address = bare.replace(/[.,;:!?)\]]+$/, '');
      const link = linkOf(address);
      if (link)
        found.push({
          ...{ kind: 'link', ...link, isBare: saysHost(address, link.host), isPicture: false },
          inner: [{ kind: 'text', text: address }],
        });
      else say(address);
      if (!whole.startsWith('<')) from = match.index + address.length;
    } else if (strong1 !== undefined || strong2 !== undefined)
      found.push({ kind: 'strong', inner: nested(strong1 ?? strong2 ?? '') });
    else if (struck !== undefined) found.push({ kind: 'del', inner: nested(struck) });
    else if (em1 !== undefined || em2 !== undefined) found.push({ kind: 'em', inner: nested(em1 ?? em2 ?? '') });
    else if (newline !== undefined) found.push({ kind: 'break' });
  }
  say(text.slice(from));
  return found;
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
 * Only the web and mail. The host is as the browser will ask for it, so a letter that only looks like another one shows.
 * @param {string} target
 */
function linkOf(target) {
  const url = URL.parse(target);
  if (url?.protocol === 'mailto:') return { href: url.href, host: url.pathname };
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return { href: url.href, host: url.host };
  return undefined;
}
