/** What a turn goes on from: the pause before it, and in a new conversation the earlier ones that its first words are about. */
import { isApart } from '../../domain/agents/agent.ts';
import { callerConversation } from '../../domain/callers/caller.ts';
import { dropOldest } from '../../domain/collections/drop-oldest.ts';
import { digestOf, earlierInWords, mostEarlier, pauseBefore, pauseInWords } from '../../domain/context/continuity.ts';
import { placeOf } from '../../domain/conversation/chat-session.ts';
import type { ReadMessage } from '../../domain/conversation/message.ts';
import { jobChannel } from '../../domain/jobs/job.ts';
import type { Memory } from '../../domain/memory/memory.ts';
import { instantText, minuteInWords } from '../../domain/text/instant-text.ts';
import type { EarlierRows } from '../../ports/ledgers/context/earlier.ts';

/** So many of a conversation's newest messages stand for it. */
const mostRead = 12;
/** So many turns are known. */
const knownTurns = 32;

export function continuity({
  rows,
  timeZone,
  boot,
}: {
  readonly rows: EarlierRows;
  readonly timeZone: string;
  readonly boot: string;
}): (session: string, turn: string, messages: readonly ReadMessage[], recalled: readonly Memory[]) => string {
  const known = new Map<string, string>();

  /** What its words brought up was said in these: nothing is searched for a second time. */
  function earlier(session: string, recalled: readonly Memory[]): string {
    const found = recalled.filter(({ kind, session: other }) => kind === 'episode' && mayKnow(other));
    const places = [...new Set(found.map(one => one.session))];
    const said = places
      .filter(other => other !== session)
      .slice(0, mostEarlier)
      .flatMap(other => {
        const summary = rows.summary(other) ?? digestOf(rows.said(other, mostRead));
        const title = rows.title(other);
        const at = Math.max(...found.filter(one => one.session === other).map(one => one.createdAt));
        return summary === '' || title === undefined ? [] : { day: instantText(at).slice(0, 10), title, summary };
      });
    return earlierInWords(said);
  }

  function look(session: string, turn: string, messages: readonly ReadMessage[], recalled: readonly Memory[]): string {
    const pause = pauseBefore(messages, turn);
    if (pause === undefined) return earlier(session, recalled);
    return pauseInWords(pause, minuteInWords(pause.since, timeZone), rows.isCrashed(pause.since, boot));
  }

  return (session, turn, messages, recalled) => {
    // an agent knows what it was given, a job begins without what an earlier run read, and a program is no owner
    if (!mayKnow(session)) return '';
    const text = known.get(turn) ?? look(session, turn, messages, recalled);
    known.set(turn, text);
    dropOldest(known, knownTurns);
    return text;
  };
}

function mayKnow(session: string): boolean {
  return !isApart(session) && callerConversation(session) === undefined && placeOf(session).channel !== jobChannel;
}
