/**
 * What a message holds beside its words: a file, something that can be said in words (a sticker, a place, a contact),
 * or what nobody here can read yet.
 */
import type { Contact, Location, Message, Venue } from 'grammy/types';
import { quotation, type Stated } from '../words.ts';

/** A file that Telegram holds. */
export interface TelegramFile {
  readonly fileId: string;
  /** The same for this file of this message, whenever and however often it is delivered. */
  readonly key: string;
  readonly name: string;
  /** As far as Telegram says. */
  readonly bytes: number | undefined;
}

/** Telegram hands bots nothing larger. */
export const maxFileBytes = 20 * 2 ** 20;

/** The photo in its largest size, a document, a video or a piece of music. */
export function fileIn({ chat, message_id, photo, ...message }: Message): TelegramFile | undefined {
  const largest = photo?.toSorted((a, b) => b.width * b.height - a.width * a.height).at(0);
  const { document, animation, audio } = message;
  // an animation carries a document too, which is the same file
  const video = animation ?? message.video;
  const other = video ?? document ?? audio;
  const file = largest ?? other;
  if (file === undefined) return undefined;
  const kind = largest ? 'photo' : video ? 'video' : document ? 'file' : 'audio';
  const ending = largest ? '.jpg' : (endings[other?.mime_type ?? ''] ?? '');
  return {
    fileId: file.file_id,
    key: `telegram/${chat.id}/${message_id}/${file.file_unique_id}`,
    name: other?.file_name ?? `${kind}-${message_id}${ending}`,
    bytes: file.file_size,
  };
}

/** Of files that have no name of their own. */
const endings: Readonly<Record<string, string>> = {
  'video/mp4': '.mp4',
  'audio/mpeg': '.mp3',
  'audio/mp4': '.m4a',
  'audio/ogg': '.ogg',
};

/**
 * What can be said of it in words. Coordinates and the picture of a sticker are the owner's choice; the name of a place
 * or of a contact was written by somebody else.
 */
export function statedIn({ sticker, venue, location, contact }: Message): Stated | undefined {
  if (sticker !== undefined) return { text: stickerText(sticker.emoji), taint: 'owner' };
  if (venue !== undefined) return venueText(venue);
  if (location !== undefined) return { text: placeText(location), taint: 'owner' };
  return contact && contactText(contact);
}

/** Who made the set chose what stands for it, so only a picture counts. */
function stickerText(emoji: string | undefined): string {
  const isPicture = /^[\p{Emoji_Presentation}\p{Extended_Pictographic}\p{M}\u200d]{1,16}$/u.test(emoji ?? '');
  return isPicture ? `[A sticker: ${emoji}]` : '[A sticker.]';
}

function placeText({ latitude, longitude, live_period: isLive }: Location): string {
  const at = `latitude ${degrees(latitude)}, longitude ${degrees(longitude)}`;
  return isLive === undefined ? `[A location: ${at}.]` : `[A location: ${at}. It is live; only this one is read.]`;
}

/** Throws where it is no number: it could be any text. */
function degrees(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError('expected coordinates to be numbers');
  return value.toFixed(6);
}

function venueText({ location, title, address }: Venue): Stated {
  const at = location === undefined ? [] : [placeText(location)];
  return { text: [...at, quotation('A place', `${title}\n${address}`)].join('\n\n'), taint: 'external' };
}

function contactText({ first_name, last_name, phone_number }: Contact): Stated {
  const name = [first_name, last_name].filter(Boolean).join(' ');
  return { text: quotation('A contact', `${name}\n${phone_number}`), taint: 'external' };
}

/** The field of what is not read yet; undefined: a service message, or nothing at all. */
export function untakenIn(message: Message): string | undefined {
  return untakenKinds.find(kind => message[kind] !== undefined);
}

const untakenKinds = [
  'voice',
  'video_note',
  'poll',
  'dice',
  'game',
  'story',
  'checklist',
  'paid_media',
  'rich_message',
] as const;
