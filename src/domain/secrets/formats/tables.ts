/** A column that holds secrets: the header of a table says so, the rows below have them. */

import { ahead, codeAt, type Finding, nextOf, type Reading } from '../views/reading.ts';
import type { FieldKind, FieldName } from './names.ts';
import { isCredible } from './values.ts';

/** No line of a table is longer. */
const longestLine = 1000;

/**
 * The cells of all secret columns of the table whose header `name` stands in. A header is looked at once, and the rows
 * of a table are no headers of others, so that each line is read once.
 */
export function tableFindings(
  reading: Reading,
  name: FieldName,
  kindOf: (title: string) => FieldKind | undefined,
): readonly Finding[] {
  const { text } = reading;
  if (name.start < reading.tableUntil) return [];
  const separator = separatorAround(reading, name);
  if (separator === undefined) return [];
  const near = Math.max(reading.tableUntil, name.start - longestLine);
  const begin = near + text.slice(near, name.start).lastIndexOf('\n') + 1;
  const headerEnd = nextOf(reading, '\n', name.end);
  if (headerEnd === -1 || headerEnd - begin > longestLine) return [];
  reading.tableUntil = headerEnd;
  const titles = text.slice(begin, headerEnd).split(separator);
  if (titles.length < 2 || !titles.every(title => /^[\w .'"`-]{0,40}\r?$/.test(title))) return [];
  const kinds = titles.map(title => kindOf(title.trim().replaceAll(/["'`]/g, '').replaceAll(' ', '_')));

  const findings: Finding[] = [];
  for (let lineEnd = headerEnd; lineEnd !== -1 && codeAt(reading, lineEnd + 1) !== -1; ) {
    const start = lineEnd + 1;
    lineEnd = nextOf(reading, '\n', start);
    const end = lineEnd === -1 ? text.length : lineEnd;
    if (end - start > longestLine) break;
    const cells = text.slice(start, end).split(separator);
    if (cells.length !== titles.length) break;
    let at = start;
    for (const [column, cell] of cells.entries()) {
      const kind = kinds[column];
      if (kind !== undefined) findings.push(...cellFinding(cell, at, kind));
      at += cell.length + 1;
    }
    reading.tableUntil = end;
  }
  return findings;
}

function cellFinding(cell: string, at: number, kind: FieldKind): readonly Finding[] {
  const value = cell.trim().replace(/^(["'`])(.*)\1$/, '$2');
  const from = at + cell.indexOf(value);
  const facts = { certainty: 'likely', isPassword: kind === 'password', isQuoted: false } as const;
  return isCredible(value, facts) ? [{ start: from, end: from + value.length, kind }] : [];
}

/** What divides the cells: something of it must stand right beside the name. */
function separatorAround(reading: Reading, { start, end }: FieldName): string | undefined {
  const next = ahead(reading, end, 24, /^[ '"`]{0,20}\r?$/);
  if (!/^[|\t;,\r\n '"`]/.test(next)) return undefined;
  const after = /^[ '"`]{0,20}([|\t;,])/.exec(next)?.[1];
  const before = /([|\t;,])[ '"`]{0,20}$/.exec(reading.text.slice(Math.max(0, start - 24), start))?.[1];
  const isLast = /^[ '"`]{0,20}\r?\n/.test(next);
  return after ?? (isLast ? before : undefined);
}
