/** What others may know of a tool call. */

import type { Risk } from '../../domain/approvals/card.ts';
import type { Taint } from '../../domain/policy/taint.ts';
import type { Note } from '../../domain/text/owner-notes.ts';
import { oneLine } from '../../domain/text/visible.ts';
import type { Said } from '../../domain/tools/said/texts.ts';
import { type FrozenCall, isMalformed, type ToolOutcome } from '../../domain/tools/tool.ts';
import type { StoredState } from '../stored.ts';
import type { Context } from './types.ts';

/** Facts of a tool call for its row, its span, and the answers to its approval. */
export interface ToolCallView {
  readonly tool: string | undefined;
  /** The turn that asks for it. */
  readonly turn: string | undefined;
  /** What the model calls it. */
  readonly callId: string | undefined;
  /** The call as it would run; undefined where the model's words made none. */
  readonly call: FrozenCall | undefined;
  /** What it does, in a sentence. */
  readonly doing: string | undefined;
  /** The owner changed it. */
  readonly isRevised: boolean;
  /** How it ended; before that, what it would count as. */
  readonly outcome: ToolOutcome;
  /** What its tool answered, as data; undefined: it answers in words alone, or has not. */
  readonly said: readonly Said[] | undefined;
  /** How it ended without an answer, as data. */
  readonly note: Note | undefined;
  /** The owner had said yes and undid that before it began. */
  readonly isTakenBack: boolean;
  /** Why it failed, in a line; undefined: it did not, or nobody said why. */
  readonly problem: string | undefined;
  /** As it was judged; undefined before that. */
  readonly risk: Risk | undefined;
  /** How far the conversation is trusted that asks for it. */
  readonly taint: Taint;
}

/** The view of a stored tool call. */
export function toolCallView({ context }: StoredState): ToolCallView {
  const {
    call,
    verdict,
    outcome = 'failed',
    taint = 'external',
    turn,
    text,
    said,
    note,
    failed = false,
    isRevised = false,
    isTakenBack = false,
  } = context as Partial<Context>;
  const frozen = call === undefined || isMalformed(call) ? undefined : call;
  return {
    tool: call?.tool,
    turn,
    callId: call?.callId,
    call: frozen,
    doing: frozen?.intent,
    isRevised,
    outcome,
    said,
    note,
    isTakenBack,
    problem: failed && typeof text === 'string' ? firstLine(text) : undefined,
    risk: verdict?.risk,
    taint,
  };
}

/** The first line with words in it. */
function firstLine(text: string): string | undefined {
  const line = text.split('\n').find(one => one.trim() !== '');
  return line && oneLine(line, 300);
}
