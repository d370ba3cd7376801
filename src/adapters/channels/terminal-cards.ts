/** Approvals in a terminal: one card at a time, and only a yes that was typed under the card counts as one. */
import type { Decision } from '../../machines/domain/approval-card.ts';
import type { ApprovalRow } from '../../machines/domain/view.ts';
import type { Clock } from '../clock.ts';

export interface CardTable {
  /** A row as it is now: a pending one waits for its turn, a decided one is taken off. */
  put(row: ApprovalRow): void;
  /** The card on screen. */
  current(): ApprovalRow | undefined;
  /** A line typed under the card. */
  answer(line: string): Answered;
  /** Leaves the card on screen unanswered; it stays pending in the house. */
  later(): void;
}

export type Answered =
  | { readonly kind: 'decision'; readonly decision: Decision }
  /** Too soon to have been meant for this card, or neither yes nor no. */
  | { readonly kind: 'again'; readonly why: string };

export interface CardTableOptions {
  readonly clock: Pick<Clock, 'elapsed'>;
  /** A line sent sooner than this after its card came up was begun before it and is no answer. */
  readonly settleMs: number;
  readonly show: (row: ApprovalRow, place: 'first' | 'next') => void;
  readonly gone: (row: ApprovalRow) => void;
}

export function cardTable({ clock, settleMs, show, gone }: CardTableOptions): CardTable {
  const waiting: ApprovalRow[] = [];
  let shownAt = 0;

  function next(place: 'first' | 'next'): void {
    const row = waiting[0];
    if (!row) return;
    shownAt = clock.elapsed();
    show(row, place);
  }

  function remove(at: number): void {
    waiting.splice(at, 1);
    if (at === 0) next('next');
  }

  return {
    put(row) {
      const at = waiting.findIndex(({ card }) => card.key === row.card.key);
      const old = waiting[at];
      if (row.state !== 'pending') {
        if (!old) return;
        if (at === 0) gone(row);
        remove(at);
      } else if (!old) {
        waiting.push(row);
        if (waiting.length === 1) next('first');
      } else if (old.card.digest !== row.card.digest || old.card.nonce !== row.card.nonce) {
        // Another card under the same key: what is on screen is void, the new one is read afresh.
        waiting[at] = row;
        if (at === 0) next('next');
      }
    },
    current: () => waiting[0],
    answer(line) {
      const row = waiting[0];
      const word = line.trim().toLowerCase();
      if (!row) return { kind: 'again', why: 'nothing waits for an answer' };
      if (clock.elapsed() - shownAt < settleMs)
        return { kind: 'again', why: 'that was typed before this card could be read' };
      const yes = word === 'y' || word === 'yes';
      if (!yes && word !== 'n' && word !== 'no' && word !== '')
        return { kind: 'again', why: 'answer y or n; Ctrl-C leaves it for later' };
      const { key, digest, nonce } = row.card;
      remove(0);
      return {
        kind: 'decision',
        decision: { approval: key, decision: yes ? 'approve' : 'deny', by: 'terminal', digest, nonce },
      };
    },
    later: () => remove(0),
  };
}
