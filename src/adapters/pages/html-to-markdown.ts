/** The parser behind {@link markdownWriter}: htmlparser2, which reads any bytes as HTML without building a tree. */
import { Parser } from 'htmlparser2';
import { markdownWriter } from './html-markdown.ts';
import type { PageReaders } from './page-text.ts';

/** Elements open at once, beyond which no more is read: closing one is looked for among all of them. */
const deepest = 2_000;
const chunkLength = 16_384;

/** HTML text as Markdown; `url` is what its links are relative to. A page nested without end is read up to there. */
export const htmlToMarkdown: PageReaders['html'] = async (html, url, signal) => {
  const writer = markdownWriter(url);
  let depth = 0;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      depth += 1;
      writer.open(name, attributes);
    },
    ontext: text => writer.text(text),
    onclosetag: name => {
      depth -= 1;
      writer.close(name);
    },
  });
  for (let at = 0; at < html.length && depth < deepest; at += chunkLength) {
    signal.throwIfAborted();
    parser.write(html.slice(at, at + chunkLength));
    // Lets others run: a page of 5 MB takes a while.
    await new Promise(resolve => setImmediate(resolve));
  }
  parser.end();
  return writer.page();
};
