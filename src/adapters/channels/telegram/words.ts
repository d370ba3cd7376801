/**
 * The words of a message, with what is not the owner's kept apart.
 *
 * Forwarded and quoted text stands in lines that begin with `> `, under a line in brackets that says whose it is; the
 * owner's own words stand free. Every line is marked, so no text can end its own quotation. Any such text makes the
 * message external. So do addresses that lie hidden behind other words: nobody typed them, and they stand below in such
 * lines. An answer to a message of this bot quotes nobody: it only names that message.
 */
import type { Message, MessageEntity, MessageOrigin } from 'grammy/types';
import { type SidedText, sidedText } from '../../../domain/conversation/only.ts';
import { shortQuotation } from '../../../domain/conversation/shortening.ts';
import type { Side } from '../../../domain/models/route.ts';
import type { Taint } from '../../../domain/policy/taint.ts';
import type { AnswersSent } from '../../../ports/channel.ts';

export interface Words {
  readonly text: string;
  readonly taint: Taint;
  /** The owner has put `/local` or `/cloud` before the own words. */
  readonly only?: Side;
  /** They answer a message of this bot. */
  readonly answers?: AnswersSent;
  /** What `text` is made of, where the owner typed it; it may be a part of a longer text. */
  readonly typed?: TypedText;
}

export interface TypedText {
  /** As it was sent. */
  readonly sent: string;
  readonly words: string;
  /** What they answer. */
  readonly answered: readonly string[];
  /** Of links that the words hide. */
  readonly addresses: readonly string[];
}

/** What a message says without words: a sticker, a place, a contact. */
export interface Stated {
  readonly text: string;
  readonly taint: Taint;
}

/** What a quotation may bring along; the middle of a longer one is left out, and that is said. */
const maxQuote = 2000;

/** Text or caption of a message, or what it says without either, with what it forwards or answers to. */
export function wordsOf(message: Message, botId: number, stated?: Stated): Words {
  const own = message.text ?? message.caption ?? stated?.text ?? '';
  const hidden = hiddenAddresses(own, message.entities ?? message.caption_entities ?? []);
  const under = (head: string) => [quotation(head, own), ...linksText(hidden)].join('\n\n');
  if (isForwarded(message)) return { text: under(`Forwarded from ${forwarderOf(message)}`), taint: 'external' };
  if (message.via_bot !== undefined)
    return { text: under(`Sent through the bot ${named(message.via_bot.username)}`), taint: 'external' };

  const answers = answersIn(message, botId);
  const quoted = answers ? undefined : quotedIn(message, botId);
  const said = quoted ? [quotation(`In answer to ${quoted.who}`, shortQuotation(quoted.text, maxQuote))] : [];
  const { text: words, only }: Partial<SidedText> = sidedText(own) ?? { text: own };
  const typed = { sent: own, words, answered: said, addresses: hidden };
  const isOwners = (quoted?.own ?? true) && hidden.length === 0 && stated?.taint !== 'external';
  const taint = isOwners ? 'owner' : 'external';
  return { text: typedText(typed), taint, only, answers, typed: message.text === undefined ? undefined : typed };
}

/** Typed words, with what they answer before them and the addresses of their links below. */
export function typedText({ words, answered, addresses }: TypedText): string {
  return [...answered, words, ...linksText(addresses)].filter(part => part !== '').join('\n\n');
}

function linksText(addresses: readonly string[]): readonly string[] {
  return addresses.length === 0 ? [] : [quotation('Addresses that its links hide', addresses.join('\n'))];
}

/**
 * The message of this bot, in this chat, that is answered. What stands there is ours, so it is no quotation of
 * somebody: Straylight looks up what it said, and how far that is trusted. A quotation by hand has to stand in that
 * message.
 */
function answersIn(message: Message, botId: number): AnswersSent | undefined {
  const { reply_to_message: reply, external_reply: foreign, quote } = message;
  if (reply === undefined || foreign !== undefined || reply.from?.id !== botId || !reply.from.is_bot) return undefined;
  if (isForwarded(reply) || reply.via_bot !== undefined || reply.sender_chat !== undefined) return undefined;
  if (reply.chat?.id !== message.chat.id || !Number.isSafeInteger(reply.message_id)) return undefined;
  const said = reply.text ?? reply.caption ?? '';
  const part = quote?.text ?? said;
  if (typeof part !== 'string' || typeof said !== 'string' || !said.includes(part)) return undefined;
  return { ref: String(reply.message_id), text: part.trim() === '' ? undefined : part };
}

