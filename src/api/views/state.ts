/** Everything at a glance, as it is shown: how it is, what is paused or waits, and what waits for the owner. */
import type { Waiting } from '../../domain/conversation/delivery-line.ts';
import { smallText } from '../../domain/models/context-limit.ts';
import type { ModelView } from '../../domain/models/view.ts';
import type { Health, StateBatch } from '../../domain/supervision/view.ts';
import { ago, duration, until } from '../../domain/text/ago.ts';
import { catalog } from '../../domain/text/catalog.ts';
import { instantText } from '../../domain/text/instant-text.ts';
import { type Language, ownWords } from '../../domain/text/texts.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { type Action, type Block, type Look, lines, type Row, type View } from '../view.ts';
import { choiceTexts } from './actor-acts.ts';
import { sessionTexts } from './session-texts.ts';

/** `model`: of the conversation it is shown in, where that has one of its own. */
export interface ShownState extends Pick<StateBatch, 'actors' | 'needs' | 'health' | 'now'> {
  readonly model?: string | undefined;
  /** The agent that this conversation belongs to. */
  readonly agent?: string | undefined;
  /** What that model takes at once, where it is little. */
  readonly window?: Pick<ModelView, 'contextTokens' | 'limit'> | undefined;
}

export function stateView(state: ShownState, look: Look): View {
  return [{ kind: 'table', rows: stateRows(state, look) }, ...stateNotes(state, look)];
}

/** How it is, a row each. `stopped`: nothing runs, and this is what is stored. */
export function stateRows(state: ShownState, { language }: Look, stopped = false): readonly Row[] {
  const say = texts[language];
  const { models, executor, channels, actors, deadLetters, recovery = [], version } = state.health;
  const model =
    state.model === undefined || state.model === models.default
      ? withDetail(models.default, ownWords(models.said ?? models.detail ?? '', language))
      : oneLine(say.modelHere(state.model, models.default), 300);
  const cells: readonly (readonly [name: string, fact: string])[] = [
    [say.state, `${stopped ? say.stopped : (troubleText(state, language) ?? say.ok)}, ${say.version(version)}`],
    [say.model, model],
    ...(state.agent === undefined ? [] : [[say.agent, say.agentHere(state.agent)] as const]),
    [say.executor, withDetail(executor.kind, ownWords(executor.said ?? executor.detail, language))],
    ...channels.map(one => [say.channel, channelText(one, language)] as const),
    [
      say.actors,
      [
        say.active(actors.active),
        ...(actors.suspended === 0 ? [] : [say.suspended(actors.suspended)]),
        ...(actors.quarantined === 0 ? [] : [say.quarantined(actors.quarantined)]),
      ].join(', '),
    ],
    ...(deadLetters === 0 ? [] : [[say.deadLetters, say.failedEvents(deadLetters)] as const]),
    ...recovery.map(line => [say.recovered, oneLine(line, 200)] as const),
  ];
  return cells.map(row => ({ cells: row }));
}

/** What is paused or waits, and what waits for the owner. */
export function stateNotes(state: ShownState, { language, typed }: Look): View {
  const say = texts[language];
  const { needs, now } = state;
  const small = smallText(oneLine(state.model ?? '', 60), state.window ?? {}, language);
  const notes = [
    ...(small === '' ? [] : [lines(small, 'warn')]),
    ...[...breakerLines(state, language), ...waitLines(state, language)].map(line => lines(line)),
  ];
  if (needs.length === 0) return [...notes, lines(say.nothingWaits)];
  const rows = needs.map(
    (need): Row => ({
      cells: [
        oneLine(need.id, 80),
        say.needs[need.kind] ?? need.kind,
        say.since(duration(now - need.since, language)),
        oneLine(need.text, 160),
      ],
      actions: actionsFor(need, language),
    }),
  );
  const waiting: Block = { kind: 'table', rows };
  const hasApprovals = needs.some(({ kind }) => kind === 'approval');
  const how = hasApprovals ? [lines(say.howToApprove(typed('approvals')), 'quiet')] : [];
  return [...notes, lines(say.waitsForYou, 'warn'), waiting, ...how];
}

/** What is not well, in a word or two: a question waits for the owner, or no model answers. Undefined: nothing. */
export function troubleText(
  { health, needs, ...state }: Pick<StateBatch, 'health' | 'needs' | 'actors' | 'now'>,
  language: Language,
): string | undefined {
  const say = texts[language];
  if (health.status !== 'ok') return say.states[health.status];
  if (needs.some(({ kind }) => kind === 'incident')) return say.needsYou;
  return isSilent({ health, ...state }) ? say.modelSilent : undefined;
}

