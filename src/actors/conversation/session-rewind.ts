/**
 * A conversation that was rewound or restarted: what it no longer knows of is set aside, and the model is told which
 * acts stand.
 *
 * Written in the commit that rewinds it. Messages are kept and shown as set aside; turns that it is no longer in end.
 */

import type { ReadMessage } from '../../domain/conversation/message.ts';
import { type JournalRequest, readRequests } from '../../domain/supervision/journal-request.ts';
import { modelTexts } from '../../domain/text/texts.ts';
import type { WaitingMessage } from '../../machines/session/types.ts';
import { sessionView } from '../../machines/session/view.ts';
import { storedState } from '../../machines/stored.ts';
import type { MessageStore, ToolCallRecord, ToolCallStore, TurnStore } from '../../ports/conversation-store.ts';
import type { Rewound } from '../runtime/registry.ts';
import type { RecentMessages } from './recent-messages.ts';

/** A list of acts names at most so many, the newest, each in so many characters. */
const mostActs = 40;
const mostArguments = 200;

export function sessionRewind({
  conversation,
  recent,
}: {
  readonly conversation: MessageStore & TurnStore & ToolCallStore;
  readonly recent: Pick<RecentMessages, 'forget'>;
}): (rewound: Rewound) => void {
  return ({ address, state, since, at, id, onCommitted }) => {
    const { turn, turns, later } = sessionView(storedState(state));
    conversation.setRunning(address, turns, at);
    const kept = new Set(later.map(one => one.id));
    for (const message of since.flatMap(({ event }) => waitingIn(event))) {
      if (kept.has(message.id) || conversation.turn(message.id)) continue;
      letGo(address, message, at);
    }
    const [first] = since;
    if (first) {
      const written = since.flatMap(({ effects }) => appended(readRequests(effects)));
      const gone = written.map(conversation.message).filter(message => message !== undefined);
      conversation.setAside(written, at);
      conversation.appendMessage({
        id: `${id}/rewound`,
        session: address,
        turn: turn ?? '',
        role: 'notice',
        at,
        taint: 'owner',
        body: modelTexts.rewound(actsSince(address, first.at, gone)),
      });
    }
    onCommitted(() => recent.forget(address));
  };

  /** A message that waited for its turn: who said it hears that the turn is over, and its words are set aside. */
  function letGo(session: string, { id, messageId, text, taint }: WaitingMessage, at: number): void {
    conversation.beginTurn({ id, session, startedAt: at });
    if (!conversation.message(messageId))
      conversation.appendMessage({ id: messageId, session, turn: id, role: 'owner', at, taint, body: text });
    conversation.setAside([messageId], at);
    conversation.endTurn({ id, outcome: 'cancelled', reply: null, endedAt: at });
  }

  /**
   * What ran after that instant, a line each. What a model wrote that may have read outside text is not repeated in the
   * words of Straylight.
   */
  function actsSince(session: string, at: number, gone: readonly ReadMessage[]): readonly string[] {
    const trusted = gone.every(({ taint }) => taint === 'owner') ? gone : [];
    return actLines(conversation, conversation.toolCallsSince(session, at), trusted);
  }
}

/**
 * Calls that ran, or may have, a line each; with what they were given where the messages that asked for them stand in
 * `trusted`.
 */
export function actLines(
  conversation: Pick<MessageStore, 'read'>,
  calls: readonly ToolCallRecord[],
  trusted: readonly ReadMessage[],
): readonly string[] {
  const requested = new Map(
    trusted.flatMap(({ toolCalls = [] }) => toolCalls.map(call => [call.callId, call.arguments])),
  );
  return calls
    .filter(({ outcome }) => outcome === 'done' || outcome === 'unknown')
    .slice(-mostActs)
    .map(({ tool, callId, outcome, failed }) => {
      const given = requested.get(callId);
      const text = given === undefined ? '' : ` ${conversation.read(given).slice(0, mostArguments).toWellFormed()}`;
      return `- ${tool}${text}: ${outcome === 'done' && failed ? 'it ran and failed' : outcome}`;
    });
}

/** The message of a step, where it asks for a turn of its own. */
function waitingIn(event: string): readonly WaitingMessage[] {
  const one = JSON.parse(event) as WaitingMessage;
  return one.type === 'message.received' && one.ownTurn === true ? [one] : [];
}

/** Ids of the messages that a step appended. */
function appended(requests: readonly JournalRequest[]): readonly string[] {
  return requests.flatMap(one => ('write' in one && one.write === 'appendMessage' ? (one.row ?? []) : []));
}
