/** What follows from each event the supervisor takes. */
import { patienceMs, type Trouble } from '../../domain/supervision/remediation.ts';
import { instantText, ownersInstant } from '../../domain/text/instant-text.ts';
import { type Language, texts } from '../../domain/text/texts.ts';
import type { IncidentOutput } from '../incident/types.ts';
import type { Context, Reaction, SupervisorEvent } from './types.ts';

/** Where a boot cannot load more than so many actors, the owner is told their number and not asked about each. */
const mostAskedAtBoot = 5;

/** What is written down of an event, and what the owner is told. */
export function reactions(
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
export function troubles(event: SupervisorEvent, language: Language): readonly Trouble[] {
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
