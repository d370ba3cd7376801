/**
 * What a conversation has fetched so far, from its rows: what links of pages may be followed unasked
 * (src/domain/egress/shown-links.ts).
 */

import { windowMessages } from '../../domain/conversation/context-window.ts';
import { type LinkVerdict, linkRule, type PastFetch } from '../../domain/egress/shown-links.ts';
import type { ToolDeclaration } from '../../domain/tools/declaration.ts';
import type { ConversationStore } from '../../ports/conversation-store.ts';

/** A conversation with more pages than this is not looked through: its links ask. */
const mostPages = 50;

/**
 * Judges addresses of one reply. The rows are read with the first of them, among them messages that were set aside:
 * what they asked for may be under way. `tools`: those there are; what any other did may have put data on a site.
 */
export function linksOf(
  conversation: Pick<ConversationStore, 'message' | 'messages' | 'toolCallsSince'>,
  session: string,
  tools: readonly Pick<ToolDeclaration, 'name' | 'isQuiet' | 'judgedBy'>[],
): (url: string) => LinkVerdict | undefined {
  let rule: ((url: string) => LinkVerdict | undefined) | undefined;
  return url => {
    rule ??= ruleOf();
    return rule(url);
  };

  function ruleOf(): (url: string) => LinkVerdict | undefined {
    const quiet = new Set(tools.flatMap(({ name, isQuiet }) => (isQuiet ? name : [])));
    const readers = new Set(tools.flatMap(({ name, judgedBy }) => (judgedBy === 'page' ? name : [])));
    const calls = conversation.toolCallsSince(session, 0);
    const ended = calls.filter(({ tool }) => readers.has(tool));
    if (ended.length > mostPages) return () => 'budget';
    const window = conversation.messages(session, { limit: windowMessages });
    const requests = window.flatMap(({ toolCalls = [] }) => toolCalls);
    const answered = new Set([
      ...window.flatMap(({ role, callId = [] }) => (role === 'tool' ? callId : [])),
      ...ended.map(({ callId }) => callId),
    ]);
    return linkRule({
      fetches: ended.map(({ address, at, endedAt, outcome, level }): PastFetch => {
        const answer = outcome === 'done' ? conversation.message(address)?.text : undefined;
        // only a link that was followed by this rule is level 1: what the owner typed is 0, what he allowed is 2
        return { startedAt: at, endedAt, isFollowed: level === 1, answer };
      }),
      underWay: requests.filter(({ name, callId }) => readers.has(name) && !answered.has(callId)).length,
      couldHaveSent: [...calls.map(({ tool }) => tool), ...requests.map(({ name }) => name)].some(
        name => !quiet.has(name),
      ),
    });
  }
}
