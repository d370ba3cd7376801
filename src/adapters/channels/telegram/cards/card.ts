/**
 * An approval as a Telegram message: what would run, as it stands, and a seal that ties the buttons to it.
 *
 * Nothing on it can hide: control, direction and zero-width characters are shown by number. Where the text is too long for a message,
 * its middle is left out, never its end, and the card says how much; Info shows all of it.
 *
 * The seal (last line) is a hash over key, digest and nonce. Telegram keeps the message, and only the bot can write it, so a press
 * that comes after a restart can still be held against the card the owner was looking at.
 */
import { createHash } from 'node:crypto';
import type { ApprovalCard, CardEnd } from '../../../../domain/approvals/card.ts';
import { ownersInstant } from '../../../../domain/text/instant-text.ts';
import { html, maxMessage } from '../outgoing/html.ts';
import type { Run, Style } from '../outgoing/inline.ts';
import type { TelegramLanguage, TelegramTexts } from '../texts.ts';

export interface CardLook {
  readonly texts: TelegramTexts;
  readonly language: TelegramLanguage;
  /** IANA name; deadlines are written in it. */
  readonly timeZone: string;
}

/**
 * The card as HTML; with an outcome, as it looks once it is settled. While a yes may be taken back the seal stays the last line,
 * since its button has to be held against it. The same card always gives the same text.
 */
export function cardHtml(
  card: ApprovalCard,
  look: CardLook,
  settled?: { readonly outcome: CardEnd; readonly by: string | undefined },
): string {
  const { texts } = look;
  const words = texts.card;
  const line = (label: string, text: string): Run[] => [
    { text: `\n${label}: `, style: { bold: true } },
    { text, style: plain },
  ];
  const shownReasons = card.reasons.slice(0, maxReasons).map(reason => row(reason, 200));
  if (card.reasons.length > maxReasons) shownReasons.push(words.more(card.reasons.length - maxReasons));
  const head: Run[] = [
    ...(card.repeat ? [{ text: `${words.replaces}\n\n`, style: { italic: true } as const }] : []),
    { text: words.question, style: { bold: true } },
    { text: ` ${row(card.intent, 400)}`, style: plain },
    ...line(words.risk, `${riskBars[card.risk]} ${words.risks[card.risk]}`),
    ...(shownReasons.length > 0 ? line(words.why, shownReasons.map(reason => `\n• ${reason}`).join('')) : []),
    ...line(words.tool, row(card.tool, 80)),
    ...line(words.session, row(card.session, 80)),
    { text: '\n\n', style: plain },
  ];
  const { approve = '', deny = '' } = card.consequences ?? {};
  const foot: Run[] = [
    { text: '\n', style: plain },
    ...(approve === '' ? [] : line(words.approve, row(approve, 300))),
    ...(deny === '' ? [] : line(words.deny, row(deny, 300))),
    ...(card.word === undefined ? [] : line(words.word, row(card.word, 80))),
    { text: `\n${deadline(card, look)}`, style: plain },
  ];
  const seal: Run[] = [
    { text: '\n', style: plain },
    { text: `${card.key} · ${sealOf(card)}`, style: { code: true } },
  ];
  const outcome: Run[] =
    settled === undefined
      ? []
      : [
          { text: `\n\n${outcomeMarks[settled.outcome]} ${words.outcomes[settled.outcome]}`, style: { bold: true } },
          { text: settled.by === undefined ? '' : words.by(row(settled.by, 80)), style: plain },
        ];
  const room = maxMessage - outcomeRoom - length(head) - length(foot) - length(seal);
  const end = card.undoUntil === undefined ? [...seal, ...outcome] : [...outcome, ...seal];
  return html([...head, ...exactRuns(visible(card.exact), room, texts), ...foot, ...end]);
}

