/**
 * Port: one way to talk with the owner.
 *
 * The contract (test/contracts/channel.ts):
 * - Nothing is acknowledged outside before the receiver's promise resolved: only then is it committed.
 * - A redelivered update carries the same `key`, so taking it twice changes nothing.
 * - Only the owner's accounts are heard; a stranger gets no answer, his id stands in the log.
 * - `parts` is pure: the same text gives the same parts, so a half-sent message goes on at the part it stopped at.
 * - `send` and `ask` are not idempotent and never retried by the adapter. 429 is `unavailable` with `retryAfterMs`; a
 *   dead network
 *   `unavailable`; a wrong token `denied`; a second poller `unavailable` with cause `conflict`; an owner who has
 *   blocked us `unavailable`; a chat that is gone `invalid`; where the request may have arrived `unknown`. Only
 *   `invalid` is said of the content, and so final.
 * - `sendFile` is as `send`: never retried, 429 and lost answers told alike. A file the channel cannot carry is
 *   `invalid`, with the limit.
 * - A preview may be lost, late or refused; nothing ever depends on it, and it never throws.
 */

import type { AskFor } from '../api/client/client.ts';
import type { ApprovalCard, CardEnd } from '../domain/approvals/card.ts';
import type { Asks } from '../domain/conversation/asks.ts';
import type { Attachment } from '../domain/conversation/message.ts';
import type { Side } from '../domain/models/route.ts';
import type { Taint } from '../domain/policy/taint.ts';

/** Something the owner said. */
export interface IncomingMessage {
  /** Unique for ever within the channel: an update id, a client's message id. */
  readonly key: string;
  /** The conversation within the channel: `42`, in a topic `42:7`, in a terminal `main`. */
  readonly chat: string;
  readonly text: string;
  readonly taint: Taint;
  /** What is not the owner's is marked in the text (src/domain/conversation/quoted-lines.ts); all else is. */
  readonly quotes?: boolean;
  readonly attachments?: readonly Attachment[];
  /** It replaces what was said before (an edited message). */
  readonly correction?: boolean;
  /** Only models that run there may answer it; a text `/local WORDS` that is trusted says so by itself. */
  readonly only?: Side;
  /** What the channel calls it, where the channel marks it in the chat. */
  readonly ref?: string;
  /** It answers a message that we have sent to this chat. */
  readonly answers?: AnswersSent;
}

/**
 * A message of ours that is answered, by its `ref`, and the part of it that the owner sees above his answer. What it says
 * is read from our own records, and so is how far it is trusted: `text` only says which part is meant.
 */
export interface AnswersSent {
  readonly ref: string;
  readonly text?: string;
}

/** A pressed option of a question that was sent to a chat as `ref`; counted from 0. `key` as that of a message. */
export interface GivenOption {
  readonly key: string;
  readonly chat: string;
  readonly ref: string;
  readonly option: number;
}

/** A message of the owner that was taken before this start, by its `ref`. */
export interface TakenBefore {
  readonly chat: string;
  readonly ref: string;
  /** Its turn has ended meanwhile. */
  readonly isOver: boolean;
}

/** What a channel hands to the agent; compose.ts makes it. Every promise resolves after the commit. */
export interface Receiver {
  /**
   * `duplicate` when this key was taken before; `note` is for the owner, said in the chat. Throws `Fault` (`denied`)
   * where the message itself is refused; with the cause `credential` it should not stay in the chat either.
   */
  message(
    message: IncomingMessage,
  ): Promise<{ readonly duplicate: boolean; readonly isOther?: true; readonly note?: string }>;
  /** Messages with a `ref` whose turn an earlier process left open: it goes on, or has ended since. */
  takenBefore?(): Promise<readonly TakenBefore[]>;
  /**
   * Answers a question of the agent by one of the options under it, once. Undefined: it has its answer already, or needs
   * none any more; `sending`: the message may be one whose sending has not ended yet. `text`: the option; `note` is for
   * the owner.
   */
  answer?(given: GivenOption): Promise<{ readonly text: string; readonly note?: string } | 'sending' | undefined>;
  /**
   * Ends the running turn of that chat, as a stop button does; what comes again under its key ends no other one. False:
   * nothing was running.
   */
  abort(chat: string, key?: string): Promise<boolean>;
  /**
   * Tells the owner on every channel what befell this one; `key`: what was told under it is not told again. No model is
   * shown it, since it may quote a stranger.
   */
  notify?(key: string, text: string): Promise<void>;
  /**
   * Somebody who is not the owner wrote, with what stood behind `/start`. True: that was the owner's code, and the account
   * is the owner's from now on. Strangers are answered nothing.
   */
  knock?(stranger: { readonly account: string; readonly name: string; readonly code?: string }): Promise<boolean>;
  /**
   * A slash command that is no message to the agent (`status`); the answer is shown at once. Undefined: not known. What
   * comes again under its key, after a crash, is answered and not done again: it is the same task, the same goal, the
   * same run of a job.
   */
  command(name: string, args: string, chat: string, key: string): Promise<string | undefined>;
  /** All else an owner can ask or do: an operation by its name. Rejects as the operation does. */
  readonly ask: AskFor<Asker>;
}

