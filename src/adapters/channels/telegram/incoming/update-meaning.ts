/**
 * What an update is to us, read and judged before anything is done with it.
 *
 * Pure. Only private chats of allowed users count; everything else is a stranger's or nobody's. It may throw on an
 * update that is not what the Bot API promises: the caller logs that one and goes on.
 */

import type { CallbackQuery, ChatMemberUpdated, Message, Update } from 'grammy/types';
import type { ReasonReply } from '../../../../domain/approvals/reason.ts';
import type { Side } from '../../../../domain/models/route.ts';
import type { Taint } from '../../../../domain/policy/taint.ts';
import { defined } from '../../../../domain/text/json.ts';
import type { AnswersSent, Asker } from '../../../../ports/channel.ts';
import { questionIn } from '../cards/question.ts';
import { type Allowed, chatKey } from '../chat.ts';
import { isForwarded, type TypedText, wordsOf } from '../words.ts';
import { fileIn, statedIn, type TelegramFile, untakenIn } from './content.ts';

export type UpdateMeaning =
  | {
      readonly kind: 'message';
      readonly chat: string;
      readonly messageId: number;
      readonly text: string;
      /** What `text` is made of, where it may be a part of a longer one. */
      readonly typed?: TypedText;
      readonly taint: Taint;
      readonly only?: Side;
      readonly answers?: AnswersSent;
      readonly correction: boolean;
      readonly file?: TelegramFile;
      /** What came with it and is not read yet, by its field's name. */
      readonly untaken?: string;
      /** The owner wrote nothing with it; `text` says so. */
      readonly isWordless: boolean;
    }
  | {
      readonly kind: 'command';
      readonly chat: string;
      readonly name: string;
      readonly args: string;
      readonly edited: boolean;
    }
  | { readonly kind: 'press'; readonly press: Press }
  /** A button pressed by somebody it is not for: somebody else, or the owner elsewhere than in his private chat. */
  | {
      readonly kind: 'foreignPress';
      readonly queryId: string;
      readonly userId: number;
      readonly where: string;
      readonly why: 'stranger' | 'group';
    }
  /** A reply to our question why not. */
  | { readonly kind: 'reason'; readonly chat: string; readonly userId: number; readonly reason: ReasonReply }
  | { readonly kind: 'stop'; readonly chat: string; readonly draftId: number }
  /** A kind of content that is not read yet, without words; `what` is its field's name. */
  | { readonly kind: 'untaken'; readonly chat: string; readonly what: string }
  /** The bot was added to a group or a channel. */
  | { readonly kind: 'added'; readonly chatId: number; readonly title: string; readonly by: number }
  /** An account of the owner has blocked the bot, or unblocked it. */
  | { readonly kind: 'blocked' | 'unblocked'; readonly userId: number }
  | {
      readonly kind: 'stranger';
      readonly userId: number | undefined;
      readonly where: string;
      /** A group or a channel, where the bot has no place. */
      readonly group?: number;
      /** In a private chat: as it calls itself, and what stood behind `/start`. */
      readonly name?: string;
      readonly code?: string;
    }
  | { readonly kind: 'nothing' };

/** Who we are in Telegram; the name is known once Telegram has told it. */
export interface Bot {
  readonly id: number;
  readonly name: string | undefined;
}

/** A pressed button. */
export interface Press {
  readonly queryId: string;
  readonly userId: number;
  readonly chatId: number;
  /** Where to answer; without its topic where the message is too old to be seen. */
  readonly chat: string;
  readonly messageId: number;
  readonly data: string;
  /** The message's text as Telegram holds it; absent where it is too old to be seen. */
  readonly text?: string;
  /** What the button with this data says, where the message has one. */
  readonly label?: string;
  /** What all buttons of the message carry. */
  readonly buttons?: readonly string[];
  /** The message is not ours: forwarded, or sent by somebody else. */
  readonly isCopy: boolean;
}

/** Who pressed, and by which act: the same tap, however often it is delivered, is one act. */
export function askerOf({ userId, queryId }: Pick<Press, 'userId' | 'queryId'>): Asker {
  return { by: `telegram:${userId}`, act: `telegram:${queryId}` };
}

/** Kinds of update we ask Telegram for. */
export const wantedUpdates = [
  'message',
  'edited_message',
  'callback_query',
  'stopped_message_generation',
  'my_chat_member',
] as const;

/** Reads one update. */
export function updateMeaning(update: Update, allowed: Allowed, bot: Bot): UpdateMeaning {
  const message = update.message ?? update.edited_message;
  if (message !== undefined) {
    const stranger = strangerIn(message.from?.id, message.chat, allowed);
    const isEdited = update.edited_message !== undefined;
    if (stranger) return isEdited ? stranger : { ...stranger, ...introduction(message) };
    return ofMessage(message, isEdited, bot);
  }
  if (update.callback_query !== undefined) return ofPress(update.callback_query, allowed, bot);
  if (update.my_chat_member !== undefined) return ofMembership(update.my_chat_member, allowed);
  const stopped = update.stopped_message_generation;
  if (stopped === undefined) return { kind: 'nothing' };
  const chat = chatKey(stopped.chat.id, stopped.message_thread_id);
  return strangerIn(stopped.chat.id, stopped.chat, allowed) ?? { kind: 'stop', chat, draftId: stopped.draft_id };
}

/** How somebody who is not known introduces himself, with the code of the owner perhaps. */
function introduction({ from, text }: Message): { readonly name: string; readonly code?: string } {
  const name = [from?.first_name, from?.last_name].filter(Boolean).join(' ');
  const [, code] = /^\/start(?:@\w+)?\s+(\S.{0,63})$/.exec(text ?? '') ?? [];
  return { name, ...defined({ code }) };
}

