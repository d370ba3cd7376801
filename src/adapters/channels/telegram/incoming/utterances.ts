/**
 * Several messages that were sent as one: an album, a text that Telegram's apps have cut into pieces, a comment with
 * what it passes on, files and the words behind them.
 *
 * They come as updates of their own, in one poll or in the next. Nothing of them is confirmed before all are taken, so
 * a process that dies meanwhile gets all of them again.
 */
import type { Message, Update } from 'grammy/types';
import { isForwarded } from '../words.ts';

/** Telegram puts so many files into one album. */
const mostOfAlbum = 10;
/** Longer is more than a message may hold. */
const mostParts = 60;
/**
 * A message of Telegram holds so many characters. Its apps cut a longer text there, or before: the one for Android at
 * a line or a sentence up to 300 characters before, the one for computers at a paragraph from the half on, the one for
 * iPhones behind the last dot or line, wherever it is.
 */
const fullPiece = 4096;
const leastPiece = 2048;
/** What belongs together was sent within so many seconds. */
const breathSeconds = 2;
/** What is plainly not over has so long to go on. */
const unfinishedMs = 700;

/**
 * The update at this place, and the later ones that were said with it; `isGathered`: not only of its album. What cannot
 * be read stands alone.
 */
export function utteranceFrom(updates: readonly Update[], at: number, isGathered: boolean): readonly Update[] {
  const [first, ...later] = updates.slice(at);
  if (first === undefined) return [];
  try {
    const isOf = (last: Message, next: Message) => isSameAlbum(last, next) || (isGathered && goesWith(last, next));
    return together(first, later, isOf);
  } catch {
    return [first];
  }
}

function together(
  first: Update,
  later: readonly Update[],
  isOf: (last: Message, next: Message) => boolean,
): readonly Update[] {
  const parts = [first];
  for (const update of later) {
    const last = parts.at(-1)?.message;
    if (last === undefined || parts.length >= mostParts) break;
    if (update.message === undefined || placeOf(update.message) !== placeOf(last)) continue;
    if (!isOf(last, update.message)) break;
    parts.push(isCut(last, update.message) ? asText(update) : update);
  }
  return parts;
}

/** How long more of it may come; 0: it is whole. `gatherMs`: what a message has that looks whole. */
export function waitsFor(parts: readonly Update[], gatherMs: number): number {
  const last = parts.at(-1)?.message;
  if (typeof last !== 'object' || last === null) return 0;
  const inAlbum = parts.filter(({ message }) => isSameAlbum(message, last)).length;
  if (inAlbum > 0) return inAlbum >= mostOfAlbum ? gatherMs : unfinishedMs;
  if (gatherMs === 0 || (isOrder(last) && !isPiece(last))) return 0;
  return isPiece(last) || ((isPassedOn(last) || hasFile(last)) && last.caption === undefined)
    ? Math.max(unfinishedMs, gatherMs)
    : gatherMs;
}

/** Were two messages sent in one breath? Then the first waits for the second, so that both have one answer. */
export function isOneBreath(one: Update, other: Update): boolean {
  const [first, second] = [one.message, other.message];
  if (first === undefined || second === undefined || isOrder(first) || isOrder(second)) return false;
  return placeOf(first) === placeOf(second) && Math.abs(second.date - first.date) <= breathSeconds;
}

/** Are these two parts of one text, by their lengths? */
export function isOneText(before: string, after: string): boolean {
  return before.length >= leastPiece || before.length + after.length >= fullPiece;
}

/** What stood between two parts of one text: a blank or a line end, which Telegram takes from the ends of a message. */
export function betweenParts(before: string, after: string): string {
  if (before.length >= fullPiece) return '';
  // a dot within a name or an address
  return before.endsWith('.') && /^[\p{Ll}_]/u.test(after) ? '' : '\n';
}

function goesWith(last: Message, next: Message): boolean {
  if (Math.abs(next.date - last.date) > breathSeconds) return false;
  if (isCut(last, next)) return !isOtherAnswer(last, next) && !isBareCommand(next);
  if (isOrder(last) || isOrder(next)) return false;
  const isPassing = isPassedOn(last) || isPassedOn(next);
  return (isPassing || hasFile(last) || hasFile(next)) && isSaid(last) && isSaid(next);
}

/** The chat, and the topic in it. */
function placeOf({ chat, is_topic_message: isInTopic, message_thread_id: topic }: Message): string {
  return `${chat.id}/${isInTopic ? topic : ''}`;
}

function isSameAlbum(one: Message | undefined, other: Message): boolean {
  return one?.media_group_id !== undefined && one.media_group_id === other.media_group_id;
}

/** A message of text that is so long that it may go on in the next. */
function isPiece(message: Message): boolean {
  return (message.text?.length ?? 0) >= leastPiece && !isPassedOn(message);
}

function isCut(last: Message, next: Message): boolean {
  if (last.text === undefined || next.text === undefined || isPassedOn(last) || isPassedOn(next)) return false;
  return isOneText(last.text, next.text);
}

function isPassedOn(message: Message): boolean {
  return isForwarded(message);
}

/** A command, or an answer to a message of before: it stands alone. */
function isOrder(message: Message): boolean {
  const isCommand = message.entities?.some(({ type, offset }) => type === 'bot_command' && offset === 0) === true;
  return (isCommand && !isPassedOn(message)) || message.reply_to_message !== undefined;
}

/** An answer to another message is no piece of a text; what is cut of an answer may answer the same one, or none. */
function isOtherAnswer(last: Message, next: Message): boolean {
  const answered = next.reply_to_message;
  return answered !== undefined && answered.message_id !== last.reply_to_message?.message_id;
}

/** Nothing but a command: no text is cut to that, but the owner of a wrong one types it. */
function isBareCommand({ text, entities }: Message): boolean {
  return (
    entities?.some(({ type, offset, length }) => type === 'bot_command' && offset === 0 && length === text?.length) ===
    true
  );
}

function hasFile({ photo, document, video, audio, animation }: Message): boolean {
  return [photo, document, video, audio, animation].some(file => file !== undefined);
}

function isSaid(message: Message): boolean {
  return message.text !== undefined || hasFile(message) || isPassedOn(message);
}

/** The middle of a text may begin like a command. */
function asText(update: Update): Update {
  const { message } = update;
  if (message?.entities === undefined) return update;
  const entities = message.entities.filter(({ type, offset }) => type !== 'bot_command' || offset !== 0);
  return { ...update, message: { ...message, entities } } as Update;
}
