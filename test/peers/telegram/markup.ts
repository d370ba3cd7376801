/**
 * Telegram's HTML, read as its server reads it: a message's text and entities, or the error it answers.
 *
 * Written from the rules of https://core.telegram.org/bots/api#html-style and the server's own wording of its errors;
 * it shares nothing with the adapter under test.
 */

/** A stretch of the text with a look; offsets are UTF-16 code units. */
export interface Entity {
  readonly type: string;
  readonly offset: number;
  readonly length: number;
  readonly url?: string;
  readonly language?: string;
}

export type Parsed =
  | { readonly ok: true; readonly text: string; readonly entities: readonly Entity[] }
  | { readonly ok: false; readonly problem: string };

const entityOfTag: Readonly<Record<string, string>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strikethrough',
  strike: 'strikethrough',
  del: 'strikethrough',
  'tg-spoiler': 'spoiler',
  span: 'spoiler',
  'tg-emoji': 'custom_emoji',
  'tg-time': 'date_time',
  a: 'text_link',
  pre: 'pre',
  code: 'code',
  blockquote: 'blockquote',
};

interface Open {
  readonly tag: string;
  readonly offset: number;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Parses `parse_mode: "HTML"`. The text is not trimmed yet. */
export function parseHtml(html: string): Parsed {
  const open: Open[] = [];
  const entities: Entity[] = [];
  let text = '';
  const problem = (what: string): Parsed => ({ ok: false, problem: `can't parse entities: ${what}` });
  const at = (index: number): number => Buffer.byteLength(html.slice(0, index));

  for (let index = 0; index < html.length; ) {
    const char = html[index];
    if (char === '&') {
      const [decoded, length] = entityAt(html, index);
      text += decoded;
      index += length;
    } else if (char !== '<') {
      const next = nextMark(html, index);
      text += html.slice(index, next);
      index = next;
    } else if (html[index + 1] === '/') {
      const end = /^<\/([^\s>]*)\s*>/.exec(html.slice(index, index + 64));
      const top = open.pop();
      if (top === undefined) return problem(`Unexpected end tag at byte offset ${at(index)}`);
      if (end === null) return problem(`Unclosed end tag at byte offset ${at(index)}`);
      const name = end[1]!.toLowerCase();
      if (name !== top.tag && name !== '')
        return problem(`Unmatched end tag at byte offset ${at(index)}, expected "</${top.tag}>", found "</${name}>"`);
      close(top, text, entities, open.at(-1));
      index += end[0].length;
    } else {
      const start = /^<([a-z0-9-]*)((?:\s+[a-z0-9-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[a-z0-9.-]+))?)*)\s*>/i.exec(
        html.slice(index),
      );
      if (start === null) {
        const name = /^<([^\s>]*)/.exec(html.slice(index))?.[1]?.toLowerCase() ?? '';
        return entityOfTag[name] === undefined
          ? problem(`Unsupported start tag "${name}" at byte offset ${at(index)}`)
          : problem(`Unclosed start tag at byte offset ${at(index)}`);
      }
      const tag = start[1]!.toLowerCase();
      if (entityOfTag[tag] === undefined) return problem(`Unsupported start tag "${tag}" at byte offset ${at(index)}`);
      const attributes = attributesOf(start[2] ?? '');
      if (tag === 'span' && attributes['class'] !== 'tg-spoiler')
        return problem(`Tag "span" must have class "tg-spoiler" at byte offset ${at(index)}`);
      open.push({ tag, offset: text.length, attributes });
      index += start[0].length;
    }
  }
  const left = open.at(-1);
  if (left !== undefined) return problem(`Can't find end tag corresponding to start tag "${left.tag}"`);
  return { ok: true, text, entities };
}

/** What a message keeps of a text: trimmed, with its entities moved along and those without text gone. */
export function trimmed(text: string, entities: readonly Entity[]): { text: string; entities: Entity[] } {
  const kept = text.trim();
  const from = text.length - text.trimStart().length;
  const moved = entities.flatMap(entity => {
    const start = Math.max(entity.offset - from, 0);
    const end = Math.min(entity.offset + entity.length - from, kept.length);
    return end > start ? [{ ...entity, offset: start, length: end - start }] : [];
  });
  return { text: kept, entities: moved.toSorted((a, b) => a.offset - b.offset || b.length - a.length) };
}

/** The `bot_command` entities Telegram finds in what a person types. */
export function commandsIn(text: string): Entity[] {
  return [...text.matchAll(/(?<![\w/<>])\/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![\w/<>])/g)].map(match => ({
    type: 'bot_command',
    offset: match.index,
    length: match[0].length,
  }));
}

function close(tag: Open, text: string, entities: Entity[], parent: Open | undefined): void {
  const length = text.length - tag.offset;
  if (length === 0) return;
  const type = entityOfTag[tag.tag]!;
  if (type === 'text_link') {
    const url = tag.attributes['href'] ?? text.slice(tag.offset);
    if (/^(https?|tg|mailto|ton):/i.test(url)) entities.push({ type, offset: tag.offset, length, url });
    return;
  }
  if (type === 'blockquote' && 'expandable' in tag.attributes) {
    entities.push({ type: 'expandable_blockquote', offset: tag.offset, length });
    return;
  }
  const language = /^language-(.+)$/.exec(tag.attributes['class'] ?? '')?.[1];
  if (tag.tag === 'code' && parent?.tag === 'pre' && parent.offset === tag.offset && language !== undefined) {
    entities.push({ type: 'pre', offset: tag.offset, length, language });
    return;
  }
  if (tag.tag === 'pre' && entities.some(e => e.type === 'pre' && e.offset === tag.offset && e.length === length))
    return;
  entities.push({ type, offset: tag.offset, length });
}

function attributesOf(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name, double, single, bare] of text.matchAll(
    /([a-z0-9-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([a-z0-9.-]+)))?/gi,
  ))
    found[name!.toLowerCase()] = decoded(double ?? single ?? bare ?? '');
  return found;
}

function decoded(text: string): string {
  let result = '';
  for (let index = 0; index < text.length; ) {
    const [piece, length] = text[index] === '&' ? entityAt(text, index) : [text[index]!, 1];
    result += piece;
    index += length;
  }
  return result;
}

/** The four names and all numbers are known; every other `&` stands for itself. */
function entityAt(text: string, index: number): readonly [string, number] {
  const match = /^&(?:(lt|gt|amp|quot)|#(\d{1,7})|#x([0-9a-f]{1,6}));/i.exec(text.slice(index, index + 12));
  if (match === null) return ['&', 1];
  const [whole, name, decimal, hex] = match;
  const named: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' };
  if (name !== undefined) return [named[name] ?? '&', named[name] === undefined ? 1 : whole.length];
  const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
  return code > 0 && code < 0x10ffff ? [String.fromCodePoint(code), whole.length] : ['&', 1];
}

function nextMark(html: string, from: number): number {
  const found = [html.indexOf('<', from), html.indexOf('&', from)].filter(index => index >= 0);
  return found.length === 0 ? html.length : Math.min(...found);
}
