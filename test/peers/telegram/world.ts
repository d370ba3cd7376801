/**
 * What a scripted Telegram knows: chats, messages, drafts, files and the queue of updates; in the Bot API's own shapes.
 */

import type { Chat, Message, MessageEntity, Update, User } from 'grammy/types';
import { defined } from '../../../src/domain/text/json.ts';
import type { Entity } from './markup.ts';
import { type OpenRecords, records } from './records.ts';

export interface Button {
  readonly text: string;
  readonly data?: string;
  readonly url?: string;
  readonly style?: string;
}

/** How a message of the bot looks, or looked. `raw` is the text as it was sent, before its entities were read. */
export interface Look {
  readonly text: string;
  readonly raw: string;
  readonly entities: readonly Entity[];
  readonly buttons: readonly Button[];
}

/** A message the bot sent. `history` holds its earlier looks, oldest first. */
export interface SentMessage extends Look {
  readonly method: string;
  readonly chatId: number;
  readonly threadId?: number;
  readonly messageId: number;
  /** Seconds, as on the wire. */
  readonly date: number;
  readonly file?: { readonly name: string; readonly bytes: Buffer };
  readonly history: readonly Look[];
  readonly deleted: boolean;
  readonly pinned: boolean;
  readonly reaction?: string;
  /** Every field of the call that sent it. */
  readonly params: Params;
}

export interface Draft {
  readonly method: string;
  readonly chatId: number;
  readonly threadId?: number;
  readonly draftId: number;
  readonly text: string;
  readonly raw: string;
  readonly canStop: boolean;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface CallbackAnswer {
  readonly id: string;
  readonly text: string;
  readonly alert: boolean;
}

export interface Poll {
  readonly offset?: number;
  readonly timeout: number;
  readonly limit: number;
  /** How it ended, once it has; `delivered` names the updates it carried. */
  readonly end?: 'answered' | 'conflict' | 'gone';
  readonly delivered: readonly number[];
}

/** The fields of one call; files of a multipart body are `File`s in `attached`. */
export type Params = Readonly<Record<string, unknown>>;

export interface Call {
  readonly method: string;
  readonly params: Params;
  readonly at: number;
}

export interface Download {
  readonly path: string;
  readonly at: number;
}

export interface StoredFile {
  readonly path: string;
  readonly bytes: Buffer;
}

export interface World {
  readonly bot: User & { readonly username: string };
  readonly chats: Map<number, Chat>;
  readonly sent: OpenRecords<SentMessage>;
  readonly drafts: OpenRecords<Draft>;
  readonly answers: OpenRecords<CallbackAnswer>;
  readonly actions: OpenRecords<{ readonly chatId: number; readonly threadId?: number; readonly action: string }>;
  readonly polls: OpenRecords<Poll>;
  readonly calls: OpenRecords<Call>;
  readonly downloads: OpenRecords<Download>;
  readonly files: Map<string, StoredFile>;
  /** Callback queries by id; `old` ones can no longer be answered. */
  readonly queries: Map<string, { old: boolean }>;
  /** Chats the bot has left, in order. */
  readonly left: OpenRecords<number>;
  /** Accounts that have blocked the bot. */
  readonly blocked: Set<number>;
  /** `CHAT/TOPIC`. */
  readonly deletedTopics: Set<string>;
  /** Not yet confirmed, oldest first. */
  queue: Update[];
  /** Every update that was ever made. */
  readonly updates: Update[];
  allowedUpdates: readonly string[] | undefined;
  webhook: string;
  commands: readonly unknown[];
  nextUpdateId: number;
  nextMessageId: number;
  nextThreadId: number;
  serial: number;
  /** Called when the queue has grown. */
  wake: () => void;
  now(): number;
}

export function newWorld(bot: World['bot'], now: () => number): World {
  return {
    bot,
    chats: new Map(),
    sent: records('message of the bot'),
    drafts: records('draft'),
    answers: records('callback answer'),
    actions: records('chat action'),
    polls: records('poll'),
    calls: records('call'),
    downloads: records('download'),
    files: new Map(),
    queries: new Map(),
    left: records('chat that was left'),
    blocked: new Set(),
    deletedTopics: new Set(),
    queue: [],
    updates: [],
    allowedUpdates: undefined,
    webhook: '',
    commands: [],
    nextUpdateId: 7_000_001,
    nextMessageId: 1,
    nextThreadId: 5,
    serial: 0,
    wake: () => {},
    now,
  };
}

/** The error that the Bot API answers with. */
export class ApiError extends Error {
  readonly code: number;
  readonly parameters: Readonly<Record<string, unknown>> | undefined;
  constructor(code: number, description: string, parameters?: Readonly<Record<string, unknown>>) {
    super(description);
    this.code = code;
    this.parameters = parameters;
  }
}

export function badRequest(what: string): ApiError {
  return new ApiError(400, `Bad Request: ${what}`);
}

const unasked = ['chat_member', 'message_reaction', 'message_reaction_count'];

/** Queues an update, if its kind is wanted; answers its id. */
export function enqueue(world: World, body: Omit<Update, 'update_id'>): number {
  const update: Update = { update_id: world.nextUpdateId++, ...body };
  world.updates.push(update);
  const kind = Object.keys(body)[0] ?? '';
  const wanted = world.allowedUpdates?.length ? world.allowedUpdates.includes(kind) : !unasked.includes(kind);
  if (wanted) world.queue.push(update);
  if (wanted) world.wake();
  return update.update_id;
}

/** A message of the bot as the Bot API shows it. */
export function wireMessage(world: World, sent: SentMessage): Message {
  const chat = world.chats.get(sent.chatId)!;
  const textual = sent.file === undefined;
  const entities = sent.entities.length > 0 ? (sent.entities as MessageEntity[]) : undefined;
  const words = textual ? { text: sent.text } : sent.text === '' ? {} : { caption: sent.text };
  const marks = entities === undefined ? {} : textual ? { entities } : { caption_entities: entities };
  const file = sent.file === undefined ? {} : fileField(sent, sent.file);
  return {
    message_id: sent.messageId,
    from: world.bot,
    chat,
    date: sent.date,
    ...defined({
      message_thread_id: sent.threadId,
      is_topic_message: sent.threadId === undefined ? undefined : true,
      edit_date: sent.history.length > 0 ? seconds(world) : undefined,
    }),
    ...words,
    ...marks,
    ...file,
    ...defined({
      reply_markup:
        sent.buttons.length === 0
          ? undefined
          : {
              inline_keyboard: [
                sent.buttons.map(({ text, data, url }) =>
                  url === undefined ? { text, callback_data: data ?? '' } : { text, url },
                ),
              ],
            },
    }),
  };
}

function fileField(sent: SentMessage, { name, bytes }: NonNullable<SentMessage['file']>): Partial<Message> {
  const file = { file_id: `sent-${sent.messageId}`, file_unique_id: `u${sent.messageId}`, file_size: bytes.length };
  if (sent.method === 'sendPhoto') return { photo: [{ ...file, width: 1280, height: 1280 }] };
  return { document: { ...file, file_name: name } };
}

export function seconds(world: World): number {
  return Math.floor(world.now() / 1000);
}
