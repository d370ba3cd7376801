/**
 * The process in which a PDF is read: pdf.js as unpdf packs it, without canvas and native code. Started by pdf-text.ts.
 *
 * The PDF comes on standard input; one line of JSON goes to standard output, `{ "text": … }` or `{ "problem": … }`.
 */
import { getDocumentProxy } from 'unpdf';

const mostPages = 200;

async function textOf(bytes: Uint8Array): Promise<string> {
  const document = await getDocumentProxy(bytes, { verbosity: 0 });
  const pages: string[] = [];
  for (let at = 1; at <= Math.min(document.numPages, mostPages); at++) {
    const { items } = await (await document.getPage(at)).getTextContent();
    const words = items.map(item => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
    pages.push(words.trim());
  }
  if (document.numPages > mostPages) pages.push(`[only the first ${mostPages} of ${document.numPages} pages]`);
  return pages.join('\n\n---\n\n');
}

const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
const answer = await textOf(new Uint8Array(Buffer.concat(chunks))).then(
  text => ({ text }),
  (thrown: unknown) => ({ problem: thrown instanceof Error ? thrown.name : 'it is broken' }),
);
process.stdout.write(`${JSON.stringify(answer)}\n`);
