/** An approval in words, for a place without buttons. */
import type { ApprovalCard } from '../machines/domain/approval-card.ts';
import type { ApprovalRow } from '../machines/domain/view.ts';
import { exactly, oneLine } from '../machines/domain/visible.ts';
import { duration, type Style } from './io.ts';

/** The card, line by line. What will run is shown whole; each of its lines is marked, so that none of it looks like ours. */
export function cardLines(card: ApprovalCard, now: number, { bold, dim, warn }: Style): string[] {
  const deadline = card.expiresAt === undefined ? 'waits for ever' : `expires in ${duration(card.expiresAt - now)}`;
  return [
    `${warn(`Approval ${card.key}`)}  ${bold(oneLine(card.intent, 300))}`,
    ...card.reasons.map(reason => `  because ${oneLine(reason, 300)}`),
    `  ${dim(`${card.tool}, risk ${card.risk}, ${deadline}, asked by ${oneLine(card.session, 80)}`)}`,
    ...(card.repeat
      ? [`  ${dim('Asked again: an earlier card may have been shown before a restart; this one counts.')}`]
      : []),
    ...exactly(card.exact)
      .split('\n')
      .map(line => `  │ ${line}`),
  ];
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
      ? [`${style.warn(`Approval ${card.key}`)}  ${oneLine(card.intent, 300)} ${style.dim('(still waiting)')}`]
      : [
          ...cardLines(card, now, style),
          `  straylight approvals approve ${card.key}   or   straylight approvals deny ${card.key}`,
        ],
  );
}
