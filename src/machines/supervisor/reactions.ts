/**
 * What follows from each event the supervisor takes, a row an event: the report that is written down, with what the
 * owner reads of it, and the trouble that an incident deals with. An event without a `tell` is written down alone.
 */

import { type Choice, patienceMs, type Trouble } from '../../domain/supervision/remediation.ts';
import { instantText, ownersInstant } from '../../domain/text/instant-text.ts';
import { defined } from '../../domain/text/json.ts';
import { type Language, texts } from '../../domain/text/texts.ts';
import type { IncidentOutput } from '../incident/types.ts';
import type { BootFacts, Context, Reaction, SupervisorEvent } from './types.ts';

/** Where a boot cannot load more than so many actors, the owner reads their number and is not asked about each. */
const mostNamedAtBoot = 5;

/** What is recorded of an event, and what the owner reads of it. */
export function reactions(event: SupervisorEvent, of: Pick<Context, 'language' | 'timeZone'>): readonly Reaction[] {
  return [followsFrom(event, of)?.report ?? []].flat();
}

/** What of an event needs more than to be written down. */
export function troubles(event: SupervisorEvent, language: Language): readonly Trouble[] {
  return [followsFrom(event, { language })?.trouble ?? []].flat();
}

interface Follows {
  readonly report: Reaction | readonly Reaction[];
  readonly trouble?: Trouble | readonly Trouble[] | undefined;
}

/** The owner's language, and an instant in it. */
interface Words {
  readonly say: ReturnType<typeof texts>;
  readonly instant: (at: number) => string;
}

function followsFrom(event: SupervisorEvent, of: Pick<Context, 'language' | 'timeZone'>): Follows | undefined {
  const { language, timeZone } = of;
  const words: Words = {
    say: texts(language),
    instant: at => (timeZone === undefined ? instantText(at) : ownersInstant(at, { language, timeZone })),
  };
  // the end of a child is named for the child
  const type = event.type.startsWith('xstate.done.actor.') ? 'xstate.done.actor.incident' : event.type;
  const row = (table as Partial<Record<string, (event: never, words: Words) => Follows>>)[type];
  return row?.(event as never, words);
}

type Of<Type extends SupervisorEvent['type']> = Extract<SupervisorEvent, { readonly type: Type }>;
/** Of these nothing follows but what the chart does itself. */
type WithoutRow = 'system.stopping' | 'channels.changed' | 'xstate.done.actor.admin' | 'xstate.error.actor.admin';

