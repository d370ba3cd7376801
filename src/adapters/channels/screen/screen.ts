/**
 * A channel that is a screen of this computer: the page in the browser, `straylight chat` in a terminal.
 *
 * Nothing has to be carried anywhere. What is said is a message in the store, and a screen that is open sees it there,
 * by the feed of commits; one that is opened later reads it back. So a delivery succeeds at once, whether anybody looks
 * or not, and doing it twice shows it once. Messages come in over HTTP or by the terminal's own chat, not through
 * `receive`.
 */
import type { Channel } from '../../../ports/channel.ts';

/** `ownerChats`: where approvals are put; a screen nobody looks at still counts, since the card waits in the store. */
export function screenChannel(options: {
  readonly name: 'web' | 'terminal';
  readonly ownerChats: readonly string[];
}): Channel {
  const { name, ownerChats } = options;
  const closing = new AbortController();
  return {
    name,
    ownerChats,
    async connect(signal) {
      signal.throwIfAborted();
      return { identity: 'this computer' };
    },
    receive: (_, signal) => untilAborted(AbortSignal.any([signal, closing.signal])),
    parts: markdown => [{ kind: 'text', body: markdown }],
    async send(chat, _, { signal }) {
      signal.throwIfAborted();
      return { ref: `${name}:${chat}` };
    },
    async sendFile(chat, { path }, { signal }) {
      signal.throwIfAborted();
      const ref = `${name}:${chat}`;
      // the page offers it beneath the call, to open and to save
      return name === 'web'
        ? { ref }
        : { ref, note: `A terminal shows no files. Tell the owner where it lies: ${path}` };
    },
    async ask(chat, card, signal) {
      signal.throwIfAborted();
      return { ref: `${name}:${chat}:${card.key}` };
    },
    settle: async (_chat, _ref, _card, _outcome, _by, signal) => signal.throwIfAborted(),
    preview() {},
    close: async () => closing.abort(),
  };
}

function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise(resolve => signal.addEventListener('abort', () => resolve(), { once: true }));
}
