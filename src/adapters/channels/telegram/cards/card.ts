/**
 * An approval as a Telegram message: what would run, as it stands, and a seal that ties the buttons to it.
 *
 * Nothing on it can hide: control, direction and zero-width characters are shown by number. Where the text is too long
 * for a message, its middle is left out, never its end, and the card says how much; Info shows all of it.
 *
 * The seal (last line) is a hash over key, digest and nonce. Telegram keeps the message, and only the bot can write it,
 * so a press that comes after a restart can still be held against the card the owner was looking at.
 */
import { createHash } from 'node:crypto';
import type { ApprovalCard, CardEnd } from '../../../../domain/approvals/card.ts';
import { byText, type CardLine, cardLines } from '../../../../domain/approvals/card-lines.ts';
import type { CardTexts } from '../../../../domain/approvals/card-texts.ts';
import { fill } from '../../../../domain/text/fill.ts';
import { ownersInstant } from '../../../../domain/text/instant-text.ts';
import { beginningOf, exactlyWithTabs, oneRow } from '../../../../domain/text/visible.ts';
import { html, maxMessage } from '../outgoing/html.ts';
import type { Run, Style } from '../outgoing/inline.ts';
import type { TelegramLanguage, TelegramTexts } from '../texts.ts';

export interface CardLook {
  /** What is said of an approval on every channel. */
  readonly cards: CardTexts;
  readonly texts: TelegramTexts;
  readonly language: TelegramLanguage;
  /** IANA name; deadlines are written in it. */
  readonly timeZone: string;
}

/**
 * The card as HTML; with an outcome, as it looks once it is settled. While a yes may be taken back the seal stays the
 * last line, since its button has to be held against it. The same card always gives the same text.
 */
export function cardHtml(
  card: ApprovalCard,
  look: CardLook,
  settled?: { readonly outcome: CardEnd; readonly by: string | undefined },
): string {
  const { cards } = look;
  const words = cards.card;
  const { facts, answers } = cardLines(card, cards, false);
  const line = ({ label, text }: CardLine): Run[] => [
    { text: `\n${label}: `, style: { bold: true } },
    { text, style: plain },
  ];
  const head: Run[] = [
    ...(card.repeat ? [{ text: `${words.replaces}\n\n`, style: { italic: true } as const }] : []),
    { text: words.question, style: { bold: true } },
    { text: ` ${oneRow(card.intent, 400)}`, style: plain },
    ...facts.flatMap(line),
    { text: '\n\n', style: plain },
  ];
  const foot: Run[] = [
    { text: '\n', style: plain },
    ...answers.flatMap(line),
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
          { text: byText(settled.by, words), style: plain },
        ];
  const room = maxMessage - outcomeRoom - length(head) - length(foot) - length(seal);
  const end = card.undoUntil === undefined ? [...seal, ...outcome] : [...outcome, ...seal];
  return html([...head, ...exactRuns(exactlyWithTabs(card.exact), room, words), ...foot, ...end]);
}

/** All of what would run, as Markdown-free runs for as many messages as it takes. */
export function infoRuns(card: ApprovalCard, look: CardLook): Run[] {
  return [
    { text: exactlyWithTabs(card.intent), style: { bold: true } },
    {
      text: `\n${exactlyWithTabs(card.tool)} · ${exactlyWithTabs(card.session)}\n${deadline(card, look)}\n\n`,
      style: plain,
    },
    { text: exactlyWithTabs(card.exact), style: { pre: '' } },
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

/** Until when the card can be answered, in the owner's words and time. */
export function deadline(card: Pick<ApprovalCard, 'expiresAt'>, { cards, language, timeZone }: CardLook): string {
  if (card.expiresAt === undefined) return cards.card.noDeadline;
  return `${cards.card.until} ${ownersInstant(card.expiresAt, { language, timeZone }, { second: '2-digit' })}`;
}

const plain: Style = {};
/** Kept free on every card, so that the outcome fits beneath whatever stands above. */
const outcomeRoom = 240;
const outcomeMarks: Readonly<Record<CardEnd, string>> = {
  granted: '✅',
  denied: '⛔',
  undone: '↩️',
  edited: '➖',
  expired: '⌛',
  undelivered: '⚠️',
  cancelled: '➖',
  replaced: '➖',
};

/** What would run; the note on a cut stands outside the fixed-width text, where no command can write it. */
function exactRuns(text: string, room: number, { cut }: CardTexts['card']): Run[] {
  const pre: Style = { pre: '' };
  if (text.length <= room) return [{ text, style: pre }];
  const half = Math.floor((room - fill(cut, { characters: '000 000' }).length - 8) / 2);
  const head = text.slice(0, beginningOf(text, half));
  const tail = text.slice(beginningOf(text, text.length - half));
  const left = (text.length - head.length - tail.length).toLocaleString('en').replaceAll(',', ' ');
  return [
    { text: head, style: pre },
    { text: `\n${fill(cut, { characters: left })}\n`, style: { bold: true } },
    { text: tail, style: pre },
  ];
}

function length(runs: readonly Run[]): number {
  return runs.reduce((sum, run) => sum + run.text.length, 0);
}
