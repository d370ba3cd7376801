/**
 * The root: it starts what is permanent, in order, stops it in reverse, and hears every report. What the owner must know is
 * told on the owner's channels; everything else is written down where `status` and the page show it.
 */
import { assign, setup } from 'xstate';
import type { Failure } from './domain/failure.ts';
import type { Message } from './domain/message.ts';
import { type Language, texts } from './domain/texts.ts';
import { actorAt } from './needs.ts';

/** A channel, and the chats in which its owner is told things. */
export interface PermanentChannel {
  readonly name: string;
  readonly ownerChats: readonly string[];
}

export interface SupervisorInput {
  readonly language: Language;
}

/** What the boot found; a `RecoveryReport` of the host. */
export interface BootFacts {
  readonly uncleanBoots: number;
  readonly actors: number;
  readonly waiting: number;
  readonly again: number;
  readonly unknown: readonly { readonly effect: string; readonly owner: string; readonly src: string }[];
  readonly quarantined: readonly { readonly actor: string; readonly problem: string }[];
  readonly wedged: readonly string[];
}

interface Context {
  readonly language: Language;
  readonly channels: readonly PermanentChannel[];
  readonly boots: number;
  readonly reports: number;
}

type Stamp = { readonly at: number; readonly id: string };
type SupervisorEvent = Stamp &
  (
    | { readonly type: 'system.started'; readonly channels: readonly PermanentChannel[]; readonly facts: BootFacts }
    | { readonly type: 'system.stopping' }
    | {
        readonly type: 'report.raised';
        readonly kind:
          | 'progress'
          | 'inputRequired'
          | 'toolFailure'
          | 'policyDenied'
          | 'stuck'
          | 'completed'
          | 'failed'
          | 'unknown';
        readonly code?: 'channelDown' | 'undelivered' | 'tell';
        readonly subject: string;
        readonly text?: string;
        readonly channel?: string;
        readonly chat?: string;
        readonly failure?: Failure;
      }
    | { readonly type: 'message.buried'; readonly actor: string; readonly event: string; readonly failure: Failure }
    | {
        readonly type: 'effect.unknown';
        readonly effect: string;
        readonly owner: string;
        readonly src: string;
        /** What may or may not have happened, in a sentence; there where nobody else tells the owner. */
        readonly about?: string;
      }
    | {
        readonly type: 'effect.left';
        readonly effect: string;
        readonly owner: string;
        readonly src: string;
        readonly outcome: string;
      }
    | { readonly type: 'actor.quarantined'; readonly actor: string; readonly problem: string }
  );

/** What is made of an event: a line in the book, and what the owner is told, if anything. */
interface Reaction {
  readonly kind: string;
  readonly subject: string;
  readonly text: string;
  readonly tell?: string;
  /** Not on this channel: it is the one that does not work. */
  readonly except?: string;
}

const base = setup({
  types: {
    input: {} as SupervisorInput,
    context: {} as Context,
    events: {} as SupervisorEvent,
    tags: {} as 'resting' | 'ok' | 'busy' | 'paused',
  },
  actions: {
    recordReport: (_, _params: Reaction) => {},
    appendMessage: (_, _params: Omit<Message, 'at'>) => {},
    queueDelivery: (
      _,
      _params: {
        readonly id: string;
        readonly channel: string;
        readonly chat: string;
        readonly session: string;
        readonly body: string;
      },
    ) => {},
  },
});

const startChannels = base.enqueueActions(({ context, enqueue }) => {
  for (const { name } of context.channels) enqueue.sendTo(actorAt(`channel:${name}`), { type: 'channel.started' });
});

const stopChannels = base.enqueueActions(({ context, enqueue }) => {
  for (const { name } of context.channels.toReversed())
    enqueue.sendTo(actorAt(`channel:${name}`), { type: 'channel.stopped' });
});

/** Writes the report down and tells the owner, once per channel, where it matters. */
const answer = base.enqueueActions(({ context, event, enqueue }) => {
  for (const [index, reaction] of reactions(event, context.language).entries()) {
    enqueue({ type: 'recordReport', params: reaction });
    if (reaction.tell === undefined) continue;
    for (const { name, ownerChats } of context.channels) {
      if (name === reaction.except) continue;
      for (const chat of ownerChats) {
        const id = `report:${event.id}.${index}:${name}:${chat}`;
        const session = `session:${name}:${chat}`;
        enqueue({
          type: 'appendMessage',
          params: { id, session, turn: '', role: 'notice', body: reaction.tell, taint: 'owner' },
        });
        enqueue({
          type: 'queueDelivery',
          params: { id, channel: name, chat, session, body: reaction.tell },
        });
        enqueue.sendTo(actorAt(`channel:${name}`), { type: 'delivery.queued', delivery: id, chat });
      }
    }
  }
});

