/**
 * Approvals in a terminal: one card at a time, with a prompt of its own.
 *
 * Only what was typed under the card counts, and a yes takes what its risk asks for: `a` alone where it is low, then
 * `yes`, or the word on the card where nothing can be undone. A typed "yes" by itself approves nothing.
 */
import type { ApprovalCard, Decision, DecisionAnswer } from '../../../domain/approvals/card.ts';
import type { ApprovalRow } from '../../../domain/supervision/view.ts';
import type { Clock } from '../../../ports/clock.ts';

export interface CardTable {
  /** A row as it is now: a pending one waits for its turn, a decided one is taken off. */
  put(row: ApprovalRow): void;
  /** The card on screen. */
  current(): ApprovalRow | undefined;
  /** What the line under the card is asked for; undefined: no card is there. */
  prompt(): string | undefined;
  /** A line typed under the card. */
  answer(line: string): Answered;
  /** What Straylight said to the decision that `answer` gave; undefined: it could not be asked. */
  answered(key: string, answer: DecisionAnswer | undefined): void;
  /** Leaves the card on screen as it is; it stays in Straylight. True: it still waits there for an answer. */
  later(): boolean;
}

export type Answered =
  | { readonly kind: 'decision'; readonly decision: Decision }
  /** All about the card is to be shown. */
  | { readonly kind: 'info'; readonly card: ApprovalCard }
  /** Nothing was decided: too soon to have been meant for this card, no answer to it, or one more is needed. */
  | { readonly kind: 'again'; readonly why: string };

export interface CardTableOptions {
  readonly clock: Pick<Clock, 'elapsed' | 'now' | 'after'>;
  /** A line sent sooner than this after its card came up was begun before it and is no answer. */
  readonly settleMs: number;
  readonly show: (row: ApprovalRow, place: 'first' | 'next') => void;
  /** Somebody else has answered the card on screen. */
  readonly gone: (row: ApprovalRow) => void;
  /** A prompt went away by itself. */
  readonly changed: () => void;
}

/** What the line under the card would be; `sent`: Straylight is deciding. */
type Step = 'choose' | 'sure' | 'word' | 'why' | 'sent' | 'undo';

interface Waiting {
  readonly row: ApprovalRow;
  readonly step: Step;
  readonly undoUntil?: number;
}

