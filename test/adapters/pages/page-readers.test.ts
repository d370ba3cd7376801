import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { htmlToMarkdown } from '../../../src/adapters/pages/html-to-markdown.ts';
import { pdfText } from '../../../src/adapters/pages/pdf-text.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { whyLeftOut } from '../../slow.ts';
import { faultOf } from '../fetcher/fetcher-world.ts';
import { manualClock } from '../models/manual-clock.ts';
import { pdfBomb, pdfOf } from './pdf.ts';

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

test('given a PDF, when it is read, then its words come; a broken one is told', async () => {
  const read = pdfText({ clock: systemClock });
  assert.deepEqual(await read(pdfOf('Hello PDF', 'second line'), signal), {
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

test('given PDFs that unfold into gigabytes, when they are read, then their reader ends at its memory, all of it counted, and takes no other with it', {
  skip: (process.platform !== 'linux' && 'only Linux counts all of a process') || whyLeftOut(),
}, async t => {
  let peak = 0;
  const look = (pid: number) => {
    try {
      peak = Math.max(
        peak,
        Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024,
      );
    } catch {
      // it has ended
    }
  };
  const looks: NodeJS.Timeout[] = [];
  t.after(() => looks.forEach(clearInterval));
  const read = pdfText({
    clock: { ...systemClock, after: (ms, work) => systemClock.after(ms * 10, work) },
    memoryMb: 256,
    onReader: ({ pid = 0 }) => looks.push(setInterval(look, 5, pid)),
  });
  for (const bomb of [pdfBomb(900, 1), pdfBomb(500, 2), pdfBomb(300, 3)]) {
    assert.ok(bomb.length < 4 * 2 ** 20);
    await assert.rejects(
      read(bomb, signal),
      faultOf('invalid', /the PDF cannot be read: it takes more than 256 MB of memory/),
    );
  }
  assert.ok(peak > 50 && peak < 400, `${peak} MB`);
  t.diagnostic(`at most ${Math.round(peak)} MB`);
  assert.equal((await read(pdfOf('after'), signal)).text, 'after');
});
