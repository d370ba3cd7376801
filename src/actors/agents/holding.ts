/** An owner gives a conversation of his to an agent, or takes it back. Loaded with the first of them. */
import { type AgentProfile, isApart } from '../../domain/agents/agent.ts';
import { callerConversation } from '../../domain/callers/caller.ts';
import { placeOf } from '../../domain/conversation/chat-session.ts';
import { jobChannel } from '../../domain/jobs/job.ts';
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { ConversationAgents } from '../../ports/agents/conversation-agents.ts';
import type { AuditLog } from '../../ports/audit-log.ts';
import type { ActorCore } from '../core.ts';

/** `agent` undefined: to none any more. Rejects `invalid` where that cannot be. It holds from the next turn on. */
export async function holding(
  { system, store, clock }: Pick<ActorCore, 'system' | 'store' | 'clock'>,
  {
    held,
    profiles,
    audit,
  }: {
    readonly held: ConversationAgents;
    readonly profiles: readonly AgentProfile[];
    readonly audit: AuditLog['write'];
  },
  { session, agent, by }: { readonly session: string; readonly agent: string | undefined; readonly by: string },
): Promise<void> {
  if (isApart(session) || placeOf(session).channel === jobChannel || callerConversation(session) !== undefined)
    throw fault('invalid', says`only a conversation of yours can belong to an agent; ${session} is none`);
  if (agent !== undefined && !profiles.some(({ name }) => name === agent))
    throw fault(
      'invalid',
      says`there is no agent ${agent.slice(0, 40)}; there are ${profiles.map(({ name }) => name).join(', ')}`,
    );
  const committed = system.perform(() => {
    const row = store.actor(session);
    // its rights do not change in the middle of a turn
    if (row?.status === 'active' && row.leaf !== 'idle')
      throw fault('invalid', says`the conversation is at work; wait until its turn has ended, or stop it first`);
    if (held.of(session) === agent) return;
    const at = clock.now();
    const before = held.of(session) ?? null;
    held.set(session, agent, at);
    audit({ kind: 'agent.assigned', subject: agent ?? '', actor: session, facts: { before, by } }, { at });
  });
  try {
    await committed;
  } catch (thrown) {
    // what was not committed does not hold
    held.reload();
    throw thrown;
  }
}
