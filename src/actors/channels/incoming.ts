/**
 * What comes in from the owner, whatever the channel: messages, answers to questions, a wish to stop. Each is an event
 * to an actor; every promise resolves after the commit. Decisions on approvals have a way of their own
 * (../approvals/decisions.ts).
 */

import { sidedText } from '../../domain/conversation/only.ts';
import { splitQuoted } from '../../domain/conversation/quoted-lines.ts';
import type { TurnTerms } from '../../domain/conversation/turn-terms.ts';
import type { Taint } from '../../domain/policy/taint.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import { texts } from '../../domain/text/texts.ts';
import { sessionView } from '../../machines/session/view.ts';
import { storedState } from '../../machines/stored.ts';
import type { IncomingMessage } from '../../ports/channel.ts';
import type { ActorRecord } from '../../ports/store.ts';
import { checkedMessage } from '../conversation/checked-message.ts';
import { type CredentialGuard, guardedMessage } from '../conversation/guarded-message.ts';
import type { Written } from '../conversation/writing.ts';
import type { ActorCore } from '../core.ts';
import type { ModelLine } from '../models/model-line.ts';
import type { Gatekeeper } from '../tools/gatekeeper.ts';
import type { Answered } from './answered.ts';
import type { Bring } from './bringing.ts';
import { messageRefusals } from './refusal-texts.ts';

export interface Incoming {
  /**
   * `origin` names where the key is unique. Answers the turn the message belongs to; empty while it waits for a
   * suspended session. Rejects with `invalid` where the conversation was stopped: nobody would ever answer.
   */
  message(
    origin: string,
    session: string,
    message: Omit<IncomingMessage, 'chat' | 'answers'> & Terms & { readonly answers?: Answered },
  ): Promise<{
    readonly turn: string;
    readonly duplicate: boolean;
    /** Another message was taken under this key, so this one was not. */
    readonly isOther?: true;
    /** For the owner: what was done to the message before it was kept, and that it waits where everything does. */
    readonly note?: string;
  }>;
  /**
   * One of the answers that a question of the agent offers. Undefined: that question is no longer open; a repeat of the
   * answer that was taken is told so.
   */
  answer(
    origin: string,
    session: string,
    given: { readonly key: string; readonly question: string; readonly text: string; readonly taint: Taint },
  ): Promise<{ readonly note?: string } | undefined>;
  /**
   * Ends the running turn, once under a key, whatever runs by then; with `turn` that one alone, also while it waits for
   * another to end. False: none was running.
   */
  abort(session: string, key?: string, turn?: string): Promise<boolean>;
}

/** On what terms a message is said; `work` names the turn it asks for, `from` the conversation it was asked for in. */
type Terms = TurnTerms & { readonly work?: string; readonly from?: string; readonly ownTurn?: boolean };

/** Longer is no message but a file. */
const mostText = 200_000;

/** What words of the owner pass, and what is known of what they come to. */
export interface Intake extends ActorCore {
  /** What the owner pastes and should not: it passes this before anything else. */
  readonly credentials: CredentialGuard;
  /** What a sender is told while everything waits for the owner; undefined: nothing does. */
  readonly heldBack?: () => string | undefined;
  /** What has come so far of the reply that a conversation writes. */
  readonly writing?: (session: string) => Written | undefined;
  /** The models that could answer a message. */
  readonly models?: Pick<ModelLine, 'names'>;
  /** What a message names of other programs. */
  readonly bring?: Bring;
  /** The gates a message passes before it counts. */
  readonly gates?: Gatekeeper;
}

