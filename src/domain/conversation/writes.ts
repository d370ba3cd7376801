/** What conversations and channels write beside their own state, by the name of the write. */
import type { Eviction } from '../context/evictions.ts';
import type { Taint } from '../policy/taint.ts';
import type { Asks } from './asks.ts';
import type { Body } from './body.ts';
import type { Message, TurnOutcome, Usage } from './message.ts';

/**
 * A message that is to be kept. Without a session it belongs to the conversation that writes it; with one, to the
 * conversation that is spoken in now, in the chat of that one.
 */
export type AppendMessage = Omit<Message, 'at' | 'session'> & { readonly session?: string };

/** A text that is to go to a chat. Its session is as that of {@link AppendMessage}. */
export interface QueueDelivery {
  readonly id: string;
  readonly channel: string;
  readonly chat: string;
  readonly session?: string;
  readonly body: Body;
  /** How far it is trusted, where a model may be shown it again. */
  readonly taint?: Taint;
  /** What stands beneath it. */
  readonly notes?: readonly string[];
  /** What the owner may answer. */
  readonly asks?: Asks;
}

/** The writes of a conversation; what its model calls cost is written by the budget. */
export interface SessionWrites {
  readonly beginTurn: { readonly turn: string };
  readonly endTurn: { readonly turn: string; readonly outcome: TurnOutcome; readonly reply: string | null };
  readonly addUsage: { readonly turn: string; readonly model: string; readonly usage: Usage };
  readonly appendMessage: AppendMessage;
  readonly queueDelivery: QueueDelivery;
  /** The message `summary` stands for `messages` messages, `upTo` the newest of them. */
  readonly compact: { readonly summary: string; readonly upTo: string; readonly messages: number };
  /** What is left out of its requests from now on. */
  readonly recordEviction: Omit<Eviction, 'at'>;
  /** Its owner trusts it again: until when, how far it was trusted before, and by what. */
  readonly noteTrust: {
    readonly by: string;
    readonly until: number;
    readonly taint: Taint;
    readonly source: string | null;
  };
}

/** The writes of a channel. */
export interface ChannelWrites {
  /** A part of a delivery is out; `ref` is what the channel calls it. */
  readonly markPartSent: { readonly delivery: string; readonly ref: string };
  readonly endDelivery: {
    readonly delivery: string;
    readonly status: 'sent' | 'failed';
    readonly failure: string | null;
  };
}
