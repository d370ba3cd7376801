/** Port: which conversations have something new, and what the owner said in them. */
import type { Taint } from '../../domain/policy/taint.ts';

/** Messages of a conversation after one place and up to another. */
export interface News {
  readonly session: string;
  readonly after: number;
  readonly upto: number;
}

export interface ObservedMessage {
  readonly id: string;
  readonly role: 'owner' | 'assistant';
  readonly text: string;
  readonly taint: Taint;
}

/**
 * The contract:
 * - `rested` are the conversations whose newest message is older than `before`, with messages of the owner since the
 *   last look, and no turn under way; what is older than `since` is no news.
 * - `newsUpTo`: the same of one conversation up to a message of it, whatever runs in it; undefined: there is none.
 * - `read` answers what the owner said, and what the agent answered as far as it is trusted; nothing that was set aside.
 * - `isObserved`: the conversation was looked through beyond this message.
 * - `mark` is a write and belongs into a transaction.
 */
export interface Observations {
  rested(before: number, since: number): readonly News[];
  newsUpTo(session: string, message: string, since: number): News | undefined;
  /** When a conversation was last looked through, and when something came of it. */
  last(): { readonly lookedAt: number | null; readonly learnedAt: number | null };
  isObserved(session: string, message: string): boolean;
  read(news: News): readonly ObservedMessage[];
  mark(session: string, upto: number, at: number): void;
}