const table: {
  readonly [Type in Exclude<SupervisorEvent['type'], WithoutRow>]: (event: Of<Type>, words: Words) => Follows;
} = {
  'system.started': ({ facts }, { say }) => ({ report: bootReports(facts, say), trouble: bootTroubles(facts, say) }),

  'report.raised': (event, words) => ({
    report: { subject: event.subject, kind: event.kind, ...reported(event, words) },
    trouble: loopOf(event, words) ?? troubleOfJob(event),
  }),

  'message.buried': ({ actor, event, failure }, { say }) => ({
    report: { kind: 'failed', subject: actor, text: `${event} failed and was set aside: ${failure.message}` },
    trouble: { kind: 'buried', subject: actor, text: say.buried(`${event}: ${failure.message}`) },
  }),

  'message.late': ({ actor, event }, { say }) => ({
    report: {
      kind: 'failed',
      subject: actor,
      text: `${event} came when it had ended`,
      tell: say.tooLate(actor, event),
    },
  }),

  'effect.unknown': ({ owner, src, effect, about }, { say }) => ({
    report: {
      kind: 'unknown',
      subject: owner,
      text: `${src} ${effect}: it may or may not have happened`,
      ...defined({ tell: about === undefined ? undefined : say.unknownAct(sentence(about)) }),
    },
  }),

  'effect.left': ({ owner, src, effect, outcome }) => ({
    report: {
      kind: 'progress',
      subject: owner,
      text: `${src} ${effect} ended when nothing waited for it any more: ${outcome}`,
    },
  }),

  'effect.silent': ({ owner, src, effect, silentMs, heartbeatMs, about }, { say }) => ({
    report: {
      kind: 'stuck',
      subject: owner,
      text: `${src} ${effect} has given no sign of life for ${Math.round(silentMs / 1000)} s`,
    },
    trouble: {
      kind: 'silent',
      subject: owner,
      effect,
      ...defined({ what: about === undefined ? undefined : sentence(about) }),
      text: say.silent(about === undefined ? src : sentence(about), silentMs),
      ...defined({ patienceMs: heartbeatMs }),
    },
  }),

  'actor.quarantined': ({ actor, problem }) => ({
    report: { kind: 'stuck', subject: actor, text: problem },
    trouble: { kind: 'quarantined', subject: actor, text: problem },
  }),

  'actor.wedged': ({ actor, leaf }, { say }) => ({
    report: { kind: 'stuck', subject: actor, text: `nothing is pending that could move it from ${leaf}` },
    trouble: { kind: 'wedged', subject: actor, text: say.stuck(actor) },
  }),

  'phase.overdue': ({ actor, leaf, sinceMs }) => ({
    report: {
      kind: 'progress',
      subject: actor,
      text: `it has been in ${leaf} for ${Math.round(sinceMs / 1000)} s, longer than usual`,
    },
  }),

  'loop.stalled': ({ during, ms }) => ({
    report: { kind: 'progress', subject: 'supervisor', text: `${during} took ${Math.round(ms)} ms` },
  }),

  'breaker.opened': (event, { say }) => {
    const { subject, flaps, failure } = event;
    const seconds = Math.max(1, Math.round((event.until - event.at) / 1000));
    const why = failure?.message ?? 'no reason was given';
    const report = { kind: 'failed', subject, text: `calls are refused for ${seconds} s: ${why}` };
    // a conversation that waits for its model, or is answered by another one, says so itself
    if (!isModel(subject))
      return { report: { ...report, tell: say.resting(subject, seconds, why), ...exceptOf(subject) } };
    if (flaps === undefined) return { report };
    const text = say.flapping(subject.slice('model:'.length), flaps);
    return { report, trouble: { kind: 'flapping', subject: `circuit-breaker:${subject}`, text } };
  },

  'breaker.closed': ({ subject }, { say }) => ({
    report: {
      kind: 'progress',
      subject,
      text: 'it works again',
      ...defined({ tell: isModel(subject) ? undefined : say.works(subject) }),
    },
  }),

  'pattern.found': ({ kind, subject, facts }, { say }) => {
    const text = say[kind](subject, facts);
    return { report: { kind: 'stuck', subject, text: `${kind}: ${text}` }, trouble: { kind, subject, text } };
  },

  'pattern.passed': ({ kind, subject }) => ({
    report: { kind: 'progress', subject, text: `${kind}: it has passed` },
  }),

  'incident.asked': ({ trouble, incident, choices }, { say }) => {
    const { subject, text } = trouble;
    const seconds = Math.max(1, Math.round(patienceMs(trouble) / 1000));
    return {
      report: {
        kind: 'inputRequired',
        subject,
        text,
        tell: say.ownerChooses(subject, text, seconds),
        asks: asksFor(incident, choices),
      },
    };
  },

  'incident.parked': ({ trouble, failure, incident, choices, vain }, { say }) => {
    const text = `${trouble.text} ${failure ? `What was tried failed: ${failure.message}.` : ''}`.trim();
    return {
      report: {
        kind: 'stuck',
        subject: trouble.subject,
        text,
        tell: [...(vain ? [say.vain(vain)] : []), say.parked(trouble.subject, text)].join(' '),
        asks: asksFor(incident, choices),
      },
    };
  },

  'xstate.done.actor.incident': ({ output }, { say }) => ({ report: incidentReports(output, say) }),

  'admin.asked': ({ command: { verb, actor, by } }) => ({
    report: { kind: 'progress', subject: actor, text: `${by} asked to ${verb} it` },
  }),
};

// ── a report, by its code ───────────────────────────────────────────────────────────────────────────

type Report = Of<'report.raised'>;

