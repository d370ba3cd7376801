/**
 * One update, taken: handed to Straylight, answered, or left alone.
 *
 * Only Straylight can hold an update back. It refuses a message by `denied` or `invalid`, which is said in the chat;
 * any other failure of it means "not now". What goes wrong on our own side (an update nobody can read, an answer that
 * cannot be sent) is logged, and the next one is taken: one odd update must not stop all that follow.
 */

import type { Update } from 'grammy/types';
import type { CardTexts } from '../../../../domain/approvals/card-texts.ts';
import type { Failure } from '../../../../domain/supervision/failure.ts';
import { toFailure } from '../../../../domain/supervision/failure.ts';
import { defined } from '../../../../domain/text/json.ts';
import type { Receiver } from '../../../../ports/channel.ts';
import { takeReason } from '../cards/reasons.ts';
import type { Allowed } from '../chat.ts';
import type { TelegramLog } from '../log.ts';
import type { Membership } from '../membership.ts';
import { orFailure } from '../or-failure.ts';
import type { Presses } from '../presses/presses.ts';
import { type CommandParts, takeCommands } from './commands.ts';
import { joinedText } from './joined-text.ts';
import { type MessageParts, notTaken, type Said, type TakeMessage, takeMessages } from './messages.ts';
import type { TakeUpdate } from './receiving.ts';
import { answerRefusal } from './refusals.ts';
import { strangers } from './strangers.ts';
import { type Bot, type UpdateMeaning, updateMeaning } from './update-meaning.ts';

export interface Taking extends MessageParts, Omit<CommandParts, keyof Presses> {
  readonly allowed: Allowed;
  readonly bot: () => Bot;
  readonly cards: CardTexts;
  readonly log: TelegramLog;
  readonly presses: Presses;
  readonly membership: Membership;
  readonly isStale: (chat: string, draftId: number) => boolean;
}

/** What an update means, under its own number. */
type Read = UpdateMeaning & { readonly key: string };
type Part = Said & { readonly key: string };
type Utterance = readonly [Part, ...Part[]];

type Report = (problem: string, error: unknown, facts?: Readonly<Record<string, string>>) => void;

export function takeUpdates(receiver: Receiver, parts: Taking): TakeUpdate {
  const { allowed, bot, texts, log, tell, presses, membership, isStale } = parts;
  const takeUtterance = takeUtterances(takeMessages(receiver, parts));
  const takeCommand = takeCommands(receiver, { ...parts, ...presses });
  const { meet } = strangers(allowed, log);

  return async (update, signal, others = []) => {
    const report = (problem: string, error: unknown, facts = {}) =>
      log('error', problem, { update: update.update_id, ...facts, problem: toFailure(error).message });
    const read = readAll(
      [update, ...others],
      one => ({ ...updateMeaning(one, allowed, bot()), key: String(one.update_id) }),
      report,
    );
    try {
      return read && (await take(read[0], read.slice(1), update, signal));
    } catch (error) {
      report('handling an update from Telegram failed on our side; it was left out', error);
      return undefined;
    }
  };

  async function take(
    meaning: Read,
    others: readonly Read[],
    update: Update,
    signal: AbortSignal,
  ): Promise<Failure | undefined> {
    switch (meaning.kind) {
      case 'message':
        return takeUtterance([meaning, ...others.filter(part => part.kind === 'message')], signal);
      case 'command':
        return takeCommand({ ...meaning, args: whole(meaning.args, update, others) }, String(update.update_id), signal);
      case 'press':
        return presses.press(meaning.press, signal);
      case 'foreignPress':
        presses.turnAway(meaning.queryId, texts.taps[meaning.why]);
        meet(meaning.userId, meaning.where);
        return undefined;
      case 'reason': {
        const { text } = meaning.reason;
        const reason = { ...meaning.reason, text: text && whole(text, update, others) };
        const end = await takeReason(reason, meaning.userId, receiver, parts);
        if ('failure' in end) return end.failure;
        await tell(meaning.chat, end.say, signal);
        return undefined;
      }
      case 'stop': {
        if (isStale(meaning.chat, meaning.draftId)) return undefined;
        const ended = await orFailure(() => receiver.abort(meaning.chat, String(update.update_id)));
        return 'failure' in ended ? answerRefusal(ended.failure, meaning.chat, parts, signal) : undefined;
      }
      case 'untaken':
        await tell(meaning.chat, notTaken(meaning.what, texts), signal);
        return undefined;
      case 'added':
      case 'blocked':
      case 'unblocked':
        return membership.changed(meaning, update.update_id, receiver, signal);
      case 'stranger':
        if (meaning.name !== undefined && meaning.group === undefined && meaning.userId !== undefined) {
          const { userId, name, code } = meaning;
          const stranger = { account: String(userId), name, ...defined({ code }) };
          const known = await orFailure(async () => receiver.knock?.(stranger));
          if ('failure' in known) return known.failure;
          if (known.value) {
            await tell(String(userId), texts.paired, signal);
            return undefined;
          }
        }
        if (meet(meaning.userId, meaning.where) && meaning.group !== undefined)
          await membership.leave(meaning.group, signal);
        return undefined;
      case 'nothing':
        return undefined;
    }
  }
}

/** What is said in the first of several pieces, with the others behind it. */
function whole(said: string, { message }: Update, others: readonly Read[]): string {
  const typed = { sent: message?.text ?? '', words: said, answered: [], addresses: [] };
  return joinedText([{ text: said, typed }, ...others.filter(part => part.kind === 'message')]);
}

/** Where a process died before the rest came, less was taken under the first key: the rest is a message of its own. */
function takeUtterances(takeMessage: TakeMessage) {
  return async function takeAll([first, ...more]: Utterance, signal: AbortSignal): Promise<Failure | undefined> {
    for (let count = more.length; count >= 0; count -= 1) {
      const taken = await takeMessage([first, ...more.slice(0, count)], first.key, signal);
      if (taken === 'other' && count > 0) continue;
      if (taken !== undefined && taken !== 'other') return taken;
      const [next, ...rest] = more.slice(count);
      return next === undefined ? undefined : takeAll([next, ...rest], signal);
    }
    return undefined;
  };
}

/** Undefined where the first cannot be read; another that cannot is left out. That is reported. */
function readAll(
  [first, ...others]: readonly [Update, ...Update[]],
  read: (update: Update) => Read,
  report: Report,
): readonly [Read, ...Read[]] | undefined {
  const [head] = readOne(first);
  return head && [head, ...others.flatMap(readOne)];

  function readOne(update: Update): readonly Read[] {
    try {
      return [read(update)];
    } catch (error) {
      const kinds = Object.keys(update).join(' ');
      report('an update from Telegram could not be read and was left out', error, { kinds });
      return [];
    }
  }
}
