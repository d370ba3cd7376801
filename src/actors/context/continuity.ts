/** What a turn goes on from: the pause before it, and in a new conversation the earlier ones that its first words are about. */
import { isChild } from '../../domain/agents/agent.ts';
import { callerConversation } from '../../domain/callers/caller.ts';
import { digestOf, earlierInWords, mostEarlier, pauseBefore, pauseInWords } from '../../domain/context/continuity.ts';
import { placeOf } from '../../domain/conversation/chat-session.ts';
import type { ReadMessage } from '../../domain/conversation/message.ts';
import { jobChannel } from '../../domain/jobs/job.ts';
import { instantText, minuteInWords } from '../../domain/text/instant-text.ts';
import type { EarlierRows } from '../../ports/ledgers/context/earlier.ts';
import type { ConversationSearch } from '../../ports/memory/conversation-search.ts';

/** So many messages that were found are looked at for the conversations they stand in. */
const mostFound = 24;
const mostRead = 40;
/** So many turns are known. */
const knownTurns = 32;

export function continuity({
  rows,
  conversations,
  timeZone,
  boot,
}: {
  readonly rows: EarlierRows;
  readonly conversations: Pick<ConversationSearch, 'find'>;
  readonly timeZone: string;
  readonly boot: string;
}): (session: string, turn: string, messages: readonly ReadMessage[]) => string {
  const known = new Map<string, string>();

  function earlier(session: string, turn: string, messages: readonly ReadMessage[]): string {
    const words = messages.find(({ role, taint }) => role === 'owner' && taint === 'owner')?.text ?? '';
    if (words.trim() === '') return '';
    const found = conversations.find({ words, except: turn, limit: mostFound });
    const places = [...new Set(found.filter(({ session: other }) => mayKnow(other)).map(one => one.session))];
    const said = places
      .filter(other => other !== session)
      .slice(0, mostEarlier)
      .flatMap(other => {
        const summary = rows.summary(other) ?? digestOf(rows.said(other, mostRead));
        const title = rows.title(other);
        const at = Math.max(...found.filter(one => one.session === other).map(one => one.at));
        return summary === '' || title === undefined ? [] : { day: instantText(at).slice(0, 10), title, summary };
      });
    return earlierInWords(said);
  }

  function look(session: string, turn: string, messages: readonly ReadMessage[]): string {
    const pause = pauseBefore(messages, turn);
    if (pause === undefined) return earlier(session, turn, messages);
    return pauseInWords(pause, minuteInWords(pause.since, timeZone), rows.isCrashed(pause.since, boot));
  }

  return (session, turn, messages) => {
    // an agent knows what it was given, a job begins without what an earlier run read, and a program is no owner
    if (!mayKnow(session)) return '';
    const text = known.get(turn) ?? look(session, turn, messages);
    known.set(turn, text);
    const [oldest] = known.size > knownTurns ? known.keys() : [];
    if (oldest !== undefined) known.delete(oldest);
    return text;
  };
}

function mayKnow(session: string): boolean {
  return !isChild(session) && callerConversation(session) === undefined && placeOf(session).channel !== jobChannel;
}