/** After so long a failure is no news, if there was no other. */
const recentMs = 600_000;

/** A conversation waits for its model, a model is paused, or the one that answers by default has just failed. */
export function isSilent({ health, actors, now }: Pick<StateBatch, 'health' | 'actors' | 'now'>): boolean {
  return actors.some(({ kind, id, status, leaf, waitsFor, last }) => {
    if (waitsFor !== undefined) return true;
    const model = kind === 'circuit-breaker' && status === 'active' ? id.split(`${kind}:model:`)[1] : undefined;
    if (model === undefined || leaf !== 'closed') return model !== undefined;
    return model === health.models.default && last?.type === 'call.failed' && now - last.at <= recentMs;
  });
}

/**
 * Models and tools that are paused or have just failed, a line each: a conversation that a fallback answers does not
 * show that its own model is down.
 */
function breakerLines({ actors, now, health }: ShownState, language: Language): readonly string[] {
  const say = texts[language];
  return actors.flatMap(({ kind, id, status, leaf, timers, last }) => {
    if (kind !== 'circuit-breaker' || status !== 'active') return [];
    const [, what = '', subject = ''] = /^([^:]*):?(.*)$/s.exec(id.slice(kind.length + 1)) ?? [];
    const name = oneLine(`${say.kindOf[what] ?? what} ${subject}`.trim(), 120);
    if (leaf === 'open') {
      const next = timers[0] === undefined ? '' : say.again(until(Math.max(0, timers[0].at - now), language));
      return [`${say.paused(name)}${next}`];
    }
    if (leaf === 'halfOpen') return [`${say.paused(name)}${say.nextTests}`];
    if (last?.type !== 'call.failed' || now - last.at > recentMs) return [];
    const failed = say.failedBefore(ago(now - last.at, language), name);
    if (what !== 'model') return [failed];
    return [`${failed}; ${subject === health.models.default ? say.howToCheck : say.notDefault}`];
  });
}

/** Conversations that wait for their model, and those that are not trusted any more. */
function waitLines({ actors }: ShownState, language: Language): readonly string[] {
  const say = texts[language];
  const { sources } = sessionTexts[language];
  return actors.flatMap(({ id, waitsFor, distrust }) => [
    ...(waitsFor === undefined ? [] : [say.waitsIn(oneLine(id, 80), oneLine(waitsFor, 200))]),
    ...(distrust === undefined ? [] : [say.distrustedIn(oneLine(id, 80), oneLine(sources[distrust] ?? distrust, 200))]),
  ]);
}

/** A question of the supervisor is answered here; an actor that was set aside is looked at. */
function actionsFor({ kind, id, choices = [] }: StateBatch['needs'][number], language: Language): readonly Action[] {
  if (kind === 'stuck' || kind === 'suspended')
    return [{ label: texts[language].show, operation: 'actors.show', input: { id } }];
  return choices.map(choice => ({
    label: choiceTexts[language][choice],
    operation: 'actors.answer',
    input: { id, choice },
  }));
}

function channelText({ name, state, detail, waiting }: Health['channels'][number], language: Language): string {
  const say = texts[language];
  const where = withDetail(
    `${name}: ${say.channelStates[state] ?? state}`,
    detail && (say.identities[detail] ?? detail),
  );
  return waiting ? `${where}; ${unsentText(waiting, language)}` : where;
}

/** How much could not be sent yet, and since when. */
function unsentText({ count, since }: Waiting, language: Language): string {
  return texts[language].unsent(count, since === null ? '' : instantText(since));
}

function withDetail(name: string, detail: string | undefined): string {
  return oneLine(detail ? `${name} (${detail})` : name, 300);
}