export function cardTable({ clock, settleMs, show, gone, changed }: CardTableOptions): CardTable {
  const waiting: Waiting[] = [];
  let shownAt = 0;
  let cancelUndo = () => {};

  function next(place: 'first' | 'next'): void {
    const first = waiting[0];
    if (!first) return;
    shownAt = clock.elapsed();
    show(first.row, place);
  }

  function remove(at: number): void {
    waiting.splice(at, 1);
    if (at === 0) next('next');
  }

  function go(step: Step, more: { readonly undoUntil?: number } = {}): void {
    const first = waiting[0];
    if (first) waiting[0] = { row: first.row, step, ...more };
  }

  /** The first step again; why nothing was decided. */
  function back(why: string): Answered {
    go('choose');
    return { kind: 'again', why };
  }

  function decided(row: ApprovalRow, more: Pick<Decision, 'decision' | 'confirmation' | 'reason'>): Answered {
    const { key, digest, nonce } = row.card;
    go('sent');
    return { kind: 'decision', decision: { approval: key, by: 'terminal', digest, nonce, ...more } };
  }

  function choose(row: ApprovalRow, word: string): Answered {
    const { card } = row;
    if (word === 'd' || word === 'deny') return decided(row, { decision: 'deny' });
    if (word === 'i' || word === 'info') return { kind: 'info', card };
    if (word === 'w' || word === 'why') {
      go('why');
      return { kind: 'again', why: 'what you type now denies it, and is the reason' };
    }
    if (word !== 'a' && word !== 'approve')
      return { kind: 'again', why: 'type a, i, w or d; Ctrl-C leaves it for later' };
    if (card.risk === 'low') return decided(row, { decision: 'approve' });
    go(card.risk === 'irreversible' && card.word !== undefined ? 'word' : 'sure');
    return { kind: 'again', why: `nothing is decided yet: ${card.consequences?.approve ?? card.intent}` };
  }

  /** What a typed line means at each step. */
  const read: Readonly<Record<Step, (row: ApprovalRow, line: string) => Answered>> = {
    choose: (row, line) => choose(row, line.toLowerCase()),
    sure: (row, line) =>
      line.toLowerCase() === 'yes'
        ? decided(row, { decision: 'approve', confirmation: 'yes' })
        : back('nothing was decided'),
    word: (row, line) =>
      isSame(line, row.card.word ?? '')
        ? decided(row, { decision: 'approve', confirmation: line })
        : back('that is not the word on the card; nothing was decided'),
    why: (row, line) =>
      line === '' ? back('nothing was decided') : decided(row, { decision: 'deny', reason: line.slice(0, mostReason) }),
    sent: () => ({ kind: 'again', why: 'one moment: the answer is on its way' }),
    undo: (row, line) =>
      line.toLowerCase() === 'u'
        ? decided(row, { decision: 'undo' })
        : { kind: 'again', why: 'type u to take it back, or wait' },
  };

  return {
    put(row) {
      const at = waiting.findIndex(({ row: { card } }) => card.key === row.card.key);
      const old = waiting[at];
      const isOpen = row.state === 'pending' && row.card.undoUntil === undefined;
      if (!old) {
        if (!isOpen || row.queued) return;
        waiting.push({ row, step: 'choose' });
        if (waiting.length === 1) next('first');
      } else if (old.step === 'sent' || old.step === 'undo') {
        // our own answer: Straylight tells it to whoever gave it
        if (old.step === 'undo' && row.state !== 'pending' && row.card.undoUntil === undefined) remove(at);
      } else if (!isOpen) {
        if (at === 0) gone(row);
        remove(at);
      } else if (old.row.card.digest !== row.card.digest || old.row.card.nonce !== row.card.nonce) {
        // Another card under the same key: what is on screen is void, the new one is read afresh.
        waiting[at] = { row, step: 'choose' };
        if (at === 0) next('next');
      }
    },
    current: () => waiting[0]?.row,
    prompt() {
      const first = waiting[0];
      return first && promptOf(first, clock.now());
    },
    answer(line) {
      const first = waiting[0];
      if (!first) return { kind: 'again', why: 'nothing waits for an answer' };
      if (clock.elapsed() - shownAt < settleMs)
        return { kind: 'again', why: 'that was typed before this card could be read' };
      return read[first.step](first.row, line.trim());
    },
    answered(key, answer) {
      const at = waiting.findIndex(({ row }) => row.card.key === key);
      if (waiting[at]?.step !== 'sent') return;
      const undoUntil = answer?.ok === true && answer.state === 'granted' ? answer.undoUntil : undefined;
      if (at === 0 && (answer === undefined || (!answer.ok && answer.why === 'unconfirmed'))) go('choose');
      else if (at === 0 && undoUntil !== undefined && undoUntil > clock.now()) {
        go('undo', { undoUntil });
        cancelUndo();
        cancelUndo = clock.after(undoUntil - clock.now(), () => {
          const left = waiting.findIndex(({ row, step }) => row.card.key === key && step === 'undo');
          if (left < 0) return;
          remove(left);
          changed();
        });
      } else remove(at);
    },
    later() {
      const isOpen = waiting[0]?.step !== 'undo' && waiting[0]?.step !== 'sent';
      remove(0);
      return isOpen;
    },
  };
}

/** A reason is a sentence or two; what is longer is said in the conversation. */
const mostReason = 2000;

function promptOf({ row: { card }, step, undoUntil = 0 }: Waiting, now: number): string {
  switch (step) {
    case 'choose':
      return `${card.key}: a approve · i info · w deny and say why · d deny ›`;
    case 'sure':
      return 'type yes to approve, Enter goes back ›';
    case 'word':
      return `type ${card.word ?? ''} to approve, Enter goes back ›`;
    case 'why':
      return 'why not? Enter alone goes back ›';
    case 'sent':
      return '…';
    case 'undo':
      return `approved; u takes it back for ${Math.max(1, Math.ceil((undoUntil - now) / 1000))} s ›`;
  }
}

function isSame(typed: string, word: string): boolean {
  return typed.normalize('NFC').toLowerCase() === word.normalize('NFC').toLowerCase();
}
