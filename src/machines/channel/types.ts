/** What a channel is given, knows and receives, and what it needs from others. */
import type { Card, Lines } from '../../domain/conversation/delivery-line.ts';
import type { Failure } from '../../domain/supervision/failure.ts';

/** Which channel it is. */
export interface ChannelInput {
  readonly name: string;
}

/** One part is out: what the channel calls it, and of how many it was one. */
export interface DeliveryOutput {
  readonly ref: string;
  readonly of: number;
  /** Deliveries whose content it has as well. */
  readonly also?: readonly string[];
}

/**
 * A card is out: what the channel calls it, and whose answer counts. `ref` is empty where there was nothing left to
 * ask.
 */
export interface ConsentOutput {
  readonly ref: string;
  readonly of: number;
  readonly nonce: string;
}

/** Why a channel was lost; each is reported once an outage. */
export type Loss = 'down' | 'conflict' | 'refused';

/** What a channel remembers. Stored. */
export interface Context {
  readonly name: string;
  readonly identity: string | null;
  readonly failure: Failure | null;
  readonly attempt: number;
  /** Since when it has not been steady; null: it is. */
  readonly awaySince: number | null;
  readonly told: readonly Loss[];
  /** It was reported that messages wait here. */
  readonly isWaitTold: boolean;
  readonly lines: Lines;
}

type Stamp = { readonly at: number; readonly id: string };

/** What the effect at the head of a line ends with. */
export type LineOutput = DeliveryOutput & Partial<Pick<ConsentOutput, 'nonce'>>;

/** What may come to a channel. */
export type ChannelEvent = Stamp &
  (
    | { readonly type: 'channel.started' }
    | { readonly type: 'channel.stopped' }
    | { readonly type: 'delivery.queued'; readonly delivery: string; readonly chat: string; readonly notice?: true }
    | { readonly type: 'delivery.due'; readonly chat: string }
    | { readonly type: 'card.queued'; readonly approval: string; readonly chat: string }
    | ({ readonly type: 'card.settled' } & Pick<Card, 'approval' | 'chat' | 'ref' | 'outcome' | 'by'>)
    | {
        readonly type: `xstate.done.actor.line-${string}`;
        readonly actorId: string;
        readonly output: LineOutput;
      }
    | { readonly type: `xstate.error.actor.line-${string}`; readonly actorId: string; readonly error: Failure }
  );
