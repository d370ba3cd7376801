/** Conversations as they are named on the command line. */

import type { Agent } from '../../api/client/agent.ts';
import { conversationNamed } from '../../domain/conversation/chat-session.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { oneLine } from '../../domain/text/visible.ts';
import type { Io } from '../io.ts';
import { sayIn } from '../say.ts';

/**
 * The address of a conversation that is named on the command line. Rejects with `invalid` where nothing was ever said in
 * it; the usual one of the terminal is there before its first word.
 */
export async function knownConversation(
  {
    agent: { sessions },
    io,
    json = false,
  }: {
    readonly agent: Pick<Agent, 'sessions'>;
    readonly io: Io;
    readonly json?: boolean;
  },
  name: string,
): Promise<string> {
  const id = conversationNamed(name);
  const { messages } = await sessions.messages({ id, limit: 1 });
  if (messages.length === 0 && id !== conversationNamed('main'))
    throw fault(
      'invalid',
      sayIn(json ? {} : io)('there is no conversation {name}; "straylight sessions" lists them', {
        name: oneLine(name, 80),
      }),
    );
  return id;
}
