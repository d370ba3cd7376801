/** `straylight prompts say`: asks for what a prompt lacks where somebody is there to answer, and shows the reply to it. */
import type { Agent } from '../../api/client/agent.ts';
import { oneLine } from '../../domain/text/visible.ts';
import type { Io } from '../io.ts';
import { printAnswer, printView } from '../view.ts';

interface PromptCall {
  readonly agent: Agent;
  readonly io: Io;
  readonly json: boolean;
  readonly now: () => number;
  readonly signal: AbortSignal;
  readonly input: Readonly<Record<string, unknown>>;
  readonly id: () => string;
  /** Undefined: nobody can be asked here. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
}

const session = 'session:terminal:main';

/** Answers the exit code: 0 where the turn ended well. */
export async function sayPrompt(call: PromptCall): Promise<number> {
  const { agent, input, ask, signal, id } = call;
  const clientId = id();
  let sent: Parameters<Agent['prompts']['say']>[0] = { prompt: String(input['prompt'] ?? ''), id: session, clientId };
  for (;;) {
    const answer = await agent.prompts.say(sent);
    if (answer === undefined) return printView(call, 'prompts.say', sent);
    if (answer.kind === 'said') {
      const { ask: follow } = await import('../conversation/ask.ts');
      // said already: under its id it is found, and its turn followed
      return follow({ ...call, session, text: answer.text, clientId });
    }
    const { prompt, missing } = answer;
    const [next] = missing;
    if (!ask || call.json || !next) return printAnswer(call, 'prompts.say', answer, sent);
    const value = await ask(`${next.name} (${oneLine(next.description, 300)}): `);
    if (value === '' || signal.aborted) return printAnswer(call, 'prompts.say', answer, sent);
    const { promptAsTyped } = await import('../../domain/mcp/offer.ts');
    sent = { prompt: promptAsTyped(prompt), lacking: next.name, value, id: session, clientId };
  }
}
