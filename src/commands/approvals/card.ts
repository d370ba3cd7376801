/** An approval in words, for a place without buttons. */
import { type ApprovalCard, endOf } from '../../domain/approvals/card.ts';
import { type CardLine, cardLines, outcomeText } from '../../domain/approvals/card-lines.ts';
import { cardTexts } from '../../domain/approvals/card-texts.ts';
import type { ApprovalRow } from '../../domain/supervision/view.ts';
import { exactly, oneLine } from '../../domain/text/visible.ts';
import { duration, type Style } from '../io.ts';

/**
 * The card, line by line. What will run is shown whole; each of its lines is marked, so that none of it looks like
 * ours.
 */
export function writtenCard(card: ApprovalCard, now: number, { bold, dim, warn }: Style): string[] {
  const { facts, answers } = cardLines(card, texts, true);
  const line = ({ label, text }: CardLine) =>
    `  ${label}: ${text.replaceAll('\n', '\n    ')}`.split('\n').map(one => one.trimEnd());
  return [
    `${warn(`Approval ${card.key}`)}  ${bold(oneLine(card.intent, 300))}`,
    ...facts.flatMap(line),
    `  ${dim(deadlineText(card, now))}`,
    ...(card.repeat ? [`  ${dim(texts.card.replaces)}`] : []),
    ...exactLines(card),
    ...answers.flatMap(line),
  ];
}

/** All there is to know of a card: reasons whole, until when it holds to the second, and what ties it to its call. */
export function cardDetails(card: ApprovalCard, now: number, { bold, dim }: Style): string[] {
  const { expiresAt, undoMs = 0 } = card;
  return [
    `Approval ${card.key}  ${bold(oneLine(card.intent, 2_000))}`,
    `  ${texts.card.tool}: ${oneLine(card.tool, 200)}`,
    `  ${texts.card.session}: ${oneLine(card.session, 200)}`,
    ...exactLines(card),
    `  ${deadlineText(card, now)}${expiresAt === undefined ? '' : `, on ${instantText(expiresAt)}`}`,
    ...(undoMs > 0 ? [`  can be undone for ${duration(undoMs)} after approval`] : []),
    ...card.reasons.map(reason => `  ${texts.card.why}: ${oneLine(reason, 2_000)}`),
    `  ${dim(`SHA-256 of the call ${oneLine(card.digest, 80)}`)}`,
  ];
}

/** An approval that was answered: what was asked, and what became of it. */
export function settledLines({ card, state, decidedBy, reason }: ApprovalRow, now: number, { bold }: Style): string[] {
  const end = endOf(state, reason);
  const said = end === undefined ? state : outcomeText(end, decidedBy, texts);
  const why = reason === undefined || end === 'undone' || end === 'edited' ? '' : `: ${oneLine(reason, 2_000)}`;
  const begins = card.undoUntil === undefined ? '' : `; starts in ${duration(card.undoUntil - now)}`;
  return [`Approval ${card.key}  ${bold(oneLine(card.intent, 300))}`, ...exactLines(card), `  ${said}${why}${begins}`];
}

/** How to say yes and no to it on a command line, with what its risk asks for. */
export function howToAnswer({ key, risk, word }: ApprovalCard): readonly [approve: string, deny: string] {
  const confirm = risk === 'low' ? '' : ` --confirm ${word ?? 'yes'}`;
  return [`straylight approvals approve ${key}${confirm}`, `straylight approvals deny ${key}`];
}

/** What waits, and how to answer it from a command line. Those in `shown` were on the screen before: a line each. */
export function waitingLines(
  rows: readonly ApprovalRow[],
  now: number,
  style: Style,
  shown: ReadonlySet<string> = new Set(),
): string[] {
  return rows.flatMap(({ card }) =>
    shown.has(card.key)
      ? [`${style.warn(`Approval ${card.key}`)}  ${oneLine(card.intent, 300)} ${style.dim('(still pending)')}`]
      : [...writtenCard(card, now, style), `  ${howToAnswer(card).join('   or   ')}`],
  );
}

function exactLines({ exact }: ApprovalCard): string[] {
  return exactly(exact)
    .split('\n')
    .map(line => `  │ ${line}`);
}

const texts = cardTexts.en;

function deadlineText({ expiresAt, undoUntil }: ApprovalCard, now: number): string {
  if (undoUntil !== undefined) return `${texts.card.outcomes.granted}, starts in ${duration(undoUntil - now)}`;
  // until it is shown, when it ends is not known
  return expiresAt === undefined ? 'pending' : `expires in ${duration(expiresAt - now)}`;
}

/** In the time zone of its reader. */
function instantText(at: number): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' }).format(at);
}
