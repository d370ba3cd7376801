/**
 * HTML as Markdown for a model: from the tags and texts of a page, one after another, to its words.
 *
 * No tree is built and nothing recurses, so that time and memory stay in proportion to the page, however it is nested.
 * Left out is what a reader does not see (scripts, form controls, hidden elements, where instructions to a model like
 * to hide) and what stands around a page (navigation, asides, footers). Where the page names its main part, that part
 * alone is taken.
 */
import { defined } from '../../domain/text/json.ts';
import { blockList } from './html-blocks.ts';
import { inlineText } from './html-inline.ts';
import { tableStack } from './html-table-stack.ts';
import type { ReadablePage } from './page-text.ts';

/** What a parser of HTML tells: balanced, names in lower case, entities decoded, void elements closed at once. */
export interface HtmlEvents {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text(text: string): void;
  close(name: string): void;
}

export interface MarkdownWriter extends HtmlEvents {
  /** The page, once everything was told. */
  page(): ReadablePage;
}

/** `url`: where the page is from; its links become absolute. */
export function markdownWriter(url: string): MarkdownWriter {
  const [inline, blocks] = [inlineText(), blockList()];
  const { endParagraph, endCell, ...tables } = tableStack(inline, blocks);
  let [base, title, hidden, inTitle] = [url, '', 0, false];
  let pre: { readonly texts: string[]; inside: number } | undefined;

  return {
    open(name, attributes) {
      if (name === 'base') base = linkTo(attributes['href'], base) ?? base;
      if (name === 'title' && hidden <= 1 && title === '') inTitle = true;
      if (hidden > 0 || unread.has(name) || isHidden(attributes)) {
        hidden += 1;
        return;
      }
      if (pre) {
        pre.inside += 1;
        if (name === 'br') pre.texts.push('\n');
      } else if (name === 'br') inline.lineBreak();
      else if (name === 'img') inline.text(attributes['alt'] ? ` [image: ${attributes['alt']}] ` : ' ');
      else if (name === 'a') {
        const to = linkTo(attributes['href'], base);
        inline.open(to ? '[' : '', to ? `](${to})` : '');
      } else if (marks.has(name)) inline.open(marks.get(name) ?? '', marks.get(name) ?? '');
      else if (name === 'td' || name === 'th') endCell();
      else if (blockNames.has(name)) {
        if (name === 'tr') endCell();
        else endParagraph();
        if (name === 'table' || name === 'pre' || name === 'hr') tables.dissolve();
        if (name === 'tr') tables.startRow();
        else if (name === 'table') tables.open();
        else if (name === 'pre') pre = { texts: [], inside: 0 };
        else if (name === 'hr') blocks.add('---');
        else blocks.open(name, partOf(name, attributes));
      }
    },
    text(text) {
      if (inTitle) title += text;
      if (hidden > 0) return;
      if (pre) pre.texts.push(text);
      else inline.text(text);
    },
    close(name) {
      if (name === 'title') inTitle = false;
      if (hidden > 0) {
        hidden -= 1;
        return;
      }
      if (pre && pre.inside > 0) pre.inside -= 1;
      else if (pre) {
        const { texts } = pre;
        pre = undefined;
        blocks.add(fenced(texts.join('')));
      } else if (name === 'a' || marks.has(name)) inline.close();
      else if (name === 'td' || name === 'th' || name === 'tr') endCell();
      else if (name === 'table') tables.close();
      else if (blockNames.has(name) && name !== 'hr') {
        endParagraph();
        blocks.close();
      }
    },
    page() {
      endParagraph();
      tables.closeAll();
      const shown = title.replace(/\s+/g, ' ').trim();
      return { ...defined({ title: shown || undefined }), text: blocks.text() };
    },
  };
}

/** What a reader never sees, and what stands around a page rather than in it. */
const unread: ReadonlySet<string> = new Set([
  ...['head', 'title', 'base', 'link', 'meta', 'script', 'style', 'template', 'noscript', 'svg', 'math', 'canvas'],
  ...['iframe', 'frame', 'frameset', 'noframes', 'object', 'embed', 'applet', 'audio', 'video', 'map', 'dialog'],
  ...['input', 'select', 'textarea', 'button', 'datalist', 'progress', 'meter', 'nav', 'aside', 'footer', 'menu'],
]);

/** All others stand within a line. */
const blockNames: ReadonlySet<string> = new Set([
  ...[
    'html',
    'body',
    'main',
    'article',
    'section',
    'header',
    'hgroup',
    'div',
    'p',
    'center',
    'address',
    'form',
    'fieldset',
  ],
  ...[
    'legend',
    'search',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'ul',
    'ol',
    'li',
    'dl',
    'dt',
    'dd',
    'blockquote',
    'pre',
    'hr',
  ],
  ...['figure', 'figcaption', 'details', 'summary', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'option'],
]);

const marks: ReadonlyMap<string, string> = new Map([
  ['b', '**'],
  ['strong', '**'],
  ['i', '_'],
  ['em', '_'],
  ['del', '~~'],
  ['s', '~~'],
  ['code', '`'],
  ['kbd', '`'],
  ['samp', '`'],
  ['tt', '`'],
]);

function partOf(name: string, { role }: Readonly<Record<string, string>>): 'main' | 'article' | undefined {
  if (name === 'main' || role === 'main') return 'main';
  return name === 'article' ? name : undefined;
}

function isHidden(attributes: Readonly<Record<string, string>>): boolean {
  if (attributes['aria-hidden'] === 'true') return true;
  if (attributes['hidden'] !== undefined && attributes['hidden'] !== 'until-found') return true;
  const style = attributes['style'];
  return style !== undefined && unseen.test(style);
}

const unseen =
  /(^|[;\s])(display\s*:\s*none|visibility\s*:\s*hidden|(opacity|font-size)\s*:\s*0(\.0*)?(px|em|rem|%)?\s*(;|!|$))/i;

/**
 * The absolute form of a link that leads somewhere else; undefined for scripts, for places on the same page, for
 * monsters.
 */
function linkTo(href: string | undefined, base: string): string | undefined {
  if (href === undefined || href.startsWith('#') || href.length > 1_000) return undefined;
  const url = URL.parse(href, base);
  if (url === null || !/^(https?|mailto):$/.test(url.protocol)) return undefined;
  return url.href.replaceAll('(', '%28').replaceAll(')', '%29');
}

/** Text as it stands, in a fence longer than any in it. */
function fenced(text: string): string {
  const inner = text.replace(/^\n+/, '').trimEnd();
  if (inner === '') return '';
  const longest = (inner.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, Math.min(run.length, 50)), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${inner}\n${fence}`;
}
