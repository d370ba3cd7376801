/** The list of all conversations: looked through, searched, and what the owner makes of each. */

import { chatOf, numbered } from '../../../domain/conversation/chat-session.ts';
import {
  type ConversationListService,
  type ListedConversation,
  noMarks,
} from '../../../domain/conversation/listed-conversation.ts';
import { excerptOf } from '../../../domain/memory/excerpt.ts';
import { hasPhrases, quotedPhrases, withoutQuotes } from '../../../domain/memory/quoted.ts';
import { defined } from '../../../domain/text/json.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import { fold } from '../../../domain/text/writing/folding.ts';
import type { ConversationList, ConversationRow } from '../../../ports/ledgers/conversation-list.ts';
import type { SessionLedger } from '../../../ports/ledgers/session.ts';
import type { ConversationSearch, SaidMessage } from '../../../ports/memory/conversation-search.ts';
import type { ActorCore } from '../../core.ts';

/** A title and an excerpt have at most so many characters. */
const mostTitle = 60;
const mostExcerpt = 160;
/** So many conversations are looked through for a name. */
const mostLooked = 5_000;

export function conversationListService(
  { system, store, conversation }: ActorCore,
  list: ConversationList,
  chats: Pick<SessionLedger, 'chat'>,
  search: ConversationSearch,
  remove: ConversationListService['remove'],
  agentOf: (session: string) => string | undefined = () => undefined,
): ConversationListService {
  const listed = ({ session, first, at, title, isPinned, isArchived }: ConversationRow): ListedConversation => ({
    session,
    at,
    isPinned,
    isArchived,
    title: title ?? (first === undefined ? '' : oneLine(conversation.read(first), mostTitle)),
    isNamed: title !== null,
    isCurrent: numbered(chatOf(session), chats.chat(chatOf(session)).current) === session,
    ...defined({ agent: agentOf(session) }),
    isStopped: store.actor(session)?.status === 'stopped' ? true : undefined,
  });
  const show = (session: string) => {
    const row = list.row(session);
    return row && listed(row);
  };
  return {
    list: query => list.rows(query.of, query.limit).map(listed),
    show,
    remove,
    named({ words, limit }) {
      const phrases = quotedPhrases(words);
      const wanted = fold(withoutQuotes(words)).split(/\s+/).filter(Boolean);
      return list
        .rows('all', mostLooked)
        .map(listed)
        .filter(({ title, session }) => {
          const held = fold(`${title}\n${session.replace(/^session:/, '')}`);
          return wanted.every(word => held.includes(word)) && hasPhrases(title, phrases);
        })
        .slice(0, limit);
    },
    search({ words, limit }) {
      const titles = new Map<string, string>();
      const titleOf = (session: string) => {
        const title = titles.get(session) ?? show(session)?.title ?? '';
        titles.set(session, title);
        return title;
      };
      const shown = ({ id, session, role, text, at }: SaidMessage) => ({
        session,
        message: id,
        role,
        at,
        title: titleOf(session),
        excerpt: excerptOf(text, words, mostExcerpt),
      });
      const whole = search.find({ words, limit, isEvery: true });
      if (whole.length > 0) return { messages: whole.map(shown) };
      const some = search.find({ words, limit });
      return { messages: some.map(shown), ...defined({ isPartial: some.length > 0 ? true : undefined }) };
    },
    mark: (session, marks) =>
      system.perform(() => {
        const row = list.row(session);
        if (!row) return undefined;
        const { title, isPinned, isArchived } = { ...noMarks, ...row, ...marks };
        list.mark(session, { title: title === '' ? null : title, isPinned, isArchived });
        return show(session);
      }),
  };
}
