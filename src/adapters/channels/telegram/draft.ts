/**
 * The preview of one turn in one chat: a draft of the reply so far and of the tool that runs, with its time, and
 * "typing" beside it.
 *
 * One call is under way at a time; when it has ended, the next one that is due follows. A draft lives thirty seconds at
 * Telegram, so one that stands still is sent again.
 */
import { createHash } from 'node:crypto';
import { type Failure, toFailure } from '../../../domain/supervision/failure.ts';
import { elapsedText } from '../../../domain/text/elapsed-text.ts';
import type { RunningCall } from '../../../ports/channel.ts';
import type { Clock } from '../../../ports/clock.ts';
import { type TelegramChat, threadField } from './chat.ts';
import type { TelegramClient } from './client.ts';
import { telegramPreview } from './outgoing/html.ts';

export interface Draft {
  readonly turn: string;
  readonly draftId: number;
  /** The reply so far, and the tools that run now. */
  write(text: string, running: readonly RunningCall[]): void;
  /** Begins no more calls. One under way is let finish: cut off, it might arrive after the message that replaces it. */
  end(): void;
}

/** How fast previews may come in a chat, whatever their turn. */
export interface Pace {
  /** Telegram asked for a pause until then. */
  pausedUntil: number;
  /** When the last draft was sent. */
  draftedAt: number | undefined;
  /** The call under way. */
  sending: Promise<void> | undefined;
}

export interface DraftOptions {
  readonly client: TelegramClient;
  readonly clock: Clock;
  readonly chat: TelegramChat;
  readonly turn: string;
  readonly pace: Pace;
  /** Aborts the calls. */
  readonly signal: AbortSignal;
  /** It has ended, by itself or not. */
  readonly onEnd: () => void;
}

/** Between two drafts of a chat. */
export const betweenMs = 1000;
/** How long a chat pauses where Telegram does not say how long. */
const pauseMs = 5000;
const typingMs = 4500;
const againMs = 20_000;
/** How often the time of a tool that runs is shown again. */
const tickMs = 5000;
/** A preview whose text has not changed for so long ends. */
const forgottenMs = 600_000;

export function startDraft(options: DraftOptions): Draft {
  const { clock, turn, pace, onEnd } = options;
  const draftId = draftIdOf(turn);
  const calls = draftCalls(options, draftId);
  let text = '';
  let running: readonly RunningCall[] = [];
  let changedAt = 0;
  /** The text of the last draft, and the tools on it. */
  let shown: string | undefined;
  let typedAt = Number.NEGATIVE_INFINITY;
  /** Telegram refuses drafts here; typing goes on. */
  let isRefused = false;
  let isBusy = false;
  let hasEnded = false;
  let cancelTimer = () => {};

  function end(): void {
    cancelTimer();
    hasEnded = true;
    onEnd();
  }

  /** Does what is due now and sets a timer for what is due next. */
  function advance(): void {
    if (isBusy || hasEnded) return;
    cancelTimer();
    const now = clock.now();
    if (running.length === 0 && now - changedAt > forgottenMs) {
      end();
      return;
    }
    const draftDue = isRefused ? Number.POSITIVE_INFINITY : Math.max(pace.pausedUntil, nextDraft());
    const typingDue = Math.max(pace.pausedUntil, typedAt + typingMs);
    const due = Math.min(draftDue, typingDue);
    if (due > now) cancelTimer = clock.after(due - now, advance);
    else call(typingDue <= now ? 'typing' : 'draft', now);
  }

  function nextDraft(): number {
    if (pace.draftedAt === undefined) return 0;
    const isSame = shown === drafted();
    return pace.draftedAt + (isSame ? (running.length > 0 ? tickMs : againMs) : betweenMs);
  }

  /** What is on the draft, apart from the time that passes. */
  const drafted = (): string => JSON.stringify([text, running]);

  function call(what: 'typing' | 'draft', now: number): void {
    isBusy = true;
    if (what === 'typing') typedAt = now;
    else {
      pace.draftedAt = now;
      shown = drafted();
    }
    const work = (what === 'typing' ? calls.typing() : calls.draft(text, runningLine(running, now))).then(failure => {
      isBusy = false;
      if (failure !== undefined) answer(failure, what);
      advance();
    });
    pace.sending = work;
    void work.finally(() => {
      if (pace.sending === work) pace.sending = undefined;
    });
  }

  function answer(failure: Failure, what: 'typing' | 'draft'): void {
    if (failure.kind === 'cancelled' || (what === 'typing' && failure.kind === 'invalid')) end();
    else if (failure.kind === 'unavailable' || failure.kind === 'timeout')
      pause(pace, clock.now() + (failure.retryAfterMs ?? pauseMs));
    else isRefused = true;
  }

  return {
    turn,
    draftId,
    end,
    write(reply, calls) {
      text = reply;
      running = calls;
      changedAt = clock.now();
      advance();
    },
  };
}

/** The calls to Telegram; each answers why it failed, if it did. */
function draftCalls({ client, chat, signal }: DraftOptions, draftId: number) {
  async function attempt(method: string, make: Parameters<TelegramClient['call']>[3]): Promise<Failure | undefined> {
    try {
      await client.call(method, 'again', signal, make);
      return undefined;
    } catch (error) {
      return toFailure(error);
    }
  }
  return {
    typing: () =>
      attempt('sendChatAction', (api, native) => api.sendChatAction(chat.chatId, 'typing', threadField(chat), native)),
    draft(text: string, status: string) {
      const options = { ...threadField(chat), parse_mode: 'HTML' as const, can_stop: true };
      return attempt('sendMessageDraft', (api, native) =>
        api.sendMessageDraft(chat.chatId, draftId, telegramPreview(text, status), options, native),
      );
    },
  };
}

/** `⏳ Run “npm test”. · 12 s · 34 passing`, and how many more run; empty where none does. */
function runningLine(running: readonly RunningCall[], now: number): string {
  const newest = running.at(-1);
  if (newest === undefined) return '';
  const others = running.length > 1 ? [`+${running.length - 1}`] : [];
  const output = newest.output === undefined ? [] : [newest.output];
  return [`⏳ ${newest.what}`, elapsedText(now - newest.since), ...others, ...output].join(' · ');
}

/** Nothing is previewed in the chat before then. */
export function pause(pace: Pace, until: number): void {
  pace.pausedUntil = Math.max(pace.pausedUntil, until);
}

/** Telegram wants a number other than 0; the same turn always gets the same one. */
function draftIdOf(turn: string): number {
  return (createHash('sha256').update(turn).digest().readUInt32BE(0) >>> 1) + 1;
}
