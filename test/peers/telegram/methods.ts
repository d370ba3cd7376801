/**
 * The methods of the Bot API that a scripted Telegram speaks, all but getUpdates; each throws the error the real one
 * answers.
 */
import { defined } from '../../../src/domain/text/json.ts';
import { commandsIn, parseHtml, trimmed } from './markup.ts';
import {
  ApiError,
  type Button,
  badRequest,
  type Look,
  type Params,
  type SentMessage,
  seconds,
  type World,
  wireMessage,
} from './world.ts';

export type Method = (world: World, params: Params) => unknown;

const maxText = 4096;
const maxRichText = 32_768;
const maxCaption = 1024;

export const methods: Readonly<Record<string, Method>> = {
  getMe: world => ({
    ...world.bot,
    can_join_groups: false,
    can_read_all_group_messages: false,
    has_topics_enabled: true,
  }),
  setWebhook(world, params) {
    world.webhook = string(params, 'url');
    return true;
  },
  deleteWebhook(world) {
    world.webhook = '';
    return true;
  },
  getWebhookInfo: world => ({
    url: world.webhook,
    has_custom_certificate: false,
    pending_update_count: world.queue.length,
  }),
  setMyCommands(world, params) {
    const commands = structured(params, 'commands');
    if (!Array.isArray(commands)) throw badRequest('commands must be an array');
    for (const { command, description } of commands) {
      if (!/^[a-z0-9_]{1,32}$/.test(command)) throw badRequest('BOT_COMMAND_INVALID');
      if (typeof description !== 'string' || description === '') throw badRequest('BOT_COMMAND_DESCRIPTION_INVALID');
    }
    world.commands = commands;
    return true;
  },
  leaveChat(world, params) {
    const id = chatOf(world, params);
    if (id > 0) throw badRequest("chat member status can't be changed in private chats");
    world.left.add(id);
    return true;
  },
  getMyCommands: world => world.commands,
  sendMessage: (world, params) => send(world, params, 'sendMessage', lookOf(params, string(params, 'text'))),
  sendRichMessage: (world, params) => send(world, params, 'sendRichMessage', richLook(params)),
  sendMessageDraft: (world, params) => draft(world, params, 'sendMessageDraft', draftLook(params)),
  sendRichMessageDraft: (world, params) => draft(world, params, 'sendRichMessageDraft', richLook(params)),
  editMessageText(world, params) {
    const sent = own(world, params, 'message to edit not found');
    const look = params['rich_message'] === undefined ? lookOf(params, string(params, 'text')) : richLook(params);
    return edit(world, sent, look);
  },
  editMessageReplyMarkup(world, params) {
    const sent = own(world, params, 'message to edit not found');
    return edit(world, sent, { ...sent, buttons: buttonsOf(params) });
  },
  deleteMessage(world, params) {
    const id = Number(params['message_id']);
    const ofBot = world.sent.all.some(({ messageId }) => messageId === id);
    // in a private chat a bot may take away what the person wrote, too
    if (!ofBot && chatOf(world, params) > 0 && id > 0 && id < world.nextMessageId) return true;
    return change(world, own(world, params, 'message to delete not found'), { deleted: true });
  },
  answerCallbackQuery(world, params) {
    const id = string(params, 'callback_query_id');
    const text = string(params, 'text');
    if (text.length > 200) throw badRequest('MESSAGE_TOO_LONG');
    const query = world.queries.get(id);
    if (query === undefined || query.old)
      throw badRequest('query is too old and response timeout expired or query ID is invalid');
    query.old = true;
    world.answers.add({ id, text, alert: params['show_alert'] === true || params['show_alert'] === 'true' });
    return true;
  },
  sendChatAction(world, params) {
    const action = string(params, 'action');
    if (!/^(typing|upload_\w+|record_\w+|choose_sticker|find_location)$/.test(action))
      throw badRequest('wrong parameter action in request');
    world.actions.add({ chatId: chatOf(world, params), ...threadOf(world, params), action });
    return true;
  },
  setMessageReaction(world, params) {
    const [first] = (structured(params, 'reaction') ?? []) as { readonly emoji?: string }[];
    const sent = world.sent.all.find(one => one.messageId === Number(params['message_id']));
    if (sent !== undefined) change(world, sent, { reaction: first?.emoji ?? '' });
    return true;
  },
  sendDocument: (world, params) => sendFile(world, params, 'document'),
  sendPhoto: (world, params) => sendFile(world, params, 'photo'),
  sendVoice: (world, params) => sendFile(world, params, 'voice'),
  sendMediaGroup(world, params) {
    const media = structured(params, 'media');
    if (!Array.isArray(media) || media.length < 2 || media.length > 10)
      throw badRequest('media group must have from 2 to 10 items');
    return media.map(item => sendFile(world, { ...params, ...item, [item.type]: item.media }, item.type));
  },
  getFile(world, params) {
    const id = string(params, 'file_id');
    const file = world.files.get(id);
    if (file === undefined) throw badRequest('wrong file_id or the file is temporarily unavailable');
    if (file.bytes.length > 20 * 2 ** 20) throw badRequest('file is too big');
    return { file_id: id, file_unique_id: `u${id}`, file_size: file.bytes.length, file_path: file.path };
  },
  createForumTopic(world, params) {
    chatOf(world, params);
    return { message_thread_id: world.nextThreadId++, name: string(params, 'name'), icon_color: 7322096 };
  },
  editForumTopic(world, params) {
    chatOf(world, params);
    return true;
  },
  pinChatMessage(world, params) {
    return change(world, own(world, params, 'message to pin not found'), { pinned: true });
  },
};

