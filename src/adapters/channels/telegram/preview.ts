/**
 * The replies that are being written, as drafts with a stop button, one a chat.
 *
 * A preview is a courtesy. It is sent at most once a second and chat, waits as long as Telegram says, gives up quietly,
 * and nothing ever waits for it longer than a second.
 *
 * Drafts are HTML made here, not Telegram's rich Markdown: that can name pictures by address, and the author of the
 * model write one would have it fetched.
 */
import type { RunningCall } from '../../../ports/channel.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { TelegramChat } from './chat.ts';
import type { TelegramClient } from './client.ts';
import { betweenMs, type Draft, type Pace, pause, startDraft } from './draft.ts';

export interface Previews {
  /** `text` so far, and the tools that run now; `undefined`: finished or gone. */
  show(key: string, chat: TelegramChat, turn: string, text: string | undefined, calls?: readonly RunningCall[]): void;
  /**
   * Is another turn than the one with this draft being previewed in the chat? Then a press on its stop button came too
   * late.
   */
  isStale(key: string, draftId: number): boolean;
  /**
   * Resolves when no draft is on its way to this chat any more, so that none lands after the message that replaces it.
   */
  quiet(key: string): Promise<void>;
  /** Telegram asked for a pause in this chat. */
  pause(key: string, ms: number): void;
  close(): void;
}

export function previews(client: TelegramClient, clock: Clock): Previews {
  const running = new Map<string, Draft>();
  const paces = new Map<string, Pace>();
  const closing = new AbortController();

  function paceOf(key: string): Pace {
    const pace = paces.get(key) ?? { pausedUntil: 0, draftedAt: undefined, sending: undefined };
    paces.set(key, pace);
    return pace;
  }

  function start(key: string, chat: TelegramChat, turn: string): Draft {
    const draft: Draft = startDraft({
      client,
      clock,
      chat,
      turn,
      pace: paceOf(key),
      signal: closing.signal,
      onEnd: () => void (running.get(key) === draft && running.delete(key)),
    });
    running.set(key, draft);
    return draft;
  }

  return {
    show(key, chat, turn, text, calls = []) {
      const before = running.get(key);
      const isSame = before?.turn === turn;
      if (text === undefined) {
        if (isSame) before.end();
        return;
      }
      if (!isSame) before?.end();
      (isSame ? before : start(key, chat, turn)).write(text, calls);
    },
    pause: (key, ms) => pause(paceOf(key), clock.now() + ms),
    isStale(key, draftId) {
      const draft = running.get(key);
      return draft !== undefined && draft.draftId !== draftId;
    },
    async quiet(key) {
      const work = paces.get(key)?.sending;
      if (work === undefined) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const cancel = clock.after(betweenMs, resolve);
      await Promise.race([work, promise]);
      cancel();
    },
    close() {
      closing.abort();
      for (const draft of running.values()) draft.end();
    },
  };
}
