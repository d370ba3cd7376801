import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../../src/adapters/clock.ts';
import { htmlToMarkdown } from '../../../src/adapters/pages/html-to-markdown.ts';
import { pdfText } from '../../../src/adapters/pages/pdf-text.ts';
import { faultOf } from '../fetcher-world.ts';
import { manualClock } from '../models/manual-clock.ts';

const { signal } = new AbortController();

test('given HTML as it is written in the wild, when it is read, then it comes as Markdown', async () => {
  const html = `<!doctype html><title>A &amp; B</title><style>x{}</style><nav><a href=/>home</a></nav><h1>Head</h1>
    <p>One <b>bold</b><p>Two<br>lines &lt;x&gt; <a href=../c>link</a><ul><li>a<li>b</ul><script>"</p>"</script><table><tr><th>k<th>v<tr><td>1<td>2</table>`;
  const { title, text } = await htmlToMarkdown(html, 'https://site.com/a/b', signal);
  assert.equal(title, 'A & B');
  assert.equal(
    text,
    '# Head\n\nOne **bold**\n\nTwo\nlines <x> [link](https://site.com/c)\n\n- a\n- b\n\n| k | v |\n| --- | --- |\n| 1 | 2 |',
  );
});

test('given HTML that is nested and repeated without end, when it is read, then it ends', async () => {
  for (const part of [
    '<div>',
    '<b>x',
    '</i>',
    '<table><tr><td>',
    '<',
    '&',
    '<!--',
    '<p>x',
    ' <br>',
    '<a href=x>',
    '<pre>\n ',
  ])
    await htmlToMarkdown('<b>'.repeat(1_000) + part.repeat(100_000), 'https://site.com/', signal);
});

/** The least PDF that says something. */
function pdf(words: string): Buffer {
  const content = `BT /F1 18 Tf 20 100 Td (${words}) Tj 0 -30 Td (second line) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const at = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 6\n0000000000 65535 f \n${at.join('')}trailer << /Size 6 /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF`;
  return Buffer.from(text + table);
}

test('given a PDF, when it is read, then its words come; a broken one is told', async () => {
  const read = pdfText({ clock: systemClock });
  assert.deepEqual(await read(pdf('Hello PDF'), signal), {
    text: 'Hello PDF\nsecond line',
  });
  await assert.rejects(
    read(Buffer.from('%PDF-1.4 nothing'), signal),
    faultOf('invalid', /the PDF cannot be read: Invalid/),
  );
});

test('given a PDF that keeps its reader busy, when the deadline passes or the call is cancelled, then the reading ends', async () => {
  const hostile = Buffer.from(`%PDF-1.7\n${'1 0 obj <<'.repeat(300_000)}`);
  const clock = manualClock();
  const late = pdfText({ clock })(hostile, signal);
  clock.advance(20_000);
  await assert.rejects(late, faultOf('invalid', /more than 20 s/));
  const stop = new AbortController();
  const stopped = pdfText({ clock })(hostile, stop.signal);
  stop.abort();
  await assert.rejects(stopped, faultOf('cancelled', /cancelled/));
});
