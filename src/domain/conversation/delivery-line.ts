/**
 * What waits for one chat, in order, and when a failure ends it.
 *
 * A message to the owner is tried until it is delivered, superseded or too old. Only the other side's judgement of the
 * content ends it earlier: a chat that is gone, a message that cannot be sent as it is. Nothing about the way there
 * does.
 */
import type { CardEnd } from '../approvals/card.ts';
import type { Failure } from '../supervision/failure.ts';

interface Queued {
  readonly chat: string;
  /** Tries of what is in hand: of a reply, the part. */
  readonly attempt: number;
  /** Since when it waits; null where an earlier version did not keep it. */
  readonly at: number | null;
}

/**
 * A reply, or a notice: many notices that have waited for long become one. `repeat`: this part may be there already.
 */
export interface Reply extends Queued {
  readonly kind: 'reply';
  readonly delivery: string;
  readonly part: number;
  readonly repeat: boolean;
  readonly notice?: true;
}

/** An approval that is put before the owner; which card is shown stands in its row. */
export interface Question extends Queued {
  readonly kind: 'question';
  readonly approval: string;
}

/**
 * A card that has ended. `ref` is null while its question is still on its way. `replaced`: another card was shown for
 * the same approval.
 */
export interface Card extends Queued {
  readonly kind: 'card';
  readonly approval: string;
  readonly ref: string | null;
  readonly outcome: Exclude<CardEnd, 'undone' | 'edited'>;
  readonly by: string | null;
}

/** Something to be sent to a chat. */
export type Outgoing = Reply | Question | Card;

export interface Line {
  readonly queue: readonly Outgoing[];
  /** The first of the queue is being sent, or waits for its next try. */
  readonly busy: boolean;
  /** The first waits of our own accord, so it may go as soon as the channel is back. */
  readonly isPausing?: boolean;
  /** The first of it is being sent; absent where an earlier version began to. */
  readonly isSending?: boolean;
  /** Something of it was too old to be sent, and the owner is told so. */
  readonly isTooOldTold?: boolean;
}

export type Lines = { readonly [chat: string]: Line };

/** `attempt` times a defect of ours is tried: the same code may see other rows by then. */
const mostDefects = 5;

/** Does this failure end the delivery? */
export function endsDelivery({ kind }: Failure, attempt: number): boolean {
  return kind === 'invalid' || kind === 'exhausted' || (kind === 'defect' && attempt >= mostDefects);
}

/** It may have arrived: the next try says that it may be a repeat. */
export function mayHaveArrived({ kind }: Failure): boolean {
  return kind === 'unknown' || kind === 'timeout';
}

/** One more at the end. */
export function added(lines: Lines, item: Outgoing): Lines {
  const line = lines[item.chat] ?? { queue: [], busy: false };
  return { ...lines, [item.chat]: { ...line, queue: [...line.queue, item] } };
}

/**
 * With the end of a card. A question that has not left yet is taken back instead; without either there is nothing to
 * end.
 */
export function withCardEnd(lines: Lines, end: Card): Lines {
  if (end.ref !== null) return added(lines, end);
  const line = lines[end.chat];
  const place = line?.queue.findIndex(item => item.kind === 'question' && item.approval === end.approval) ?? -1;
  if (!line || place < 0) return lines;
  if (place === 0 && line.busy) return added(lines, end);
  return replaced(lines, end.chat, { ...line, queue: line.queue.toSpliced(place, 1) });
}

/** A card is out, or was not sent any more (`ref` is empty): what ends it learns which it is, or goes too. */
export function withRef(queue: readonly Outgoing[], approval: string, ref: string): readonly Outgoing[] {
  return queue.flatMap(item => {
    if (item.kind !== 'card' || item.approval !== approval || item.ref !== null) return [item];
    return ref === '' ? [] : [{ ...item, ref }];
  });
}

/** The lines with one of them replaced; an empty line goes. */
export function replaced(lines: Lines, chat: string, line: Line): Lines {
  const { [chat]: _, ...others } = lines;
  return line.queue.length === 0 ? others : { ...others, [chat]: line };
}

/** Other notices that wait in this line, which could be told together with its first. */
export function otherNotices([first, ...rest]: readonly Outgoing[]): readonly string[] {
  if (first?.kind !== 'reply' || !first.notice || first.part > 0) return [];
  return rest.flatMap(item => (item.kind === 'reply' && item.notice && item.part === 0 ? [item.delivery] : []));
}

/** How much waits, and since when; null: not known. */
export interface Waiting {
  readonly count: number;
  readonly since: number | null;
}

/** That of these lines; undefined: nothing waits. */
export function waitingIn(lines: Lines): Waiting | undefined {
  const items = Object.values(lines).flatMap(({ queue }) => queue.filter(({ kind }) => kind !== 'card'));
  if (items.length === 0) return undefined;
  const known = items.flatMap(({ at }) => (at === null ? [] : [at]));
  return { count: items.length, since: known.length === 0 ? null : Math.min(...known) };
}
