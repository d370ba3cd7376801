/** The last line of the question "Why not?": it ties a reply to the card the question was asked for. */
import type { ReasonReply } from '../../../../domain/approvals/reason.ts';

/** The line; no card ends like it. */
export function questionSeal(key: string, seal: string): string {
  return `${key} ✎ ${seal}`;
}

/** Key and seal of the question that this text is; undefined for any other text, a card too. */
export function questionIn(text: string): Pick<ReasonReply, 'key' | 'seal'> | undefined {
  const match = /(?:^|\n)([A-Za-z0-9_-]{8}) ✎ ([0-9a-f]{16})$/.exec(text);
  return match ? { key: match[1] ?? '', seal: match[2] ?? '' } : undefined;
}