export const supervisorMachine = base.createMachine({
  id: 'supervisor',
  version: '1',
  options: { maxIterations: 1000 },
  context: ({ input }) => ({ language: input.language, channels: [], boots: 0, reports: 0 }),
  on: {
    'system.started': {
      target: '.thinking',
      actions: [
        assign({ channels: ({ event }) => event.channels, boots: ({ context }) => context.boots + 1 }),
        startChannels,
      ],
    },
    'system.stopping': { target: '.idle', actions: stopChannels },
    'report.raised': '.thinking',
    'message.buried': '.thinking',
    'effect.*': '.thinking',
    'actor.quarantined': '.thinking',
  },
  initial: 'idle',
  states: {
    idle: { tags: ['resting', 'ok'], meta: { help: 'Nothing needs it.' } },
    thinking: { tags: ['busy'], meta: { expectMs: 1000, help: 'It weighs a report.' }, always: 'acting' },
    acting: {
      tags: ['busy'],
      meta: { expectMs: 1000, help: 'It writes the report down and tells the owner.' },
      entry: answer,
      always: 'evaluating',
    },
    evaluating: {
      tags: ['busy'],
      meta: { expectMs: 1000, help: 'It counts what it heard.' },
      entry: assign({ reports: ({ context }) => context.reports + 1 }),
      always: 'idle',
    },
  },
});

function reactions(event: SupervisorEvent, language: Language): readonly Reaction[] {
  const say = texts(language);
  switch (event.type) {
    case 'system.started': {
      const { facts } = event;
      const text = `${facts.actors} actors, ${facts.waiting} messages waiting, ${facts.again} effects again, ${facts.unknown.length} unknown, ${facts.quarantined.length} quarantined, ${facts.wedged.length} wedged`;
      const found: Reaction[] = [{ kind: 'progress', subject: 'supervisor', text }];
      if (facts.quarantined.length > 0) {
        const names = facts.quarantined.map(({ actor, problem }) => `${actor} (${problem})`).join('; ');
        found.push({
          kind: 'stuck',
          subject: 'supervisor',
          text: names,
          tell: say.quarantined(facts.quarantined.length),
        });
      }
      for (const actor of facts.wedged)
        found.push({ kind: 'stuck', subject: actor, text: 'nothing will ever move it', tell: say.stuck(actor) });
      return found;
    }
    case 'report.raised': {
      const { kind, subject, code, failure, channel, chat } = event;
      const text = event.text ?? (failure ? `${failure.kind}: ${failure.message}` : kind);
      if (code === 'channelDown' && failure && channel !== undefined)
        return [{ kind, subject, text, tell: say.channelDown(channel, failure), except: channel }];
      if (code === 'undelivered' && failure && chat !== undefined)
        return [
          { kind, subject, text, tell: say.undelivered(chat, failure), except: subject.slice('channel:'.length) },
        ];
      return [{ kind, subject, text, ...(code === 'tell' ? { tell: text } : {}) }];
    }
    case 'message.buried':
      return [
        {
          kind: 'failed',
          subject: event.actor,
          text: `${event.event} was buried: ${event.failure.message}`,
          tell: say.buried(`${event.event} for ${event.actor}`),
        },
      ];
    case 'effect.unknown':
      return [
        {
          kind: 'unknown',
          subject: event.owner,
          text: `${event.src} ${event.effect}: it may or may not have happened`,
          ...(event.about === undefined ? {} : { tell: say.unknownAct(event.about.replace(/\.$/, '')) }),
        },
      ];
    case 'effect.left':
      return [
        {
          kind: 'progress',
          subject: event.owner,
          text: `${event.src} ${event.effect} ended after it was no longer waited for: ${event.outcome}`,
        },
      ];
    case 'actor.quarantined':
      return [{ kind: 'stuck', subject: event.actor, text: event.problem, tell: say.quarantined(1) }];
    default:
      return [];
  }
}
