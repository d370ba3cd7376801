/** What callers say, see and keep, as it is carried out in the process that holds the home. */
import { sessionAddress } from '../../actors/channels/incoming.ts';
import { turnsOf } from '../../actors/observation/turns-of-others.ts';
import {
  type CallerAnswer,
  type CallerNeed,
  type CallerService,
  callerConversation,
  callerOrigin,
  callerSession,
} from '../../domain/callers/caller.ts';
import { usualPartition } from '../../domain/memory/partition.ts';
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import type { Features } from '../feature.ts';

type Owner = Pick<Features['owner'], 'core' | 'incoming' | 'reads' | 'memories' | 'decisions' | 'audit'>;

/** Where it asks from, for the audit chain. */
const by = 'mcp';

export function callerService(owner: Owner, mayAnswer: boolean): CallerService {
  const { core, incoming, memories } = owner;
  const { system, clock } = core;
  const { needs, turn } = turnsOf(core, owner.reads, callerConversation);
  const sessionOf = (id: string) => {
    const found = turn(id);
    return found && callerSession(found.conversation);
  };
  return {
    mayAnswer,
    async say(conversation, { clientId: key, text }) {
      const session = sessionAddress(callerSession(conversation));
      // each is answered by itself: nobody who asks reads what another one has asked
      const taken = await incoming.message(callerOrigin, session, { key, text, taint: 'external', ownTurn: true });
      const { turn, duplicate, isOther } = taken;
      return { turn, duplicate, ...defined({ isOther }) };
    },
    turn,
    async stop(id) {
      const session = sessionOf(id);
      return session === undefined ? undefined : incoming.abort(session, undefined, id);
    },
    waiting: needs,
    memories: async (q, limit) => {
      const found = await memories.service.find({
        ...defined({ q, status: q ? undefined : ('active' as const) }),
        limit,
      });
      return found.filter(({ sensitivity, partition }) => sensitivity === 'normal' && partition === 'global');
    },
    async remember(content, kind) {
      const session = callerSession('main');
      await system.perform(() =>
        memories.store.save({
          kind,
          content,
          session,
          taint: 'external',
          status: 'pending',
          source: 'tool',
          partition: usualPartition(session),
          at: clock.now(),
        }),
      );
      return { content, state: 'pending' };
    },
    answer: given => answer(owner, mayAnswer, needs(), given),
  };
}

async function answer(
  { incoming, decisions, audit }: Owner,
  mayAnswer: boolean,
  needs: readonly CallerNeed[],
  { id, answer: text, digest, confirmation, key }: CallerAnswer,
): Promise<{ readonly message: string }> {
  if (!mayAnswer)
    throw fault(
      'denied',
      says`programs may not answer what waits for the owner; [mcp_server] may_answer = true in config.toml lets them`,
    );
  const need = needs.find(one => one.id === id);
  if (!need) throw fault('invalid', says`nothing of this id waits for an answer; list what waits again`);
  if (need.kind === 'question') {
    if (need.conversation === undefined)
      throw fault('denied', says`this question is put to the owner in a conversation of the owner's own`);
    audit.record({ kind: 'settings.mcp-answered', subject: id, actor: by, facts: {} });
    await incoming.message(callerOrigin, id, { key, text, taint: 'external' });
    return { message: 'The answer was given.' };
  }
  if (need.kind !== 'approval')
    throw fault('denied', says`only approvals and questions are answered by programs, not ${need.kind}`);
  if (text !== 'approve' && text !== 'deny')
    throw fault('invalid', says`expected "approve" or "deny" as the answer to an approval`);
  if (digest === undefined || digest !== need.digest)
    throw fault('invalid', says`expected the digest of the approval as it waits now; list what waits again`);
  const made = await decisions.decide({
    approval: id.replace(/^approval:/, ''),
    decision: text,
    by,
    digest,
    ...defined({ confirmation }),
  });
  if (!made.ok) throw fault('denied', made.message);
  return { message: text === 'approve' ? 'Approved.' : 'Denied.' };
}
