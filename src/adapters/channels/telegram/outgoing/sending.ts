/** What leaves for Telegram: messages, files, and the channel's own answers; only ever to chats of the owner. */
import { InputFile } from 'grammy';
import type { ForceReply, InlineKeyboardMarkup } from 'grammy/types';
import { fault, toFailure } from '../../../../domain/supervision/failure.ts';
import type { OutgoingFile } from '../../../../ports/channel.ts';
import { chatFrom, type TelegramChat, threadField } from '../chat.ts';
import type { TelegramClient } from '../client.ts';
import type { TelegramLog } from '../log.ts';
import type { Previews } from '../preview.ts';
import type { TelegramTexts } from '../texts.ts';
import { cut, escaped, html, maxMessage, maxParts, telegramParts } from './html.ts';
import type { Run } from './inline.ts';
import { upload } from './uploading.ts';

export interface Sending {
  /**
   * The chat behind a key. Throws `invalid` for chats that are not the owner's (any more): they get nothing, whatever
   * waits for them.
   */
  ownerChat(key: string): TelegramChat;
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
  /** New text for a sent message; without `buttons` they are gone, for good. */
  edit(key: string, ref: string, text: string, signal: AbortSignal, buttons?: InlineKeyboardMarkup): Promise<void>;
  /** New buttons for a sent message, unless it has lost its buttons for good meanwhile. */
  keyboard(key: string, ref: string, buttons: InlineKeyboardMarkup, signal: AbortSignal): Promise<void>;
  /** Takes a message out of an owner's chat. Answers whether it is gone; where it is not, the log says why. */
  remove(key: string, messageId: number, signal: AbortSignal): Promise<boolean>;
  /**
   * An answer of the channel itself, in Markdown or as runs. Nobody waits for it: where it cannot be sent, the log says
   * so.
   */
  tell(key: string, what: string | readonly Run[], signal: AbortSignal): Promise<void>;
}

export interface Sent {
  readonly ref: string;
}

/** So many edited messages are remembered. */
const mostFinal = 1000;

/** `uploads` has more patience than `client`. */
export function sending(
  client: TelegramClient,
  uploads: TelegramClient,
  drafts: Previews,
  allowed: ReadonlySet<number>,
  texts: TelegramTexts,
  log: TelegramLog,
): Sending {
  const silent = { link_preview_options: { is_disabled: true } } as const;
  const inTurn = oneByOne();
  /** Messages that have had their last edit. */
  const final = new Set<string>();

  function ownerChat(key: string): TelegramChat {
    const chat = chatFrom(key);
    if (chat === undefined || !allowed.has(chat.chatId))
      throw fault('invalid', `expected a private chat of channels.telegram.allowed_users, got ${JSON.stringify(key)}`);
    return chat;
  }

  /** A pause that Telegram asks for holds the previews back too. */
  async function heeding<T>(key: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const { retryAfterMs } = toFailure(error);
      if (retryAfterMs !== undefined) drafts.pause(key, retryAfterMs);
      throw error;
    }
  }

  async function message(
    key: string,
    text: string,
    signal: AbortSignal,
    buttons?: InlineKeyboardMarkup | ForceReply,
  ): Promise<Sent> {
    const chat = ownerChat(key);
    await drafts.quiet(key);
    const more = { ...threadField(chat), ...silent, ...(buttons === undefined ? {} : { reply_markup: buttons }) };
    const send = (body: string, mode: { readonly parse_mode?: 'HTML' }) =>
      heeding(key, () =>
        client.call('sendMessage', 'once', signal, (api, native) =>
          api.sendMessage(chat.chatId, body, { ...more, ...mode }, native),
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
      await heeding(key, () =>
        client.call('sendDocument', 'once', signal, (api, native) =>
          api.sendDocument(chat.chatId, document, { ...threadField(chat), caption }, native),
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
    ownerChat,
    message,
    part,
    file,
    async upload(key, outgoing, signal) {
      const chat = ownerChat(key);
      await drafts.quiet(key);
      return refOf(await heeding(key, () => upload(uploads, chat, outgoing, signal)));
    },
    async edit(key, ref, text, signal, buttons) {
      const { chatId } = ownerChat(key);
      const more = { ...silent, ...(buttons === undefined ? {} : { reply_markup: buttons }) };
      if (buttons === undefined) final.add(`${chatId}/${ref}`);
      for (const oldest of final) if (final.size > mostFinal) final.delete(oldest);
      await inTurn(`${chatId}/${ref}`, () =>
        heeding(key, () =>
          client.call('editMessageText', 'again', signal, (api, native) =>
            api.editMessageText(chatId, Number(ref), text, { ...more, parse_mode: 'HTML' }, native),
          ),
        ),
      );
    },
    async keyboard(key, ref, buttons, signal) {
      const { chatId } = ownerChat(key);
      await inTurn(`${chatId}/${ref}`, async () => {
        if (final.has(`${chatId}/${ref}`)) return;
        await heeding(key, () =>
          client.call('editMessageReplyMarkup', 'again', signal, (api, native) =>
            api.editMessageReplyMarkup(chatId, Number(ref), { reply_markup: buttons }, native),
          ),
        );
      });
    },
    async remove(key, messageId, signal) {
      try {
        const { chatId } = ownerChat(key);
        return await client.call('deleteMessage', 'again', signal, (api, native) =>
          api.deleteMessage(chatId, messageId, native),
        );
      } catch (error) {
        log('warn', 'a message could not be deleted from Telegram', { chat: key, problem: toFailure(error).message });
        return false;
      }
    },
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

/** Work on the same thing, in the order in which it was asked for. */
function oneByOne(): <T>(thing: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return (thing, work) => {
    const mine = (last.get(thing) ?? Promise.resolve()).then(work, work);
    last.set(thing, mine);
    const leave = () => void (last.get(thing) === mine && last.delete(thing));
    mine.then(leave, leave);
    return mine;
  };
}

function partsOf(runs: readonly Run[]): readonly { readonly kind: 'text' | 'file'; readonly body: string }[] {
  const pieces = cut(runs, maxMessage);
  if (pieces.length > maxParts) return [{ kind: 'file', body: runs.map(run => run.text).join('') }];
  return pieces.map(piece => ({ kind: 'text', body: html(piece) }));
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