/** What a report says, and to whom. */
function reported(report: Report, { say, instant }: Words): Omit<Reaction, 'kind' | 'subject'> {
  const { kind, subject, code, failure, channel, session, chat, since = 0, times = 0, at } = report;
  const text = report.text ?? (failure ? `${failure.kind}: ${failure.message}` : kind);
  const plain = { text };
  switch (code) {
    case 'channelDown':
      if (!failure || channel === undefined) return plain;
      // a channel that another program disturbs can still send
      return {
        text,
        tell: say.channelDown(channel, failure),
        ...defined({ except: failure.cause === 'conflict' ? undefined : channel }),
      };
    case 'channelBack':
      if (channel === undefined) return plain;
      return {
        text: `it was away since ${instantText(since)}`,
        only: channel,
        tell: say.channelBack(channel, instant(since), instant(at)),
      };
    case 'waiting':
      if (channel === undefined) return plain;
      return {
        text: `${times} messages wait since ${instantText(since)}`,
        except: channel,
        tell: say.channelWaits(channel, times, instant(since)),
      };
    case 'tooOld':
      return { text, tell: say.tooOld(channelOf(subject)) };
    case 'undelivered':
      if (!failure || chat === undefined) return plain;
      return { text, tell: say.undelivered(chat, failure), except: channelOf(subject) };
    case 'altered':
      return { text, tell: say.altered(report.tool ?? ''), ...defined({ session }) };
    case 'aside':
    case 'tell':
      return {
        text,
        tell: text,
        ...defined({ isAside: code === 'aside' ? true : undefined, only: channel, session }),
      };
    default:
      return plain;
  }
}

/** A conversation that goes round in circles. */
function loopOf({ kind, subject, turn, tool = '', times = 0 }: Report, { say }: Words): Trouble | undefined {
  if (kind !== 'looping' || turn === undefined) return undefined;
  return { kind, subject, turn, times, text: say.looping(tool, times) };
}

/** A job that pauses itself, or a run of it that nobody knows the end of: its incident asks the owner. */
function troubleOfJob({ code, subject, text = '' }: Report): Trouble | undefined {
  return code === 'failing' || code === 'cut' ? { kind: code, subject, text } : undefined;
}

// ── a boot ──────────────────────────────────────────────────────────────────────────────────────────

function bootReports(facts: BootFacts, say: Words['say']): readonly Reaction[] {
  const { actors, waiting, again, unknown, quarantined, wedged } = facts;
  const counts = `${actors} actors, ${waiting} messages waiting, ${again} effects again, ${unknown.length} unknown`;
  const set = { kind: 'stuck', subject: 'supervisor' };
  return [
    {
      kind: 'progress',
      subject: 'supervisor',
      text: `${counts}, ${quarantined.length} quarantined, ${wedged.length} wedged`,
    },
    ...(quarantined.length === 0
      ? []
      : [
          {
            ...set,
            text: quarantined.map(({ actor, problem }) => `${actor} (${problem})`).join('; '),
            ...defined({
              tell: quarantined.length > mostNamedAtBoot ? say.quarantined(quarantined.length) : undefined,
            }),
          },
        ]),
    ...wedged.map(actor => ({ kind: 'stuck', subject: actor, text: 'nothing is pending that could continue it' })),
  ];
}

function bootTroubles({ isSafe, uncleanBoots, wedged, quarantined }: BootFacts, say: Words['say']): readonly Trouble[] {
  const unloaded = quarantined.length > mostNamedAtBoot ? [] : quarantined;
  return [
    ...(isSafe ? [{ kind: 'unclean', subject: 'supervisor', text: say.safeMode(uncleanBoots) } as const] : []),
    ...wedged.map(subject => ({ kind: 'wedged', subject, text: say.stuck(subject) }) as const),
    ...unloaded.map(({ actor, problem }) => ({ kind: 'quarantined', subject: actor, text: problem }) as const),
  ];
}

// ── an incident ─────────────────────────────────────────────────────────────────────────────────────

/**
 * The end of an incident. The owner is notified of a remedy that helped, chosen or not, and of the end of safe mode.
 */
function incidentReports(output: IncidentOutput | undefined, say: Words['say']): readonly Reaction[] {
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
          ...defined({ what: trouble.what }),
          isChosen: by !== null,
        });
  return [{ kind: 'completed', subject, text, ...defined({ tell: tell || undefined }) }];
}

function asksFor(incident: string, choices: readonly Choice[]): NonNullable<Reaction['asks']> {
  return { incident: incident.slice('incident:'.length), choices };
}

/** Without its full stop: it goes into another sentence. */
function sentence(about: string): string {
  return about.replace(/\.$/, '');
}

function isModel(subject: string): boolean {
  return subject.startsWith('model:');
}

function channelOf(subject: string): string {
  return subject.slice('channel:'.length);
}

/** A channel that does not work is not where the owner can be notified of that. */
function exceptOf(subject: string): Pick<Reaction, 'except'> {
  return subject.startsWith('channel:') ? { except: channelOf(subject) } : {};
}
