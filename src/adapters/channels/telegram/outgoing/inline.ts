/** What `marked` found within a paragraph as runs of text, each with its look. */
import type { Token, Tokens } from 'marked';

/** How a run looks. `pre` holds the language, empty where none was named; `link` an address Telegram may open. */
export interface Style {
  readonly quote?: true;
  /** The quotation is folded to three lines until it is tapped. */
  readonly expandable?: true;
  readonly link?: string;
  readonly bold?: true;
  readonly italic?: true;
  readonly strike?: true;
  readonly code?: true;
  readonly pre?: string;
}

export interface Run {
  readonly text: string;
  readonly style: Style;
}

// what acts within Telegram (`tg://`) or starts other programs is shown as text
const openable = /^(?:https?:\/\/|mailto:)[^\s]+$/i;
const maxAddress = 1024;

/**
 * The runs of one paragraph; `style` is the look of what surrounds it. Their texts together are what the reader sees.
 */
export function inline(tokens: readonly Token[], style: Style): Run[] {
  return tokens.flatMap(token => {
    switch (token.type) {
      case 'text':
        return token.tokens ? inline(token.tokens, style) : [{ text: token.text, style }];
      case 'escape':
        return [{ text: token.text, style }];
      case 'br':
        // with what the next line is indented by
        return [{ text: token.raw.slice(token.raw.indexOf('\n')), style }];
      case 'codespan':
        // Code takes no other look but the quotation it stands in: Telegram refuses the rest.
        return [{ text: token.text, style: { ...quoteOf(style), code: true } }];
      case 'strong':
        return inline(token.tokens ?? [], { ...style, bold: true });
      case 'em':
        return inline(token.tokens ?? [], { ...style, italic: true });
      case 'del':
        return inline(token.tokens ?? [], { ...style, strike: true });
      case 'link':
      case 'image':
        return link(token as Tokens.Link | Tokens.Image, style);
      default:
        return [{ text: token.raw, style }];
    }
  });
}

function link(token: Tokens.Link | Tokens.Image, style: Style): Run[] {
  const { raw, href, text } = token;
  // an address by itself: Telegram opens it as it stands
  if (raw === text) return [{ text, style }];
  const runs = (look: Style) => (token.type === 'image' ? [{ text, style: look }] : inline(token.tokens, look));
  if (openable.test(href) && href.length <= maxAddress) {
    const real = realPlace(text, href);
    return [...runs({ ...style, link: href }), ...(real === undefined ? [] : [{ text: ` (${real})`, style }])];
  }
  // An address that Telegram would not open is shown, so that nothing the model said is hidden.
  if (raw.startsWith('<')) return [{ text: raw, style }];
  return [...runs(style), ...(href === '' ? [] : [{ text: ` (${href})`, style }])];
}

/** Where a link leads, if its label names another place; undefined: it does not. */
function realPlace(label: string, href: string): string | undefined {
  const real = placeOf(href);
  const named = label.normalize('NFKC').replace(shapeless, '').replace(path, '').match(addressLike) ?? [];
  return named.some(one => bare(one) !== bare(real)) ? real : undefined;
}

/** The host that is asked, in ASCII; of a letter its address. */
function placeOf(href: string): string {
  const url = URL.parse(href);
  if (!url) return href;
  return url.protocol === 'mailto:' ? decoded(url.pathname) : url.hostname;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function bare(place: string): string {
  return place.toLowerCase().replace(/^www\./, '');
}

const shapeless = /\p{Default_Ignorable_Code_Point}/gu;
const path = /(?<=[\p{L}\p{N}])\/\S*/gu;
/** What a reader takes for a host, or the address of a letter. */
const addressLike = /(?:[\p{L}\p{N}._%+-]+@)?[\p{L}\p{N}-]+(?:[.。｡][\p{L}\p{N}-]+)*[.。｡][\p{L}\p{N}-]{2,}/gu;

/** The quotation that a run stands in. */
function quoteOf({ quote, expandable }: Style): Style {
  return { quote, expandable };
}
