/**
 * A reply in Markdown as runs of text with a look, block by block.
 *
 * What Telegram has no shape for gets the nearest one: a heading is bold, a list has bullets, a table is fixed-width text. Line
 * breaks stay where the model put them. It reads whatever a model writes, and never throws.
 */
import { inline, type Run, type Style } from './inline.ts';

/** The whole text, ready to be cut into messages. */
export function markdownRuns(markdown: string): Run[] {
  return blocks(cleaned(markdown).split('\n'), {});
}

const fence = /^ {0,12}(`{3,}|~{3,})\s*([^`]*)$/;
const heading = /^ {0,3}#{1,6}\s+(.*)$/;
const rule = /^ {0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/;
const quoted = /^ {0,3}>/;
const item = /^(\s*)([-*+]|\d{1,9}[.)])\s+(.*)$/;
const columnRule = /^\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?$/;
const plain: Style = {};

function blocks(lines: readonly string[], base: Style): Run[] {
  const out: Run[] = [];
  let blank = false;
  const add = (runs: readonly Run[]): void => {
    if (out.length > 0) out.push({ text: blank ? '\n\n' : '\n', style: base });
    for (const run of runs) out.push(run);
    blank = false;
  };

  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    const opening = fence.exec(line);
    const title = heading.exec(line);
    if (line.trim() === '') {
      blank = true;
      at += 1;
    } else if (opening) {
      const end = closingFence(lines, at, opening[1] ?? '');
      add([{ text: lines.slice(at + 1, end).join('\n'), style: { ...base, pre: languageOf(opening[2] ?? '') } }]);
      at = end + 1;
    } else if (title) {
      blank ||= out.length > 0;
      add(inline(withoutClosing(title[1] ?? ''), { ...base, bold: true }));
      at += 1;
    } else if (rule.test(line)) {
      add([{ text: '———', style: base }]);
      at += 1;
    } else if (quoted.test(line)) {
      const end = lines.findIndex((one, index) => index > at && !quoted.test(one));
      const inner = lines.slice(at, end < 0 ? lines.length : end).map(one => one.replace(/^(?:\s{0,3}>)+ ?/, ''));
      // A quotation in a quotation is not to be had; the inner one joins the outer.
      add(blocks(inner, { ...base, quote: true }));
      at += inner.length;
    } else if (line.includes('|') && isTableRule(lines[at + 1])) {
      const rows = [line];
      for (at += 2; (lines[at] ?? '').includes('|'); at++) rows.push(lines[at] ?? '');
      add([{ text: table(rows), style: { ...base, pre: '' } }]);
    } else {
      const listed = item.exec(line);
      const text = [listed ? (listed[3] ?? '') : line.trimEnd()];
      const indent = listed ? ' '.repeat(Math.min(listed[1]?.length ?? 0, 12)) : '';
      for (at += 1; at < lines.length && continues(lines, at); at++)
        text.push(`${indent}${(lines[at] ?? '').trimEnd()}`);
      if (!listed && /^ {0,3}=+\s*$/.test(lines[at] ?? '')) {
        add(inline(text.join('\n'), { ...base, bold: true }));
        at += 1;
      } else
        add([
          ...(listed ? [{ text: `${indent}${bullet(listed[2] ?? '-')} `, style: base }] : []),
          ...itemText(text, base),
        ]);
    }
  }
  return out;
}

function isTableRule(line: string | undefined): boolean {
  return columnRule.test(line?.trim() ?? '');
}

/** `Title ##` is `Title`. */
function withoutClosing(title: string): string {
  let end = title.trimEnd().length;
  while (title[end - 1] === '#') end -= 1;
  return end === 0 || /\s/.test(title[end - 1] ?? '') ? title.slice(0, end).trim() : title.trim();
}

/** Is this line more of the paragraph or list item before it? */
function continues(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? '';
  if (line.trim() === '' || /^ {0,3}=+\s*$/.test(line)) return false;
  if (line.includes('|') && isTableRule(lines[at + 1])) return false;
  return ![fence, heading, rule, quoted, item].some(start => start.test(line));
}

function itemText(lines: readonly string[], base: Style): Run[] {
  const text = lines.join('\n');
  const task = /^\[([ xX])\]\s+/.exec(text);
  const rest = inline(task ? text.slice(task[0].length) : text, base);
  return task ? [{ text: task[1] === ' ' ? '☐ ' : '☑ ', style: base }, ...rest] : rest;
}

function bullet(mark: string): string {
  return /\d/.test(mark) ? mark : '•';
}

function closingFence(lines: readonly string[], from: number, mark: string): number {
  for (let at = from + 1; at < lines.length; at++) {
    const line = (lines[at] ?? '').trim();
    if (line.length >= mark.length && line === (mark[0] ?? '`').repeat(line.length)) return at;
  }
  return lines.length;
}

function languageOf(info: string): string {
  const word = info.trim().split(/\s/)[0] ?? '';
  return /^[A-Za-z0-9_+#.-]{1,32}$/.test(word) ? word.toLowerCase() : '';
}

/** Columns padded to their widest cell, up to a width beyond which padding only makes lines break. */
function table(rows: readonly string[]): string {
  const widest = 32;
  const segmenter = new Intl.Segmenter();
  const width = (text: string): number => [...segmenter.segment(text)].length;
  const cells = rows.map(row =>
    cellsOf(row).map(cell =>
      inline(cell, plain)
        .map(run => run.text)
        .join('')
        .trim(),
    ),
  );
  const columns = Math.max(...cells.map(row => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.min(widest, Math.max(...cells.map(row => width(row[column] ?? '')))),
  );
  const lines = cells.map(row =>
    widths
      .map((to, column) => {
        const text = row[column] ?? '';
        return column === columns - 1 ? text : text + ' '.repeat(Math.max(0, to - width(text)));
      })
      .join(' │ ')
      .trimEnd(),
  );
  return [lines[0], widths.map(to => '─'.repeat(to)).join('─┼─'), ...lines.slice(1)].join('\n');
}

function cellsOf(row: string): string[] {
  const inner = row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner
    .split(/(?<!\\)\|/)
    .slice(0, 24)
    .map(cell => cell.replaceAll('\\|', '|'));
}

/** Characters that Telegram refuses or drops are dropped here, so that lengths are what they seem. */
function cleaned(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e]/g, '');
}
