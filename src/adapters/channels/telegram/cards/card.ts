/**
 * An approval as a Telegram message of at most five lines: what is asked, how much is at stake, and a quotation that
 * opens at a tap. In it stands what would run, exactly and first, then everything else, and last a seal that ties the
 * buttons to the card.
 *
 * Nothing on it can hide: control, direction and zero-width characters are shown by number. Where the text is too long
 * for a message, its middle is left out, never its end, and the card says how much; Info shows all of it. A card that
 * is decided is one line.
 */

import type { ApprovalCard, CardEnd } from '../../../../domain/approvals/card.ts';
import { byText, type CardLine, cardLines } from '../../../../domain/approvals/card-lines.ts';
import type { CardTexts } from '../../../../domain/approvals/card-texts.ts';
import { chatOf } from '../../../../domain/conversation/chat-session.ts';
import type { Language } from '../../../../domain/text/catalog.ts';
import { fill } from '../../../../domain/text/fill.ts';
import { ownersInstant } from '../../../../domain/text/instant-text.ts';
import { unpadded } from '../../../../domain/text/padding.ts';
import { beginningOf, exactlyWithTabs, oneRow } from '../../../../domain/text/visible.ts';
import { html, maxMessage } from '../outgoing/html.ts';
import type { Run, Style } from '../outgoing/inline.ts';
import type { TelegramTexts } from '../texts.ts';
import { sealOf } from './seen-cards.ts';

export interface CardLook {
  /** What is said of an approval on every channel. */
  readonly cards: CardTexts;
  readonly texts: TelegramTexts;
  readonly language: Language;
  /** IANA name; deadlines are written in it. */
  readonly timeZone: string;
}

/** The card as HTML, as it stands in this chat. The same card always gives the same text. */
export function cardHtml(card: ApprovalCard, look: CardLook, chat: string): string {
  const { cards } = look;
  const words = cards.card;
  const isHere = chatOf(card.session) === `session:telegram:${chat}`;
  const { facts, answers } = cardLines(card, cards, { isTyped: false, session: isHere ? card.session : undefined });
  const [risk, ...more] = facts;
  const [reason = '', ...reasons] = card.reasons;
  const others = reasons.length === 0 ? '' : ` ${fill(words.more, { count: reasons.length })}`;
  const elsewhere = isHere ? '' : ` · ${oneRow(card.session, 60)}`;
  const head: Run[] = [
    { text: words.question, style: { bold: true } },
    { text: ` ${oneRow(card.intent, mostIntent)}`, style: plain },
    { text: `\n${risk?.text}`, style: plain },
    { text: `${reason === '' ? '' : ` · ${oneRow(reason, 120)}`}${others}${elsewhere}\n`, style: plain },
  ];
  const line = ({ label, text }: CardLine): Run[] => [
    { text: `\n${label}: `, style: { ...opens, bold: true } },
    { text, style: opens },
  ];
  const foot: Run[] = [
    ...more.flatMap(line),
    ...answers.flatMap(line),
    ...(card.requestedAt === undefined
      ? []
      : line({ label: words.requestedAt, text: ownersInstant(card.requestedAt, look, { second: '2-digit' }) })),
    { text: `\n${deadline(card, look)}`, style: opens },
    ...(card.repeat ? [{ text: `\n${words.replaces}`, style: { ...opens, italic: true } as const }] : []),
    { text: '\n', style: opens },
    { text: `${card.key} · ${sealOf(card)}`, style: { ...opens, code: true } },
  ];
  const room = maxMessage - length(head) - length(foot);
  return html([...head, ...exactRuns(exactlyWithTabs(unpadded(card.exact)), room, words), ...foot]);
}

/**
 * The card once it is decided: one line. While a yes may be taken back the seal stands beneath it, since the button for
 * that has to be held against it.
 */
export function settledHtml(
  card: ApprovalCard,
  look: CardLook,
  { outcome, by }: { readonly outcome: CardEnd; readonly by: string | undefined },
): string {
  const words = look.cards.card;
  return html([
    { text: `${outcomeMarks[outcome]} ${words.outcomes[outcome]}`, style: { bold: true } },
    { text: `${byText(by, words)} · ${oneRow(card.intent, mostIntent)} · `, style: plain },
    ...(card.undoUntil === undefined
      ? [{ text: card.key, style: { code: true } as const }]
      : [
          { text: '\n', style: plain },
          { text: `${card.key} · ${sealOf(card)}`, style: { code: true } as const },
        ]),
  ]);
}

/** All of what would run, as Markdown-free runs for as many messages as it takes. */
export function infoRuns(card: ApprovalCard, look: CardLook): Run[] {
  return [
    { text: exactlyWithTabs(card.intent), style: { bold: true } },
    {
      text: `\n${exactlyWithTabs(card.tool)} · ${exactlyWithTabs(card.session)}\n${deadline(card, look)}\n\n`,
      style: plain,
    },
    { text: exactlyWithTabs(unpadded(card.exact)), style: { pre: '' } },
    { text: '\n\nSHA-256 ', style: plain },
    { text: card.digest, style: { code: true } },
  ];
}

/** Until when the card can be answered, in the owner's words and time. */
export function deadline(card: Pick<ApprovalCard, 'expiresAt'>, { cards, language, timeZone }: CardLook): string {
  if (card.expiresAt === undefined) return cards.card.noDeadline;
  return `${cards.card.until} ${ownersInstant(card.expiresAt, { language, timeZone }, { second: '2-digit' })}`;
}

const plain: Style = {};
const opens: Style = { quote: true, expandable: true };
/** So much of what will be done stands above the quotation; what runs stands in it whole. */
const mostIntent = 160;
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
  const pre: Style = { ...opens, pre: '' };
  if (text.length <= room) return [{ text, style: pre }];
  const half = Math.floor((room - fill(cut, { characters: '000 000' }).length - 8) / 2);
  const head = text.slice(0, beginningOf(text, half));
  const tail = text.slice(beginningOf(text, text.length - half));
  const left = (text.length - head.length - tail.length).toLocaleString('en').replaceAll(',', ' ');
  return [
    { text: head, style: pre },
    { text: `\n${fill(cut, { characters: left })}\n`, style: { ...opens, bold: true } },
    { text: tail, style: pre },
  ];
}

function length(runs: readonly Run[]): number {
  return runs.reduce((sum, run) => sum + run.text.length, 0);
}
