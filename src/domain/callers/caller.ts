/**
 * Other programs that speak to this agent, as clients of its own MCP server: they ask it things in conversations of their
 * own, and see no others.
 *
 * What a caller says is another program's text, even where the owner has started that program: it leads to nothing that text from outside
 * may not lead to (../policy/taint.ts).
 */
import type { Risk } from '../approvals/card.ts';
import type { Memory, MemoryKind } from '../memory/memory.ts';

/** What their messages are named by; no channel has a name with a dash. */
export const callerOrigin = 'mcp-caller';

/** The conversation of callers under a name. */
export function callerSession(name: string): string {
  return `session:mcp:${name}`;
}

/** Its name; undefined: the conversation is none of callers. */
export function callerConversation(session: string): string | undefined {
  return /^session:mcp:(.+)$/.exec(session)?.[1];
}

/** Is it something that a caller has asked? By the id of the message. */
export function isOfCaller(messageId: string): boolean {
  return messageId.startsWith(`${callerOrigin}:`);
}

/** `queued`: it begins when the turn before it has ended. */
export const callerTurnStates = ['queued', 'running', 'done', 'failed', 'cancelled', 'expired', 'paused'] as const;
export type CallerTurnState = (typeof callerTurnStates)[number];

/** Something that the owner is asked. */
export interface CallerNeed {
  /** Of an approval its address, of a question the conversation that puts it. */
  readonly id: string;
  readonly kind: string;
  readonly text: string;
  /** UTC epoch ms. */
  readonly since: number;
  readonly risk?: Risk;
  /** The name of the conversation, where it is one of callers. */
  readonly conversation?: string;
  /** Of an approval: the digest of what is shown, which an answer has to name. */
  readonly digest?: string;
}

/** A turn of a conversation of callers. */
export interface CallerTurn {
  readonly id: string;
  readonly conversation: string;
  readonly state: CallerTurnState;
  /** UTC epoch ms. */
  readonly startedAt: number;
  readonly endedAt?: number;
  readonly reply: string;
  /** What stands beneath the reply: doubts about it. */
  readonly notes: readonly string[];
  /** What it waits for the owner to answer. */
  readonly waits: readonly CallerNeed[];
}

/** What there is for callers. Every promise rejects with a `Fault` that can be shown. */
export interface CallerService {
  /** The settings let callers answer what waits for the owner. */
  readonly mayAnswer: boolean;
  /** Said under a `clientId` twice, it is said once: both answer the same turn. Resolves once it is stored. */
  say(
    conversation: string,
    said: { readonly clientId: string; readonly text: string },
  ): Promise<{ readonly turn: string; readonly duplicate: boolean; readonly isOther?: true }>;
  /** Undefined: no conversation of callers has such a turn. */
  turn(id: string): CallerTurn | undefined;
  /** Ends it. False: it had ended; undefined: there is none. */
  stop(id: string): Promise<boolean | undefined>;
  waiting(): readonly CallerNeed[];
  /** The best first by words, the newest first without; none that is private. */
  memories(q: string | undefined, limit: number): Promise<readonly Memory[]>;
  /** Keeps it for the owner to accept; the same sentence twice is one memory. */
  remember(content: string, kind: MemoryKind): Promise<{ readonly content: string; readonly state: 'pending' }>;
  /** Answers what waits: `approve` or `deny` an approval as it was shown, or the words for a question. */
  answer(given: CallerAnswer): Promise<{ readonly message: string }>;
}

export interface CallerAnswer {
  readonly id: string;
  readonly answer: string;
  readonly digest?: string;
  /** "yes" or the word that the approval asks for. */
  readonly confirmation?: string;
  /** Makes a repeat a no-op. */
  readonly key: string;
}
