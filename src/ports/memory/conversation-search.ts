/** Port: what was said in conversations, found by words and by time. */
import type { Taint } from '../../domain/policy/taint.ts';

export interface SaidQuery {
  /** Any text; an empty one finds whatever was said in the period. */
  readonly words: string;
  readonly from?: number;
  readonly to?: number;
  /** This turn is left out: its question would find itself. */
  readonly except?: string;
  /** Only messages that hold every word, in whatever form; without it, those that say something about some of them too. */
  readonly isEvery?: true;
  readonly limit: number;
}

export interface SaidMessage {
  readonly id: string;
  readonly session: string;
  readonly role: 'owner' | 'assistant';
  readonly text: string;
  readonly taint: Taint;
  readonly at: number;
}

/**
 * The contract: words of the owner and of the agent, the best match first; never what was set aside, nor what is for
 * the owner alone, nor what tools gave. Without words, the newest first.
 */
export interface ConversationSearch {
  find(query: SaidQuery): readonly SaidMessage[];
  /** Those of these messages (`messages.n`) that may be shown and lie in the period, in their order. */
  among(rows: readonly number[], query: Pick<SaidQuery, 'from' | 'to' | 'except'>): readonly SaidMessage[];
}
