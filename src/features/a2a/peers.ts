/** What peers ask of this agent, as it is carried out in the process that holds the home. */
import { sessionAddress } from '../../actors/channels/incoming.ts';
import { turnsOf } from '../../actors/observation/turns-of-others.ts';
import { sha256 } from '../../adapters/audit/digest.ts';
import {
  isThread,
  type PeerService,
  type PeerSettings,
  type PeerTask,
  peerOf,
  peerOrigin,
  peerSession,
} from '../../domain/a2a/peer.ts';
import type { CallerTurn } from '../../domain/callers/caller.ts';
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import type { Features } from '../feature.ts';

type Owner = Pick<Features['owner'], 'core' | 'incoming' | 'reads'>;

export function peerService(owner: Owner, peers: readonly PeerSettings[]): PeerService {
  const { core, incoming } = owner;
  const { turn } = turnsOf(core, owner.reads, session => {
    const found = peerOf(session);
    return found && `${found.peer}:${found.thread}`;
  });

  function task(peer: string, id: string): PeerTask | undefined {
    const found = turn(id);
    return found?.conversation.startsWith(`${peer}:`) ? taskOf(found) : undefined;
  }

  /** What a task is asked is answered in its conversation. */
  async function answer(peer: string, id: string, key: string, text: string): Promise<PeerTask> {
    const found = task(peer, id);
    if (!found) throw fault('invalid', says`there is no task of this id`);
    // its answer was taken, and it went on
    if (core.conversation.message(`${peerOrigin}:${key}`)) return found;
    if (found.question === undefined)
      throw fault('invalid', says`the task asks nothing now; send a message without its id for other work`);
    const session = peerSession(peer, found.thread);
    await incoming.message(peerOrigin, session, { key, text, taint: 'external' });
    return task(peer, id) ?? found;
  }

  return {
    task,
    async send(peer, { id, text, thread, task: answered }) {
      // the same message is the same work, whichever side was restarted in between
      const key = `${peer}.${sha256(id).slice(0, 40)}`;
      if (answered !== undefined) return answer(peer, answered, key, text);
      if (thread !== undefined && !isThread(thread))
        throw fault('invalid', says`expected as a context 1 to 64 letters, digits and ._-`);
      const session = sessionAddress(peerSession(peer, thread ?? sha256(key).slice(0, 24)));
      const { minutes = 60 } = peers.find(({ name }) => name === peer) ?? {};
      const said = { key, text, taint: 'external', ownTurn: true, deadlineMs: minutes * 60_000 } as const;
      const { turn, isOther } = await incoming.message(peerOrigin, session, said);
      if (isOther) throw fault('invalid', says`another message was taken under this messageId; this one was not`);
      const begun = task(peer, turn);
      if (!begun) throw fault('unavailable', says`this agent takes no work now; send the same message again later`);
      return begun;
    },
    async stop(peer, id) {
      const found = task(peer, id);
      return found && incoming.abort(peerSession(peer, found.thread), undefined, id);
    },
  };
}

function taskOf(turn: CallerTurn): PeerTask {
  const thread = turn.conversation.slice(turn.conversation.indexOf(':') + 1);
  const question = turn.waits.find(({ kind }) => kind === 'question')?.text;
  return { ...turn, thread, ...defined({ question }) };
}
