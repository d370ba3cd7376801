/**
 * The root: it starts what is permanent, in order, stops it in reverse, and hears every report. What the owner must know is
 * told on the owner's channels; everything else is written down where `status` and the page show it.
 */
import { assign, setup } from 'xstate';
import type { Message } from '../../domain/conversation/message.ts';
import type { Taint } from '../../domain/policy/taint.ts';
import type { AdminAct, AdminCommand } from '../../domain/supervision/admin.ts';
import type { Failure } from '../../domain/supervision/failure.ts';
import type { PatternFacts } from '../../domain/supervision/patterns.ts';
import { type Choice, patienceMs, type Trouble, troubleKey } from '../../domain/supervision/remediation.ts';
import { instantText, ownersInstant } from '../../domain/text/instant-text.ts';
import { type Language, texts } from '../../domain/text/texts.ts';
import type { IncidentInput, IncidentOutput } from '../incident/chart.ts';
import { actorAt, needs } from '../needs.ts';

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
  /** Boots of the last minutes that did not end by themselves. */
  readonly uncleanBoots: number;
  /** They were too many: what was half done is held until the owner says go. */
  readonly isSafe?: boolean;
  readonly actors: number;
  readonly waiting: number;
  readonly again: number;
  readonly unknown: readonly { readonly effect: string; readonly owner: string; readonly src: string }[];
  readonly quarantined: readonly { readonly actor: string; readonly problem: string }[];
  readonly wedged: readonly string[];
}

/** An act on an actor as `directive` performs it, once for each name. */
export interface DirectiveInput {
  readonly act: string;
  readonly directive: AdminAct;
}

interface Context {
  readonly language: Language;
  /** The owner's, as this boot's configuration has it; absent in what an earlier version kept. */
  readonly timeZone?: string;
  readonly channels: readonly PermanentChannel[];
  readonly boots: number;
  readonly reports: number;
  /** Troubles that are being dealt with: the incident's name among the children, by the trouble's. */
  readonly incidents: { readonly [trouble: string]: string };
  /** Acts that are being performed, by the name of the child that does. */
  readonly commands: { readonly [childId: string]: AdminCommand };
  /** Children so far; names the next. */
  readonly spawned: number;
}

/** So many troubles are dealt with at once; what is found beyond that is only written down. */
const mostIncidents = 50;
/** Where a boot cannot load more than so many actors, the owner is told their number and not asked about each. */
const mostAskedAtBoot = 5;

type Stamp = { readonly at: number; readonly id: string };
type SupervisorEvent = Stamp &
  (
    | {
        readonly type: 'system.started';
        readonly channels: readonly PermanentChannel[];
        readonly facts: BootFacts;
        /** The owner's, an IANA name. */
        readonly timeZone?: string;
      }
    | { readonly type: 'system.stopping' }
    | {
        readonly type: 'report.raised';
        readonly kind:
          | 'progress'
          | 'inputRequired'
          | 'toolFailure'
          | 'policyDenied'
          | 'stuck'
          | 'looping'
          | 'completed'
          | 'failed'
          | 'unknown';
        readonly code?: 'channelDown' | 'channelBack' | 'waiting' | 'undelivered' | 'tooOld' | 'tell' | 'aside';
        readonly subject: string;
        readonly text?: string;
        readonly channel?: string;
        readonly chat?: string;
        readonly failure?: Failure;
        /** `channelBack`: since when it was away; `waiting`: since when the oldest of `times` messages waits. */
        readonly since?: number;
        /** `looping`: the turn, what is asked for again and again, and how often it was. */
        readonly turn?: string;
        readonly tool?: string;
        readonly times?: number;
      }
    /** What was found by looking at the whole house (src/domain/supervision/patterns.ts), and that it is over. */
    | {
        readonly type: 'pattern.found';
        readonly kind: 'spending' | 'diskLow' | 'growing';
        readonly subject: string;
        readonly facts: PatternFacts;
      }
    | { readonly type: 'pattern.passed'; readonly kind: 'spending' | 'diskLow' | 'growing'; readonly subject: string }
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
    | {
        readonly type: 'breaker.opened';
        readonly subject: string;
        readonly until: number;
        readonly failure: Failure | null;
        /** It opened so often within an hour, and that is too often. */
        readonly flaps?: number;
      }
    | { readonly type: 'breaker.closed'; readonly subject: string }
    | { readonly type: 'actor.wedged'; readonly actor: string; readonly leaf: string }
    | { readonly type: 'phase.overdue'; readonly actor: string; readonly leaf: string; readonly sinceMs: number }
    | {
        readonly type: 'effect.silent';
        readonly effect: string;
        readonly owner: string;
        readonly src: string;
        readonly silentMs: number;
        readonly heartbeatMs?: number;
        /** What it does, in a sentence, where that is known. */
        readonly about?: string;
      }
    | { readonly type: 'loop.stalled'; readonly during: string; readonly ms: number }
    | {
        readonly type: 'incident.asked';
        readonly incident: string;
        readonly trouble: Trouble;
        readonly choices: readonly Choice[];
      }
    | {
        readonly type: 'incident.parked';
        readonly incident: string;
        readonly trouble: Trouble;
        readonly failure: Failure | null;
        readonly choices: readonly Choice[];
        /** What the owner chose before, which did not help. */
        readonly vain?: Choice;
      }
    | { readonly type: 'admin.asked'; readonly command: AdminCommand }
    | {
        readonly type: 'xstate.done.actor.incident' | 'xstate.done.actor.admin';
        readonly actorId: string;
        readonly output: IncidentOutput;
      }
    | { readonly type: 'xstate.error.actor.admin'; readonly actorId: string; readonly error: Failure }
  );

