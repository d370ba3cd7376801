/**
 * One update, taken: handed to Straylight, answered, or left alone.
 *
 * Only Straylight can hold an update back. It refuses a message by `denied` or `invalid`, which is said in the chat;
 * any other failure of it means "not now". What goes wrong on our own side (an update nobody can read, an answer that
 * cannot be sent) is logged, and the next one is taken: one odd update must not stop all that follow.
 */
import type { Update } from 'grammy/types';
import type { Attachment } from '../../../../domain/conversation/message.ts';
import { mixed } from '../../../../domain/policy/taint.ts';
import type { Failure } from '../../../../domain/supervision/failure.ts';
import { toFailure } from '../../../../domain/supervision/failure.ts';
import { oneLine } from '../../../../domain/text/visible.ts';
import type { Receiver } from '../../../../ports/channel.ts';
import { takeReason } from '../cards/reasons.ts';
import { inward } from '../inward.ts';
import type { Membership } from '../membership.ts';
import type { TelegramTexts } from '../texts.ts';
import type { Fetched } from './files.ts';
import { type Bot, type Intake, type Press, type TelegramFile, telegramIntake } from './intake.ts';
import type { TakeUpdate } from './receiving.ts';

export type TelegramLog = (
  level: 'info' | 'warn' | 'error',
  message: string,
  facts?: Readonly<Record<string, string | number | boolean>>,
) => void;

export interface Taking {
  readonly allowed: ReadonlySet<number>;
  readonly bot: () => Bot;
  readonly texts: TelegramTexts;
  readonly log: TelegramLog;
  /** Says something in a chat, in Markdown; never throws. */
  readonly tell: (chat: string, markdown: string, signal: AbortSignal) => Promise<void>;
  readonly fetchFile: (file: TelegramFile, signal: AbortSignal) => Promise<Fetched>;
  readonly press: (press: Press, signal: AbortSignal) => Promise<Failure | undefined>;
  /** Tells whoever pressed a button that is not his; nobody waits for it. */
  readonly turnAway: (queryId: string, text: string) => void;
  /** Lists what waits for the owner. */
  readonly showWaiting: (chat: string, signal: AbortSignal) => Promise<void>;
  /** Takes a message out of the chat; false where Telegram does not allow it. Never throws. */
  readonly remove: (chat: string, messageId: number, signal: AbortSignal) => Promise<boolean>;
  /** Shows what is not at rest, or with a name that actor. */
  readonly showActors: (chat: string, name: string | undefined, signal: AbortSignal) => Promise<void>;
  /** Shows what turns changed in the workspace, or with a number that turn. */
  readonly showUndo: (chat: string, id: number | undefined, signal: AbortSignal) => Promise<void>;
  readonly membership: Membership;
  readonly isStale: (chat: string, draftId: number) => boolean;
}

