/** Asks the last message once more: the conversation goes back to before it, and it is sent again. */
import { Refused } from '../../live/api.js';
import { client } from '../../live/client.js';
import { actButton } from '../../parts/act-button.js';
import { say } from '../../words/say.js';
import { post } from './outbox.js';

/** @import { Conversation } from './conversation.js' */
/** @import { ChatMessage } from '../../../../src/domain/supervision/view.ts' */

/**
 * What was said since is set aside and stays to be read; what was done since stands, and the agent is told of it.
 * @param {Pick<Conversation, 'session' | 'retry'>} conversation
 * @param {Pick<ChatMessage, 'id' | 'text'>} message
 */
export function askAgainButton({ session, retry }, { id, text }) {
  return actButton({
    label: say('Ask again'),
    confirm: say('Set the answer aside and ask again'),
    tone: 'link',
    onAct: async () => {
      const seq = await stepOf(session, id);
      await client.actors.command({ id: session, verb: 'rewind', seq: seq - 1 });
      retry();
      post(session, text);
    },
  });
}

/** The step that took a message. @param {string} session @param {string} message */
async function stepOf(session, message) {
  const { entries } = await client.actors.journal({ id: session, q: message, limit: 200 });
  const taken = entries.find(({ event }) => event.type === 'message.received' && event['messageId'] === message);
  if (taken) return taken.seq;
  throw new Refused(404, { message: say('The journal does not reach back to this message. Use Edit instead.') });
}
