/**
 * A conversation that is restarted: what it was about is released, and is not taken up again.
 *
 * The messages of its open turn are set aside in the commit that restarts it. The chart is given, with its input, what
 * it reports to its owner and its model: which calls ran, and which were cut short, so that they may have happened. One
 * that is stopped ends its turns.
 */

import { delegationOf, isChild } from '../../domain/agents/agent.ts';
import { placeOf } from '../../domain/conversation/chat-session.ts';
import type { ReadMessage } from '../../domain/conversation/message.ts';
import type { LetGo } from '../../domain/supervision/admin.ts';
import { type Language, modelTexts, texts } from '../../domain/text/texts.ts';
import type { SessionInput, WaitingMessage } from '../../machines/session/types.ts';
import { sessionView } from '../../machines/session/view.ts';
import { storedState } from '../../machines/stored.ts';
import type { ConversationStore } from '../../ports/conversation-store.ts';
import type { HostStore } from '../../ports/store.ts';
import type { LeftBehind, SendOnStop } from '../runtime/registry.ts';
import { actLines } from './session-rewind.ts';

/** So many messages are read at once while those of the open turn are looked for; no more questions are counted. */
const page = 200;

/** What a restart would release, for a preview. */
export function sessionPreview(conversation: ConversationStore): (left: LeftBehind) => LetGo {
  return left => {
    const { turns, calls } = workOf(left);
    const said = messagesOf(conversation, left.address, turns).filter(({ role }) => role === 'owner');
    const questions = conversation.approvals('pending', page).filter(({ card }) => card.session === left.address);
    return {
      messages: said.map(({ text }) => text),
      cut: calls.filter(({ isBegun }) => isBegun).map(({ what }) => what),
      unbegun: calls.filter(({ isBegun }) => !isBegun).map(({ what }) => what),
      questions: questions.length > 0 ? questions.length : undefined,
    };
  };
}

/** Sets aside what is released; the answer is added to the input of the chart. */
export function sessionRestart(
  conversation: ConversationStore,
  language: Language,
): (left: LeftBehind) => Pick<SessionInput, 'letGo'> {
  return left => {
    const { address, at, id } = left;
    const { turns, calls, later } = workOf(left);
    if (turns.length === 0 && calls.length === 0) return {};
    const gone = messagesOf(conversation, address, turns);
    conversation.setAside(
      gone.map(message => message.id),
      at,
    );
    const began = Math.min(...turns.map(turn => conversation.turn(turn)?.startedAt ?? at), at);
    const ended = conversation.toolCallsSince(address, began);
    const cut = calls.filter(({ isBegun }) => isBegun);
    const unbegun = calls.filter(({ isBegun }) => !isBegun).map(({ what }) => what);
    const isTrusted = gone.every(({ taint }) => taint === 'owner');
    const lines = [
      ...actLines(conversation, ended, isTrusted ? gone : []),
      ...cut.map(({ tool, what }) => `- ${isTrusted ? what : tool}: cut short, it may have happened`),
    ];
    return {
      letGo: {
        id,
        turns,
        later: later.length > 0 ? later : undefined,
        notice: modelTexts.restarted(lines),
        told: texts(language).restarted({
          messages: gone.filter(({ role }) => role === 'owner').length,
          done: ended.filter(({ outcome }) => outcome === 'done').map(({ tool }) => tool),
          cut: [
            ...ended.filter(({ outcome }) => outcome === 'unknown').map(({ tool }) => tool),
            ...cut.map(({ what }) => what),
          ],
          unbegun,
        }),
      },
    };
  };
}

/**
 * Ends the turns of a conversation that is stopped: nothing may wait for a turn that will never end. What gave it a piece
 * of work is told.
 */
export function sessionStopped(
  conversation: Pick<ConversationStore, 'turn' | 'endTurn'>,
  store: Pick<HostStore, 'actor'>,
): (address: string, at: number, send: SendOnStop) => void {
  return (address, at, send) => {
    for (const id of sessionView(storedState(store.actor(address)?.state ?? '')).turns)
      if (conversation.turn(id)?.outcome === 'running')
        conversation.endTurn({ id, outcome: 'cancelled', reply: null, endedAt: at });
    if (isChild(address))
      send(delegationOf(placeOf(address).chat), {
        type: 'turn.ended',
        session: address,
        outcome: 'cancelled',
        text: '',
        taint: 'owner',
        isOpen: false,
      });
  };
}

interface OpenCall {
  readonly tool: string;
  /** In words for its owner. */
  readonly what: string;
  /** It may have happened. */
  readonly isBegun: boolean;
}

/**
 * The turns it is in, and its calls that have not ended. Whatever wrote the state: one that cannot be read says
 * nothing.
 */
function workOf({ state, unbegun, over }: LeftBehind): {
  readonly turns: readonly string[];
  readonly calls: readonly OpenCall[];
  readonly later: readonly WaitingMessage[];
} {
  const { turns, calls, later } = sessionView(storedState(state));
  return {
    turns,
    later,
    // one that has ended is among the records; of one that is not there any more nobody knows
    calls: calls
      .filter(({ childId }) => !over.includes(childId))
      .map(({ childId, tool, intent }) => ({
        tool,
        what: intent === '' ? tool : intent,
        isBegun: !unbegun.includes(childId),
      })),
  };
}

/** The messages of these turns that stand, oldest first. */
function messagesOf(
  conversation: ConversationStore,
  session: string,
  turns: readonly string[],
): readonly ReadMessage[] {
  const found: ReadMessage[] = [];
  let before: string | undefined;
  while (turns.length > 0) {
    const read = conversation.messages(session, { limit: page, before });
    const theirs = read.filter(({ turn, isSetAside }) => turns.includes(turn) && !isSetAside);
    found.unshift(...theirs);
    before = read[0]?.id;
    if (theirs.length === 0 || read.length < page) break;
  }
  return found;
}
