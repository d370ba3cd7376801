/** What an embedding program says in a conversation, and the reply it waits for. */
import type { Agent } from '../../api/client/agent.ts';
import { type TurnEnd, takeTurn } from '../../commands/conversation/turn.ts';
import type { TurnTerms } from '../../domain/conversation/turn-terms.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Host } from '../../ports/host.ts';

export interface SayOptions extends TurnTerms {
  /**
   * Names the message (1 to 128 letters, digits and `._:-`): again under the same name gives the same turn. Without it,
   * one is made up.
   */
  readonly id?: string;
  /** Ends the turn, as a stop button does. */
  readonly signal?: AbortSignal;
  /** What was done to the message before it was kept, and what the wait for its reply meets, a sentence each. */
  readonly onNote?: (note: string) => void;
}

/** How a message was answered. */
export type Said =
  | TurnEnd
  /**
   * Safe mode holds it: it is kept, and answered once the owner ends safe mode. `note` says so and how, for the owner.
   */
  | { readonly kind: 'held'; readonly note: string };

/**
 * Says a text in a conversation (`session:CHANNEL:CHAT`). Resolves when its turn has ended, waits for the owner, or is
 * held by safe mode; rejects with a `Fault` if the message is refused or the conversation cannot answer.
 */
export type Say = (session: string, text: string, options?: SayOptions) => Promise<Said>;

export function sayAndWait(agent: Agent, host: Pick<Host, 'isSafe'>, clock: Pick<Clock, 'id'>): Say {
  return async (session, text, { id: clientId = clock.id(), signal, onNote, ...terms } = {}) => {
    if (host.isSafe) {
      const { turn, note } = await agent.sessions.say({ id: session, clientId, text, ...terms });
      if (turn === '' && host.isSafe) return { kind: 'held', note: note ?? 'Safe mode holds this message.' };
    }
    const never = new AbortController();
    return takeTurn({
      agent,
      session,
      text,
      clientId,
      terms,
      onNote,
      signal: signal ?? never.signal,
    });
  };
}
