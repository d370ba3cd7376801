/** `straylight ask` and `straylight chat`: what is said to the agent, in the conversation that is meant. */

import { join } from 'node:path';
import type { HomePaths } from '../../../config/home.ts';
import { systemClock } from '../../adapters/process/clock.ts';
import type { Agent } from '../../api/client/agent.ts';
import type { Run } from '../../commands/arguments/command-line.ts';
import { termsOf } from '../../commands/arguments/values.ts';
import { conversationNamed, wholeMark } from '../../domain/conversation/chat-session.ts';
import { conversationOf } from './agent.ts';
import type { Edge } from './edge.ts';

interface Asking {
  readonly edge: Edge;
  readonly signal: AbortSignal;
  readonly paths: HomePaths;
  /** What is said, for `ask`. */
  readonly text: string;
}

/** How long a turn may take that was asked for without a terminal, where nothing else was said. */
const unattendedMs = 30 * 60_000;

/** Answers the exit code. */
export async function speak(agent: Agent, { command, options, json }: Run, asking: Asking): Promise<number> {
  const { edge, signal, text, paths } = asking;
  const { io, now, clientId } = edge;
  const named = sessionOf(options);
  // what a script says goes where it was sent, whatever a chat does meanwhile
  const session = command === 'ask' ? named : await conversationOf(agent, named);
  if (command === 'ask') {
    const { ask } = await import('../../commands/conversation/ask.ts');
    const live = () => liveTurn(agent, session, edge);
    // nobody looks at a script, and one that waits for a model may wait for hours
    const unattended = edge.isTerminal ? {} : { deadlineMs: unattendedMs };
    // what is said into a running turn is answered with it; nobody asked for that here
    const terms = { ...unattended, ...termsOf(options), ownTurn: true };
    const id = `${wholeMark}${clientId()}`;
    const seenUntil = seenIn(paths);
    return ask({ agent, io, session, text, json, clientId: id, terms, signal, now, seenUntil, live });
  }
  const { lineChat } = await import('../../commands/conversation/chat.ts');
  if (edge.isTerminal) {
    const { chat } = await import('./chat.ts');
    await chat({ agent, session, paths, greeting: [] }, edge, signal);
    return 0;
  }
  const { createInterface } = await import('node:readline');
  const lines = createInterface({ input: process.stdin, signal });
  return lineChat({ agent, io, session, lines, clientId, signal, now, seenUntil: seenIn(paths) });
}

/** Looked up only where there is a report that may have been seen. */
function seenIn({ run }: HomePaths) {
  return async (session: string) => {
    const { seenReports } = await import('../../adapters/home/seen-reports.ts');
    return seenReports(join(run, 'seen.json')).until(session);
  };
}

/** Somebody looks at the turn while it runs; undefined: nobody does. */
async function liveTurn(agent: Agent, session: string, { io, isColored, isPlain }: Edge) {
  const { stdout, stderr } = process;
  if (isPlain || !(stdout.isTTY || stderr.isTTY)) return undefined;
  const [{ askScreen }, { paintOf }, { highlighter }] = await Promise.all([
    import('../../adapters/channels/terminal/ask-screen.ts'),
    import('../../adapters/channels/terminal/style.ts'),
    import('../../adapters/channels/terminal/markdown/highlight.ts'),
  ]);
  const paint = paintOf(isColored);
  return askScreen({
    session,
    paint,
    language: (await agent.memory.stats()).language,
    highlight: highlighter(paint),
    program: io.program,
    clock: systemClock,
    output: stdout.isTTY ? stdout : undefined,
    status: stderr.isTTY ? stderr : undefined,
  });
}

/** The conversation that `--session` names. */
export function sessionOf({ session = 'main' }: Run['options']): string {
  return conversationNamed(String(session));
}
