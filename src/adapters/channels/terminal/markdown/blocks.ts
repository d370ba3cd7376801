/** Markdown as rows of a terminal: headings, lists, tables, quotations, links. Code keeps its lines as they are. */
import type { Token, Tokens } from 'marked';
import { asTyped } from '../../../../domain/text/typed-name.ts';
import { cellsOf, padded, wrapped } from '../../../../domain/text/writing/cells.ts';
import { markdownReader } from '../../markdown-reader.ts';
import type { Paint } from '../style.ts';

/** A line of code with its looks; `goesOn`: the next line is within the same comment or text. */
export interface CodeRow {
  readonly row: string;
  readonly goesOn: boolean;
}

/** Code with looks, a row for each line. */
export type Highlight = (lines: readonly string[], language: string) => readonly CodeRow[];

export interface Drawing {
  /** Cells of a row. */
  readonly width: number;
  readonly paint: Paint;
  readonly highlight: Highlight;
  /** As its owner can type this program here; by its name if left out. */
  readonly program?: string | undefined;
}

const reader = markdownReader({
  // a name with dots in it is no address
  url: source => (/^https?:\/\//i.test(source) ? false : undefined),
});

/** The rows of a text that is whole. `first`: the number of an ordered list that goes on from an earlier one. */
export function markdownRows(text: string, drawing: Drawing, first?: number): string[] {
  return rowsOf(reader.lexer(text.toWellFormed()), drawing, first);
}

function rowsOf(tokens: readonly Token[], drawing: Drawing, first?: number): string[] {
  const rows: string[] = [];
  let isApart = false;
  for (const token of tokens) {
    const own = block(token, drawing, first);
    if (own.length > 0) {
      if (rows.length > 0 && (isApart || standsApart(token))) rows.push('');
      rows.push(...own);
      isApart = standsApart(token);
    }
    if (token.type === 'space' || /\n[^\S\n]*\n\s*$/.test(token.raw)) isApart = true;
  }
  return rows;
}

/** A blank row stands around it, whether the model left one or not. */
function standsApart({ type }: Token): boolean {
  return type === 'heading' || type === 'code' || type === 'table';
}

function block(token: Token, drawing: Drawing, first?: number): readonly string[] {
  const { width, paint } = drawing;
  switch (token.type) {
    case 'space':
      return [];
    case 'code':
      return codeRows(token.text, token.lang ?? '', drawing);
    case 'heading':
      return headingRows(token as Tokens.Heading, drawing);
    case 'hr':
      return [paint.dim('─'.repeat(Math.min(width, 40)))];
    case 'blockquote': {
      const bar = paint.isColored ? paint.dim('│ ') : '> ';
      return rowsOf(token.tokens ?? [], { ...drawing, width: width - 2 }).map(row => bar + row);
    }
    case 'table':
      return tableRows(token as Tokens.Table, drawing);
    case 'list':
      return listRows(token as Tokens.List, drawing, first);
    case 'checkbox':
      return [];
    default:
      return wrappedLines(
        'tokens' in token && token.tokens ? inline(token.tokens, drawing) : token.raw.trimEnd(),
        width,
      );
  }
}

function wrappedLines(text: string, width: number): string[] {
  return text.split('\n').flatMap(line => wrapped(line, width));
}

function headingRows({ depth, tokens }: Tokens.Heading, drawing: Drawing): readonly string[] {
  const { width, paint } = drawing;
  const text = inline(tokens, drawing);
  return wrapped(paint.isColored ? paint.heading(text) : `${'#'.repeat(depth)} ${text}`, width);
}

/** The lines of a block of code, without anything before them: what is copied is the code. */
function codeRows(text: string, info: string, { paint, highlight }: Drawing): string[] {
  const language = languageOf(info);
  return [fence(language, paint), ...highlight(text.split('\n'), language).map(({ row }) => row), fence('', paint)];
}

/** The line above and beneath a block of code. */
export function fence(language: string, paint: Paint): string {
  return paint.dim(`\`\`\`${language}`);
}

export function languageOf(info: string): string {
  const word = info.trim().split(/\s/)[0] ?? '';
  return /^[A-Za-z0-9_+#.-]{1,32}$/.test(word) ? word.toLowerCase() : '';
}

function listRows({ items, ordered, start }: Tokens.List, drawing: Drawing, first?: number): string[] {
  const from = first ?? (typeof start === 'number' ? start : 1);
  return items.flatMap((item, at) => {
    const check = item.task ? (item.checked ? '☑ ' : '☐ ') : '';
    const mark = ordered ? `${from + at}. ` : check === '' ? '• ' : check;
    const indent = ' '.repeat(cellsOf(mark));
    const rows = rowsOf(item.tokens, { ...drawing, width: drawing.width - indent.length });
    const before = at > 0 && /\n[^\S\n]*\n\s*$/.test(items[at - 1]?.raw ?? '') ? [''] : [];
    const inner = rows.length === 0 ? [''] : rows;
    return [...before, ...inner.map((row, place) => (place === 0 ? mark : row === '' ? '' : indent) + row)];
  });
}

/** Columns as wide as they need, or their share of the row; where even that is too narrow, a row is a list of fields. */
function tableRows({ header, rows, align }: Tokens.Table, drawing: Drawing): string[] {
  const { width, paint } = drawing;
  const head = header.map(({ tokens }) => oneLine(inline(tokens, drawing)));
  const body = rows.map(row => row.map(({ tokens }) => oneLine(inline(tokens, drawing))));
  const natural = head.map((cell, at) => Math.max(1, cellsOf(cell), ...body.map(row => cellsOf(row[at] ?? ''))));
  const room = width - 3 * (natural.length - 1);
  const widths = shares(natural, room);
  if (widths === undefined) return fieldRows(head, body, width, paint);
  const line = (cells: readonly string[], look: (text: string) => string) => {
    const broken = widths.map((to, at) => wrapped(cells[at] ?? '', Math.max(8, to), '', 'broken'));
    const height = Math.max(1, ...broken.map(({ length }) => length));
    return Array.from({ length: height }, (_, row) =>
      widths
        .map((to, at) => look(padded(broken[at]?.[row] ?? '', to, align[at] ?? 'left')))
        .join(paint.dim(' │ '))
        .trimEnd(),
    );
  };
  const rule = paint.dim(widths.map(to => '─'.repeat(to)).join('─┼─'));
  return [...line(head, paint.bold), rule, ...body.flatMap(cells => line(cells, text => text))];
}

const narrowest = 8;

/** The widths that fit; undefined: a column would be too narrow to read. */
function shares(natural: readonly number[], room: number): readonly number[] | undefined {
  if (natural.reduce((sum, one) => sum + one, 0) <= room) return natural;
  let open = natural.map((_, at) => at);
  let left = room;
  const widths = [...natural];
  for (;;) {
    const share = Math.floor(left / open.length);
    const fits = open.filter(at => (natural[at] ?? 0) <= share);
    if (fits.length === 0 || open.length === 0) {
      if (share < narrowest) return undefined;
      for (const at of open) widths[at] = share;
      return widths;
    }
    for (const at of fits) left -= natural[at] ?? 0;
    open = open.filter(at => !fits.includes(at));
  }
}

function fieldRows(
  head: readonly string[],
  body: readonly (readonly string[])[],
  width: number,
  paint: Paint,
): string[] {
  return body.flatMap((cells, row) => [
    ...(row === 0 ? [] : ['']),
    ...head.flatMap((name, at) => wrapped(`${paint.bold(`${name}:`)} ${cells[at] ?? ''}`, width, '  ')),
  ]);
}

function oneLine(text: string): string {
  return text.replaceAll('\n', ' ');
}

function inline(tokens: readonly Token[], drawing: Drawing): string {
  return tokens.map(token => run(token, drawing)).join('');
}

function run(token: Token, drawing: Drawing): string {
  const { paint, program } = drawing;
  const inner = () => inline(('tokens' in token ? token.tokens : undefined) ?? [], drawing);
  switch (token.type) {
    case 'strong':
      return paint.bold(inner());
    case 'em':
      return paint.italic(inner());
    case 'del':
      return paint.strike(inner());
    case 'codespan': {
      const code = asTyped(token.text, program);
      return paint.isColored ? paint.code(code) : `\`${code}\``;
    }
    case 'br':
      return '\n';
    case 'link':
      return link(token.href, inner(), paint);
    case 'image':
      return link(token.href, token.text, paint);
    case 'checkbox':
      return '';
    case 'text':
      // a model's plain words may be the owner's, and those stay as they were said
      return 'tokens' in token && token.tokens ? inner() : token.text;
    default:
      return 'text' in token ? token.text : token.raw;
  }
}

/** Where a link leads is always shown: its words may say something else. */
function link(href: string, text: string, paint: Paint): string {
  const place = href.replace(/^mailto:/, '');
  if (text === '' || text === href || text === place) return paint.underline(place);
  return `${text} (${paint.underline(place)})`;
}
