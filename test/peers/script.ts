/**
 * What a scripted model says, turn by turn, in one format for every wire.
 *
 * A script is a list of turns played in the order of the requests, or a function that answers whatever was asked.
 */

import type { Usage } from '../../src/domain/conversation/message.ts';
import type { JsonObject } from '../../src/domain/text/json.ts';

const contextMark = '[Straylight] Context of this request';

/** The words of a message apart from the instructions that stand behind them. */
export function apart(text: string): { readonly said: string; readonly context: string } {
  const at = text.lastIndexOf(contextMark);
  return at < 0 ? { said: text, context: '' } : { said: text.slice(0, at).trimEnd(), context: text.slice(at) };
}

/** One reply. Without `stop` it ends as its content says: `tools` where it calls some, else `end`. */
export interface Turn {
  readonly text?: string;
  /** Reasoning that is not part of the answer. */
  readonly thinking?: string;
  /** Reasoning that comes encrypted alone; Anthropic's wire has it. */
  readonly redactedThinking?: string;
  /** `arguments` as text goes out as it stands, valid JSON or not. */
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: JsonObject | string }[];
  readonly stop?: TurnStop;
  /** Kinds left out are estimated from the lengths of request and reply. */
  readonly usage?: Partial<Usage>;
  readonly fault?: TurnFault;
  /** Into how many pieces the text is cut, each written by itself; without it the reply is one write. */
  readonly deltas?: number;
  /** Awaited after each piece (numbered from 0); a test holds the reply here. */
  readonly between?: (piece: number) => Promise<void> | void;
  /** Think time before the reply. */
  readonly delayMs?: number;
}

/** `contextFull`: the context window ended the reply; `pause`: the other side wants to be asked to go on. */
export type TurnStop = 'end' | 'tools' | 'length' | 'refusal' | 'contextFull' | 'pause';

/**
 * `hang` accepts and never answers, `stall` falls silent half way, `cut` drops the connection half way, `end-early`
 * ends properly but without the end mark, `error-event` reports an error half way, `refuse` drops the connection before
 * a byte is answered.
 */
export type TurnFault = StatusFault | 'hang' | 'stall' | 'cut' | 'end-early' | 'error-event' | 'refuse';

/** An HTTP status instead of a reply. `type` is the wire's own error type where it has one. */
export interface StatusFault {
  readonly status: number;
  /** The header `retry-after`: seconds, or a date as text. */
  readonly retryAfter?: number | string;
  readonly type?: string;
  readonly message?: string;
}

/** What was asked, the same on every wire. */
export interface Asked {
  /** How many turns were played before this one. */
  readonly index: number;
  readonly model: string;
  readonly system: string;
  /** Names of the tools on offer. */
  readonly tools: readonly string[];
  /** What the user said last, tool results left out. */
  readonly said: string;
  /** Tool results that came after the last reply. */
  readonly results: readonly { readonly text: string; readonly failed: boolean }[];
  /** Replies with tool calls since the user last said something. */
  readonly steps: number;
  /** The request as it came. */
  readonly body: Readonly<Record<string, unknown>>;
}

export type AnswerTurn = (asked: Asked) => Turn | Promise<Turn>;
export type Script = readonly (Turn | AnswerTurn)[] | AnswerTurn;

/** Plays a script; answers `undefined` for a request beyond its end. */
export function playing(script: Script): (asked: Omit<Asked, 'index'>) => Promise<Turn | undefined> {
  let played = 0;
  return async asked => {
    const index = played++;
    const turn = typeof script === 'function' ? script : script[index];
    return typeof turn === 'function' ? await turn({ ...asked, index }) : turn;
  };
}

/** Any text, for a peer that nobody gave a script. */
export const echo: Script = asked => ({ text: `You said: ${asked.said}` });

/** A text cut into at most `count` pieces, between characters. */
export function pieces(text: string, count: number): readonly string[] {
  const characters = Array.from(text);
  const size = Math.max(1, Math.ceil(characters.length / Math.max(1, count)));
  const parts: string[] = [];
  for (let start = 0; start < characters.length; start += size)
    parts.push(characters.slice(start, start + size).join(''));
  return parts;
}

/** Into how many pieces this turn's text goes: a fault half way needs a half. */
export function deltasOf(turn: Turn): number {
  return turn.deltas ?? (typeof turn.fault === 'string' ? 2 : 1);
}

/** Usage of a turn: what the script says, the rest at four bytes a token. */
export function usageOf(turn: Turn, requestBytes: number): Usage {
  const said = (turn.text?.length ?? 0) + (turn.thinking?.length ?? 0) + JSON.stringify(turn.toolCalls ?? '').length;
  return {
    inputTokens: Math.ceil(requestBytes / 4),
    outputTokens: Math.max(1, Math.ceil(said / 4)),
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    ...turn.usage,
  };
}
