/** `straylight status`: what runs, what waits for the owner, what came back after the last start. */

import type { Agent } from '../api/client/agent.ts';
import { modelTexts } from '../api/views/model-texts.ts';
import { sessionTexts } from '../api/views/session-texts.ts';
import type { Waiting } from '../domain/conversation/delivery-line.ts';
import { executorText } from '../domain/security/sandbox-texts.ts';
import type { StateBatch } from '../domain/supervision/view.ts';
import { ago, duration, until } from '../domain/text/ago.ts';
import { instantText } from '../domain/text/instant-text.ts';
import { defined } from '../domain/text/json.ts';
import type { Language } from '../domain/text/texts.ts';
import { asTyped } from '../domain/text/typed-name.ts';
import { oneLine } from '../domain/text/visible.ts';
import { type ChatTexts, chatTexts } from './conversation/texts.ts';
import { type Io, jsonText, type Style } from './io.ts';
import { tableLines } from './table.ts';

/**
 * Exit code 0 where it runs and can work; 1 where it does not run, cannot write its database, or a model does not
 * respond. What waits for the owner is no fault.
 */
export async function status({
  agent,
  io,
  home,
  json,
}: {
  readonly agent: Agent;
  readonly io: Io;
  readonly home: string;
  readonly json: boolean;
}): Promise<number> {
  const state = await agent.state.show();
  const approvals = (await agent.approvals.list({ state: 'pending' })).approvals;
  const running = agent.where === 'there';
  const isWell = running && state.health.status === 'ok' && !isSilent(state);
  const code = isWell ? 0 : 1;
  if (json) {
    const { health, needs, actors } = state;
    io.out(
      jsonText({
        running,
        ok: isWell,
        home,
        ...health,
        ...defined({ status: running ? undefined : 'stopped' }),
        needs,
        approvals: approvals.length,
        actors: { ...health.actors, rows: actors },
      }),
    );
    return code;
  }
  const { language = 'en' } = io;
  const texts = chatTexts(language);
  const runs = texts.running(duration(state.health.uptimeMs, language), state.health.version);
  const how = stateText(state, texts);
  io.out(running ? `${runs}${how === texts.states.ok ? '' : `; ${how}`}` : asTyped(texts.notRunning, io.program));
  const rows = statusRows(state, language, running ? {} : { stopped: texts.stoppedState });
  for (const line of rowsIn([[texts.home, oneLine(home, 200)], ...rows], io.style)) io.out(line);
  for (const line of [
    ...breakerLines(state, language),
    ...waitLines(state, language),
    ...needLines(state, io.style, language),
  ])
    io.out(line);
  return code;
}

/** The state of Straylight as lines for `/status` in a chat. `here`: the model of that conversation. */
export function statusLines(state: StateBatch, style: Style, language: Language = 'en', here?: string): string[] {
  return [
    ...rowsIn(statusRows(state, language, { here }), style),
    ...breakerLines(state, language),
    ...waitLines(state, language),
    ...needLines(state, style, language),
  ];
}

function rowsIn(rows: readonly (readonly string[])[], { width }: Style): readonly string[] {
  return tableLines(rows, width?.()).flat();
}

/** After so long a failure is no news, if there was no other. */
const recentMs = 600_000;

/**
 * Models and tools that are paused or have just failed, a line each: a conversation that a fallback answers does not
 * show that its own model is down.
 */
export function breakerLines(
  { actors, now, health }: Pick<StateBatch, 'actors' | 'now' | 'health'>,
  language: Language = 'en',
): string[] {
  const texts = chatTexts(language);
  return actors.flatMap(({ kind, id, status, leaf, timers, last }) => {
    if (kind !== 'circuit-breaker' || status !== 'active') return [];
    const [, what = '', subject = ''] = /^([^:]*):?(.*)$/s.exec(id.slice(kind.length + 1)) ?? [];
    const name = oneLine(`${texts.kindOf[what] ?? what} ${subject}`.trim(), 120);
    if (leaf === 'open') {
      const next = timers[0] === undefined ? '' : texts.again(until(Math.max(0, timers[0].at - now), language));
      return [`${texts.paused(name)}${next}`];
    }
    if (leaf === 'halfOpen') return [`${texts.paused(name)}${texts.nextTests}`];
    if (last?.type !== 'call.failed' || now - last.at > recentMs) return [];
    const failed = texts.failedBefore(ago(now - last.at, language), name);
    if (what !== 'model') return [failed];
    return [`${failed}; ${subject === health.models.default ? texts.howToCheck : texts.notDefault}`];
  });
}

