/**
 * The reply while it is written: a draft with a stop button, and "typing" beside it.
 *
 * A preview is a courtesy. It is sent at most once a second and chat, waits as long as Telegram says, gives up quietly,
 * and nothing ever waits for it longer than a second. A draft lives thirty seconds at Telegram, so one that stands
 * still is sent again.
 *
 * Drafts are HTML made here, not Telegram's rich Markdown: that can name pictures by address, and whoever made the
 * model write one would have it fetched.
 */
import { createHash } from 'node:crypto';
import { type Failure, toFailure } from '../../../domain/supervision/failure.ts';
import type { Clock } from '../../../ports/clock.ts';
import { type TelegramChat, threadField } from './chat.ts';
import type { TelegramClient } from './client.ts';
import { telegramPreview } from './outgoing/html.ts';

export interface Previews {
  /** `text` so far; `undefined`: finished or gone. */
  show(key: string, chat: TelegramChat, turn: string, text: string | undefined): void;
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

const betweenMs = 1000;
const typingMs = 4500;
const againMs = 20_000;
/** Whoever lets a preview stand this long has forgotten it. */
const forgottenMs = 600_000;

interface Preview {
  readonly turn: string;
  readonly draftId: number;
  readonly chat: TelegramChat;
  ended: boolean;
  text: string;
  changedAt: number;
  /** The text of the last draft. */
  shown: string | undefined;
  typedAt: number;
  /** Telegram refuses drafts here; typing goes on. */
  refused: boolean;
  busy: boolean;
  wake: (() => void) | undefined;
}

export function previews(client: TelegramClient, clock: Clock): Previews {
  const running = new Map<string, Preview>();
  const sending = new Map<string, Promise<void>>();
  const pausedUntil = new Map<string, number>();
  const draftedAt = new Map<string, number>();
  const closing = new AbortController();

  function show(key: string, chat: TelegramChat, turn: string, text: string | undefined): void {
    const before = running.get(key);
    if (text === undefined) {
      if (before?.turn === turn) end(key, before);
      return;
    }
    if (before !== undefined && before.turn !== turn) end(key, before);
    const preview = before?.turn === turn ? before : begin(chat, turn);
    running.set(key, preview);
    preview.text = text;
    preview.changedAt = clock.now();
    advance(key, preview);
  }

  function begin(chat: TelegramChat, turn: string): Preview {
    return {
      turn,
      draftId: draftIdOf(turn),
      chat,
      ended: false,
      text: '',
      changedAt: 0,
      shown: undefined,
      typedAt: Number.NEGATIVE_INFINITY,
      refused: false,
      busy: false,
      wake: undefined,
    };
  }

  function end(key: string, preview: Preview): void {
    preview.wake?.();
    // A call under way is let finish: cut off here, it might still arrive there, after the message that replaces it.
    preview.ended = true;
    running.delete(key);
  }

  /** Does what is due now and sets a timer for what is due next; one call is under way at a time. */
  function advance(key: string, preview: Preview): void {
    if (preview.busy || preview.ended) return;
    preview.wake?.();
    const now = clock.now();
    if (now - preview.changedAt > forgottenMs) {
      end(key, preview);
      return;
    }
    const paused = pausedUntil.get(key) ?? 0;
    const draftDue = preview.refused ? Number.POSITIVE_INFINITY : Math.max(paused, dueAt(preview, draftedAt.get(key)));
    const typingDue = Math.max(paused, preview.typedAt + typingMs);
    const due = Math.min(draftDue, typingDue);
    if (due > now) {
      preview.wake = clock.after(due - now, () => advance(key, preview));
      return;
    }
    preview.busy = true;
    const typing = typingDue <= now;
    if (!typing) draftedAt.set(key, now);
    const work = (typing ? type(preview) : draft(preview)).then(failure => {
      preview.busy = false;
      if (failure !== undefined) heed(key, preview, failure, typing);
      advance(key, preview);
    });
    sending.set(key, work);
    void work.finally(() => {
      if (sending.get(key) === work) sending.delete(key);
    });
  }

  async function type(preview: Preview): Promise<Failure | undefined> {
    preview.typedAt = clock.now();
    return attempt('sendChatAction', (api, signal) =>
      api.sendChatAction(preview.chat.chatId, 'typing', threadField(preview.chat), signal),
    );
  }

  async function draft(preview: Preview): Promise<Failure | undefined> {
    const { text, chat, draftId } = preview;
    preview.shown = text;
    const options = { ...threadField(chat), parse_mode: 'HTML' as const, can_stop: true };
    return attempt('sendMessageDraft', (api, signal) =>
      api.sendMessageDraft(chat.chatId, draftId, telegramPreview(text), options, signal),
    );
  }

  async function attempt(method: string, make: Parameters<TelegramClient['call']>[3]): Promise<Failure | undefined> {
    try {
      await client.call(method, 'again', closing.signal, make);
      return undefined;
    } catch (error) {
      return toFailure(error);
    }
  }

  function heed(key: string, preview: Preview, failure: Failure, typing: boolean): void {
    if (failure.kind === 'cancelled' || (typing && failure.kind === 'invalid')) end(key, preview);
    else if (failure.kind === 'unavailable' || failure.kind === 'timeout') pause(key, failure.retryAfterMs ?? 5000);
    else preview.refused = true;
  }

  function pause(key: string, ms: number): void {
    pausedUntil.set(key, Math.max(pausedUntil.get(key) ?? 0, clock.now() + ms));
  }

  return {
    show,
    pause,
    isStale: (key, draftId) => {
      const preview = running.get(key);
      return preview !== undefined && preview.draftId !== draftId;
    },
    async quiet(key) {
      const work = sending.get(key);
      if (work === undefined) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const cancel = clock.after(betweenMs, resolve);
      await Promise.race([work, promise]);
      cancel();
    },
    close() {
      closing.abort();
      for (const [key, preview] of running) end(key, preview);
    },
  };
}

function dueAt({ shown, text }: Preview, draftedAt: number | undefined): number {
  if (draftedAt === undefined) return 0;
  return draftedAt + (shown === text ? againMs : betweenMs);
}

/** Telegram wants a number other than 0; the same turn always gets the same one. */
function draftIdOf(turn: string): number {
  return (createHash('sha256').update(turn).digest().readUInt32BE(0) >>> 1) + 1;
}
