/** A table as Markdown; one that only lays a page out comes as its paragraphs. */

/** `rows` of cells, each of one line. */
export function tableText(rows: readonly (readonly string[])[]): string {
  const filled = rows.filter(row => row.some(cell => cell !== ''));
  const width = filled.reduce((most, row) => Math.max(most, row.length), 0);
  // One row of a hundred thousand cells would pad every other to its width.
  const isData = width >= 2 && width <= 40 && filled.length >= 2;
  if (!isData) return filled.map(row => row.filter(Boolean).join('\n\n')).join('\n\n');
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, at) => (cells[at] ?? '').replaceAll('|', '\\|')).join(' | ')} |`;
  const [head = [], ...body] = filled;
  return [line(head), `|${' --- |'.repeat(width)}`, ...body.map(line)].join('\n');
}