/** What Bot API servers before 7.0 said of a forwarded message in place of its origin. */
interface EarlierForward {
  readonly forward_from?: { readonly first_name?: string; readonly last_name?: string };
  readonly forward_from_chat?: { readonly title?: string };
  readonly forward_sender_name?: string;
}

/** Are these somebody else's words, or may they be? Any field that speaks of forwarding says so. */
export function isForwarded(message: object): boolean {
  return Object.entries(message).some(
    ([field, value]) => /^forward_|^is_automatic_forward$/.test(field) && value !== undefined,
  );
}

function forwarderOf(message: Message & EarlierForward): string {
  if (message.forward_origin !== undefined) return originName(message.forward_origin);
  const { forward_from: from, forward_from_chat: chat, forward_sender_name: sender } = message;
  return named([from?.first_name, from?.last_name].filter(Boolean).join(' ') || chat?.title || sender);
}

function quotedIn(
  message: Message,
  botId: number,
): { readonly who: string; readonly text: string; readonly own: boolean } | undefined {
  const reply = message.reply_to_message;
  const text = message.quote?.text ?? reply?.text ?? reply?.caption;
  if (text === undefined || text.trim() === '') return undefined;
  const foreign = message.external_reply;
  if (foreign !== undefined) return { who: originName(foreign.origin), text, own: false };
  const from = reply?.from;
  const own =
    from !== undefined && from.id === message.from?.id && !isForwarded(reply ?? {}) && reply?.via_bot === undefined;
  const who = own ? 'an earlier message of the owner' : from?.id === botId ? 'the assistant' : named(from?.first_name);
  return { who, text, own };
}

/** Somebody else's text, each line of it marked, under a line that says whose it is. */
export function quotation(head: string, text: string): string {
  const lines = text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/);
  return [`[${head}:]`, ...lines.map(line => `> ${line}`)].join('\n');
}

function originName(origin: MessageOrigin): string {
  switch (origin.type) {
    case 'user':
      return named([origin.sender_user.first_name, origin.sender_user.last_name].filter(Boolean).join(' '));
    case 'hidden_user':
      return named(origin.sender_user_name);
    case 'chat':
      return named('title' in origin.sender_chat ? origin.sender_chat.title : undefined);
    case 'channel':
      return named(origin.chat.title);
    default:
      return named(undefined);
  }
}

/** Anybody may call himself anything: a name is one short quoted word. */
function named(name: string | undefined): string {
  const plain = (name ?? '').replace(/[\p{C}\p{Z}[\]"]+/gu, ' ').trim();
  return plain === '' ? 'somebody' : `"${[...plain].slice(0, 64).join('')}"`;
}

/** The addresses of links that the words do not show. */
function hiddenAddresses(text: string, entities: readonly MessageEntity[]): readonly string[] {
  const hidden = entities.flatMap(entity => {
    if (entity.type !== 'text_link') return [];
    const address = String(entity.url);
    const label = text.slice(entity.offset, entity.offset + entity.length);
    // a label that is an address speaks for itself, whatever else stands in the message
    return (isLikeAddress(label) ? isSame(label, address) : shows(text, address)) ? [] : [address];
  });
  return [...new Set(hidden)];
}

function isLikeAddress(label: string): boolean {
  return /^\s*(?:[a-z][a-z\d+.-]*:\S|[^\s/]+\.[^\s/]{2,}(?:\/\S*)?\s*$)/i.test(label);
}

/** An address is there as a word of its own: as a part of another it is not what is read. */
function shows(text: string, address: string): boolean {
  return text
    .split(/[\s<>()[\]"'“”«»]+/)
    .some(word => isSame(word, address) || isSame(word.replace(/[.,;:!?]+$/, ''), address));
}

function isSame(one: string, address: string): boolean {
  return one.trim().replace(/\/$/, '') === address.replace(/\/$/, '');
}
