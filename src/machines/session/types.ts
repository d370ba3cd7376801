/** What a conversation is given, knows and receives, and what it needs from others. */
import type { LeftOutFrom } from '../../domain/context/evictions.ts';
import type { KeptContext } from '../../domain/context/sent-request.ts';
import type { Body } from '../../domain/conversation/body.ts';
import type { Attachment, Usage } from '../../domain/conversation/message.ts';
import type { Priority } from '../../domain/conversation/turn-terms.ts';
import type { LeftOut } from '../../domain/models/context-limit.ts';
import type { CutReply } from '../../domain/models/cut-reply.ts';
import type { Patience } from '../../domain/models/outage.ts';
import type { Side } from '../../domain/models/route.ts';
import type { Provenance } from '../../domain/policy/provenance.ts';
import type { Taint } from '../../domain/policy/taint.ts';
import type { LetGoTurns } from '../../domain/supervision/admin.ts';
import type { Failure } from '../../domain/supervision/failure.ts';
import type { Language } from '../../domain/text/texts.ts';
import type { ResolvedCall, ToolRequest } from '../../domain/tools/tool.ts';
import type { ToolCallOutput } from '../tool-call/types.ts';

/** How much one turn may do. */
export interface SessionLimits {
  readonly steps: number;
  readonly calls: number;
  readonly errorsInRow: number;
}

/** On what terms a conversation runs. */
export interface SessionInput {
  readonly language: Language;
  readonly limits: SessionLimits;
  /** `continue`: the turn goes on while an approval waits; `block`: it waits too. */
  readonly approvals: 'continue' | 'block';
  readonly approvalExpiresAfterMs: number | null;
  /** It was restarted: the turns that ended so, and what its model and its owner read of that. */
  readonly letGo?: LetGoTurns & { readonly later?: readonly WaitingMessage[] };
}

/**
 * Which model is asked, by its place in line: the first is the one chosen for this session
 * (src/domain/models/route.ts).
 */
export type Route = number;

/** What `recall` gets. */
export interface RecallInput {
  readonly session: string;
  readonly turn: string;
}

/** How many models stand in line, in all and of each side. */
export type ModelCounts = { readonly all: number } & { readonly [side in Side]: number };

/** What `compaction` gets: the conversation whose beginning is to be summarised, and the turn that stays whole. */
export interface CompactionInput {
  readonly session: string;
  readonly turn: string;
  readonly only?: Side;
}

/** null: there was nothing to summarise. */
export interface CompactionOutput {
  readonly summary: {
    readonly text: Body;
    /** The newest message that it stands for, and how many it stands for. */
    readonly upTo: string;
    readonly messages: number;
    /** As far as the least trusted of them. */
    readonly taint: Taint;
  } | null;
}

/** What a turn begins with. */
export interface RecallOutput {
  readonly recalled: readonly string[];
  /** How many models stand in line for this turn; an older version counted no sides. */
  readonly models?: number | ModelCounts;
  /** How long the turn waits where none of them answers; without it it does not. */
  readonly patience?: Patience;
  /** Its messages are to be summarised before its model is asked. */
  readonly isFull?: boolean;
  /** The owner's language as it is set now; it may have been another when the conversation began. */
  readonly language?: Language;
}

/** What `completion` gets. */
export interface CompletionInput {
  readonly session: string;
  readonly turn: string;
  readonly recalled: readonly string[];
  readonly route: Route;
  /** False: the limits of this turn are reached, no tools are offered. */
  readonly tools: boolean;
  /** The owner's newest words, by their message: each message of the owner's gives the conversation a new allotment. */
  readonly allotment?: string;
  /** It has answered with nothing once in this turn, or was held back. */
  readonly emptied?: boolean;
  readonly priority?: Priority;
  /** Only models that run there may answer; places in line are those of that line. */
  readonly only?: Side;
  /** What was said up to this instant does not lower the trust: its owner has looked at it. */
  readonly trustedUntil?: number;
}

/** A model call that is to be taken from the budget. */
export interface SpendRequest {
  readonly turn: string;
  readonly route: Route;
  readonly allotment: string;
  readonly only?: Side;
}

/** What became of it. */
export type SpendOutcome =
  | { readonly turn: string; readonly usage: Usage }
  | { readonly turn: string; readonly failure: Pick<Failure, 'kind' | 'written'> }
  /** It was stopped on the way. */
  | { readonly turn: string; readonly isStopped: true };

/** One model reply, its tool calls already resolved against the toolbox. */
export interface CompletionOutput {
  readonly text: Body;
  readonly empty: boolean;
  readonly requests: readonly ToolRequest[];
  readonly calls: readonly ResolvedCall[];
  /** What it thought before its calls, as JSON for its provider alone. */
  readonly reasoning?: Body;
  readonly stop: 'end' | 'tools' | 'length' | 'refusal';
  readonly usage: Usage;
  /** `provider/model` that answered. */
  readonly model: string;
  /** Is it the model this session was meant to have? */
  readonly chosen: boolean;
  /** How far its text is trusted. */
  readonly taint?: Taint;
  /** How far each of its calls is trusted; an older version trusted all of them as the conversation. */
  readonly trusts?: readonly Provenance[];
  /** A gate has held it back, so it is empty: what the model reads instead. */
  readonly held?: string;
  /** It was cut off before anything of it could be used, or within a call. */
  readonly cut?: CutReply;
  /** What the request held. */
  readonly context?: KeptContext;
  /** What is left out of requests from this one on, where that is not as before. */
  readonly evicted?: LeftOutFrom;
  /** What there was no room for in it. */
  readonly left?: LeftOut;
  /** The owner's newest message in it: what came while the request was prepared may have been read with it. */
  readonly newest?: string;
}