export function incoming(intake: Intake): Incoming {
  const { system, store, conversation, credentials, gates, heldBack, models, owner } = intake;
  const refusals = messageRefusals[owner.language];
  /** Work that is under way, or about to be, is asked for by the message it was first asked for with. */
  function named(session: string, work: string | undefined, messageId: string): Promise<string> {
    if (work === undefined) return Promise.resolve(messageId);
    return system.perform(() => conversation.claimWork(session, work, messageId));
  }
  /** A message that came before the end is known still, and a repeat of it is told its turn. */
  function refuseWhereOver(session: string, messageId: string): void {
    const { status } = store.actor(session) ?? {};
    if ((status !== 'stopped' && status !== 'done') || conversation.message(messageId)) return;
    throw fault('invalid', refusals.stopped(session));
  }
  return {
    async message(origin, session, given) {
      // what was forwarded is nobody's wish
      const sided = given.taint === 'owner' && !given.only ? sidedText(given.text) : undefined;
      const said = { ...given, ...sided };
      if (said.text.length > mostText) throw fault('invalid', refusals.tooLong(mostText, said.text.length));
      refuseWhereOver(session, `${origin}:${said.key}`);
      const { message, note } = guardedMessage(credentials, session, said);
      const { key, text, taint, quotes, correction, answers, ref } = message;
      const brought = await broughtBy(intake, session, `${origin}:${key}`, message);
      const attachments = brought ? [...(message.attachments ?? []), ...brought.attachments] : message.attachments;
      if (text.trim() === '' && (attachments ?? []).length === 0) throw fault('invalid', refusals.empty);
      const words = gates ? await checkedMessage(gates, { session, taint, text }) : text;
      const { work, priority, deadlineMs, only, from, ownTurn } = said;
      if (only !== undefined && models?.names({ role: 'session', only }, session).length === 0)
        throw fault('invalid', refusals.noModel[only]);
      const messageId = await named(session, work, `${origin}:${key}`);
      const { duplicate } = await system.accept({
        target: session,
        dedupe: messageId,
        event: {
          type: 'message.received',
          messageId,
          text: words,
          taint,
          ...defined({
            quotes: quotes || undefined,
            attachments: attachments && attachments.length > 0 ? attachments : undefined,
            correction: correction || undefined,
            answers,
            ref,
            priority,
            deadlineMs,
            only,
            from,
            ownTurn: ownTurn || undefined,
          }),
        },
      });
      const waits = waitingMessage(intake, session, messageId);
      const taken = conversation.message(messageId) ?? waits;
      if (!duplicate) refuseWhereOver(session, messageId); // it may have been stopped just now
      // work that is asked for again under its name may be asked for in other words
      const isRepeat = duplicate && messageId === `${origin}:${key}`;
      const isOther = isRepeat && taken !== undefined && (taken.text !== words || taken.session !== session);
      const notes = [note, ...(brought?.notes ?? []), waits && refusals.comesAfter, heldBack?.()].filter(
        said => said !== undefined,
      );
      return {
        turn: taken?.turn ?? '',
        duplicate,
        ...defined({ isOther: isOther || undefined, note: notes.length === 0 ? undefined : notes.join(' ') }),
      };
    },
    answer: (origin, session, given) => answer(intake, origin, session, given),
    abort: (session, key, turn) => abort(intake, session, key, turn),
  };
}

/** What the owner's own words name; a message that was taken already has it. */
async function broughtBy(
  { bring, store }: Intake,
  session: string,
  id: string,
  { text, taint, quotes, attachments = [] }: Pick<IncomingMessage, 'text' | 'taint' | 'quotes' | 'attachments'>,
) {
  if (!bring || (taint !== 'owner' && !quotes) || store.wasAccepted(id)) return undefined;
  const own = quotes ? splitQuoted(text).own : text;
  return bring({ id, session, text: own, files: attachments.length });
}

/** A message that waits for a turn of its own, which is known already. */
function waitingMessage({ store, conversation }: Intake, session: string, messageId: string) {
  const row = store.actor(session);
  const later = row ? sessionView(storedState(row.state)).later : [];
  const found = later.find(one => one.messageId === messageId);
  return found && { turn: found.id, text: conversation.read(found.text), session };
}

async function answer(
  { system, conversation, gates, heldBack }: Intake,
  origin: string,
  session: string,
  { key, question, text, taint }: Parameters<Incoming['answer']>[2],
): ReturnType<Incoming['answer']> {
  const words = gates ? await checkedMessage(gates, { session, taint, text }) : text;
  const messageId = `${origin}:${key}`;
  await system.accept({
    target: session,
    dedupe: messageId,
    event: { type: 'question.answered', question, messageId, text: words, taint },
  });
  const note = heldBack?.();
  if (note !== undefined) return { note };
  // a question that is no longer open keeps no answer
  return conversation.message(messageId) && {};
}

async function abort(intake: Intake, session: string, key?: string, turn?: string): Promise<boolean> {
  const { system, store } = intake;
  const dedupe = key === undefined ? undefined : `abort:${key}`;
  // a process that died before it could answer
  if (dedupe !== undefined && store.wasAccepted(dedupe)) return true;
  const row = store.actor(session);
  if (row?.status !== 'active' || row.leaf === 'idle') return false;
  const view = sessionView(storedState(row.state));
  const isRunning = turn === undefined || turn === view.turn;
  if (!isRunning && view.later.every(({ id }) => id !== turn)) return false;
  const written = isRunning ? stoppedReply(intake, row) : undefined;
  const event = { type: 'turn.aborted', ...defined({ written, turn }) };
  await system.accept({ target: session, event, dedupe });
  return true;
}

/** As it is kept. Nobody has said yet whether it repeats text from outside, so with any in sight it counts as such. */
function stoppedReply({ writing, conversation, owner }: Intake, { address, state }: ActorRecord) {
  const written = writing?.(address);
  if (!written) return undefined;
  const { trustedUntil = 0 } = sessionView(storedState(state));
  const taint: Taint = conversation.outside(address, trustedUntil, 1).count > 0 ? 'external' : 'owner';
  return {
    messageId: written.messageId,
    text: `${written.text.trimEnd()}\n\n${texts(owner.language).stoppedHere}`,
    taint,
  };
}

/** The address of a conversation, checked: `session:CHANNEL:CHAT`. Throws `invalid` for anything else. */
export function sessionAddress(text: string): string {
  if (!/^session:[a-z]+:[\w@.~:-]{1,100}$/.test(text))
    throw fault(
      'invalid',
      `a session is named session:CHANNEL:CHAT, the chat with 1 to 100 letters, digits, ".", "-", "_", "~", "@" or ":"; ${JSON.stringify(text.slice(0, 120))} is not`,
    );
  return text;
}
