/**
 * Messages of the owner: handed to Straylight with their files, edits only where the words have changed.
 *
 * What was said as one is one message, whatever it was cut into. A file that Telegram does not hand out is left out,
 * and both the model and the owner are told.
 */
import { dropOldest } from '../../../../domain/collections/drop-oldest.ts';
import type { Attachment } from '../../../../domain/conversation/message.ts';
import { stricter } from '../../../../domain/conversation/turn-terms.ts';
import { mixed } from '../../../../domain/policy/taint.ts';
import type { Failure } from '../../../../domain/supervision/failure.ts';
import { oneLine } from '../../../../domain/text/visible.ts';
import type { Receiver } from '../../../../ports/channel.ts';
import { orFailure } from '../or-failure.ts';
import type { TelegramTexts } from '../texts.ts';
import type { TelegramFile } from './content.ts';
import type { Fetched } from './files.ts';
import { joinedText } from './joined-text.ts';
import { type Answering, answerRefusal } from './refusals.ts';
import type { UpdateMeaning } from './update-meaning.ts';

export interface MessageParts extends Answering {
  readonly fetchFile: (file: TelegramFile, signal: AbortSignal) => Promise<Fetched>;
  /** Acknowledges a message that is kept. */
  readonly seen: (chat: string, messageId: number) => void;
  /** Takes a message out of the chat; false where Telegram does not allow it. Never throws. */
  readonly remove: (chat: string, messageId: number, signal: AbortSignal) => Promise<boolean>;
}

/**
 * Takes a message, or the parts of one. A failure: the update has to come again; `other`: another message was taken
 * under this key.
 */
export type TakeMessage = (
  parts: readonly [Said, ...Said[]],
  key: string,
  signal: AbortSignal,
) => Promise<Failure | 'other' | undefined>;

/** One message as it was read. */
export type Said = Extract<UpdateMeaning, { kind: 'message' }>;

/** The words of so many messages are remembered. */
const mostWords = 500;

export function takeMessages(receiver: Receiver, { texts, tell, fetchFile, remove, seen }: MessageParts): TakeMessage {
  /** The last words of each message, to tell an edit from a change of something else. */
  const lastWords = new Map<string, string>();

  return async (parts, key, signal) => {
    const [{ chat, messageId, correction, answers }] = parts;
    const words = parts.map(part => [`${chat}/${part.messageId}`, wordsOfPart(part)] as const);
    if (correction && words.every(([place, said]) => lastWords.get(place) === said)) return undefined;
    const files = await fetchAll(parts, signal);
    if ('again' in files) return files.again;
    const { attachments, missing } = files;
    const untaken = parts.flatMap(part => part.untaken ?? []);
    const unread = untaken.map(kind => texts.withoutKind(texts.kinds[kind] ?? kind));
    const only = parts.map(part => part.only).reduce(stricter);
    const taint = parts.map(part => part.taint).reduce(mixed);
    const taken = await orFailure(() =>
      receiver.message({
        key,
        chat,
        taint,
        quotes: taint === 'external' ? true : undefined,
        text: [textOf(parts), ...missing.map(({ why }) => texts.withoutFile(why)), ...unread].join('\n\n'),
        attachments: attachments.length > 0 ? attachments : undefined,
        correction: correction ? true : undefined,
        only,
        answers,
        ref: String(messageId),
      }),
    );
    if ('failure' in taken) {
      if (taken.failure.cause === 'credential') return removeCredential(taken.failure, chat, messageId, signal);
      return answerRefusal(taken.failure, chat, { texts, tell }, signal);
    }
    for (const [place, said] of words) lastWords.set(place, said);
    dropOldest(lastWords, mostWords);
    // said once it is certain that the message will not come again
    if (taken.value.duplicate) return taken.value.isOther ? 'other' : undefined;
    seen(chat, messageId);
    if (taken.value.note !== undefined) await tell(chat, taken.value.note, signal);
    for (const kind of untaken) await tell(chat, notTaken(kind, texts), signal);
    const hasWords = parts.some(({ isWordless }) => !isWordless);
    for (const { name, why } of missing) await tell(chat, texts.fileNotTaken(name, why, hasWords), signal);
    return undefined;
  };

  /** The files of all parts, and what is missing. */
  async function fetchAll(parts: readonly Said[], signal: AbortSignal) {
    const attachments: Attachment[] = [];
    const missing: { readonly name: string; readonly why: string }[] = [];
    for (const { file } of parts) {
      if (file === undefined) continue;
      const fetched = await fetchFile(file, signal);
      if (signal.aborted)
        return {
          again: { kind: 'cancelled', message: 'the channel was stopped before the message was taken' } as const,
        };
      if ('again' in fetched) return fetched;
      if ('attachment' in fetched) attachments.push(fetched.attachment);
      else missing.push({ name: oneLine(file.name, 100), why: texts.fileMissing[fetched.missing] });
    }
    return { attachments, missing };
  }

  /** It is taken out of the chat too, as far as Telegram lets a bot do that: in a private chat, for 48 hours. */
  async function removeCredential(
    failure: Failure,
    chat: string,
    messageId: number,
    signal: AbortSignal,
  ): Promise<Failure | undefined> {
    const isGone = await remove(chat, messageId, signal);
    await tell(chat, `${texts.refused(failure.message)} ${isGone ? texts.deletedHere : texts.deleteYourself}`, signal);
    return undefined;
  }
}

/** What is said of content that is not read yet. */
export function notTaken(kind: string, texts: TelegramTexts): string {
  return isSpoken(kind) ? texts.noSpeech : texts.notTaken(texts.kinds[kind] ?? kind);
}

function isSpoken(kind: string): boolean {
  return kind === 'voice' || kind === 'video_note';
}

function wordsOfPart({ taint, file, text }: Said): string {
  return `${taint} ${file?.key ?? ''} ${text}`;
}

/** What the owner wrote with files stands under one of them, or under several, or behind them. */
function textOf(parts: readonly Said[]): string {
  const written = parts.filter(({ isWordless }) => !isWordless);
  if (written.length > 0) return joinedText(written);
  return parts.length === 1 ? (parts[0]?.text ?? '') : `[${parts.length} files without words.]`;
}
