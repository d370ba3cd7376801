/**
 * The running system as it is shown: on the page, on the wire and by the command line.
 *
 * Shapes are those of the HTTP protocol; every text in here has passed the redactor. Instants are UTC epoch ms.
 */

import type { ApprovalCard, ApprovalOutcome, Risk } from '../approvals/card.ts';
import type { BudgetOfToday } from '../budget/view.ts';
import type { Waiting } from '../conversation/delivery-line.ts';
import type { Role, Usage } from '../conversation/message.ts';
import type { Form } from '../policy/sentence.ts';
import type { Json } from '../text/json.ts';
import type { ToolOutcome } from '../tools/tool.ts';
import type { JournalRequest } from './journal-request.ts';
import type { Choice, TroubleKind } from './remediation.ts';

/** Whom a token of the page stands for: `owner` may act, `reader` only look. */
export type PageRole = 'owner' | 'reader';

/** One live or finished actor, as a row of the overview.  */
export interface ActorRow {
  readonly id: string;
  readonly kind: string;
  readonly label: string;
  readonly machine: string;
  readonly incarnation: number;
  readonly parent?: string;
  /** A tool call: which call of the conversation it is. */
  readonly callId?: string;
  /** A tool call: what it does, in one sentence. */
  readonly doing?: string;
  /** A tool call that waits for an answer: what its question offers. */
  readonly options?: readonly string[];
  /** XState's state value. */
  readonly value: Json;
  /** The innermost active states, dotted: `thinking.completing`. */
  readonly leaf: string;
  readonly tags: readonly string[];
  readonly status: 'active' | 'done' | 'suspended' | 'quarantined' | 'stopped';
  /** Last step's seq; never goes back. */
  readonly rev: number;
  readonly since: number;
  readonly startedAt: number;
  /** Messages waiting for it. */
  readonly queued: number;
  readonly last?: { readonly type: string; readonly at: number };
  readonly timers: readonly { readonly event: string; readonly at: number }[];
  /** It waits to try again: which try that will be, and when. */
  readonly retry?: { readonly attempt: number; readonly of?: number; readonly nextAt: number };
  /** A conversation that is not trusted any more: by what outside text came into it. */
  readonly distrust?: string;
  /** A conversation: why no model answers, when it is tried again, and until when. */
  readonly waitsFor?: string;
  /** How long its chart says it stays in this leaf, and how long it usually does. */
  readonly expectMs?: number;
  readonly usualMs?: number;
  readonly error?: { readonly message: string; readonly at: number };
}

export interface JournalEntry {
  readonly seq: number;
  readonly at: number;
  readonly event: { readonly type: string; readonly [key: string]: Json | undefined };
  readonly source?: string;
  /** The state it left, dotted; absent where the chart did not move. */
  readonly from?: string;
  /** The innermost states after it, dotted. */
  readonly leaf?: string;
  readonly to: Json;
  /** `[sourceStateId, targetStateId, eventType]` of each microstep. */
  readonly path: readonly (readonly [string, string, string])[];
  /**
   * What the step asked of the host, a line each: `start recall recall session:web:main#2.0`,
   * `send supervisor report.raised`.
   */
  readonly asked?: readonly string[];
  /** The same as objects, for programs. */
  readonly requests?: readonly JournalRequest[];
  readonly hash: string;
  readonly codeHash: string;
}

export interface ChatMessage {
  readonly id: string;
  readonly turn: string;
  readonly role: Role;
  readonly text: string;
  readonly at: number;
  readonly toolCalls?: readonly { readonly callId: string; readonly name: string }[];
  /** A `tool` message: which of the calls it answers. */
  readonly callId?: string;
  readonly tool?: string;
  readonly failed?: boolean;
  /** The files that came with it, or that the call handed to the owner. */
  readonly files?: readonly { readonly name: string; readonly bytes?: number; readonly path?: string }[];
  /** A `tool` message: what the call did, in a sentence; missing where its actor is no longer kept. */
  readonly doing?: string;
  /** The result of a call, whether its answer or told later: how the call ended. */
  readonly outcome?: ToolOutcome;
  /** Its owner had said yes and undid that before it began; its outcome is `denied`. */
  readonly isTakenBack?: boolean;
  /** The conversation was taken back to before it: the agent no longer knows of it. */
  readonly isSetAside?: boolean;
}

