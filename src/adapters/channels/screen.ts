/**
 * A channel that is a screen of this computer: the page in the browser, `straylight chat` in a terminal.
 *
 * Nothing has to be carried anywhere. What is said is a message in the store, and a screen that is open sees it there, by
 * the feed of commits; one that is opened later reads it back. So a delivery succeeds at once, whether anybody looks or not,
 * and doing it twice shows it once. Messages come in over HTTP, not through `receive`.
 */
import type { ApprovalCard, ApprovalOutcome } from '../../machines/domain/approval-card.ts';
import type { Channel } from '../channel.ts';

/** What an attached screen is told of, beside the feed. */
export type Shown =
  | { readonly type: 'sent'; readonly chat: string; readonly text: string; readonly repeat: boolean }
  | { readonly type: 'asked'; readonly chat: string; readonly card: ApprovalCard }
  | {
      readonly type: 'settled';
      readonly chat: string;
      readonly card: ApprovalCard;
      readonly outcome: ApprovalOutcome;
      readonly by?: string;
    }
  /** Without `text` the reply is finished or gone. */
  | { readonly type: 'preview'; readonly chat: string; readonly turn: string; readonly text?: string };

export interface ScreenChannel extends Channel {
  /** Listens until the answer is called; a listener that throws is not heard of again. */
  attach(listener: (shown: Shown) => void): () => void;
}

/** `ownerChats`: where approvals are put; a screen nobody looks at still counts, since the card waits in the store. */
export function screenChannel(options: {
  readonly name: 'web' | 'terminal';
  readonly ownerChats: readonly string[];
}): ScreenChannel {
  const listeners = new Set<(shown: Shown) => void>();
  const closing = new AbortController();

  function show(shown: Shown): void {
    for (const listener of listeners)
      try {
        listener(shown);
      } catch {
        // A screen is a convenience; what it missed it can read.
        listeners.delete(listener);
      }
  }

  return {
    name: options.name,
    ownerChats: options.ownerChats,
    connect: async signal => {
      signal.throwIfAborted();
      return { identity: 'this computer' };
    },
    receive: (_, signal) => untilAborted(AbortSignal.any([signal, closing.signal])),
    parts: markdown => [{ kind: 'text', body: markdown }],
    async send(chat, part, { repeat, signal }) {
      signal.throwIfAborted();
      show({ type: 'sent', chat, text: part.body, repeat });
      return { ref: `${options.name}:${chat}` };
    },
    async ask(chat, card, signal) {
      signal.throwIfAborted();
      show({ type: 'asked', chat, card });
      return { ref: `${options.name}:${chat}:${card.key}` };
    },
    async settle(chat, _, card, outcome, by, signal) {
      signal.throwIfAborted();
      show({ type: 'settled', chat, card, outcome, ...(by === undefined ? {} : { by }) });
    },
    preview: (chat, turn, text) => show({ type: 'preview', chat, turn, ...(text === undefined ? {} : { text }) }),
    async close() {
      closing.abort();
      listeners.clear();
    },
    attach(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise(resolve => signal.addEventListener('abort', () => resolve(), { once: true }));
}
