/** A conversation in this terminal. */
import type { Agent } from '../../api/client/agent.ts';
import { cardDetails, writtenCard } from '../../commands/approvals/card.ts';
import { lastExchange } from '../../commands/conversation/chat.ts';
import { slashAnswer } from '../../commands/conversation/slash.ts';
import { statusLines } from '../../commands/status.ts';
import { readable } from '../../domain/text/visible.ts';
import type { Edge } from './edge.ts';

/** Ends with the signal, or when the owner leaves. */
export async function chat(
  agent: Agent,
  session: string,
  greeting: readonly string[],
  { io, now, isColored }: Edge,
  signal: AbortSignal,
): Promise<void> {
  const { terminalChat } = await import('../../adapters/channels/terminal/terminal.ts');
  await terminalChat({
    agent,
    session,
    input: process.stdin,
    output: process.stdout,
    color: isColored,
    greeting: [...greeting, ...(await lastExchange(agent, session, io))],
    card: card => writtenCard(card, now(), io.style),
    info: card => cardDetails(card, now(), io.style),
    status: async () => statusLines(await agent.state.show(), io.style),
    async slash(name, args, chat) {
      const answer = await slashAnswer(name, { agent, args, chat, now: now(), style: io.style });
      return answer && { ...answer, lines: answer.isCode ? answer.lines : answer.lines.map(line => readable(line)) };
    },
    signal,
  });
}