/** What is made of an event: a line in the book, and what the owner is told, if anything. */
interface Reaction {
  readonly kind: string;
  readonly subject: string;
  readonly text: string;
  readonly tell?: string;
  /** Not on this channel: it is the one that does not work. */
  readonly except?: string;
  /** On this channel alone. */
  readonly only?: string;
  /** It may quote a stranger: no model is shown it. */
  readonly isAside?: true;
  /** What the owner may answer, and to whom: the key of an incident. */
  readonly asks?: { readonly incident: string; readonly choices: readonly Choice[] };
}

/** A state of version 1, which knew no incidents. */
export function migrateSupervisor(state: object, version: string): object | undefined {
  if (version !== '1') return undefined;
  const { context } = state as { readonly context: object };
  return { ...state, context: { ...context, incidents: {}, commands: {}, spawned: 0 } };
}

const base = setup({
  types: {
    input: {} as SupervisorInput,
    context: {} as Context,
    events: {} as SupervisorEvent,
    tags: {} as 'resting' | 'ok' | 'busy' | 'paused',
  },
  actors: {
    incident: needs<IncidentOutput, IncidentInput>('incident'),
    directive: needs<void, DirectiveInput>('directive'),
  },
  actions: {
    recordCommand: (
      _,
      _params: {
        readonly command: AdminCommand;
        readonly state: 'asked' | 'done' | 'failed';
        readonly error: string | null;
      },
    ) => {},
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
        readonly asks?: Reaction['asks'];
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
  for (const [index, reaction] of reactions(event, context).entries()) {
    enqueue({ type: 'recordReport', params: reaction });
    if (reaction.tell === undefined) continue;
    for (const { name, ownerChats } of context.channels) {
      if (name === reaction.except || (reaction.only !== undefined && name !== reaction.only)) continue;
      for (const chat of ownerChats) {
        const id = `report:${event.id}.${index}:${name}:${chat}`;
        const session = `session:${name}:${chat}`;
        // a chat and the page have buttons for it
        const body =
          reaction.asks && name === 'terminal'
            ? `${reaction.tell}\n\n${texts(context.language).howToAnswer(reaction.asks)}`
            : reaction.tell;
        enqueue({
          type: 'appendMessage',
          params: {
            ...{ id, session, turn: '', role: 'notice', body, taint: taintOf(reaction) },
            ...(reaction.isAside ? { isAside: true } : {}),
          },
        });
        enqueue({
          type: 'queueDelivery',
          params: {
            ...{ id, channel: name, chat, session, body: reaction.tell },
            ...(reaction.asks ? { asks: reaction.asks } : {}),
          },
        });
        enqueue.sendTo(actorAt(`channel:${name}`), {
          ...{ type: 'delivery.queued', delivery: id, chat },
          ...(reaction.asks ? {} : { notice: true }),
        });
      }
    }
  }
});

// ── troubles and acts ───────────────────────────────────────────────────────────────────────────────

/** Each trouble has one incident; a second report of it joins. */
const openIncidents = base.enqueueActions(({ context, event, enqueue }) => {
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
const recheckIncident = base.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'pattern.passed') return;
  const open = context.incidents[troubleKey({ kind: event.kind, subject: event.subject, text: '' })];
  if (open !== undefined) enqueue.sendTo(open, { type: 'incident.rechecked' });
});

