/** What leaves for Telegram: messages, files, and the channel's own answers; only ever to chats of the owner. */

import { toFailure } from '../../../../domain/supervision/failure.ts';
import type { Allowed } from '../chat.ts';
import type { TelegramClient } from '../client.ts';
import type { TelegramLog } from '../log.ts';
import type { Previews } from '../preview.ts';
import type { TelegramTexts } from '../texts.ts';
import { cut, html, maxMessage, maxParts, telegramParts } from './html.ts';
import type { Run } from './inline.ts';
import { type NewMessages, newMessages } from './new-messages.ts';
import { type OwnerChats, ownerChats } from './owner-chat.ts';
import { type SentMessages, sentMessages } from './sent-messages.ts';

export interface Sending extends Pick<OwnerChats, 'ownerChat'>, NewMessages, SentMessages {
  /**
   * An answer of the channel itself, in Markdown or as runs. Nobody waits for it: where it cannot be sent, the log says
   * so.
   */
  tell(key: string, what: string | readonly Run[], signal: AbortSignal): Promise<void>;
}

/** `uploads` has more patience than `client`. */
export function sending(
  client: TelegramClient,
  uploads: TelegramClient,
  drafts: Previews,
  allowed: Allowed,
  texts: TelegramTexts,
  log: TelegramLog,
): Sending {
  const chats = ownerChats(allowed, drafts);
  const { message, file, ...more } = newMessages({ client, uploads, drafts, chats, texts, log });
  return {
    ownerChat: chats.ownerChat,
    message,
    file,
    ...more,
    ...sentMessages(client, chats, log),
    async tell(key, what, signal) {
      const parts = typeof what === 'string' ? telegramParts(what, texts.emptyReply) : partsOf(what);
      try {
        for (const part of parts)
          await (part.kind === 'text' ? message(key, part.body, signal) : file(key, part.body, signal));
      } catch (error) {
        log('warn', 'an answer could not be sent to Telegram', { chat: key, problem: toFailure(error).message });
      }
    },
  };
}

function partsOf(runs: readonly Run[]): readonly { readonly kind: 'text' | 'file'; readonly body: string }[] {
  const pieces = cut(runs, maxMessage);
  if (pieces.length > maxParts) return [{ kind: 'file', body: runs.map(run => run.text).join('') }];
  return pieces.map(piece => ({ kind: 'text', body: html(piece) }));
}
