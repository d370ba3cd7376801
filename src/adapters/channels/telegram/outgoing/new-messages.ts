/** New messages: parts of a reply, cards and files. Each is sent at most once. */
import { InputFile } from 'grammy';
import type { ForceReply, InlineKeyboardMarkup } from 'grammy/types';
import { toFailure } from '../../../../domain/supervision/failure.ts';
import type { OutgoingFile } from '../../../../ports/channel.ts';
import { type TelegramChat, threadField } from '../chat.ts';
import type { TelegramClient } from '../client.ts';
import type { TelegramLog } from '../log.ts';
import type { Previews } from '../preview.ts';
import type { TelegramTexts } from '../texts.ts';
import { escaped, maxMessage, withoutPreview } from './html.ts';
import type { OwnerChats } from './owner-chat.ts';
import { upload } from './uploading.ts';

export interface NewMessages {
  message(key: string, text: string, signal: AbortSignal, buttons?: InlineKeyboardMarkup | ForceReply): Promise<Sent>;
  /**
   * Part of a reply, with `notes` above it. Where both do not fit into one message the notes go ahead in one of their
   * own; a text that Telegram finds too long goes as a file.
   */
  part(key: string, html: string, notes: string, signal: AbortSignal, buttons?: InlineKeyboardMarkup): Promise<Sent>;
  /** `note` stands above the file's own caption. */
  file(key: string, text: string, signal: AbortSignal, note?: string): Promise<Sent>;
  /** A file of the agent's own. */
  upload(key: string, file: OutgoingFile, signal: AbortSignal): Promise<Sent>;
}

export interface Sent {
  readonly ref: string;
}

export interface NewMessagesOptions {
  readonly client: TelegramClient;
  /** Has more patience than `client`. */
  readonly uploads: TelegramClient;
  readonly drafts: Previews;
  readonly chats: OwnerChats;
  readonly texts: TelegramTexts;
  readonly log: TelegramLog;
}

export function newMessages({ client, uploads, drafts, chats, texts, log }: NewMessagesOptions): NewMessages {
  const { ownerChat, calling } = chats;

  async function message(
    key: string,
    text: string,
    signal: AbortSignal,
    buttons?: InlineKeyboardMarkup | ForceReply,
  ): Promise<Sent> {
    const chat = ownerChat(key);
    await drafts.quiet(key);
    const more = { ...withoutPreview, reply_markup: buttons };
    const send = (body: string, mode: { readonly parse_mode?: 'HTML' }) =>
      inTopic(chat, at =>
        calling(key, () =>
          client.call('sendMessage', 'once', signal, (api, native) =>
            api.sendMessage(at.chatId, body, { ...threadField(at), ...more, ...mode }, native),
          ),
        ),
      );
    try {
      return refOf(await send(text, { parse_mode: 'HTML' }));
    } catch (error) {
      // Refused, so nothing was sent. Words without their looks are better than no words; a card is never shown
      // otherwise than meant.
      if (buttons !== undefined || !/can't parse entities/.test(toFailure(error).message)) throw error;
      log('error', 'Telegram refused our HTML; the text is sent without its looks', {
        problem: toFailure(error).message,
      });
      return refOf(await send(unescaped(text), {}));
    }
  }

  async function file(key: string, text: string, signal: AbortSignal, note = ''): Promise<Sent> {
    const chat = ownerChat(key);
    await drafts.quiet(key);
    const caption = `${note}\n${texts.asFile(text.length.toLocaleString('en').replaceAll(',', ' '))}`.trim();
    const document = new InputFile(Buffer.from(text), 'reply.md');
    return refOf(
      await inTopic(chat, at =>
        calling(key, () =>
          client.call('sendDocument', 'once', signal, (api, native) =>
            api.sendDocument(at.chatId, document, { ...threadField(at), caption }, native),
          ),
        ),
      ),
    );
  }

  async function part(
    key: string,
    body: string,
    notes: string,
    signal: AbortSignal,
    buttons?: InlineKeyboardMarkup,
  ): Promise<Sent> {
    const fits = notes.length + 1 + unescaped(body).length <= maxMessage;
    if (notes !== '' && !fits) await message(key, `<i>${escaped(notes)}</i>`, signal);
    try {
      return await message(key, notes !== '' && fits ? `<i>${escaped(notes)}</i>\n${body}` : body, signal, buttons);
    } catch (error) {
      // Refused for its length, so nothing was sent.
      if (!/message is too long|MESSAGE_TOO_LONG|with 413/i.test(toFailure(error).message)) throw error;
      return await file(key, unescaped(body), signal, notes);
    }
  }

  return {
    message,
    part,
    file,
    async upload(key, outgoing, signal) {
      const chat = ownerChat(key);
      await drafts.quiet(key);
      return refOf(await inTopic(chat, at => calling(key, () => upload(uploads, at, outgoing, signal))));
    },
  };
}

/** A topic that was closed or deleted takes nothing more: what belongs there goes to the chat that it was in. */
async function inTopic<T>(chat: TelegramChat, send: (at: TelegramChat) => Promise<T>): Promise<T> {
  try {
    return await send(chat);
  } catch (error) {
    // refused, so nothing was sent
    const isGone = /message thread not found|TOPIC_(CLOSED|DELETED|ID_INVALID)/i.test(toFailure(error).message);
    if (chat.topic === undefined || !isGone) throw error;
    return await send({ chatId: chat.chatId });
  }
}

function refOf(message: { readonly message_id: number }): Sent {
  return { ref: String(message.message_id) };
}

/** Our own HTML, read back. */
function unescaped(text: string): string {
  return text
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}
