/** An approval in words, for a place without buttons. */
import type { ApprovalCard, Risk } from '../../domain/approvals/card.ts';
import type { ApprovalRow } from '../../domain/supervision/view.ts';
import { exactly, oneLine } from '../../domain/text/visible.ts';
import { duration, type Style } from '../io.ts';

/**
 * The card, line by line. What will run is shown whole; each of its lines is marked, so that none of it looks like
 * ours.
 */
export function cardLines(card: ApprovalCard, now: number, { bold, dim, warn }: Style): string[] {
  const { consequences, word } = card;
  const facts = [`risk ${riskBars[card.risk]} ${card.risk}`, card.tool, deadlineText(card, now)];
  return [
    `${warn(`Approval ${card.key}`)}  ${bold(oneLine(card.intent, 300))}`,
    ...card.reasons.map(reason => `  because ${oneLine(reason, 300)}`),
    `  ${dim(`${facts.join(', ')}, asked by ${oneLine(card.session, 80)}`)}`,
    ...(card.repeat ? [`  ${dim('Sent again after a restart: an earlier card for this call no longer counts.')}`] : []),
    ...exactLines(card),
    ...(consequences === undefined
      ? []
      : [`  approve: ${oneLine(consequences.approve, 300)}`, `  deny:    ${oneLine(consequences.deny, 300)}`]),
    ...(word === undefined ? [] : [`  ${warn(`to approve, type this word: ${oneLine(word, 80)}`)}`]),
  ];
}

/** What a card does not need to be judged by: until when it holds to the second, and what ties it to its call. */
export function cardDetails(card: ApprovalCard, now: number, { dim }: Style): string[] {
  const { expiresAt, undoMs = 0 } = card;
  return [
    `  ${deadlineText(card, now)}${expiresAt === undefined ? '' : `, at ${new Date(expiresAt).toISOString()}`}`,
    ...(undoMs > 0 ? [`  can be undone for ${duration(undoMs)} after approval`] : []),
    ...card.reasons.map(reason => `  because ${oneLine(reason, 2_000)}`),
    `  ${dim(`SHA-256 of the call ${oneLine(card.digest, 80)}`)}`,
  ];
}

/** An approval that was answered: what was asked, and what became of it. */
export function settledLines({ card, state, decidedBy, reason }: ApprovalRow, now: number, { bold }: Style): string[] {
  const by = decidedBy === undefined ? '' : ` by ${oneLine(decidedBy, 80)}`;
  const begins = card.undoUntil === undefined ? '' : `; runs in ${duration(card.undoUntil - now)}`;
  return [
    `Approval ${card.key}  ${bold(oneLine(card.intent, 300))}`,
    ...exactLines(card),
    `  ${state}${by}${reason === undefined ? '' : `: ${oneLine(reason, 2_000)}`}${begins}`,
  ];
}

/** How to say yes and no to it on a command line, with what its risk asks for. */
export function howToAnswer({ key, risk, word }: ApprovalCard): readonly [approve: string, deny: string] {
  const confirm = risk === 'low' ? '' : ` --confirm ${risk === 'irreversible' ? (word ?? 'WORD') : 'yes'}`;
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
      : [...cardLines(card, now, style), `  ${howToAnswer(card).join('   or   ')}`],
  );
}

function exactLines({ exact }: ApprovalCard): string[] {
  return exactly(exact)
    .split('\n')
    .map(line => `  │ ${line}`);
}

const riskBars: Readonly<Record<Risk, string>> = { low: '▮▯▯▯', medium: '▮▮▯▯', high: '▮▮▮▯', irreversible: '▮▮▮▮' };

function deadlineText({ expiresAt, undoUntil }: ApprovalCard, now: number): string {
  if (undoUntil !== undefined) return `approved, runs in ${duration(undoUntil - now)}`;
  // until it is shown, when it ends is not known
  return expiresAt === undefined ? 'pending' : `expires in ${duration(expiresAt - now)}`;
}
