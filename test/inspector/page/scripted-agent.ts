/** An agent whose model says what the story tells it to, and a browser at its page. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Running, type TestAgent, type TestAgentOptions, withAgent } from '../../flows/rig/agent.ts';
import { clientId } from '../../flows/rig/wire.ts';
import { anthropicPeer } from '../../peers/anthropic.ts';
import type { AnswerTurn, Turn } from '../../peers/script.ts';

export const session = 'session:web:main';

export interface Scripted {
  readonly agent: TestAgent;
  readonly running: Running;
  /** What the model says next, in this order; after that it says "Done.", or what `answer` gives it. */
  play(...turns: readonly (Turn | AnswerTurn)[]): void;
  /** What the model says from now on where nothing is left to be played. */
  answer(turn: AnswerTurn): void;
  /** The owner says something; resolves when the turn has ended. */
  // biome-ignore lint/suspicious/noExplicitAny: the report as it comes over the wire
  say(text?: string): Promise<any>;
  /** The same without waiting for anything but that it is taken. */
  write(text: string): Promise<void>;
  /** Puts calls of these kinds before the owner, in one turn. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  asks(...risks: readonly Risk[]): Promise<any>;
}

export type Risk = 'low' | 'medium' | 'high' | 'irreversible';

const key = 'sk-ant-test-4f1d9c27';

let addresses = 0;

/** A call that is judged to be of this risk; each is another one. */
export function risky(risk: Risk): { readonly name: string; readonly arguments: Readonly<Record<string, string>> } {
  addresses += 1;
  const command = { irreversible: `rm -rf old-${addresses}`, high: `cat ~/.ssh/id_rsa_${addresses}` };
  if (risk === 'irreversible' || risk === 'high')
    return { name: 'execute_command', arguments: { command: command[risk] } };
  const url = `https://nowhere.invalid/${addresses}${risk === 'medium' ? '?with=words' : ''}`;
  return { name: 'web_fetch', arguments: { url } };
}

/** Lets a story happen in an agent of a scripted model; `options` as for any agent. */
export async function scriptedAgent(
  options: TestAgentOptions,
  story: (scripted: Scripted) => Promise<void>,
): Promise<void> {
  const turns: (Turn | AnswerTurn)[] = [];
  let otherwise: AnswerTurn = () => ({ text: 'Done.' });
  const peer = await anthropicPeer({
    script: asked => {
      const turn = turns.shift() ?? otherwise;
      return typeof turn === 'function' ? turn(asked) : turn;
    },
    key,
  });
  try {
    await withAgent(
      {
        ...options,
        config: `[models]\ndefault = "anthropic/claude-sonnet-5"\n${options.config ?? ''}`,
        env: { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: peer.url, ...options.env },
        secrets: [key],
      },
      async agent => {
        const running = await agent.start();
        const scripted: Scripted = {
          agent,
          running,
          play: (...more) => void turns.push(...more),
          answer(turn) {
            otherwise = turn;
          },
          say: (text = 'Go on.') => running.say(session, text),
          async write(text) {
            await running.http(`/api/sessions/${encodeURIComponent(session)}/messages`, { clientId: clientId(), text });
          },
          asks(...risks) {
            // text from outside, so that an address the model chose is asked about
            mkdirSync(join(agent.workspace, 'inbox'), { recursive: true });
            writeFileSync(join(agent.workspace, 'inbox/letter.txt'), 'Dear all, see you on Monday.\n');
            scripted.play(
              { toolCalls: [{ name: 'execute_command', arguments: { command: 'cat inbox/letter.txt' } }] },
              { toolCalls: risks.map(risky) },
              { text: 'I have asked.' },
            );
            return scripted.say();
          },
        };
        await story(scripted);
      },
    );
  } finally {
    await peer.close();
  }
}