/** In a private chat, and only there, the chat's id is the user's. */
function strangerIn(
  userId: number | undefined,
  chat: { readonly id: number; readonly type: string },
  allowed: Allowed,
): Extract<UpdateMeaning, { kind: 'stranger' }> | undefined {
  const known = userId !== undefined && allowed.has(userId);
  if (known && chat.type === 'private' && chat.id === userId) return undefined;
  if (chat.type === 'private') return { kind: 'stranger', userId, where: 'private chat' };
  return { kind: 'stranger', userId, where: `${chat.type} ${chat.id}`, group: chat.id };
}

/** What became of the bot's place in a chat. That it left or was thrown out of a group is no news. */
function ofMembership({ chat, from, new_chat_member }: ChatMemberUpdated, allowed: Allowed): UpdateMeaning {
  const isIn = new_chat_member.status !== 'left' && new_chat_member.status !== 'kicked';
  if (chat.type !== 'private')
    return isIn ? { kind: 'added', chatId: chat.id, title: chat.title, by: from.id } : { kind: 'nothing' };
  if (!allowed.has(from.id)) return { kind: 'nothing' };
  return { kind: isIn ? 'unblocked' : 'blocked', userId: from.id };
}

function ofMessage(message: Message, edited: boolean, bot: Bot): UpdateMeaning {
  for (const words of [message.text, message.caption])
    if (words !== undefined && typeof words !== 'string') throw new TypeError('expected words to be a text');
  const chat = chatKey(message.chat.id, message.is_topic_message ? message.message_thread_id : undefined);
  const stated = statedIn(message);
  const words = wordsOf(message, bot.id, stated);
  const command = commandIn(message, bot.name);
  if (command === 'for another bot') return { kind: 'nothing' };
  if (command !== undefined && words.only === undefined) return { kind: 'command', chat, ...command, edited };
  const reason = reasonIn(message, edited, bot.id);
  if (reason !== undefined) return { kind: 'reason', chat, userId: message.chat.id, reason };

  const file = fileIn(message);
  const untaken = file === undefined && stated === undefined ? untakenIn(message) : undefined;
  const isSaid = message.text !== undefined || message.caption !== undefined;
  // a location that moves comes as an edit each time
  if (stated !== undefined && edited) return { kind: 'nothing' };
  if (file === undefined && stated === undefined && !isSaid)
    // Pins, topics and other service messages are nobody's words; an edit of something not taken is not news either.
    return untaken === undefined || edited ? { kind: 'nothing' } : { kind: 'untaken', chat, what: untaken };
  const isPicture = message.photo !== undefined || message.document?.mime_type?.startsWith('image/');
  return {
    kind: 'message',
    chat,
    messageId: message.message_id,
    text: words.text === '' ? `[A ${isPicture ? 'picture' : 'file'} without words.]` : words.text,
    taint: words.taint,
    isWordless: words.text === '',
    correction: edited,
    ...defined({ only: words.only, typed: words.typed }),
    answers: words.answers,
    ...defined({ file, untaken }),
  };
}

/** A forwarded command is text, never an order. */
function commandIn(
  message: Message,
  bot: string | undefined,
): { readonly name: string; readonly args: string } | 'for another bot' | undefined {
  const first = message.entities?.find(entity => entity.type === 'bot_command' && entity.offset === 0);
  if (first === undefined || isPassedOn(message)) return undefined;
  const text = message.text ?? '';
  const [name = '', addressee] = text.slice(1, first.length).split('@');
  if (addressee !== undefined && bot !== undefined && addressee.toLowerCase() !== bot.toLowerCase())
    return 'for another bot';
  const called = name.toLowerCase();
  // who asks for help may not know yet that commands are English
  return { name: called === 'hilfe' ? 'help' : called, args: text.slice(first.length).trim() };
}

function ofPress(query: CallbackQuery, allowed: Allowed, bot: Bot): UpdateMeaning {
  const message = query.message;
  if (message === undefined || typeof query.data !== 'string') return { kind: 'nothing' };
  const stranger = strangerIn(query.from.id, message.chat, allowed);
  if (stranger !== undefined) {
    const why = allowed.has(query.from.id) ? 'group' : 'stranger';
    return { kind: 'foreignPress', queryId: query.id, userId: query.from.id, where: stranger.where, why };
  }
  const shown = message.date === 0 ? undefined : (message as Message);
  const buttons = shown?.reply_markup?.inline_keyboard.flat() ?? [];
  const button = buttons.find(one => 'callback_data' in one && one.callback_data === query.data);
  return {
    kind: 'press',
    press: {
      queryId: query.id,
      userId: query.from.id,
      chatId: message.chat.id,
      chat: chatKey(message.chat.id, shown?.is_topic_message ? shown.message_thread_id : undefined),
      messageId: message.message_id,
      data: query.data,
      buttons: buttons.flatMap(one => ('callback_data' in one ? [one.callback_data] : [])),
      text: shown?.text === undefined ? undefined : shown.text,
      label: button?.text,
      isCopy: shown !== undefined && (shown.from?.id !== bot.id || isPassedOn(shown)),
    },
  };
}

function isPassedOn(message: Message): boolean {
  return isForwarded(message) || message.via_bot !== undefined;
}

/** A reply to the question "Why not?" that this bot has asked; forwarded words are nobody's reason. */
function reasonIn(message: Message, edited: boolean, botId: number): ReasonReply | undefined {
  const replied = message.reply_to_message;
  if (replied?.text === undefined || replied.from?.id !== botId || isPassedOn(replied) || isPassedOn(message))
    return undefined;
  const question = questionIn(replied.text);
  if (question === undefined) return undefined;
  return { ...question, edited, text: message.text };
}