function send(world: World, params: Params, method: string, look: Look, file?: SentMessage['file']): unknown {
  const chatId = chatOf(world, params);
  if (look.text === '' && file === undefined) throw badRequest('message text is empty');
  const sent: SentMessage = {
    ...look,
    method,
    chatId,
    ...threadOf(world, params),
    messageId: world.nextMessageId++,
    date: seconds(world),
    ...defined({ file }),
    history: [],
    deleted: false,
    pinned: false,
    params,
  };
  world.sent.add(sent);
  return wireMessage(world, sent);
}

function draft(world: World, params: Params, method: string, look: Look): true {
  const chatId = chatOf(world, params);
  const draftId = Number(params['draft_id']);
  if (!Number.isInteger(draftId) || draftId === 0) throw badRequest('draft_id must be non-zero');
  if (chatId < 0) throw badRequest('chat must be private');
  world.drafts.add({
    method,
    chatId,
    ...threadOf(world, params),
    draftId,
    text: look.text,
    raw: look.raw,
    canStop: params['can_stop'] === true,
    at: world.now(),
  });
  return true;
}

function sendFile(world: World, params: Params, field: string): unknown {
  const given = params[field];
  const id = typeof given === 'string' && given.startsWith('attach://') ? given.slice('attach://'.length) : undefined;
  const attached = params['attached'] as ReadonlyMap<string, SentMessage['file']> | undefined;
  const file = id === undefined ? undefined : attached?.get(id);
  if (file === undefined) throw badRequest(`there is no ${field} in the request`);
  if (file.bytes.length === 0) throw badRequest('file must be non-empty');
  if (file.bytes.length > 50 * 2 ** 20) throw new ApiError(413, 'Request Entity Too Large');
  if (field === 'photo') mustBePhoto(file.bytes);
  const look = lookOf(params, string(params, 'caption'));
  if (look.text.length > maxCaption) throw badRequest('message caption is too long');
  const method = `send${field[0]!.toUpperCase()}${field.slice(1)}`;
  return send(world, params, method, look, file);
}

/** A picture by its first bytes; of a PNG the sizes count too. */
function mustBePhoto(bytes: Buffer): void {
  const head = bytes.toString('latin1', 0, 12);
  if (!/^(\xff\xd8\xff|\x89PNG|GIF8|RIFF....WEBP)/s.test(head)) throw badRequest('IMAGE_PROCESS_FAILED');
  if (bytes.length > 10 * 2 ** 20) throw badRequest('PHOTO_TOO_BIG');
  if (!head.startsWith('\x89PNG') || bytes.length < 24) return;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  if (width + height > 10_000 || Math.max(width, height) > 20 * Math.min(width, height))
    throw badRequest('PHOTO_INVALID_DIMENSIONS');
}

function edit(world: World, sent: SentMessage, look: Look): unknown {
  if (look.text === '' && sent.file === undefined) throw badRequest('message text is empty');
  const same = (one: Look): string => JSON.stringify([one.text, one.entities, one.buttons]);
  if (same(sent) === same(look))
    throw badRequest(
      'message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
    );
  const { text, raw, entities, buttons } = look;
  const before: Look = { text: sent.text, raw: sent.raw, entities: sent.entities, buttons: sent.buttons };
  change(world, sent, { text, raw, entities, buttons, history: [...sent.history, before] });
  return wireMessage(world, sent);
}

