/**
 * The process in which a document is read. Started by bounded-child.ts.
 *
 * On standard input come a line of JSON, `{ kind, query }`, and the file; one line of JSON goes to standard output,
 * `{ "text": … }` or `{ "problem": … }`.
 */
import type { JSONValue } from '@jmespath-community/jmespath';

interface Wanted {
  readonly kind: string;
  readonly query?: string;
}

const mostRows = 100_000;

async function answer({ kind, query }: Wanted, bytes: Buffer): Promise<string> {
  if (kind === 'docx') return wordText(bytes);
  if (kind === 'xlsx' && query === undefined) return tableText(await sheetsOf(bytes));
  const data = await dataOf(kind, bytes);
  if (query === undefined) return JSON.stringify(data);
  const { search } = await import('@jmespath-community/jmespath');
  return JSON.stringify(search(data, query) ?? null, null, 1);
}

/** As Markdown: headings, lists and tables stay. */
async function wordText(bytes: Buffer): Promise<string> {
  const [{ default: mammoth }, { htmlToMarkdown }] = await Promise.all([
    import('mammoth'),
    import('./html-to-markdown.ts'),
  ]);
  const { value } = await mammoth.convertToHtml(
    { buffer: bytes },
    { convertImage: mammoth.images.imgElement(async () => ({ src: '' })), externalFileAccess: false },
  );
  const { text } = await htmlToMarkdown(
    `<html><body>${value}</body></html>`,
    'https://document.invalid/',
    new AbortController().signal,
  );
  return text;
}

interface Sheet {
  readonly sheet: string;
  readonly data: readonly (readonly unknown[])[];
}

async function sheetsOf(bytes: Buffer): Promise<readonly Sheet[]> {
  const { default: readSheets } = await import('read-excel-file/node');
  return (await readSheets(bytes)) as unknown as readonly Sheet[];
}

function tableText(sheets: readonly Sheet[]): string {
  return sheets
    .map(({ sheet, data }) => [`## ${sheet}`, ...data.map(row => row.map(cellText).join('\t'))].join('\n'))
    .join('\n\n');
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  return (cell instanceof Date ? cell.toISOString() : String(cell)).replace(/[\t\r\n]+/g, ' ');
}

/** Rows become objects by their first row, the sheets of an Excel file fields by their names. */
async function dataOf(kind: string, bytes: Buffer): Promise<JSONValue> {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  if (kind === 'json') return JSON.parse(text) as JSONValue;
  if (kind === 'jsonl')
    return text.split('\n').flatMap(line => (line.trim() === '' ? [] : [JSON.parse(line) as JSONValue]));
  if (kind === 'xlsx')
    return Object.fromEntries((await sheetsOf(bytes)).map(({ sheet, data }) => [sheet, recordsOf(data)]));
  const { parse } = await import('csv-parse/sync');
  const delimiter = kind === 'tsv' ? ['\t'] : [',', ';', '\t'];
  const [first = ''] = text.split('\n', 1);
  const [most] = delimiter.toSorted((a, b) => first.split(b).length - first.split(a).length);
  const rows = parse(text, {
    delimiter: most ?? ',',
    relax_column_count: true,
    skip_empty_lines: true,
    cast: plainNumber,
  }) as unknown as readonly unknown[][];
  return recordsOf(rows);
}

/** A figure that reads the same as a number; `007` and long ones stay words. */
function plainNumber(text: string): string | number {
  return /^-?(0|[1-9]\d{0,14})(\.\d{1,10})?$/.test(text) ? Number(text) : text;
}

function recordsOf(rows: readonly (readonly unknown[])[]): JSONValue {
  if (rows.length > mostRows) throw new Error(`it has more than ${mostRows} rows`);
  const [head = [], ...rest] = rows;
  const names = head.map((cell, at) => cellText(cell) || `column_${at + 1}`);
  return rest.map(row => Object.fromEntries(names.map((name, at) => [name, jsonOf(row[at])])));
}

function jsonOf(cell: unknown): JSONValue {
  if (cell instanceof Date) return cell.toISOString();
  return typeof cell === 'number' || typeof cell === 'boolean' || typeof cell === 'string' ? cell : null;
}

const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
const whole = Buffer.concat(chunks);
const end = whole.indexOf(10);
const said = await answer(JSON.parse(whole.subarray(0, end).toString()) as Wanted, whole.subarray(end + 1)).then(
  text => ({ text }),
  (thrown: unknown) => ({ problem: thrown instanceof Error ? thrown.message.slice(0, 300) : 'it is broken' }),
);
process.stdout.write(`${JSON.stringify(said)}\n`);
