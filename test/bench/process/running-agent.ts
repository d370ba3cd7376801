/** `straylight start` on a home, as a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { remoteAgent } from '../../../src/adapters/remote/agent.ts';
import { knownPageToken } from '../../../src/adapters/remote/page-token.ts';
import type { Agent } from '../../../src/api/client/agent.ts';
import { holder } from '../../../src/commands/reach.ts';

const launcher = fileURLToPath(new URL('../../../bin/straylight.js', import.meta.url));

export interface RunningAgent {
  readonly pid: number;
  /** Over HTTP, as the command line asks it. */
  readonly agent: Agent;
  stop(): Promise<void>;
}

/** Resolves once it has greeted. */
export async function runningAgent(
  home: string,
  env: Readonly<Record<string, string>> = { OLLAMA_HOST: '127.0.0.1:9' },
): Promise<RunningAgent> {
  const child = spawn(process.execPath, [launcher, 'start', '--port', '0'], {
    env: { PATH: process.env['PATH'] ?? '', HOME: home, STRAYLIGHT_HOME: home, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  let greeting = '';
  for await (const piece of child.stdout) {
    greeting += String(piece);
    if (/^Page {6}/m.test(greeting)) break;
  }
  child.stdout.resume();
  const { port } = holder(`${home}/run/lock`, `${home}/run/port`) ?? {};
  const token = knownPageToken(`${home}/run`);
  if (port === undefined || token === undefined || child.pid === undefined)
    throw new Error(`the agent did not start: ${greeting}`);
  const agent = remoteAgent({ url: `http://127.0.0.1:${port}`, token });
  return {
    pid: child.pid,
    agent,
    async stop() {
      await agent.close();
      child.kill('SIGTERM');
      await ended;
    },
  };
}
