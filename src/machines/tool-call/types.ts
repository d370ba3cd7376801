/** What a tool call is given, knows and receives, and what it needs from others. */

import type { Unredeemed } from '../../domain/approvals/grant.ts';
import type { Body } from '../../domain/conversation/body.ts';
import type { Priority } from '../../domain/conversation/turn-terms.ts';
import type { Side } from '../../domain/models/route.ts';
import type { GateVerdict } from '../../domain/policy/gates.ts';
import type { Verdict } from '../../domain/policy/policy.ts';
import type { Sentence } from '../../domain/policy/sentence.ts';
import type { Taint } from '../../domain/policy/taint.ts';
import type { Note } from '../../domain/text/owner-notes.ts';
import type { Language } from '../../domain/text/texts.ts';
import type { Said } from '../../domain/tools/said/texts.ts';
import type { FrozenCall, ResolvedCall, ToolOutcome } from '../../domain/tools/tool.ts';

/** The call, and the conversation it comes from. */
export interface ToolCallInput {
  readonly session: string;
  readonly turn: string;
  /** The name the session's chart gave this child. */
  readonly childId: string;
  readonly call: ResolvedCall;
  readonly taint: Taint;
  /** By what outside text came into its conversation. */
  readonly distrust?: string;
  readonly approvalExpiresAfterMs: number | null;
  /** How urgent its turn is. */
  readonly priority?: Priority;
  /** Only models that run there may read what comes of its turn. */
  readonly only?: Side;
}

/** How it ended, for the conversation that asked. */
export interface ToolCallOutput {
  readonly outcome: ToolOutcome;
  readonly childId: string;
  readonly callId: string;
  readonly tool: string;
  readonly text: Body;
  /** The tool ran and says that it did not work. */
  readonly failed: boolean;
  readonly taint: Taint;
  /** It was stopped while it ran, so part of it may have happened. */
  readonly isCut?: boolean;
  /**
   * It was refused before it ran, or broke off as this process was stopped: no error of the model that asked for it.
   */
  readonly isExcused?: boolean;
}

/** What `precedent` gets: a call that is to be put before the owner. */
export interface PrecedentInput {
  readonly session: string;
  readonly call: FrozenCall;
  readonly risk: Verdict['risk'];
  readonly taint: Taint;
  readonly at: number;
}

/** What is known of a call before its owner is asked, and how that is done now. */
export interface Precedent {
  /** `denied`: this very call was, and the owner has said nothing since; `standing`: a standing approval covers it. */
  readonly kind: 'none' | 'denied' | 'standing';
  /** Of the denial. */
  readonly reason?: string;
  /** The standing approval's id. */
  readonly standing?: string;
  /** A standing approval covers its words, but these files are not what they were when it was given. */
  readonly strayed?: readonly string[];
  readonly undoMs: number;
  readonly language: Language;
}

/** What `redemption` gets: the grant, by its approval, and the call it has to be for. */
export interface RedemptionInput {
  readonly approval: string;
  readonly digest: string;
  readonly at: number;
}

/** May the grant be consumed? */
export interface Redemption {
  readonly problem?: Unredeemed;
}

/** What `revision` gets: a call, and the arguments its owner wants in their place. */
export interface RevisionInput {
  readonly call: FrozenCall;
  readonly arguments: Body;
}

/** The changed call, frozen; or why it is none. */
export type Revision = { readonly call: FrozenCall } | { readonly problem: string };

/** What `execution` and `reading` get: the frozen call and where it came from. */
export interface RunInput {
  readonly session: string;
  readonly turn: string;
  readonly call: FrozenCall;
  /** Address of the tool call: the key of the act. */
  readonly act: string;
  /** How far the conversation is trusted that asks for it; absent in one that was asked for before this was kept. */
  readonly taint?: Taint;
  /** How urgent the turn is. */
  readonly priority?: Priority;
  /** The owner changed it; the model reads that. */
  readonly isRevised?: boolean;
}

/** What `gating` gets: a call that gates are for. */
export interface GatingInput {
  readonly session: string;
  readonly call: FrozenCall;
  readonly taint: Taint;
}

/** What the gates said. `call`: as they would have it, frozen again. */
export interface GatingOutput {
  readonly verdict: GateVerdict;
  readonly reason: Sentence;
  readonly gate: string;
  readonly call?: FrozenCall;
}

/** What a tool call remembers. Stored. */
export interface Context {
  readonly address: string;
  readonly session: string;
  readonly turn: string;
  readonly childId: string;
  readonly call: ResolvedCall;
  readonly taint: Taint;
  readonly distrust?: string;
  readonly verdict: Verdict | null;
  /** What the gates said, once they were asked. */
  readonly gate: Pick<GatingOutput, 'verdict' | 'reason'> | null;
  readonly approvalExpiresAfterMs: number | null;
  readonly priority?: Priority;
  readonly only?: Side;
  readonly precedent: Precedent;
  /** The approval that was granted. */
  readonly approval: string | null;
  readonly startedAt: number;
  readonly outcome: ToolOutcome;
  readonly text: Body;
  /** The same as data, for the owner: what its tool answered, or how it ended without an answer. */
  readonly said?: readonly Said[];
  readonly note?: Note;
  readonly failed: boolean;
  /** It was stopped while it ran; its end is waited for. */
  readonly isStopping: boolean;
  /** It was to run, and nothing of it ran. */
  readonly isUnrun?: boolean;
  readonly isExcused?: boolean;
  /** What was to run, or the yes to it, is not what was recorded: somebody has written to the record. */
  readonly isAltered?: boolean;
  /** What was not as it had been judged and allowed, so that nothing ran. */
  readonly changed?: readonly string[];
  /** The owner had said yes and undid that before it began. */
  readonly isTakenBack?: boolean;
  /** The owner changed it. */
  readonly isRevised?: boolean;
  /** It was restarted after its act had begun. */
  readonly hasActed?: boolean;
}

/** What may come to a tool call. */
export type ToolCallEvent =
  | { readonly type: 'owner.answered'; readonly text: Body; readonly taint: Taint; readonly at: number }
  /** The agent that works on it asks the owner something. */
  | { readonly type: 'owner.asked'; readonly question: Body; readonly options?: readonly string[]; readonly at: number }
  | { readonly type: 'tool.cancelled'; readonly at: number };

/** How a call ended, as the action `settle` takes it. */
export type Settled = Pick<Context, 'outcome' | 'text' | 'failed'> &
  Partial<Pick<Context, 'said' | 'note' | 'taint' | 'isUnrun' | 'isExcused' | 'isAltered' | 'isTakenBack' | 'changed'>>;