/** In a word or two: nothing is well where a question waits for the owner, or where no model answers. */
export function stateText(state: StateBatch, texts: ChatTexts): string {
  const { health, needs } = state;
  if (health.status !== 'ok') return texts.states[health.status];
  if (needs.some(({ kind }) => kind === 'incident')) return texts.needsYou;
  return isSilent(state) ? texts.modelSilent : texts.states.ok;
}

/** A conversation waits for its model, a model is paused, or the one that answers by default has just failed. */
function isSilent({ health, actors, now }: StateBatch): boolean {
  return actors.some(({ kind, id, status, leaf, waitsFor, last }) => {
    if (waitsFor !== undefined) return true;
    const model = kind === 'circuit-breaker' && status === 'active' ? id.split(`${kind}:model:`)[1] : undefined;
    if (model === undefined || leaf !== 'closed') return model !== undefined;
    return model === health.models.default && last?.type === 'call.failed' && now - last.at <= recentMs;
  });
}

interface Shown {
  /** The model of the conversation it is shown in. */
  readonly here?: string | undefined;
  /** How it is where nothing runs. */
  readonly stopped?: string;
}

function statusRows(state: StateBatch, language: Language, { here, stopped }: Shown = {}): string[][] {
  const { health } = state;
  const texts = chatTexts(language);
  const { models, executor, channels, actors } = health;
  return [
    [texts.state, stopped ?? stateText(state, texts)],
    [
      texts.model,
      here === undefined || here === models.default
        ? withDetail(models.default, models.detail && modelTexts(language).why(models.detail))
        : oneLine(texts.modelHere(here, models.default), 300),
    ],
    [
      texts.executor,
      withDetail(
        executor.kind,
        executor.detail && executorText({ kind: executor.kind, detail: executor.detail }, language),
      ),
    ],
    ...channels.map(({ name, state, detail, waiting }, at) => [
      at === 0 ? texts.channels : '',
      `${withDetail(`${name}: ${texts.channelStates[state] ?? state}`, detail && (texts.identities[detail] ?? detail))}${waiting ? `; ${unsentText(waiting, texts)}` : ''}`,
    ]),
    [
      texts.actorsLabel,
      [
        texts.active(actors.active),
        ...(actors.suspended === 0 ? [] : [texts.suspended(actors.suspended)]),
        ...(actors.quarantined === 0 ? [] : [texts.quarantined(actors.quarantined)]),
      ].join(', '),
    ],
    ...(health.deadLetters === 0 ? [] : [[texts.deadLetters, texts.failedEvents(health.deadLetters)]]),
    ...(health.recovery ?? []).map((line, at) => [at === 0 ? texts.recovered : '', oneLine(line, 200)]),
  ];
}

/** How much could not be sent yet, and since when. */
export function unsentText({ count, since }: Waiting, texts: ChatTexts): string {
  return texts.unsent(count, since === null ? '' : instantText(since));
}

/** Conversations that wait for their model, and those that are not trusted any more. */
function waitLines({ actors }: StateBatch, language: Language): string[] {
  const texts = chatTexts(language);
  const { sources } = sessionTexts[language];
  return actors.flatMap(({ id, waitsFor, distrust }) => [
    ...(waitsFor === undefined ? [] : [texts.waitsIn(oneLine(id, 80), oneLine(waitsFor, 200))]),
    ...(distrust === undefined
      ? []
      : [texts.distrustedIn(oneLine(id, 80), oneLine(sources[distrust] ?? distrust, 200))]),
  ]);
}

function needLines({ needs, now }: StateBatch, { warn }: Style, language: Language): string[] {
  const texts = chatTexts(language);
  if (needs.length === 0) return [texts.nothingWaits];
  return [
    warn(texts.waitsForYou),
    ...needs.map(({ kind, id, text, since }) => {
      const what = `${texts.needs[kind] ?? kind} ${oneLine(id, 80)}`;
      return `  ${what}: ${oneLine(text, 160)} (${texts.since(duration(now - since, language))})`;
    }),
  ];
}

function withDetail(name: string, detail: string | undefined): string {
  return oneLine(detail ? `${name} (${detail})` : name, 300);
}
