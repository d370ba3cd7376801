/** `straylight status`: what runs, what waits for the owner, what came back after the last start. */

import { typedActions } from '../api/chat-commands.ts';
import type { Agent } from '../api/client/agent.ts';
import type { View } from '../api/view.ts';
import { isSilent, stateNotes, stateRows, troubleText } from '../api/views/state.ts';
import { conversationNamed } from '../domain/conversation/chat-session.ts';
import { duration } from '../domain/text/ago.ts';
import { defined } from '../domain/text/json.ts';
import { asTyped } from '../domain/text/typed-name.ts';
import { oneLine } from '../domain/text/visible.ts';
import { chatTexts } from './conversation/texts.ts';
import { type Io, jsonText } from './io.ts';
import { lookOf, viewLines } from './view.ts';

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
  const running = agent.where === 'there';
  // the model of this terminal is asked how much it takes, by the process that calls it
  const state = await agent.state.show(running ? { session: conversationNamed('main') } : {});
  const approvals = (await agent.approvals.list({ state: 'pending' })).approvals;
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
  const look = lookOf({ io, json, now: () => state.now });
  const { language } = look;
  const texts = chatTexts(language);
  const trouble = troubleText(state, language);
  const runs = texts.running(duration(state.health.uptimeMs, language), state.health.version);
  io.out(
    running ? [runs, ...(trouble === undefined ? [] : [trouble])].join('; ') : asTyped(texts.notRunning, io.program),
  );
  const rows = [{ cells: [texts.home, oneLine(home, 200)] }, ...stateRows(state, look, !running)];
  const view: View = [{ kind: 'table', rows }, ...stateNotes(state, look)];
  const shown = viewLines(view, io.style);
  for (const line of [...shown, ...typedActions(view, look, shown)]) io.out(line);
  return code;
}