/** All of what would run, as Markdown-free runs for as many messages as it takes. */
export function infoRuns(card: ApprovalCard, look: CardLook): Run[] {
  return [
    { text: visible(card.intent), style: { bold: true } },
    { text: `\n${visible(card.tool)} · ${visible(card.session)}\n${deadline(card, look)}\n\n`, style: plain },
    { text: visible(card.exact), style: { pre: '' } },
    { text: '\n\nSHA-256 ', style: plain },
    { text: card.digest, style: { code: true } },
  ];
}

/** Ties key, digest and nonce together; 64 bits, shown on the card. */
export function sealOf(card: Pick<ApprovalCard, 'key' | 'digest' | 'nonce'>): string {
  return createHash('sha256')
    .update(JSON.stringify([card.key, card.digest, card.nonce]))
    .digest('hex')
    .slice(0, 16);
}

/** The key and seal that a card's message shows; undefined where it is no card of ours. */
export function sealIn(text: string): { readonly key: string; readonly seal: string } | undefined {
  const match = /(?:^|\n)(\S{1,32}) · ([0-9a-f]{16})$/.exec(text);
  return match ? { key: match[1] ?? '', seal: match[2] ?? '' } : undefined;
}

/**
 * A text in which nothing is invisible: control characters (line feed and tab apart), direction marks, zero-width and other
 * characters without a shape, and every white space that is not the plain one, are written as their number.
 */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\p{DI}\u2800]|(?! )\p{Zs}/gu, char =>
    char === '\n' || char === '\t'
      ? char
      : `⟨U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );
}

/** Until when the card can be answered, in the owner's words and time. */
export function deadline(card: Pick<ApprovalCard, 'expiresAt'>, { texts, language, timeZone }: CardLook): string {
  if (card.expiresAt === undefined) return texts.card.noDeadline;
  return `${texts.card.until} ${ownersInstant(card.expiresAt, { language, timeZone }, { second: '2-digit' })}`;
}

/** A text in one line, its middle left out where it is longer than `most`; how much is missing is shown. */
export function row(text: string, most: number): string {
  // a line break of its own would let it pass for another line of the card
  const line = visible(text).replace(/\s+/g, space => (space.includes('\n') ? ' ⏎ ' : ' '));
  if (line.length <= most) return line;
  const half = Math.floor(most / 2) - 12;
  const left = line.length - 2 * half;
  return `${line.slice(0, graphemeAt(line, half))} […${left}…] ${line.slice(graphemeAt(line, line.length - half))}`;
}

const plain: Style = {};
const maxReasons = 6;
/** Kept free on every card, so that the outcome fits beneath whatever stands above. */
const outcomeRoom = 240;
const riskBars = { low: '▮▯▯▯', medium: '▮▮▯▯', high: '▮▮▮▯', irreversible: '▮▮▮▮' } as const;
const outcomeMarks: Readonly<Record<CardEnd, string>> = {
  granted: '✅',
  denied: '⛔',
  undone: '↩️',
  expired: '⌛',
  undelivered: '⚠️',
  cancelled: '➖',
  replaced: '➖',
};

/** What would run; the note on a cut stands outside the fixed-width text, where no command can write it. */
function exactRuns(text: string, room: number, texts: TelegramTexts): Run[] {
  const pre: Style = { pre: '' };
  if (text.length <= room) return [{ text, style: pre }];
  const half = Math.floor((room - texts.card.cut('000 000').length - 8) / 2);
  const head = text.slice(0, graphemeAt(text, half));
  const tail = text.slice(graphemeAt(text, text.length - half));
  const left = (text.length - head.length - tail.length).toLocaleString('en').replaceAll(',', ' ');
  return [
    { text: head, style: pre },
    { text: `\n${texts.card.cut(left)}\n`, style: { bold: true } },
    { text: tail, style: pre },
  ];
}

/** The beginning of the grapheme that holds this place. */
function graphemeAt(text: string, at: number): number {
  const from = Math.max(0, at - 128);
  const segment = new Intl.Segmenter().segment(text.slice(from, at + 128)).containing(at - from);
  return segment === undefined ? at : from + segment.index;
}

function length(runs: readonly Run[]): number {
  return runs.reduce((sum, run) => sum + run.text.length, 0);
}