/** What `evaluation` gets: the reply, by its message. */
export interface EvaluationInput {
  readonly session: string;
  readonly turn: string;
  readonly message: string;
}

/** Claims of the reply that the records of this turn do not bear out, a line each. */
export interface EvaluationOutput {
  readonly claims: readonly string[];
  readonly beneath?: Beneath;
  /** May they go back to the model? Of an older version left out: once. */
  readonly again?: boolean;
  /** What the model reads instead of these lines. */
  readonly correction?: string;
  /** Where they do not go back: the verdict for the owner. The turn did not do what it says. */
  readonly refuted?: string;
  /** Models are to look at the reply, too. */
  readonly judge?: true;
}

/** What `judging` gets: the reply, and what the rules have found. */
export interface JudgingInput extends EvaluationInput {
  readonly found: EvaluationOutput;
}

/** For the owner alone, beneath a reply: what it cost, and which part of a budget is used up. */
export interface Beneath {
  readonly notes: readonly string[];
  /** What the turn has cost by now: a line beneath its last reply. Older versions had it among the notes. */
  readonly cost?: string;
  /** What the turn did, where its conversation shows that. */
  readonly steps?: string;
  /** The warnings among them, by the budget they are about. */
  readonly warned: readonly { readonly key: string; readonly percent: number }[];
}

/**
 * A tool call that has not ended. `waiting`: for an approval, and the model has read that. `asking`: for the owner's
 * words.
 */
export interface OpenCall {
  readonly callId: string;
  readonly tool: string;
  /** What it would do, so that of several that wait each result can be recognized. */
  readonly intent: string;
  readonly turn: string;
  readonly state: 'running' | 'approving' | 'waiting' | 'asking';
  /** The message of its question, where it has buttons or is one of several: these and answers to it name it. */
  readonly question?: string;
}

/** The reply that is being looked at. */
export interface Reply {
  readonly message: string;
  readonly text: Body;
  readonly notes: readonly string[];
}

/** What the host adds to every event. */
export type Stamp = { readonly at: number; readonly id: string; readonly from: string };

/** The ends of invoked actors stand among the events, so that they carry the host's stamp like all others. */
export type SessionEvent = Stamp &
  (
    | {
        readonly type: 'message.received';
        readonly messageId: string;
        readonly text: Body;
        readonly taint: Taint;
        /** What is not the owner's is marked in it. */
        readonly quotes?: boolean;
        readonly attachments?: readonly Attachment[];
        readonly correction?: boolean;
        /** What its channel calls it. */
        readonly ref?: string;
        /** What it answers of what was sent to the chat, in words for the model, and how far that is trusted. */
        readonly answers?: { readonly body: Body; readonly taint: Taint; readonly question?: string };
        readonly priority?: Priority;
        readonly deadlineMs?: number;
        readonly only?: Side;
        /** It joins no other turn: it waits until the running one has ended. */
        readonly ownTurn?: boolean;
        /** The conversation it was asked for in, where that is another one. */
        readonly from?: string;
      }
    /** One of the answers that a question offers; it answers that question and no other. */
    | {
        readonly type: 'question.answered';
        readonly question: string;
        readonly messageId: string;
        readonly text: Body;
        readonly taint: Taint;
      }
    /**
     * `written`: what had come of the reply by then, under the id of the message that it was to become. `turn`: it is
     * meant for that turn alone, which may still wait; absent: for the one that runs.
     */
    | {
        readonly type: 'turn.aborted';
        readonly turn?: string;
        readonly written?: { readonly messageId: string; readonly text: Body; readonly taint: Taint };
      }
    /** The owner's word that models work again. */
    | { readonly type: 'models.retried' }
    /** Its owner trusts what it held at an instant. */
    | { readonly type: 'trust.restored'; readonly until: number; readonly by: string }
    /** Its owner wants its beginning summarised. */
    | { readonly type: 'compaction.asked' }
    /** It was for one run of a job, and that has ended. */
    | { readonly type: 'session.closed' }
    | { readonly type: 'turn.expired'; readonly turn: string }
    /** It repeats the same call: its model gets a notice. */
    | { readonly type: 'turn.clarified'; readonly turn: string }
    /** `holds`: its turn waits with it, whatever the settings say. */
    | { readonly type: 'tool.waiting'; readonly childId: string; readonly holds?: true }
    | {
        readonly type: 'owner.asked';
        readonly childId: string;
        readonly question: Body;
        readonly options?: readonly string[];
      }
    | { readonly type: 'xstate.done.actor.call'; readonly actorId: string; readonly output: ToolCallOutput }
    | { readonly type: 'xstate.done.actor.recall'; readonly output: RecallOutput }
    | { readonly type: 'xstate.error.actor.recall'; readonly error: Failure }
    | { readonly type: 'xstate.done.actor.compaction'; readonly output: CompactionOutput }
    | { readonly type: 'xstate.error.actor.compaction'; readonly error: Failure }
    | { readonly type: 'xstate.done.actor.completion'; readonly output: CompletionOutput }
    | { readonly type: 'xstate.error.actor.completion'; readonly error: Failure }
    | { readonly type: 'xstate.done.actor.evaluation'; readonly output: EvaluationOutput }
    | { readonly type: 'xstate.error.actor.evaluation'; readonly error: Failure }
    | { readonly type: 'xstate.done.actor.judging'; readonly output: EvaluationOutput }
    | { readonly type: 'xstate.error.actor.judging'; readonly error: Failure }
  );

/** The event of a type. */
export type Of<Type extends SessionEvent['type']> = Extract<SessionEvent, { readonly type: Type }>;

/** A message that waits for a turn of its own, as it came. */
export type WaitingMessage = Of<'message.received'>;
