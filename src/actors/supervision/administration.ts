/**
 * What the owner can do to an actor, from whichever channel: it becomes an event to the supervisor, which performs
 * it, writes it down and says what became of it. Looking (what a restart would run again) changes nothing.
 */

import { says } from '../../domain/policy/sentence.ts';
import { type AdminService, adminVerbs, type LetGo, whyNever } from '../../domain/supervision/admin.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { isPermanent } from '../../domain/supervision/permanent.ts';
import { incidentView } from '../../machines/incident/view.ts';
import { storedState } from '../../machines/stored.ts';
import type { CommandLedger } from '../../ports/ledgers/command.ts';
import type { ActorRecord, HostStore } from '../../ports/store.ts';
import { leftBehind } from '../runtime/commit/restart.ts';
import type { Registry } from '../runtime/registry.ts';
import type { System } from '../runtime/system.ts';

/** Does an incident take an answer? It was put before the owner, with its first remedy or after its last. */
function isOpen({ leaf, state }: Pick<ActorRecord, 'leaf' | 'state'>): boolean {
  if (leaf === 'waitingForInput.open') return true;
  if (leaf !== 'evaluating.waiting') return false;
  return incidentView(storedState(state)).isAsked;
}

/** Is it an incident that waits for its owner's answer? */
export function asksOwner(row: ActorRecord): boolean {
  return row.machine === 'incident' && row.status === 'active' && isOpen(row);
}

export function administration({
  system,
  store,
  registry,
  commands,
  onEnded,
}: {
  readonly system: Pick<System, 'accept' | 'host'>;
  readonly store: HostStore;
  readonly registry: Registry;
  readonly commands: CommandLedger;
  /** Calls back once an act of that name has ended. */
  readonly onEnded: (id: string, call: () => void) => void;
}): AdminService {
  return {
    async command({ rev, ...request }) {
      const { id, verb, actor } = request;
      // asking is a step of the supervisor's own, so the one of it that was on screen is always past
      const command = rev === undefined || actor === 'supervisor' ? request : { ...request, rev };
      const before = commands.outcome(id);
      if (before && before.state !== 'asked') return before;
      if (!adminVerbs.includes(verb))
        throw fault('invalid', `there is no act ${JSON.stringify(verb)}; there are ${adminVerbs.join(', ')}`);
      if (!store.actor(actor)) throw fault('invalid', says`there is no actor ${actor}`);
      const never = whyNever(verb, actor);
      if (never !== undefined) throw fault('invalid', never);
      const ended = new Promise<void>(resolve => onEnded(id, resolve));
      await system.accept({ target: 'supervisor', event: { type: 'admin.asked', command }, dedupe: `command:${id}` });
      const now = commands.outcome(id);
      if (now && now.state !== 'asked') return now;
      await ended;
      return commands.outcome(id) ?? { id, state: 'asked' };
    },
    async choose(incident, choice, by) {
      const address = `incident:${incident.replace(/^incident:/, '')}`;
      const row = store.actor(address);
      if (!row) throw fault('invalid', `there is no question ${JSON.stringify(incident)}; nothing was done`);
      if (row.status !== 'active' || !isOpen(row))
        throw fault('invalid', says`this question is already answered; nothing was done`);
      const { seq, leaf } = row;
      await system.accept({ target: address, event: { type: 'incident.answered', choice, by } });
      const after = store.actor(address);
      if (after?.leaf === leaf && after.seq === seq + 1)
        throw fault('invalid', `${choice} is not one of its answers; nothing was done`);
    },
    async preview(actor) {
      const row = store.actor(actor);
      if (!row) return undefined;
      const open = store.openEffects().filter(({ owner }) => owner === actor);
      const standing = leftBehind({ store, registry }, row, { at: 0, id: '' });
      const entry = registry.machines.get(row.machine);
      const released = entry?.wouldRelease?.(standing);
      const isSpokenTo = row.parent === null && entry?.startsWith !== undefined && !isPermanent(actor);
      const isOver = row.status === 'done' || row.status === 'stopped';
      const isAct = ({ policy, status }: (typeof open)[number]) => policy === 'once' && status === 'running';
      return {
        again: open.filter(effect => !isAct(effect)).map(({ src }) => src),
        notAgain: open.filter(isAct).map(({ src }) => src),
        fresh: released,
        stop: isSpokenTo && !isOver ? withWaiting(released ?? nothing, store, actor) : undefined,
      };
    },
  };
}

const nothing: LetGo = { messages: [], cut: [], unbegun: [] };

/** Messages that wait are not kept for an actor that is stopped. */
function withWaiting(released: LetGo, store: HostStore, actor: string): LetGo {
  const waiting = store.inbox().flatMap(({ target, event }) => {
    const { type, text } = JSON.parse(event) as { readonly type: string; readonly text?: unknown };
    if (target !== actor || type !== 'message.received') return [];
    return [typeof text === 'string' ? text : 'a long one'];
  });
  return { ...released, messages: [...released.messages, ...waiting] };
}
