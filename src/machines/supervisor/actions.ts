/** What the supervisor does about an event: channels, reports, incidents and the acts of the owner. */

import { placeFor } from '../../domain/conversation/chat-session.ts';
import type { Taint } from '../../domain/policy/taint.ts';
import type { Failure } from '../../domain/supervision/failure.ts';
import { troubleKey } from '../../domain/supervision/remediation.ts';
import { defined } from '../../domain/text/json.ts';
import { texts } from '../../domain/text/texts.ts';
import type { IncidentOutput } from '../incident/types.ts';
import { actorAt } from '../needs.ts';
import { reactions, troubles } from './reactions.ts';
import { base } from './setup.ts';
import type { Reaction } from './types.ts';

/** So many troubles are dealt with at once; what is found beyond that is only written down. */
const mostIncidents = 50;

/** The channels start, in order. */
export const startChannels = base.enqueueActions(({ context, enqueue }) => {
  for (const { name } of context.channels) enqueue.sendTo(actorAt(`channel:${name}`), { type: 'channel.started' });
});

/** The channels stop, in reverse. */
export const stopChannels = base.enqueueActions(({ context, enqueue }) => {
  for (const { name } of context.channels.toReversed())
    enqueue.sendTo(actorAt(`channel:${name}`), { type: 'channel.stopped' });
});

/** Writes the report down and tells the owner, once per channel, where it matters. */
export const answer = base.enqueueActions(({ context, event, enqueue }) => {
  for (const [index, reaction] of reactions(event, context).entries()) {
    enqueue({ type: 'recordReport', params: reaction });
    if (reaction.tell === undefined) continue;
    for (const { name, ownerChats, choices } of context.channels) {
      if (name === reaction.except || (reaction.only !== undefined && name !== reaction.only)) continue;
      for (const ownerChat of ownerChats) {
        const { chat } = placeFor({ channel: name, chat: ownerChat }, reaction.session ?? reaction.subject);
        const id = `report:${event.id}.${index}:${name}:${chat}`;
        const session = `session:${name}:${chat}`;
        const body =
          reaction.asks && choices === 'typed'
            ? `${reaction.tell}\n\n${texts(context.language).howToAnswer(reaction.asks)}`
            : reaction.tell;
        enqueue({
          type: 'appendMessage',
          params: {
            id,
            session,
            turn: '',
            role: 'notice',
            body,
            taint: taintOf(reaction),
            ...defined({ isAside: reaction.isAside ? true : undefined }),
          },
        });
        enqueue({
          type: 'queueDelivery',
          params: {
            id,
            channel: name,
            chat,
            session,
            body,
            ...defined({ asks: reaction.asks }),
            // a word to the owner alone is shown to no model, also when the owner quotes it
            ...defined({ taint: reaction.isAside ? undefined : taintOf(reaction) }),
          },
        });
        enqueue.sendTo(actorAt(`channel:${name}`), {
          type: 'delivery.queued',
          delivery: id,
          chat,
          ...defined({ notice: reaction.asks ? undefined : true }),
        });
      }
    }
  }
});

/** Each trouble has one incident; a second report of it joins. */
export const openIncidents = base.enqueueActions(({ context, event, enqueue }) => {
  let { incidents, spawned } = context;
  for (const trouble of troubles(event, context.language)) {
    const key = troubleKey(trouble);
    const open = incidents[key];
    if (open !== undefined) enqueue.sendTo(open, { type: 'trouble.reported', trouble });
    else if (Object.keys(incidents).length < mostIncidents) {
      spawned += 1;
      const id = `incident-${spawned}`;
      incidents = { ...incidents, [key]: id };
      enqueue.spawnChild('incident', { id, input: { trouble } });
    }
  }
  enqueue.assign({ incidents, spawned });
});

/** What was found is there no more: its incident looks again. */
export const recheckIncident = base.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'pattern.passed') return;
  const open = context.incidents[troubleKey({ kind: event.kind, subject: event.subject, text: '' })];
  if (open !== undefined) enqueue.sendTo(open, { type: 'incident.rechecked' });
});

/** An incident has ended: a new report of its trouble opens another. A job waits for what its owner chooses. */
export const closeIncident = base.enqueueActions(({ context, event, enqueue }) => {
  const { actorId, output } = event as { readonly actorId?: string; readonly output?: Partial<IncidentOutput> };
  if (output?.trouble?.kind === 'cut' && output.outcome === 'cancelled')
    enqueue.sendTo(actorAt(output.trouble.subject), { type: 'job.left' });
  const incidents = Object.entries(context.incidents).filter(([, id]) => id !== actorId);
  enqueue.assign({ incidents: Object.fromEntries(incidents) });
});

/** An act the owner asks for is written down, and performed by a child. */
export const performCommand = base.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'admin.asked') return;
  const { command } = event;
  const { id: act, by: _, ...directive } = command;
  const childId = `admin-${context.spawned + 1}`;
  enqueue({ type: 'recordCommand', params: { command, state: 'asked', error: null } });
  enqueue.spawnChild('directive', { id: childId, input: { act, directive } });
  enqueue.assign({ spawned: context.spawned + 1, commands: { ...context.commands, [childId]: command } });
});

/** The act is done or was refused; an incident about the same actor looks again. */
export const endCommand = base.enqueueActions(({ context, event, enqueue }) => {
  const { actorId = '', error } = event as { readonly actorId?: string; readonly error?: Failure };
  const { [actorId]: command, ...commands } = context.commands;
  if (!command) return;
  enqueue.stopChild(actorId);
  enqueue.assign({ commands });
  const state = error ? 'failed' : 'done';
  enqueue({ type: 'recordCommand', params: { command, state, error: error?.message ?? null } });
  for (const [key, child] of Object.entries(context.incidents))
    if (key.endsWith(` ${command.actor}`)) enqueue.sendTo(child, { type: 'incident.rechecked' });
});

/** A report about a tool may quote its files or its output. */
function taintOf({ kind }: Reaction): Taint {
  return kind === 'toolFailure' ? 'external' : 'owner';
}
