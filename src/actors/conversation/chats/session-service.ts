/**
 * The conversations of a chat, as their owner goes from one to another. Which one is spoken in is a row, so a restart
 * keeps it.
 */

import {
  type ChatSession,
  chatOf,
  numbered,
  placeOf,
  type SessionService,
} from '../../../domain/conversation/chat-session.ts';
import { fault } from '../../../domain/supervision/failure.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import type { ConversationAgents } from '../../../ports/agents/conversation-agents.ts';
import type { SessionLedger } from '../../../ports/ledgers/session.ts';
import type { ActorCore } from '../../core.ts';

/** A list names at most so many. */
const mostListed = 20;

/** `at`: the session of a chat now, for a message that is on its way there. */
export function sessionService(
  { system, store, clock, conversation }: ActorCore,
  ledger: SessionLedger,
  agents?: Pick<ConversationAgents, 'of' | 'set'>,
): SessionService & {
  at(chat: string): string;
} {
  function row(chat: string, number: number): ChatSession {
    const session = numbered(chat, number);
    const summary = ledger.summary(session);
    return {
      number,
      session,
      isCurrent: ledger.chat(chat).current === number,
      title: summary ? oneLine(conversation.read(summary.first), 60) : '',
      at: summary?.at,
      agent: agents?.of(session),
      showsSteps: ledger.showsSteps(session),
    };
  }
  /** False: it was done before, by a process that died before it could answer. */
  const isFirst = (act: string, key: string | undefined): boolean =>
    key === undefined || store.accept(`${act}:${key}`, clock.now());
  /** A fresh conversation of a chat goes on with the agent of the one before; on the page each is by itself. */
  function handOn(from: string, to: string): void {
    const agent = placeOf(from).channel === 'web' ? undefined : agents?.of(from);
    if (agent !== undefined && from !== to) agents?.set(to, agent, clock.now());
  }
  const at = (chat: string): string => numbered(chat, ledger.chat(chat).current);
  return {
    at,
    current: async chat => at(chat),
    async list(named) {
      const chat = chatOf(named);
      const { current, newest } = ledger.chat(chat);
      const numbers = Array.from({ length: Math.min(newest, mostListed) }, (_, index) => newest - index);
      // the one that is spoken in is always among them
      return (numbers.includes(current) ? numbers : [...numbers, current]).map(number => row(chat, number));
    },
    begin: (named, key) =>
      system.perform(() => {
        const chat = chatOf(named);
        const { current, newest } = ledger.chat(chat);
        if (!isFirst('session-begin', key)) return row(chat, current);
        const number = ledger.summary(numbered(chat, newest)) ? newest + 1 : newest;
        ledger.setChat(chat, number, number);
        handOn(numbered(chat, current), numbered(chat, number));
        return row(chat, number);
      }),
    setVerbose: (named, wanted, key) =>
      system.perform(() => {
        const session = at(chatOf(named));
        if (!isFirst('session-verbose', key)) return ledger.showsSteps(session) === true;
        const isVerbose = wanted ?? ledger.showsSteps(session) !== true;
        ledger.setVerbose(session, isVerbose, clock.now());
        return isVerbose;
      }),
    choose: (named, number) =>
      system.perform(() => {
        const chat = chatOf(named);
        const { newest } = ledger.chat(chat);
        if (!Number.isInteger(number) || number < 1 || number > newest)
          throw fault('invalid', `there is no conversation ${number} here; there are 1 to ${newest}`);
        ledger.setChat(chat, number, newest);
        return row(chat, number);
      }),
  };
}
