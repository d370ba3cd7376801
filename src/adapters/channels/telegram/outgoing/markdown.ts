/**
 * A reply in Markdown as runs of text with a look, block by block.
 *
 * What Telegram has no shape for gets the nearest one: a heading is bold, a list has bullets, a narrow table is
 * fixed-width text, and of a wide one each row is a short list. Line breaks stay where the model put them. It reads whatever a model writes, and never throws.
 */
import type { Token, Tokens } from 'marked';
import { markdownReader, nested } from '../../markdown-reader.ts';
import { inline, type Run, type Style } from './inline.ts';

/** The whole text, ready to be cut into messages. */
export function markdownRuns(markdown: string): Run[] {
  return blocks(reader().lexer(cleaned(markdown)), {});
}

/** A quotation in a quotation is not to be had; the inner one joins the outer. */
function reader() {
  return markdownReader({
    blockquote(source) {
      const [raw] = /^(?: {0,3}>[^\n]*(?:\n|$))+/.exec(source) ?? [];
      if (raw === undefined) return undefined;
      const text = raw.replace(/^(?:[^\S\n]{0,3}>)+ ?/gm, '');
      if (nested.test(text)) return undefined;
      return { type: 'blockquote', raw, text, tokens: this.lexer.blockTokens(text, []) };
    },
  });
}

function blocks(tokens: readonly Token[], base: Style): Run[] {
  const out: Run[] = [];
  let between = '';
  for (const token of tokens) {
    const runs = block(token, base);
    if (runs.length > 0) {
      const isTitle = token.type === 'heading' && out.length > 0;
      out.push({ text: isTitle ? '\n\n' : between, style: base }, ...runs);
      between = token.type === 'checkbox' ? '' : '\n';
    }
    if (out.length > 0 && (token.type === 'space' || endsBlank(token.raw))) between = '\n\n';
  }
  return out;
}

function block(token: Token, base: Style): Run[] {
  switch (token.type) {
    case 'space':
      return [];
    case 'code':
      return [{ text: token.text, style: { ...base, pre: languageOf(token.lang ?? '') } }];
    case 'heading':
      return inline(token.tokens ?? [], { ...base, bold: true });
    case 'hr':
      return [{ text: '———', style: base }];
    case 'blockquote':
      return blocks(token.tokens ?? [], { ...base, quote: true });
    case 'table':
      return table(token as Tokens.Table, base);
    case 'list':
      return list(token as Tokens.List, base);
    case 'checkbox':
      return [{ text: token['checked'] ? '☑ ' : '☐ ', style: base }];
    default:
      return 'tokens' in token ? inline(token.tokens ?? [], base) : [{ text: token.raw.trimEnd(), style: base }];
  }
}

function list({ items }: Tokens.List, base: Style): Run[] {
  return items.flatMap(({ raw, tokens }, index) => {
    const mark = `${/^\s*(\d{1,9}[.)])/.exec(raw)?.[1] ?? '•'} `;
    const before = index === 0 ? '' : endsBlank(items[index - 1]?.raw ?? '') ? '\n\n' : '\n';
    return [{ text: before + mark, style: base }, ...indented(blocks(tokens, base), ' '.repeat(mark.length))];
  });
}

/** What follows the first line of an item stands beneath its text; code keeps its place. */
function indented(runs: readonly Run[], by: string): Run[] {
  let isStart = false;
  return runs.map(run => {
    const isCode = run.style.pre !== undefined;
    const text = isCode ? run.text : (isStart ? by : '') + run.text.replaceAll(/\n(?!\n|$)/g, `\n${by}`);
    isStart = !isCode && run.text.endsWith('\n');
    return { ...run, text };
  });
}

const endsBlank = (raw: string): boolean => /\n[^\S\n]*\n\s*$/.test(raw);

function languageOf(info: string): string {
  const word = info.trim().split(/\s/)[0] ?? '';
  return /^[A-Za-z0-9_+#.-]{1,32}$/.test(word) ? word.toLowerCase() : '';
}

/** More columns of letters than a telephone shows: a fixed-width line would break there. */
const mostWidth = 44;

function table({ header, rows, raw }: Tokens.Table, base: Style): Run[] {
  const lines = raw.split('\n').toSpliced(1, 1);
  const cells = [header, ...rows].map((row, index) =>
    [...row.map(cell => plain(inline(cell.tokens, {}))), ...cellsBeyond(lines[index] ?? '', header.length)].slice(
      0,
      24,
    ),
  );
  const drawn = drawnTable(cells);
  const isWide = drawn.some(line => widthOf(line) > mostWidth) && rows.length > 0;
  return isWide ? rowLists(cells, base) : [{ text: drawn.join('\n'), style: { ...base, pre: '' } }];
}

/** Each row under its first cell, the others beneath with what their column is called. */
function rowLists([head = [], ...rows]: readonly (readonly string[])[], base: Style): Run[] {
  return rows.flatMap(([first = '', ...rest], index) => {
    const facts = rest.flatMap((cell, at) => {
      const name = head[at + 1] ?? '';
      return cell === '' ? [] : [`\n• ${name === '' ? '' : `${name}: `}${cell}`];
    });
    const between = index === 0 ? '' : '\n\n';
    const row: readonly Run[] = [
      { text: between, style: base },
      { text: first === '' ? `${index + 1}.` : first, style: { ...base, bold: true } },
      { text: facts.join(''), style: base },
    ];
    return row.filter(({ text }) => text !== '');
  });
}

/** Columns padded to their widest cell, up to a width beyond which padding only makes lines break. */
function drawnTable(cells: readonly (readonly string[])[]): readonly string[] {
  const widest = 32;
  const columns = Math.max(...cells.map(row => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.min(widest, Math.max(...cells.map(row => widthOf(row[column] ?? '')))),
  );
  const drawn = cells.map(row =>
    widths
      .map((to, column) => {
        const text = row[column] ?? '';
        return column === columns - 1 ? text : text + ' '.repeat(Math.max(0, to - widthOf(text)));
      })
      .join(' │ ')
      .trimEnd(),
  );
  return [drawn[0] ?? '', widths.map(to => '─'.repeat(to)).join('─┼─'), ...drawn.slice(1)];
}

function widthOf(text: string): number {
  return [...new Intl.Segmenter().segment(text)].length;
}

function plain(runs: readonly Run[]): string {
  return runs
    .map(run => run.text)
    .join('')
    .trim();
}

/** Cells of a row beyond those that the head has: `marked` drops them. */
function cellsBeyond(line: string, count: number): readonly string[] {
  const inner = line.trim().replaceAll(/^\||(?<!\\)\|$/g, '');
  return inner
    .split(/(?<!\\)\|/)
    .slice(count)
    .map(cell => cell.trim());
}

/** Characters that Telegram refuses or drops are dropped here, so that lengths are what they seem. */
export function cleaned(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e]/g, '');
}