/** An approval with its state; `rev` changes whenever the card does. */
export interface ApprovalRow {
  readonly id: string;
  readonly card: ApprovalCard;
  readonly state: 'pending' | ApprovalOutcome;
  readonly rev: number;
  /**
   * It waits behind others and is on no screen yet; its time to answer has not begun. It may be decided all the same.
   */
  readonly queued?: boolean;
  readonly decidedBy?: string;
  readonly decidedAt?: number;
  /** What was said with the decision; `taken back` where a yes was. */
  readonly reason?: string;
}

/** How a finished turn went; also the answer of `ask --json`. */
export interface TurnReport {
  readonly turn: string;
  readonly session: string;
  readonly outcome: string;
  /** What the model said, and nothing else. */
  readonly reply: string;
  /** What stands beneath the reply for the owner: doubts about it, what it cost, that a summary was made. */
  readonly notes: readonly string[];
  readonly usage: Usage;
  readonly toolCalls: readonly { readonly tool: string; readonly outcome: string; readonly ms: number }[];
  readonly waiting: readonly ApprovalRow[];
}

export interface Health {
  readonly status: 'ok' | 'degraded' | 'stopping';
  readonly channels: readonly {
    readonly name: string;
    readonly state: string;
    readonly detail?: string;
    /** Messages that could not be sent yet, and since when the oldest waits; null: not known. */
    readonly waiting?: Waiting;
  }[];
  readonly models: { readonly default: string; readonly detail?: string; readonly said?: Form };
  readonly executor: { readonly kind: string; readonly detail: string; readonly said?: Form };
  readonly actors: { readonly active: number; readonly suspended: number; readonly quarantined: number };
  readonly deadLetters: number;
  /** What came back at the last start, what is unknown and what is quarantined: a sentence each. */
  readonly recovery?: readonly string[];
  readonly version: string;
  readonly uptimeMs: number;
}

export interface StateBatch {
  readonly boot: string;
  /** `boot.seq`: where a stream goes on from here. */
  readonly cursor: string;
  readonly now: number;
  readonly actors: readonly ActorRow[];
  readonly needs: readonly {
    readonly kind: string;
    readonly id: string;
    readonly text: string;
    readonly since: number;
    readonly risk?: Risk;
    /** Undo restores what it changes in the workspace. */
    readonly restoresFiles?: true;
    /** When it is too late. */
    readonly until?: number;
    /** An incident: what may be answered, the mildest first. */
    readonly choices?: readonly Choice[];
    /** An incident: what kind of trouble it is. */
    readonly trouble?: TroubleKind;
    /** An incident: the actor it befell. An approval: the conversation that asks for it. */
    readonly about?: string;
  }[];
  readonly health: Health;
  /** The last steps of all actors, oldest first. */
  readonly recent?: readonly StepLine[];
  readonly budget?: BudgetOfToday;
}

/** One step in short: a line of the event stream, a stroke of an activity strip. */
export interface StepLine {
  readonly actor: string;
  readonly seq: number;
  readonly at: number;
  readonly type: string;
  readonly source?: string;
  /** The state it left, if it moved, and where it stands. */
  readonly from?: string;
  readonly to?: string;
}

/** What a running call has written: its last part, and how much it was altogether, in UTF-16 units. */
export interface CallOutput {
  /** The address of the call. */
  readonly call: string;
  readonly end: number;
  readonly text: string;
}

/** What happens, as it is committed (or, for deltas, as it is typed). */
export type Frame =
  /** Texts of earlier frames are gone: what is kept of them is to be dropped, and read again. */
  | { readonly type: 'forgotten' }
  /** `of`: the id of the row, where the row itself is made when it is read first. */
  | { readonly type: 'row'; readonly of?: string; readonly row: ActorRow }
  | { readonly type: 'gone'; readonly id: string }
  | { readonly type: 'journal'; readonly actor: string; readonly entry: JournalEntry }
  | {
      readonly type: 'delta';
      readonly session: string;
      readonly messageId: string;
      readonly delta: string;
      /** Where it begins in the reply, in UTF-16 units; 0 again where a reply that was cut off is restarted. */
      readonly start?: number;
    }
  /** What a running call has written since the last one, or the end of that. It is not kept after the call. */
  | ({ readonly type: 'progress'; readonly session: string } & CallOutput)
  | { readonly type: 'message'; readonly session: string; readonly message: ChatMessage }
  | { readonly type: 'approval'; readonly approval: ApprovalRow }
  | { readonly type: 'turn'; readonly report: TurnReport }
  | {
      readonly type: 'command';
      readonly commandId: string;
      readonly state: 'done' | 'failed';
      readonly error?: string;
    };
