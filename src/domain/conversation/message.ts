/** Messages, turns and what they cost. */

import type { Taint } from '../policy/taint.ts';
import { defined } from '../text/json.ts';
import type { ToolRequest } from '../tools/tool.ts';
import type { Body } from './body.ts';

/**
 * Who said it. `notice` is Straylight speaking to the model (a late result, an unknown outcome), never to the owner.
 */
export type Role = 'owner' | 'assistant' | 'tool' | 'notice';

/** A file that came with a message, already in the workspace or stored as a blob. */
export interface Attachment {
  readonly kind: 'image' | 'document';
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  /** Where it lies, from the workspace: `inbox/report-1a2b3c4d.pdf`. */
  readonly path?: string;
  /** base64 of an image small enough to be shown to a model, as a stored text. */
  readonly body?: Body;
  /** What it says, where that is short enough to be read with the message. */
  readonly text?: Body;
  /** Of what its text leaves out, so many characters. */
  readonly left?: number;
  /** Why it is not there, although the message names it. */
  readonly missing?: string;
  /** The kinds of credentials that were found in its text when it came. */
  readonly credentials?: readonly string[];
}

/** One row of a conversation. */
export interface Message {
  readonly id: string;
  readonly session: string;
  readonly turn: string;
  readonly role: Role;
  readonly body: Body;
  readonly taint: Taint;
  readonly at: number;
  /** What an `assistant` message asked for. */
  readonly toolCalls?: readonly ToolRequest[];
  /** What the model of an `assistant` message thought before them, as JSON that its provider wants back unchanged. */
  readonly reasoning?: Body;
  /** Which request a `tool` message answers, the tool's name, and whether it went wrong. */
  readonly callId?: string;
  readonly tool?: string;
  readonly failed?: boolean;
  readonly attachments?: readonly Attachment[];
  /** A word of Straylight to its owner alone: it stands in the conversation, and no model is shown it. */
  readonly isAside?: boolean;
  /** Of a reply, the owner's newest message that its model was shown, where more had come by then. */
  readonly seen?: string;
  /** What its channel calls it. */
  readonly ref?: string;
  /** What is not the owner's is marked in its text (quoted-lines.ts). */
  readonly quotes?: boolean;
  /** A `notice` that says what the owner's next message answers. */
  readonly isQuoted?: boolean;
  /** A `notice` that stands for all that was said before: a summary of it, made by a model. */
  readonly isSummary?: boolean;
}

/** A {@link Message} whose text has been read back from its blob. */
export type ReadMessage = Omit<Message, 'body'> & {
  readonly text: string;
  /** Its conversation was taken back to before it: it is shown as that, and no model is shown it. */
  readonly isSetAside?: boolean;
};

/** How a turn ended, or that it has not. `paused`: no budget was left; it goes on with the owner's next words. */
export type TurnOutcome = 'running' | 'done' | 'failed' | 'cancelled' | 'expired' | 'paused';

/** Tokens of one or more model calls, by kind. Cached tokens are not part of `inputTokens`. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  /** The other side has not counted, so we did, roughly. */
  readonly estimated?: true;
}

/** Of two calls together. */
export function sumOfUsage(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cacheReadTokens: a.cacheReadTokens + b.cacheReadTokens,
    cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
    ...defined({ estimated: a.estimated || b.estimated ? true : undefined }),
  };
}

export const noUsage: Usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