/**
 * Entries are read-only for whoever looks; the world itself mends them in place, so that a held entry stays current.
 */
function change(world: World, sent: SentMessage, more: Partial<SentMessage>): true {
  Object.assign(sent, more);
  world.sent.changed();
  return true;
}

/** A text with its entities, judged as the real server judges it. */
function lookOf(params: Params, raw: string): Look {
  if (!raw.isWellFormed()) throw badRequest('strings must be encoded in UTF-8');
  const mode = string(params, 'parse_mode').toLowerCase();
  if (mode !== '' && mode !== 'html') throw badRequest('unsupported parse_mode');
  const parsed = mode === 'html' ? parseHtml(raw) : { ok: true as const, text: raw, entities: commandsIn(raw) };
  if (!parsed.ok) throw badRequest(parsed.problem);
  if (parsed.text.length > maxText) throw badRequest('message is too long');
  return { ...trimmed(parsed.text, parsed.entities), raw, buttons: buttonsOf(params) };
}

function draftLook(params: Params): Look {
  return lookOf(params, string(params, 'text'));
}

function richLook(params: Params): Look {
  const rich = structured(params, 'rich_message') as Readonly<Record<string, unknown>> | undefined;
  const given = ['html', 'markdown', 'blocks'].filter(field => rich?.[field] !== undefined);
  if (rich === undefined || given.length !== 1)
    throw badRequest('exactly one of html, markdown and blocks must be used');
  const raw = typeof rich[given[0]!] === 'string' ? String(rich[given[0]!]) : JSON.stringify(rich['blocks']);
  if (raw.length > maxRichText) throw badRequest('message is too long');
  return { text: raw.trim(), raw, entities: [], buttons: buttonsOf(params) };
}

function buttonsOf(params: Params): Button[] {
  const markup = structured(params, 'reply_markup') as { readonly inline_keyboard?: unknown } | undefined;
  const rows = markup?.inline_keyboard;
  if (rows === undefined) return [];
  if (!Array.isArray(rows) || !rows.every(Array.isArray)) throw badRequest('object expected as reply markup');
  return rows.flat().map(button => {
    if (typeof button.text !== 'string' || button.text === '')
      throw badRequest('inline keyboard button text must be non-empty');
    const data = button.callback_data;
    if (data === undefined && button.url === undefined)
      throw badRequest('Text buttons are unallowed in the inline keyboard');
    if (data !== undefined && (typeof data !== 'string' || data === '' || Buffer.byteLength(data) > 64))
      throw badRequest('BUTTON_DATA_INVALID');
    if (button.style !== undefined && !['danger', 'success', 'primary'].includes(button.style))
      throw badRequest('BUTTON_STYLE_INVALID');
    return { text: button.text, data, url: button.url, style: button.style };
  });
}

function own(world: World, params: Params, missing: string): SentMessage {
  const chatId = chatOf(world, params);
  const id = Number(params['message_id']);
  const sent = world.sent.all.find(one => one.chatId === chatId && one.messageId === id && !one.deleted);
  if (sent === undefined) throw badRequest(missing);
  return sent;
}

function chatOf(world: World, params: Params): number {
  const id = Number(params['chat_id']);
  if (params['chat_id'] === undefined || !Number.isInteger(id)) throw badRequest('chat_id is empty');
  if (!world.chats.has(id)) throw badRequest('chat not found');
  if (world.blocked.has(id)) throw new ApiError(403, 'Forbidden: bot was blocked by the user');
  return id;
}

function threadOf(world: World, params: Params): { threadId?: number } {
  const id = Number(params['message_thread_id']);
  if (world.deletedTopics.has(`${params['chat_id']}/${id}`)) throw badRequest('message thread not found');
  return params['message_thread_id'] === undefined ? {} : { threadId: id };
}

function string(params: Params, field: string): string {
  const value = params[field];
  if (value === undefined || value === null) return '';
  if (typeof value === 'object') throw new ApiError(400, `Bad Request: field "${field}" must be of type String`);
  return String(value);
}

/** A structured field: an object in a JSON body, JSON text everywhere else. */
function structured(params: Params, field: string): unknown {
  const value = params[field];
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    throw badRequest(`can't parse ${field} JSON object`);
  }
}