/** Who asks for an operation. */
export interface Asker {
  /** An account of the channel (`telegram:42`), or the channel itself. */
  readonly by: string;
  /** An act is done once under this name, however often it is delivered. */
  readonly act?: string;
  /** Where it is asked. */
  readonly chat?: string;
}

/** One message as the channel can carry it. `kind: 'file'`: too long for messages, sent as a document. */
export interface Part {
  readonly kind: 'text' | 'file';
  /** Already in the channel's own format. */
  readonly body: string;
}

/** A file of the agent's own folders on its way to the owner. */
export interface OutgoingFile {
  readonly name: string;
  /** What its first bytes say it is. */
  readonly mediaType: string;
  readonly bytes: number;
  /** Where it lies on this machine. */
  readonly path: string;
  readonly caption?: string;
  /** What it holds, from the beginning each time it is asked. */
  content(): AsyncIterable<Uint8Array>;
}

/** A tool call that runs. */
export interface RunningCall {
  /** What it does, in one sentence. */
  readonly what: string;
  /** Since when it runs. */
  readonly since: number;
  /** The last line it wrote. */
  readonly output?: string;
}

export interface Channel {
  /** The second word of a session's address: `telegram`, `terminal`, `web`. */
  readonly name: string;
  /** Proves that the other side answers and knows us. Answers who we are there, for the owner. */
  connect(signal: AbortSignal): Promise<{ readonly identity: string }>;
  /**
   * Receives until the connection is lost, then throws; ends quietly on abort, and never before. One that returns by
   * itself counts as lost, and is tried again after a pause.
   */
  receive(receiver: Receiver, signal: AbortSignal): Promise<void>;
  /** How a reply in Markdown becomes messages here; at least one. */
  parts(markdown: string): readonly Part[];
  /**
   * Sends one part; `ref` names the sent message for edits. `repeat`: it may be there already, and says so. `since`: it
   * has waited since that instant, and says so. `asks`: the owner may answer it, by a button where the channel has
   * some.
   */
  send(
    chat: string,
    part: Part,
    options: {
      readonly repeat: boolean;
      readonly since?: number;
      readonly asks?: Asks;
      readonly signal: AbortSignal;
    },
  ): Promise<{ readonly ref: string }>;
  /**
   * Puts a file before the owner. `note`: what the owner has to be told beside it, for the model. A channel without
   * this carries no files.
   */
  sendFile?(
    chat: string,
    file: OutgoingFile,
    options: { readonly signal: AbortSignal },
  ): Promise<{ readonly ref: string; readonly note?: string }>;
  /** Chats where the owner's approvals are put. Empty: nobody can be asked here. */
  readonly ownerChats: readonly string[];
  /** Shows a card with its buttons. */
  ask(chat: string, card: ApprovalCard, signal: AbortSignal): Promise<{ readonly ref: string }>;
  /**
   * Takes the buttons off a shown card and writes the outcome beneath; doing it twice looks like once. A yes that may
   * still be taken back (the card's `undoUntil`) leaves a button for that, and is settled again when it has begun or
   * was taken back.
   */
  settle(
    chat: string,
    ref: string,
    card: ApprovalCard,
    outcome: CardEnd,
    by: string | undefined,
    signal: AbortSignal,
  ): Promise<void>;
  /**
   * The reply so far while it is being written, and the tools that run now; `undefined`: it is finished or gone. Never
   * throws, may drop what comes too fast.
   */
  preview(chat: string, turn: string, text: string | undefined, running?: readonly RunningCall[]): void;
  close(): Promise<void>;
}
