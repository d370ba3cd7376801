/** The people's side of a scripted Telegram: what a test's hand can type, press, send and forward. */

import type { Chat, Message, MessageOrigin, Update, User } from 'grammy/types';
import { defined } from '../../../src/domain/text/json.ts';
import { commandsIn, type Entity } from './markup.ts';
import { type Draft, enqueue, type SentMessage, seconds, type World, wireMessage } from './world.ts';

export interface SayOptions {
  /** The topic (message thread) of the private chat. */
  readonly topic?: number;
  /** A group's id (negative); without it the private chat with the bot. */
  readonly group?: number;
  /** Forwarded from this name (a hidden user), or from an origin in the API's own shape. */
  readonly forward?: string | MessageOrigin;
  /** Replies to this message: the bot's, or one a person sent before. */
  readonly reply?: SentMessage | Message;
  /** Replies to part of it, chosen by hand; of a message by `Stranger` where `reply` names none. */
  readonly quote?: string;
  readonly entities?: readonly Entity[];
}

/** A file a person sends. `kind` is the message's field: photo, document, voice, video, sticker … */
export interface Upload {
  readonly kind: string;
  readonly bytes: Buffer;
  readonly name?: string;
  readonly mediaType?: string;
  readonly caption?: string;
  /** Sent together with others, as an album. */
  readonly album?: string;
}

export interface Person {
  /** Makes the private chat known, as pressing Start does, without a message. */
  open(user: number): void;
  say(user: number, text: string, options?: SayOptions): Message;
  /** A new version of a message said before; of one with a file, a new caption. */
  edit(message: Message, text: string): Message;
  upload(user: number, file: Upload, options?: SayOptions): Message;
  /** A message with other content, in the API's own fields: a location, a contact, a sticker. */
  send(user: number, content: Readonly<Record<string, unknown>>, options?: SayOptions): Message;
  /** Deletes a topic of the chat: nothing can be sent there any more. */
  deleteTopic(user: number, topic: number): void;
  /**
   * Presses a button, named by its text or its data; `data` sends other data than the button's, as a forged client can.
   */
  press(
    user: number,
    message: SentMessage,
    button: string,
    options?: { readonly data?: string; readonly inaccessible?: boolean },
  ): string;
  react(user: number, message: SentMessage, emoji: string): void;
  /** Adds the bot to a group or a channel. */
  addBot(
    user: number,
    chat: { readonly id: number; readonly type: 'group' | 'supergroup' | 'channel'; readonly title: string },
  ): void;
  /** Blocks the bot, or unblocks it. */
  block(user: number, isBlocked?: boolean): void;
  /** The stop button of a draft. */
  pressDraftStop(draft: Draft): void;
  /** Any update at all, well formed or not; answers its id. */
  update(body: Omit<Update, 'update_id'> | Readonly<Record<string, unknown>>): number;
  /** The same updates once more, under their old ids. */
  deliverAgain(...updateIds: readonly number[]): void;
}

