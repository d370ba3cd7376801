/** `straylight ask` and `straylight chat`: what is said to the agent, in the conversation that is meant. */
import type { HomePaths } from '../../../config/home.ts';
import type { Agent } from '../../api/client/agent.ts';
import type { Run } from '../../commands/arguments/command-line.ts';
import { termsOf } from '../../commands/arguments/values.ts';
import { conversationOf } from './agent.ts';
import type { Edge } from './edge.ts';

interface Asking {
  readonly edge: Edge;
  readonly signal: AbortSignal;
  readonly paths: HomePaths;
  /** What is said, for `ask`. */
  readonly text: string;
}

/** Answers the exit code. */
export async function speak(agent: Agent, { command, options, json }: Run, asking: Asking): Promise<number> {
  const { edge, signal, text, paths } = asking;
  const { io, now, clientId } = edge;
  const session = await conversationOf(agent, sessionOf(options));
  if (command === 'ask') {
    const { ask } = await import('../../commands/conversation/ask.ts');
    return ask({ agent, io, session, text, json, clientId: clientId(), terms: termsOf(options), signal, now });
  }
  const { lineChat } = await import('../../commands/conversation/chat.ts');
  if (edge.isTerminal) {
    const { chat } = await import('./chat.ts');
    await chat({ agent, session, paths, greeting: [] }, edge, signal);
    return 0;
  }
  const { createInterface } = await import('node:readline');
  const lines = createInterface({ input: process.stdin, signal });
  return lineChat({ agent, io, session, lines, clientId, signal, now });
}

/** The conversation that `--session` names. */
export function sessionOf({ session = 'main' }: Run['options']): string {
  return `session:terminal:${session}`;
}
