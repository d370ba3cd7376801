/** Turns that others than the owner have asked for, and what they wait for. */
import type { CallerNeed, CallerTurn } from '../../domain/callers/caller.ts';
import { defined } from '../../domain/text/json.ts';
import { sessionView } from '../../machines/session/view.ts';
import { storedState } from '../../machines/stored.ts';
import type { ActorCore } from '../core.ts';
import type { AgentState } from './agent-state.ts';

/** `nameOf`: what those who ask call a conversation; undefined: they may not see it. */
export function turnsOf(
  { store, conversation, clock }: Pick<ActorCore, 'store' | 'conversation' | 'clock'>,
  reads: Pick<AgentState, 'approvals' | 'needs' | 'turn'>,
  nameOf: (session: string) => string | undefined,
) {
  function needs(): readonly CallerNeed[] {
    const cards = new Map(reads.approvals('pending').map(({ id, card }) => [id, card]));
    return reads.needs().map(({ id, kind, text, since, risk, about }) => ({
      id,
      kind,
      text,
      since,
      ...defined({ risk, conversation: nameOf(about ?? id), digest: cards.get(id)?.digest }),
    }));
  }

  /** A turn that waits for the one before it has no row yet. */
  function queued(id: string): CallerTurn | undefined {
    for (const { address, machine, state } of store.actors(clock.now())) {
      const name = machine === 'session' ? nameOf(address) : undefined;
      const waits = name === undefined ? undefined : sessionView(storedState(state)).later.find(one => one.id === id);
      if (name === undefined || !waits) continue;
      return { id, conversation: name, state: 'queued', startedAt: clock.now(), reply: '', notes: [], waits: [] };
    }
    return undefined;
  }

  function turn(id: string): CallerTurn | undefined {
    const record = conversation.turn(id);
    const name = record && nameOf(record.session);
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

  return { needs, turn };
}