export function person(world: World): Person {
  const base = (user: number, options: SayOptions): Message => ({
    message_id: world.nextMessageId++,
    from: userOf(user),
    chat: chatOf(world, user, options.group),
    date: seconds(world),
    ...defined({
      message_thread_id: options.topic,
      is_topic_message: options.topic === undefined ? undefined : true,
      forward_origin: options.forward === undefined ? undefined : originOf(world, options.forward),
    }),
    ...replyOf(world, user, options),
  });

  return {
    open: user => void chatOf(world, user),
    say(user, text, options = {}) {
      const entities = [...commandsIn(text), ...(options.entities ?? [])];
      const message = {
        ...base(user, options),
        text,
        ...defined({ entities: entities.length > 0 ? (entities as NonNullable<Message['entities']>) : undefined }),
      };
      enqueue(world, { message } as Omit<Update, 'update_id'>);
      return message;
    },
    edit(message, text) {
      const { entities: _, ...rest } = message;
      const commands = commandsIn(text) as NonNullable<Message['entities']>;
      const written = message.text === undefined ? { caption: text } : { text };
      const edited = {
        ...rest,
        ...written,
        edit_date: seconds(world),
        ...defined({ entities: commands.length > 0 ? commands : undefined }),
      };
      enqueue(world, { edited_message: edited } as Omit<Update, 'update_id'>);
      return edited;
    },
    upload(user, { kind, bytes, name, mediaType, caption, album }, options = {}) {
      const id = `file-${++world.serial}`;
      world.files.set(id, { path: `${kind}s/${id}${/\.\w+$/.exec(name ?? '')?.[0] ?? ''}`, bytes });
      const file = { file_id: id, file_unique_id: `u${id}`, file_size: bytes.length };
      const content =
        kind === 'photo'
          ? [
              { ...file, file_id: `${id}-small`, width: 90, height: 90, file_size: Math.min(900, bytes.length) },
              { ...file, width: 1280, height: 1280 },
            ]
          : {
              ...file,
              file_name: name,
              mime_type: mediaType,
            };
      const message = {
        ...base(user, options),
        [kind]: content,
        ...defined({ caption, media_group_id: album }),
      } as Message;
      enqueue(world, { message } as Omit<Update, 'update_id'>);
      return message;
    },
    send(user, content, options = {}) {
      const message = { ...base(user, options), ...content } as Message;
      enqueue(world, { message } as Omit<Update, 'update_id'>);
      return message;
    },
    deleteTopic: (user, topic) => void world.deletedTopics.add(`${user}/${topic}`),
    press(user, message, button, options = {}) {
      const chosen = message.buttons.find(one => one.text === button || one.data === button);
      const data = options.data ?? chosen?.data;
      if (data === undefined)
        throw new Error(`no button ${button}; there are: ${message.buttons.map(one => one.text).join(', ')}`);
      const id = `query-${++world.serial}`;
      world.queries.set(id, { old: false });
      const shown = wireMessage(world, message);
      const inaccessible = { chat: shown.chat, message_id: shown.message_id, date: 0 as const };
      enqueue(world, {
        callback_query: {
          id,
          from: userOf(user),
          message: options.inaccessible ? inaccessible : shown,
          chat_instance: String(message.chatId),
          data,
        },
      } as Omit<Update, 'update_id'>);
      return id;
    },
    react(user, message, emoji) {
      enqueue(world, {
        message_reaction: {
          chat: world.chats.get(message.chatId)!,
          message_id: message.messageId,
          user: userOf(user),
          date: seconds(world),
          old_reaction: [],
          new_reaction: [{ type: 'emoji', emoji: emoji as '👍' }],
        },
      });
    },
    addBot(user, chat) {
      world.chats.set(chat.id, chat as Chat);
      enqueue(
        world,
        membershipOf(world, user, chat as Chat, ['left', chat.type === 'channel' ? 'administrator' : 'member']),
      );
    },
    block(user, isBlocked = true) {
      if (isBlocked) world.blocked.add(user);
      else world.blocked.delete(user);
      const change = isBlocked ? (['member', 'kicked'] as const) : (['kicked', 'member'] as const);
      enqueue(world, membershipOf(world, user, chatOf(world, user), change));
    },
    pressDraftStop(draft) {
      enqueue(world, {
        stopped_message_generation: {
          chat: world.chats.get(draft.chatId) as Chat.PrivateChat,
          ...defined({ message_thread_id: draft.threadId }),
          draft_id: draft.draftId,
        },
      });
    },
    update: body => enqueue(world, body as Omit<Update, 'update_id'>),
    deliverAgain(...updateIds) {
      for (const id of updateIds) world.queue.push(...world.updates.filter(update => update.update_id === id));
      world.wake();
    },
  };
}

function membershipOf(
  world: World,
  user: number,
  chat: Chat,
  [before, after]: readonly [before: string, after: string],
): Omit<Update, 'update_id'> {
  const member = (status: string) => ({ user: world.bot, status });
  return {
    my_chat_member: {
      chat,
      from: userOf(user),
      date: seconds(world),
      old_chat_member: member(before),
      new_chat_member: member(after),
    },
  } as Omit<Update, 'update_id'>;
}

function userOf(id: number): User {
  return { id, is_bot: false, first_name: `User ${id}`, language_code: 'en' };
}

function chatOf(world: World, user: number, group?: number): Chat {
  const id = group ?? user;
  const chat: Chat =
    group === undefined
      ? { id, type: 'private', first_name: `User ${user}` }
      : { id, type: 'supergroup', title: `Group ${group}` };
  world.chats.set(id, world.chats.get(id) ?? chat);
  return world.chats.get(id)!;
}

function originOf(world: World, forward: string | MessageOrigin): MessageOrigin {
  return typeof forward === 'string'
    ? { type: 'hidden_user', date: seconds(world), sender_user_name: forward }
    : forward;
}

function replyOf(world: World, user: number, { reply, quote, group }: SayOptions): Partial<Message> {
  if (reply === undefined && quote === undefined) return {};
  const original: Message =
    reply === undefined
      ? {
          message_id: world.nextMessageId++,
          from: { ...userOf(900_001), first_name: 'Stranger' },
          chat: chatOf(world, user, group),
          date: seconds(world),
          text: quote!,
        }
      : 'messageId' in reply
        ? wireMessage(world, reply)
        : reply;
  return {
    reply_to_message: { ...original, reply_to_message: undefined } as NonNullable<Message['reply_to_message']>,
    ...defined({ quote: quote === undefined ? undefined : { text: quote, position: 0, is_manual: true as const } }),
  };
}
