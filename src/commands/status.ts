/** `straylight status`: what runs, what waits for the owner, what came back after the last start. */

import type { Agent } from '../api/client/agent.ts';
import { waitingText } from '../domain/conversation/delivery-line.ts';
import type { StateBatch } from '../domain/supervision/view.ts';
import type { Language } from '../domain/text/texts.ts';
import { oneLine } from '../domain/text/visible.ts';
import { chatTexts } from './conversation/texts.ts';
import { columns, duration, type Io, jsonText, type Style } from './io.ts';

export interface StatusOptions {
  readonly agent: Agent;
  readonly io: Io;
  readonly home: string;
  readonly json: boolean;
}

/** Exit code 0, whether it runs or not: being stopped is an answer. */
export async function status({ agent, io, home, json }: StatusOptions): Promise<number> {
  const state = await agent.state.show();
  const approvals = (await agent.approvals.list({ state: 'pending' })).approvals;
  const running = agent.where === 'there';
  if (json) {
    const { health, needs, actors } = state;
    io.out(
      jsonText({
        running,
        home,
        ...health,
        needs,
        approvals: approvals.length,
        actors: { ...health.actors, rows: actors },
      }),
    );
    return 0;
  }
  io.out(
    running
      ? `Running for ${duration(state.health.uptimeMs)}, version ${state.health.version}`
      : 'Not running. Stored state:',
  );
  for (const line of columns([['Home', oneLine(home, 200)], ...statusRows(state)])) io.out(line);
  for (const line of [...breakerLines(state), ...waitLines(state), ...needLines(state, io.style)]) io.out(line);
  return 0;
}

/** The state of Straylight as lines; also what `/status` shows in the chat. */
export function statusLines(state: StateBatch, style: Style): string[] {
  return [...columns(statusRows(state)), ...breakerLines(state), ...waitLines(state), ...needLines(state, style)];
}

/** After so long a failure is no news, if there was no other. */
const recentMs = 600_000;

/**
 * Models and tools that are paused or have just failed, a line each: a conversation that a fallback answers does not
 * show that its own model is down.
 */
export function breakerLines({ actors, now }: Pick<StateBatch, 'actors' | 'now'>, language: Language = 'en'): string[] {
  const texts = chatTexts(language);
  return actors.flatMap(({ kind, id, status, leaf, timers, last }) => {
    if (kind !== 'circuit-breaker' || status !== 'active') return [];
    const name = oneLine(id.slice(kind.length + 1).replace(':', ' '), 120);
    if (leaf === 'open') {
      const next = timers[0] === undefined ? '' : texts.again(duration(Math.max(0, timers[0].at - now), language));
      return [`${texts.paused(name)}${next}`];
    }
    if (leaf === 'halfOpen') return [`${texts.paused(name)}${texts.nextTests}`];
    if (last?.type !== 'call.failed' || now - last.at > recentMs) return [];
    return [texts.failedBefore(duration(now - last.at, language), name)];
  });
}

function statusRows({ health }: StateBatch): string[][] {
  const { models, executor, channels, actors } = health;
  const count = (n: number, word: string) => (n === 0 ? [] : [`${n} ${word}`]);
  return [
    ['State', health.status],
    ['Model', withDetail(models.default, models.detail)],
    ['Executor', withDetail(executor.kind, executor.detail)],
    ...channels.map(({ name, state, detail, waiting }, at) => [
      at === 0 ? 'Channels' : '',
      `${withDetail(`${name}: ${state}`, detail)}${waiting ? `; ${waitingText(waiting)}` : ''}`,
    ]),
    [
      'Actors',
      [
        `${actors.active} active`,
        ...count(actors.suspended, 'suspended'),
        ...count(actors.quarantined, 'quarantined'),
      ].join(', '),
    ],
    ...(health.deadLetters === 0 ? [] : [['Dead letters', `${health.deadLetters}: events that failed repeatedly`]]),
    ...(health.recovery ?? []).map((line, at) => [at === 0 ? 'Recovered' : '', oneLine(line, 200)]),
  ];
}

/** Conversations that wait for their model, and those that are not trusted any more. */
function waitLines({ actors }: StateBatch): string[] {
  return actors.flatMap(({ id, waitsFor, distrust }) => [
    ...(waitsFor === undefined ? [] : [`Waiting for its model: ${oneLine(id, 80)}: ${oneLine(waitsFor, 200)}`]),
    ...(distrust === undefined
      ? []
      : [`Contains untrusted content: ${oneLine(id, 80)}, from: ${oneLine(distrust, 200)}`]),
  ]);
}

function needLines({ needs, now }: StateBatch, { warn }: Style): string[] {
  if (needs.length === 0) return ['Nothing is waiting for you.'];
  return [
    warn('Waiting for you:'),
    ...needs.map(
      need => `  ${need.kind} ${oneLine(need.id, 80)}: ${oneLine(need.text, 160)} (for ${duration(now - need.since)})`,
    ),
  ];
}

function withDetail(name: string, detail: string | undefined): string {
  return oneLine(detail ? `${name} (${detail})` : name, 300);
}
