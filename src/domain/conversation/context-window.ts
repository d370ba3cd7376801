/**
 * What the model sees this turn: the newest messages that fit, in an order every provider accepts.
 *
 * A tool's answer stands right behind the reply that asked for it, whatever was said meanwhile; an unanswered request
 * and an answer without its request are left out; the window begins with something the owner said.
 */
import type { ReadMessage } from './message.ts';

/** So many of the newest messages are read at all: a step costs the same at message 10 and at message 10 000. */
export const windowMessages = 200;

/** What one request held, each part by {@link estimateTokens}; `window` is what the model takes in all. */
export interface ContextParts {
  readonly system: number;
  readonly tools: number;
  readonly memories: number;
  readonly history: number;
  readonly window: number;
}

/** Rough, on the safe side: three characters a token. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 3);
}

/** The messages for one model call, oldest first. `budgetTokens` is what request and history may take together. */
export function contextWindow(messages: readonly ReadMessage[], budgetTokens: number): readonly ReadMessage[] {
  const groups = grouped(messages);
  const chosen: (readonly ReadMessage[])[] = [];
  let spent = 0;
  for (const group of groups.toReversed()) {
    const cost = group.reduce((sum, message) => sum + weight(message), 0);
    if (chosen.length > 0 && spent + cost > budgetTokens) break;
    spent += cost;
    chosen.unshift(group);
  }
  while (chosen.length > 0 && !opens(chosen[0])) chosen.shift();
  if (chosen.length > 0) return chosen.flat();
  // the newest group alone is too large: what it answers goes before it, whatever that costs
  const opening = groups.findLast(opens);
  return opening ? [...opening, ...(groups.at(-1) ?? [])] : [];
}

/** What the messages of a window weigh, by the same rule as they were chosen. */
export function historyTokens(messages: readonly ReadMessage[]): number {
  return messages.reduce((sum, message) => sum + weight(message), 0);
}

/** A window begins with the owner's words or Straylight’s. */
function opens(group: readonly ReadMessage[] | undefined): boolean {
  return group?.[0]?.role === 'owner' || group?.[0]?.role === 'notice';
}

function weight({ text, toolCalls, attachments, reasoning = '' }: ReadMessage): number {
  const thought = typeof reasoning === 'string' ? estimateTokens(reasoning) : Math.ceil(reasoning.bytes / 3);
  const requests = (toolCalls ?? []).reduce(
    (sum, call) =>
      sum + 20 + (typeof call.arguments === 'string' ? estimateTokens(call.arguments) : call.arguments.bytes / 3),
    0,
  );
  return 8 + estimateTokens(text) + thought + requests + (attachments?.length ?? 0) * 1500;
}

/** A reply with tool calls and their answers stay together; all else stands alone. */
function grouped(messages: readonly ReadMessage[]): (readonly ReadMessage[])[] {
  const answers = new Map<string, ReadMessage>();
  for (const message of messages)
    if (message.role === 'tool' && message.callId !== undefined) answers.set(message.callId, message);
  const groups: (readonly ReadMessage[])[] = [];
  for (const message of messages) {
    if (message.role === 'tool') continue;
    if (isInTheCall(message, answers)) continue;
    const requests = message.toolCalls ?? [];
    if (requests.length === 0) {
      groups.push([message]);
      continue;
    }
    const results = requests.map(call => answers.get(call.callId));
    if (results.every(result => result !== undefined)) groups.push([message, ...results]);
  }
  return groups;
}

/**
 * A question of ask_owner and its answer are the tool's request and result already. An answer that came after the call
 * had ended otherwise is not, and neither is a picture.
 */
function isInTheCall(
  { role, callId, text, attachments }: ReadMessage,
  results: ReadonlyMap<string, ReadMessage>,
): boolean {
  if (callId === undefined || attachments !== undefined) return false;
  return role !== 'owner' || results.get(callId)?.text === text;
}