const en = {
  ok: 'ok',
  states: { degraded: 'degraded', stopping: 'stopping' },
  needsYou: 'needs you',
  modelSilent: 'a model does not respond',
  stopped: 'not running',
  version: (version: string) => `version ${version}`,
  state: 'State',
  model: 'Model',
  /** The model of one conversation, where all others have another. */
  agent: 'Agent',
  agentHere: (agent: string) => `this conversation belongs to ${agent}`,
  modelHere: (model: string, others: string) => `${model} (in this conversation; otherwise ${others})`,
  executor: 'Executor',
  channel: 'Channel',
  /** What is not listed is shown as it is. */
  channelStates: {
    online: 'online',
    connecting: 'connecting',
    backingOff: 'backingOff',
    conflict: 'conflict',
    stopped: 'stopped',
  } as Readonly<Record<string, string | undefined>>,
  /** As whom a channel is online; what is not listed is shown as it is. */
  identities: { 'this computer': 'this computer' } as Readonly<Record<string, string | undefined>>,
  /** So many messages could not be sent yet; `since`: from when, in words, or empty. */
  unsent: (count: number, since: string) => `${count} waiting${since === '' ? '' : ` since ${since}`}`,
  actors: 'Actors',
  active: (count: number) => `${count} active`,
  suspended: (count: number) => `${count} suspended`,
  quarantined: (count: number) => `${count} quarantined`,
  deadLetters: 'Dead letters',
  failedEvents: (count: number) => `${count}: events that failed repeatedly`,
  recovered: 'Recovered',
  paused: (name: string) => `Paused after repeated errors: ${name}`,
  again: (time: string) => `, tried again ${time}`,
  nextTests: ', the next call tests it',
  /** What a circuit breaker is of. */
  kindOf: { model: 'model', tool: 'tool', channel: 'channel' } as Readonly<Record<string, string>>,
  failedBefore: (time: string, name: string) => `Failed ${time}: ${name}`,
  howToCheck: '"straylight doctor" checks it',
  /** Of a model that has failed. */
  notDefault: 'it is asked only where your settings or a conversation name it, so otherwise there is nothing to do',
  waitsIn: (place: string, why: string) => `Waiting for its model: ${place}: ${why}`,
  distrustedIn: (place: string, source: string) => `Its turn has read untrusted content: ${place}, from: ${source}`,
  nothingWaits: 'Nothing needs your answer.',
  waitsForYou: 'Waiting for you:',
  howToApprove: (how: string) => `"${how}" shows the approvals, and how each is answered.`,
  show: 'Show',
  /** Kinds of what waits; what is not listed is shown as it is. */
  needs: {
    approval: 'approval',
    question: 'question',
    incident: 'incident',
    account: 'account',
    stuck: 'stuck',
    suspended: 'suspended',
  } as Readonly<Record<string, string | undefined>>,
  since: (time: string) => `for ${time}`,
};

const de: typeof en = {
  ok: 'in Ordnung',
  states: { degraded: 'eingeschränkt', stopping: 'hält gerade an' },
  needsYou: 'braucht dich',
  modelSilent: 'ein Modell antwortet nicht',
  stopped: 'läuft nicht',
  version: version => `Version ${version}`,
  state: 'Stand',
  model: 'Modell',
  agent: 'Agent',
  agentHere: agent => `dieses Gespräch gehört ${agent}`,
  modelHere: (model, others) => `${model} (in diesem Gespräch; sonst ${others})`,
  executor: 'Ausführung',
  channel: 'Kanal',
  channelStates: {
    online: 'verbunden',
    connecting: 'verbindet sich',
    backingOff: 'wartet auf den nächsten Versuch',
    conflict: 'von einem anderen Programm belegt',
    stopped: 'angehalten',
  },
  identities: { 'this computer': 'dieser Rechner' },
  unsent: (count, since) => `${count} noch nicht gesendet${since === '' ? '' : ` seit ${since}`}`,
  actors: 'Akteure',
  active: count => `${count} aktiv`,
  suspended: count => `${count} ausgesetzt`,
  quarantined: count => `${count} in Quarantäne`,
  deadLetters: 'Unzustellbar',
  failedEvents: count => `${count}: Ereignisse, die mehrmals fehlschlugen`,
  recovered: 'Zurückgeholt',
  paused: name => `Pausiert nach mehreren Fehlern: ${name}`,
  again: time => `, nächster Versuch ${time}`,
  nextTests: ', der nächste Aufruf ist der Versuch',
  kindOf: { model: 'Modell', tool: 'Werkzeug', channel: 'Kanal' },
  failedBefore: (time, name) => `Fehlgeschlagen ${time}: ${name}`,
  howToCheck: '"straylight doctor" prüft es',
  notDefault: 'es wird nur gefragt, wo deine Einstellungen oder ein Gespräch es nennen; sonst ist nichts zu tun',
  waitsIn: (place, why) => `Wartet auf sein Modell: ${place}: ${why}`,
  distrustedIn: (place, source) => `Seine Runde hat Ungeprüftes gelesen: ${place}, aus: ${source}`,
  nothingWaits: 'Nichts braucht deine Antwort.',
  waitsForYou: 'Wartet auf dich:',
  howToApprove: how => `„${how}“ zeigt die Freigaben, und wie man sie beantwortet.`,
  show: 'Zeigen',
  needs: {
    approval: 'Freigabe',
    question: 'Frage',
    incident: 'Problem',
    account: 'Konto',
    stuck: 'steckt fest',
    suspended: 'angehalten',
  },
  since: time => `seit ${time}`,
};

const texts: Readonly<Record<Language, typeof en>> = catalog('api/views/state', { en, de });
