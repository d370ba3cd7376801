/** What callers say, see and keep, as it is carried out in the process that holds the home. */
import { sessionAddress } from '../../actors/channels/incoming.ts';
import {
  type CallerAnswer,
  type CallerNeed,
  type CallerService,
  type CallerTurn,
  callerConversation,
  callerOrigin,
  callerSession,
} from '../../domain/callers/caller.ts';
import { usualPartition } from '../../domain/memory/partition.ts';
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import { sessionView } from '../../machines/session/view.ts';
import { storedState } from '../../machines/stored.ts';
import type { Features } from '../feature.ts';

type Owner = Pick<Features['owner'], 'core' | 'incoming' | 'reads' | 'memories' | 'decisions' | 'audit'>;

/** Where it asks from, for the audit chain. */
const by = 'mcp';

export function callerService(owner: Owner, mayAnswer: boolean): CallerService {
  const { core, incoming, memories } = owner;
  const { system, clock } = core;
  const { needs, turn, sessionOf } = looksOf(owner);
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

/** What of the host callers may see. */
function looksOf({ core, reads }: Owner) {
  const { store, conversation, clock } = core;

  function needs(): readonly CallerNeed[] {
    const cards = new Map(reads.approvals('pending').map(({ id, card }) => [id, card]));
    return reads.needs().map(({ id, kind, text, since, risk, about }) => ({
      id,
      kind,
      text,
      since,
      ...defined({ risk, conversation: callerConversation(about ?? id), digest: cards.get(id)?.digest }),
    }));
  }

  /** A turn that waits for the one before it has no row yet. */
  function queued(id: string): CallerTurn | undefined {
    for (const { address, machine, state } of store.actors(clock.now())) {
      const name = machine === 'session' ? callerConversation(address) : undefined;
      const waits = name === undefined ? undefined : sessionView(storedState(state)).later.find(one => one.id === id);
      if (name === undefined || !waits) continue;
      return { id, conversation: name, state: 'queued', startedAt: clock.now(), reply: '', notes: [], waits: [] };
    }
    return undefined;
  }

  function turn(id: string): CallerTurn | undefined {
    const record = conversation.turn(id);
    const name = record && callerConversation(record.session);
    if (!record || name === undefined) return queued(id);
    const { outcome, startedAt, endedAt } = record;
    const { reply = '', notes = [] } = reads.turn(id) ?? {};
    const isRunning = outcome === 'running';
    return {
      id,
      conversation: name,
      state: outcome,
      startedAt,
      reply,
      notes,
      waits: isRunning && isHeld(record.session) ? needs().filter(need => need.conversation === name) : [],
      ...defined({ endedAt: endedAt ?? undefined }),
    };
  }

  /** Only its owner can move it. */
  function isHeld(session: string): boolean {
    return store.actor(session)?.leaf.startsWith('waitingForInput') === true;
  }

  return {
    needs,
    turn,
    sessionOf(id: string): string | undefined {
      const found = turn(id);
      return found && callerSession(found.conversation);
    },
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
