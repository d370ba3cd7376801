/**
 * What of a full conversation leaves a request where a model chooses: what it is asked, and what follows from its answer.
 *
 * The fixed steps come first. Only where they would leave out whole turns is a model asked which of them matter least.
 * What it chose stands until the conversation is full again, so that a provider goes on reading from its cache.
 */
import type { Body } from '../conversation/body.ts';
import type { ReadMessage } from '../conversation/message.ts';
import { oneLine } from '../text/visible.ts';
import { briefMessage, roomLeft, wholeTurns } from './eviction.ts';

/** A choice that was made. */
export interface ScoredTurns {
  /** The turns that leave. */
  readonly turns: readonly string[];
  /** The newest turn it chose among: results up to it are one line. */
  readonly briefTo: string;
  /** `provider/model`. */
  readonly model: string;
  /** UTC epoch ms. */
  readonly at: number;
}

/** The turns of one request to choose among. */
export interface Choice {
  /** Oldest first; each weighs what it takes with one line for long results. */
  readonly turns: readonly {
    readonly turn: string;
    readonly weight: number;
    readonly messages: readonly ReadMessage[];
  }[];
  /** What stays in any case: the summary, the newest turns and the running one. */
  readonly staying: number;
  /** The owner's newest words: what the choice is made for. */
  readonly words: string;
}

/** What a model answers: numbers of turns as they stood before it. */
export interface ScorerAnswer {
  readonly evict: readonly number[];
  readonly keep: readonly number[];
}

/** What is known of the request that was too long. */
export interface FullRequest {
  readonly messages: readonly ReadMessage[];
  /** The running one. */
  readonly turn: string;
  /** What was chosen before. */
  readonly scored: ScoredTurns | undefined;
  readonly read: (body: Body) => string;
  readonly weigh: (messages: readonly ReadMessage[]) => number;
}

/** Undefined: there are not two turns to choose among. */
export function choiceIn({ messages, turn, scored, read, weigh }: FullRequest): Choice | undefined {
  const gone = new Set(scored?.turns);
  const begin = messages.findIndex(message => message.turn === turn);
  const before = messages.slice(0, begin < 0 ? messages.length - 1 : begin);
  const said = before.filter(message => message.isSummary !== true && !gone.has(message.turn));
  const names = [...new Set(said.map(message => message.turn))].slice(0, 1 - wholeTurns);
  if (names.length < 2) return undefined;
  const byTurn = Map.groupBy(said, message => message.turn);
  const turns = names.map(name => {
    const brief = (byTurn.get(name) ?? []).map(message => briefMessage(message, read));
    return { turn: name, weight: weigh(brief), messages: brief };
  });
  const chosen = new Set(names);
  const staying = messages.filter(message => !gone.has(message.turn) && !chosen.has(message.turn));
  const words = messages.findLast(({ role }) => role === 'owner')?.text ?? '';
  return { turns, staying: weigh(staying), words };
}

/**
 * The turns that leave so that the others fit: first those that the model named, in its order, then those it said nothing
 * of, then those it wants to keep, the oldest first.
 */
export function turnsThatLeave(
  { turns, staying }: Choice,
  { evict, keep }: ScorerAnswer,
  room: number,
): readonly string[] {
  const named = new Map(evict.map((number, at) => [number, at]));
  const kept = new Set(keep);
  const rank = (number: number) => named.get(number) ?? named.size + (kept.has(number) ? 1 : 0);
  const order = turns.map((turn, at) => ({ ...turn, rank: rank(at + 1) })).sort((a, b) => a.rank - b.rank);
  let size = turns.reduce((sum, { weight }) => sum + weight, staying);
  const left: string[] = [];
  for (const { turn, weight } of order) {
    if (size <= roomLeft(room)) break;
    left.push(turn);
    size -= weight;
  }
  return left;
}

/** So much of each turn is put before the model that chooses. */
const mostOfOwner = 400;
const mostOfReply = 200;
const mostOfWords = 1_000;
/** So many turns are named at most, the oldest: what stays behind them stays. */
const mostTurns = 200;

/** The turns in words, numbered from 1. */
export function choiceInWords({ turns, words }: Choice): string {
  const lines = turns.slice(0, mostTurns).map(({ weight, messages }, at) => {
    const said = messages.flatMap(({ role, text, tool }) => {
      if (role === 'tool') return [`tool ${tool ?? ''}: ${oneLine(text, mostOfReply)}`];
      return text === '' ? [] : [`${role}: ${oneLine(text, role === 'owner' ? mostOfOwner : mostOfReply)}`];
    });
    return [`## ${at + 1} (${Math.ceil(weight)} tokens)`, ...said].join('\n');
  });
  return [...lines, `## Asked for now\n${oneLine(words, mostOfWords)}`].join('\n\n');
}

/** Failures in a row that let it rest, and for how long. */
const mostFailures = 3;
const restMs = 300_000;

/** How the model that chooses has answered of late. */
export interface ScorerHealth {
  readonly failures: number;
  /** It is not asked before; UTC epoch ms. */
  readonly restsUntil: number;
}

export const healthy: ScorerHealth = { failures: 0, restsUntil: 0 };

/** After one more call. After a rest one failure is enough for the next. */
export function healthAfter(before: ScorerHealth, isFailed: boolean, now: number): ScorerHealth {
  if (!isFailed) return healthy;
  const failures = before.failures + 1;
  return { failures, restsUntil: failures >= mostFailures ? now + restMs : 0 };
}
