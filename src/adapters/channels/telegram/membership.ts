/**
 * The bot's place in chats: it stays in no group, and the owner is told who added it where, and that an account of
 * theirs has blocked it.
 *
 * A stranger can add it as often as they like: the owner hears of it once a day at most, the log once a chat.
 */
import { type Failure, toFailure } from '../../../domain/supervision/failure.ts';
import { exactly, oneLine } from '../../../domain/text/visible.ts';
import type { Receiver } from '../../../ports/channel.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { TelegramClient } from './client.ts';
import type { UpdateMeaning } from './incoming/update-meaning.ts';
import { orFailure } from './or-failure.ts';
import type { TelegramTexts } from './texts.ts';

export interface Membership {
  /** Leaves a group; false where that failed. Never throws. */
  leave(chatId: number, signal: AbortSignal): Promise<boolean>;
  /** A failure: the update has to come again. */
  changed(
    change: MembershipChange,
    update: number,
    receiver: Receiver,
    signal: AbortSignal,
  ): Promise<Failure | undefined>;
}

type MembershipChange = Extract<UpdateMeaning, { kind: 'added' | 'blocked' | 'unblocked' }>;

const dayMs = 86_400_000;

export function membership(options: {
  readonly client: TelegramClient;
  readonly texts: TelegramTexts;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: (level: 'warn', message: string, facts: Readonly<Record<string, string | number>>) => void;
}): Membership {
  const { client, texts, clock, log } = options;

  async function leave(chatId: number, signal: AbortSignal): Promise<boolean> {
    try {
      await client.call('leaveChat', 'again', signal, (api, native) => api.leaveChat(chatId, native));
      log('warn', 'the bot was in a group or channel and has left it; only private chats are accepted', {
        chat: chatId,
      });
      return true;
    } catch (error) {
      log('warn', 'the bot is in a group or channel and could not leave it', {
        chat: chatId,
        problem: toFailure(error).message,
      });
      return false;
    }
  }

  return {
    leave,
    async changed(change, update, receiver, signal) {
      const { notify } = receiver;
      const isGroup = change.kind === 'added';
      const isLeft = isGroup && (await leave(change.chatId, signal));
      if (notify === undefined) return undefined;
      const key = isGroup ? `group/${Math.floor(clock.now() / dayMs)}` : `member/${update}`;
      const text = isGroup
        ? texts.membership.added(titleOf(change.title), change.chatId, change.by, isLeft)
        : texts.membership[change.kind](change.userId);
      const notified = await orFailure(() => notify(key, text));
      return 'failure' in notified ? notified.failure : undefined;
    },
  };
}

/** A stranger wrote it: shown as it stands, as no markup. */
function titleOf(title: string): string {
  return `\`${oneLine(exactly(title), 100).replaceAll('`', "'")}\``;
}