const closeIncident = base.enqueueActions(({ context, event, enqueue }) => {
  const { actorId } = event as { readonly actorId?: string };
  const incidents = Object.entries(context.incidents).filter(([, id]) => id !== actorId);
  enqueue.assign({ incidents: Object.fromEntries(incidents) });
});

const performCommand = base.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'admin.asked') return;
  const { command } = event;
  const { id: act, by: _, ...directive } = command;
  const childId = `admin-${context.spawned + 1}`;
  enqueue({ type: 'recordCommand', params: { command, state: 'asked', error: null } });
  enqueue.spawnChild('directive', { id: childId, input: { act, directive } });
  enqueue.assign({ spawned: context.spawned + 1, commands: { ...context.commands, [childId]: command } });
});

/** The act is done or was refused; whoever waits for its subject looks again. */
const endCommand = base.enqueueActions(({ context, event, enqueue }) => {
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

export const supervisorMachine = base.createMachine({
  id: 'supervisor',
  version: '2',
  options: { maxIterations: 1000 },
  context: ({ input }) => ({
    language: input.language,
    channels: [],
    boots: 0,
    reports: 0,
    incidents: {},
    commands: {},
    spawned: 0,
  }),
  on: {
    'system.started': {
      target: '.thinking',
      actions: [
        assign(({ context, event: { channels, timeZone } }) => ({
          channels,
          boots: context.boots + 1,
          ...(timeZone === undefined ? {} : { timeZone }),
        })),
        startChannels,
      ],
    },
    'system.stopping': { target: '.idle', actions: stopChannels },
    'report.raised': '.thinking',
    'message.buried': '.thinking',
    'effect.*': '.thinking',
    'actor.quarantined': '.thinking',
    'breaker.*': '.thinking',
    'actor.wedged': '.thinking',
    'phase.overdue': '.thinking',
    'loop.stalled': '.thinking',
    'pattern.*': '.thinking',
    'incident.asked': '.thinking',
    'incident.parked': '.thinking',
    'admin.asked': '.thinking',
    'xstate.done.actor.*': '.thinking',
    'xstate.error.actor.*': '.thinking',
  },
  initial: 'idle',
  states: {
    idle: { tags: ['resting', 'ok'], meta: { help: 'Nothing needs it.' } },
    thinking: { tags: ['busy'], meta: { expectMs: 1000, help: 'It weighs a report.' }, always: 'acting' },
    acting: {
      tags: ['busy'],
      meta: { expectMs: 1000, help: 'It writes the report down, tells the owner, and sees that something is done.' },
      entry: [answer, openIncidents, performCommand, endCommand, recheckIncident, closeIncident],
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

function reactions(
  event: SupervisorEvent,
  { language, timeZone }: Pick<Context, 'language' | 'timeZone'>,
): readonly Reaction[] {
  const say = texts(language);
  const instant = (at: number) =>
    timeZone === undefined ? instantText(at) : ownersInstant(at, { language, timeZone });
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
          ...(facts.quarantined.length > mostAskedAtBoot ? { tell: say.quarantined(facts.quarantined.length) } : {}),
        });
      }
      for (const actor of facts.wedged)
        found.push({ kind: 'stuck', subject: actor, text: 'nothing will ever move it' });
      return found;
    }
    case 'report.raised': {
      const { kind, subject, code, failure, channel, chat, since = 0, times = 0, at } = event;
      const text = event.text ?? (failure ? `${failure.kind}: ${failure.message}` : kind);
      if (code === 'channelDown' && failure && channel !== undefined)
        // whom another program disturbs can still send
        return [
          {
            ...{ kind, subject, text, tell: say.channelDown(channel, failure) },
            ...(failure.cause === 'conflict' ? {} : { except: channel }),
          },
        ];
      if (code === 'channelBack' && channel !== undefined)
        return [
          {
            ...{ kind, subject, text: `it was away since ${instantText(since)}`, only: channel },
            tell: say.channelBack(channel, instant(since), instant(at)),
          },
        ];
      if (code === 'waiting' && channel !== undefined)
        return [
          {
            ...{ kind, subject, text: `${times} messages wait since ${instantText(since)}`, except: channel },
            tell: say.channelWaits(channel, times, instant(since)),
          },
        ];
      if (code === 'tooOld') return [{ kind, subject, text, tell: say.tooOld(subject.slice('channel:'.length)) }];
      if (code === 'undelivered' && failure && chat !== undefined)
        return [
          { kind, subject, text, tell: say.undelivered(chat, failure), except: subject.slice('channel:'.length) },
        ];
      if (code === 'aside') return [{ kind, subject, text, tell: text, isAside: true }];
      return [{ kind, subject, text, ...(code === 'tell' ? { tell: text } : {}) }];
    }
    case 'message.buried':
      return [
        {
          kind: 'failed',
          subject: event.actor,
          text: `${event.event} was buried: ${event.failure.message}`,
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
      return [{ kind: 'stuck', subject: event.actor, text: event.problem }];
    case 'breaker.opened': {
      const { subject, until, failure } = event;
      const seconds = Math.max(1, Math.round((until - event.at) / 1000));
      const why = failure?.message ?? 'no reason was given';
      const text = `calls are refused for ${seconds} s: ${why}`;
      // a conversation that waits for its model, or is answered by another one, says so itself
      if (isModel(subject)) return [{ kind: 'failed', subject, text }];
      return [{ kind: 'failed', subject, text, tell: say.resting(subject, seconds, why), ...exceptOf(subject) }];
    }
    case 'breaker.closed':
      return [
        {
          ...{ kind: 'progress', subject: event.subject, text: 'it works again' },
          ...(isModel(event.subject) ? {} : { tell: say.works(event.subject) }),
        },
      ];
    case 'actor.wedged':
      return [{ kind: 'stuck', subject: event.actor, text: `nothing will ever move it from ${event.leaf}` }];
    case 'phase.overdue':
      return [
        {
          kind: 'progress',
          subject: event.actor,
          text: `it has been in ${event.leaf} for ${Math.round(event.sinceMs / 1000)} s, longer than usual`,
        },
      ];
    case 'effect.silent':
      return [
        {
          kind: 'stuck',
          subject: event.owner,
          text: `${event.src} ${event.effect} has given no sign of life for ${Math.round(event.silentMs / 1000)} s`,
        },
      ];
    case 'loop.stalled':
      return [{ kind: 'progress', subject: 'supervisor', text: `${event.during} took ${Math.round(event.ms)} ms` }];
    case 'pattern.found':
      return [
        {
          kind: 'stuck',
          subject: event.subject,
          text: `${event.kind}: ${say[event.kind](event.subject, event.facts)}`,
        },
      ];
    case 'pattern.passed':
      return [{ kind: 'progress', subject: event.subject, text: `${event.kind}: it has passed` }];
    case 'incident.asked': {
      const { trouble, incident, choices } = event;
      const { subject, text } = trouble;
      const seconds = Math.max(1, Math.round(patienceMs(trouble) / 1000));
      const key = incident.slice('incident:'.length);
      return [
        {
          kind: 'inputRequired',
          subject,
          text,
          tell: say.asked(subject, text, seconds),
          asks: { incident: key, choices },
        },
      ];
    }
    case 'incident.parked': {
      const { trouble, failure, incident, choices, vain } = event;
      const text = `${trouble.text} ${failure ? `What was tried failed: ${failure.message}.` : ''}`.trim();
      const key = incident.slice('incident:'.length);
      return [
        {
          ...{ kind: 'stuck', subject: trouble.subject, text },
          tell: [...(vain ? [say.vain(vain)] : []), say.parked(trouble.subject, text)].join(' '),
          asks: { incident: key, choices },
        },
      ];
    }
    case 'admin.asked': {
      const { verb, actor, by } = event.command;
      return [{ kind: 'progress', subject: actor, text: `${by} asked to ${verb} it` }];
    }
    default:
      return 'output' in event ? incidentReactions(event.output, say) : [];
  }
}

/** The end of an incident: told where it was told of, or where something was done without asking. */
function incidentReactions(output: IncidentOutput | undefined, say: ReturnType<typeof texts>): readonly Reaction[] {
  if (output?.trouble === undefined) return [];
  const { trouble, remedy, by, outcome } = output;
  const { subject } = trouble;
  if (outcome === 'cancelled') return [{ kind: 'completed', subject, text: `${by} left it as it is` }];
  const done = remedy === null ? 'it passed by itself' : `${remedy.kind} helped`;
  const text = by === null ? done : `${done}, as ${by} chose`;
  const tell =
    trouble.kind === 'unclean'
      ? say.safeModeOver
      : remedy &&
        say.remedied(subject, trouble.kind, remedy.kind, {
          ...(trouble.what === undefined ? {} : { what: trouble.what }),
          isChosen: by !== null,
        });
  return [{ kind: 'completed', subject, text, ...(tell ? { tell } : {}) }];
}

/** What of an event needs more than to be written down. */
function troubles(event: SupervisorEvent, language: Language): readonly Trouble[] {
  const say = texts(language);
  switch (event.type) {
    case 'system.started':
      return [
        ...(event.facts.isSafe
          ? [{ kind: 'unclean', subject: 'supervisor', text: say.safeMode(event.facts.uncleanBoots) } as const]
          : []),
        ...event.facts.wedged.map(subject => ({ kind: 'wedged', subject, text: say.stuck(subject) }) as const),
        ...(event.facts.quarantined.length > mostAskedAtBoot ? [] : event.facts.quarantined).map(
          ({ actor, problem }) => ({ kind: 'quarantined', subject: actor, text: problem }) as const,
        ),
      ];
    case 'actor.wedged':
      return [{ kind: 'wedged', subject: event.actor, text: say.stuck(event.actor) }];
    case 'actor.quarantined':
      return [{ kind: 'quarantined', subject: event.actor, text: event.problem }];
    case 'effect.silent':
      return [
        {
          ...{ kind: 'silent', subject: event.owner, effect: event.effect },
          ...(event.about === undefined ? {} : { what: event.about.replace(/\.$/, '') }),
          text: say.silent(event.about?.replace(/\.$/, '') ?? event.src, event.silentMs),
          ...(event.heartbeatMs === undefined ? {} : { patienceMs: event.heartbeatMs }),
        },
      ];
    case 'breaker.opened':
      return event.flaps === undefined || !event.subject.startsWith('model:')
        ? []
        : [
            {
              ...{ kind: 'flapping', subject: `circuit-breaker:${event.subject}` },
              text: say.flapping(event.subject.slice('model:'.length), event.flaps),
            },
          ];
    case 'report.raised': {
      const { kind, subject, turn, tool = '', times = 0 } = event;
      return kind !== 'looping' || turn === undefined
        ? []
        : [{ kind, subject, turn, times, text: say.looping(tool, times) }];
    }
    case 'pattern.found':
      return [{ kind: event.kind, subject: event.subject, text: say[event.kind](event.subject, event.facts) }];
    case 'message.buried':
      return [{ kind: 'buried', subject: event.actor, text: say.buried(`${event.event}: ${event.failure.message}`) }];
    default:
      return [];
  }
}

function isModel(subject: string): boolean {
  return subject.startsWith('model:');
}

/** A channel that does not work is not where that can be told. */
function exceptOf(subject: string): Pick<Reaction, 'except'> {
  return subject.startsWith('channel:') ? { except: subject.slice('channel:'.length) } : {};
}

/** What is told of a tool may quote its files or what it said. */
function taintOf({ kind }: Reaction): Taint {
  return kind === 'toolFailure' ? 'external' : 'owner';
}