export function takeUpdates(receiver: Receiver, parts: Taking): TakeUpdate {
  const { allowed, bot, texts, log, tell, fetchFile, press, turnAway, remove, membership, isStale } = parts;
  const { showWaiting, showActors, showUndo } = parts;
  const strangers = new Set<string>();
  /** The last words of each message, to tell an edit from a change of something else. */
  const lastWords = new Map<string, string>();

  return async (update, signal, others = []) => {
    let intake: Intake;
    let album: readonly Intake[];
    try {
      intake = telegramIntake(update, allowed, bot());
      album = others.map(other => telegramIntake(other, allowed, bot()));
    } catch (error) {
      log('error', 'an update from Telegram could not be read and was left out', {
        update: update.update_id,
        kinds: Object.keys(update).join(' '),
        problem: toFailure(error).message,
      });
      return undefined;
    }
    try {
      return await take(intake, album, update, signal);
    } catch (error) {
      log('error', 'handling an update from Telegram failed on our side; it was left out', {
        update: update.update_id,
        problem: toFailure(error).message,
      });
      return undefined;
    }
  };

  async function take(
    intake: Intake,
    album: readonly Intake[],
    update: Update,
    signal: AbortSignal,
  ): Promise<Failure | undefined> {
    switch (intake.kind) {
      case 'message':
        return takeMessage(
          [intake, ...album.filter(part => part.kind === 'message')],
          String(update.update_id),
          signal,
        );
      case 'command':
        return takeCommand(intake, signal);
      case 'press':
        return press(intake.press, signal);
      case 'foreignPress':
        turnAway(intake.queryId, texts.answers[intake.why]);
        meet(intake.userId, intake.where);
        return undefined;
      case 'reason': {
        const end = await takeReason(intake.reason, intake.userId, receiver, texts);
        if ('failure' in end) return end.failure;
        await tell(intake.chat, end.say, signal);
        return undefined;
      }
      case 'stop': {
        if (isStale(intake.chat, intake.draftId)) return undefined;
        const ended = await inward(() => receiver.abort(intake.chat));
        return 'failure' in ended ? refusedOr(ended.failure, intake.chat, signal) : undefined;
      }
      case 'untaken':
        await tell(intake.chat, texts.notTaken(texts.kinds[intake.what] ?? intake.what), signal);
        return undefined;
      case 'added':
      case 'blocked':
      case 'unblocked':
        return membership.changed(intake, update.update_id, receiver, signal);
      case 'stranger':
        if (meet(intake.userId, intake.where) && intake.group !== undefined)
          await membership.leave(intake.group, signal);
        return undefined;
      case 'nothing':
        return undefined;
    }
  }

  async function takeMessage(parts: readonly Said[], key: string, signal: AbortSignal): Promise<Failure | undefined> {
    const [{ chat, messageId, correction }] = parts as readonly [Said];
    const words = parts.map(part => [`${chat}/${part.messageId}`, wordsOfPart(part)] as const);
    if (correction && words.every(([place, said]) => lastWords.get(place) === said)) return undefined;
    const attachments: Attachment[] = [];
    const missing: { readonly name: string; readonly why: string }[] = [];
    for (const { file } of parts) {
      if (file === undefined) continue;
      const fetched = await fetchFile(file, signal);
      if (signal.aborted) return { kind: 'cancelled', message: 'the channel was stopped before the message was taken' };
      if ('again' in fetched) return fetched.again;
      if ('attachment' in fetched) attachments.push(fetched.attachment);
      else missing.push({ name: oneLine(file.name, 100), why: texts.fileMissing[fetched.missing] });
    }
    const taken = await inward(() =>
      receiver.message({
        ...{ key, chat, taint: parts.map(({ taint }) => taint).reduce(mixed) },
        text: [textOf(parts), ...missing.map(({ why }) => texts.withoutFile(why))].join('\n\n'),
        ...(attachments.length > 0 ? { attachments } : {}),
        ...(correction ? { correction: true } : {}),
      }),
    );
    if ('failure' in taken) {
      if (taken.failure.cause === 'credential') return withoutCredential(taken.failure, chat, messageId, signal);
      return refusedOr(taken.failure, chat, signal);
    }
    for (const [place, said] of words) lastWords.set(place, said);
    for (const oldest of lastWords.keys()) if (lastWords.size > 500) lastWords.delete(oldest);
    // told once it is certain that the message will not come again
    if (taken.value.duplicate) return undefined;
    if (taken.value.note !== undefined) await tell(chat, taken.value.note, signal);
    for (const { name, why } of missing) await tell(chat, texts.fileNotTaken(name, why), signal);
    return undefined;
  }

  async function takeCommand(
    { chat, name, args, edited }: Extract<Intake, { kind: 'command' }>,
    signal: AbortSignal,
  ): Promise<Failure | undefined> {
    if (edited) {
      await tell(chat, texts.editedCommand, signal);
      return undefined;
    }
    if (name === 'approvals' && args === '' && receiver.waiting !== undefined) {
      await showWaiting(chat, signal);
      return undefined;
    }
    if ((name === 'actors' || name === 'actor') && receiver.actors !== undefined) {
      await showActors(chat, name === 'actors' ? undefined : args, signal);
      return undefined;
    }
    if (name === 'undo' && /^([1-9]\d{0,14})?$/.test(args) && receiver.undo !== undefined) {
      await showUndo(chat, args === '' ? undefined : Number(args), signal);
      return undefined;
    }
    const answered = await inward(async () => {
      if (name === 'stop') return (await receiver.abort(chat)) ? texts.stopped : texts.nothingToStop;
      const answer = await receiver.command(name, args, chat);
      return answer ?? (name === 'start' || name === 'help' ? texts.help : texts.unknownCommand(name));
    });
    if ('failure' in answered) return refusedOr(answered.failure, chat, signal);
    await tell(chat, answered.value, signal);
    return undefined;
  }

  /** It is taken out of the chat too, as far as Telegram lets a bot do that: in a private chat, for 48 hours. */
  async function withoutCredential(
    failure: Failure,
    chat: string,
    messageId: number,
    signal: AbortSignal,
  ): Promise<Failure | undefined> {
    const isGone = await remove(chat, messageId, signal);
    await tell(chat, `${texts.refused(failure.message)} ${isGone ? texts.deletedHere : texts.deleteYourself}`, signal);
    return undefined;
  }

  /** A refusal is an answer; anything else means that the update must come again. */
  async function refusedOr(failure: Failure, chat: string, signal: AbortSignal): Promise<Failure | undefined> {
    if (failure.kind !== 'denied' && failure.kind !== 'invalid') return failure;
    await tell(chat, texts.refused(failure.message), signal);
    return undefined;
  }

  /**
   * A stranger hears nothing; his id stands in the log once, so that the owner can let himself in. False: it does
   * already.
   */
  function meet(userId: number | undefined, where: string): boolean {
    const who = `${userId ?? 'nobody'} ${where}`;
    if (strangers.has(who) || strangers.size >= 1000) return false;
    strangers.add(who);
    const own = userId !== undefined && allowed.has(userId);
    log(
      'warn',
      own
        ? 'a message of the owner outside a private chat was left unanswered; only private chats are heard'
        : 'a message from somebody who is not in channels.telegram.allowed_users was left unanswered; if that was you, add the id there',
      { user: userId ?? 0, where },
    );
    return true;
  }
}

type Said = Extract<Intake, { kind: 'message' }>;

function wordsOfPart({ taint, file, text }: Said): string {
  return `${taint} ${file?.key ?? ''} ${text}`;
}

/** What the owner wrote with an album stands under one of its parts, or under several. */
function textOf(parts: readonly Said[]): string {
  const written = parts.filter(({ isWordless }) => !isWordless).map(({ text }) => text);
  if (written.length > 0) return written.join('\n\n');
  return parts.length === 1 ? (parts[0]?.text ?? '') : `[${parts.length} files without words.]`;
}
