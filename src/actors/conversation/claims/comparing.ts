/**
 * Compares a reply with what was requested and with what the calls of its turn did; loaded with the first that may
 * claim something.
 */
import { answerJson, misfitText, schemaIn, unfitAnswer } from '../../../domain/agents/answer-schema.ts';
import { type Requested, requestedOf } from '../../../domain/claims/requested.ts';
import { claimLines, verdictWords } from '../../../domain/claims/texts.ts';
import { type Verdict, verdictOf } from '../../../domain/claims/verdict.ts';
import type { Body } from '../../../domain/conversation/body.ts';
import type { ClaimedCall, DoingTool } from '../../../domain/conversation/claims.ts';
import type { ReadMessage } from '../../../domain/conversation/message.ts';
import type { JsonObject } from '../../../domain/text/json.ts';
import type { Language } from '../../../domain/text/texts.ts';
import type { EvaluationOutput } from '../../../machines/session/types.ts';
import type { ToolCallRecord } from '../../../ports/conversation-store.ts';

/** What a reply is compared with. */
export interface Records {
  readonly tools: readonly DoingTool[];
  /** What was said in a conversation, oldest first. */
  readonly messagesOf: (session: string) => readonly ReadMessage[];
  /** The pieces of work that a turn gave to agents. */
  readonly workOf: (turn: string) => readonly { readonly session: string; readonly startedAt: number }[];
  /** Reads a text back from where it is stored. */
  readonly read: (body: Body) => string;
  readonly callsSince: (session: string, at: number) => readonly ToolCallRecord[];
  /** Was a file of the workspace written at or after an instant? undefined: nobody can look. */
  readonly isNew?: ((path: string, since: number) => boolean | undefined) | undefined;
}

/** A reply goes back so often; then its owner reads what was found. */
const mostRounds = 2;

export interface ComparedReply {
  readonly requested: Requested;
  readonly calls: readonly ClaimedCall[];
  readonly verdict: Verdict;
  /** A line for each claim that is not true, for the model. */
  readonly lines: readonly string[];
  readonly again: boolean;
}

/** The three phases of one reply. */
export function comparedReply(
  { tools, messagesOf, workOf, read, callsSince, isNew }: Records,
  { session, turn, reply, own }: { session: string; turn: string; reply: string; own: readonly ToolCallRecord[] },
): ComparedReply {
  const messages = messagesOf(session);
  const ofTurn = messages.filter(message => message.turn === turn);
  const requested = requestedOf(wordsOf(messages, turn));
  const calls = withAgents(turn, own, messages, 0);
  const since = ofTurn[0]?.at ?? 0;
  const verdict = verdictOf({ reply, requested, calls, tools, isNew: path => isNew?.(path, since) });
  const rounds = ofTurn.filter(({ id }) => id.endsWith('/claims')).length;
  return { requested, calls, verdict, lines: claimLines(verdict), again: rounds < mostRounds };

  /** What an agent did belongs to the turn that gave it the work. */
  function withAgents(
    of: string,
    records: readonly ToolCallRecord[],
    said: readonly ReadMessage[],
    depth: number,
  ): readonly ClaimedCall[] {
    const given = withArguments(records, said, read);
    const isWork = ({ tool }: ToolCallRecord) => tool === 'delegate' || tool === 'run_plan';
    if (depth > 2 || !records.some(isWork)) return given;
    const below = workOf(of).flatMap(({ session, startedAt }) => {
      const theirs = callsSince(session, startedAt);
      return withAgents(theirs[0]?.turn ?? '', theirs, messagesOf(session), depth + 1);
    });
    return [...below, ...given];
  }
}

/** What stands beside the answer; undefined: there is nothing to say. */
export function verdictText({ verdict }: ComparedReply, language: Language): string | undefined {
  return verdictWords(verdict, language);
}

/** A yes to what was requested before asks for that. */
const isYes =
  /^(?:yes|yeah|ok(?:ay)?|sure|go (?:on|ahead)|do (?:it|that)|please do|ja|gern|mach (?:das|es|weiter)|leg los|bitte)\b/i;

/** What the owner requested in the turn. */
function wordsOf(messages: readonly ReadMessage[], turn: string): string {
  const said = messages.filter(({ role }) => role === 'owner');
  const now = said.filter(message => message.turn === turn).map(({ text }) => text);
  const words = now.join('\n');
  if (words.length > 60 || !isYes.test(words)) return words;
  const before = said.filter(message => message.turn !== turn).at(-1);
  return before === undefined ? words : `${before.text}\n${words}`;
}

function withArguments(
  records: readonly ToolCallRecord[],
  messages: readonly ReadMessage[],
  read: Records['read'],
): readonly ClaimedCall[] {
  const requests = messages.flatMap(({ turn, toolCalls = [] }) => toolCalls.map(request => ({ ...request, turn })));
  const taken = new Set<object>();
  return records.map(({ tool, outcome, failed, callId, turn }) => {
    const request = requests.find(one => one.callId === callId && one.turn === turn && !taken.has(one));
    if (request) taken.add(request);
    const args = request === undefined ? undefined : objectIn(read(request.arguments));
    return args === undefined ? { tool, outcome, failed } : { tool, outcome, failed, args };
  });
}

function objectIn(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

/** What is wrong with a JSON text by a JSON Schema; undefined: nothing. */
export type Fits = (schema: JsonObject, text: string) => string | undefined;

/** An agent's answer that is to fit a schema and does not: it goes back once, then the one who gave the work reads that. */
export function unfitAnswerOf(
  messages: readonly ReadMessage[],
  { turn, reply, fits }: { readonly turn: string; readonly reply: string; readonly fits: Fits },
): EvaluationOutput | undefined {
  const schema = schemaIn(messages.find(({ role }) => role === 'owner')?.text ?? '');
  const problem = schema && fits(schema, answerJson(reply));
  if (problem === undefined) return undefined;
  const again = !messages.some(message => message.turn === turn && message.id.endsWith('/claims'));
  const claims = [misfitText(problem)];
  return again
    ? { claims, again, correction: misfitText(problem) }
    : { claims, again, refuted: unfitAnswer(problem, reply) };
}
