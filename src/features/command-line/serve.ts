/** `straylight mcp serve`: this agent as an MCP server, for the program that has started this one. */
import { readFileSync } from 'node:fs';
import type { HomePaths } from '../../../config/home.ts';
import type { Served } from '../../adapters/mcp-server/follow.ts';
import { systemClock } from '../../adapters/process/clock.ts';
import { stopSignal } from '../../adapters/process/process-edge.ts';
import { callerToken, peerToken } from '../../adapters/remote/page-token.ts';
import type { Agent } from '../../api/client/agent.ts';
import type { Run } from '../../commands/arguments/command-line.ts';
import { jsonText } from '../../commands/io.ts';
import { holder } from '../../commands/reach.ts';
import { sayIn } from '../../commands/say.ts';
import { isRetryable, toFailure } from '../../domain/supervision/failure.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { reachAgent } from './agent.ts';
import type { Edge } from './edge.ts';
import { settings } from './settings.ts';

/** Answers the exit code, once the other side has gone. */
export async function serveHere(paths: HomePaths, { options, json }: Run, edge: Edge): Promise<number> {
  if (options['http'] === true) return overHttp(paths, json, edge);
  const { serveOverStdio } = await import('../../adapters/mcp-server/over-stdio.ts');
  const signal = stopSignal(systemClock);
  const reached = reaching(paths, edge);
  try {
    const { agent } = reached;
    // an agent that runs here keeps its texts as its redactor has left them; another one has sent them through it
    await serveOverStdio({ version: version(), clock: systemClock, agent, redact: text => text }, signal);
  } finally {
    await reached.close();
  }
  return 0;
}

/** Where other programs find it over HTTP, and with which token. */
async function overHttp(paths: HomePaths, json: boolean, edge: Edge): Promise<number> {
  const { io } = edge;
  const { channels } = await settings(paths.home, edge);
  const port = holder(paths.lockFile, paths.portFile)?.port ?? channels.web.port;
  const url = `http://127.0.0.1:${port}/mcp`;
  const token = callerToken(paths.run);
  if (json) io.out(jsonText({ url, token }));
  else for (const line of [url, `Authorization: Bearer ${token}`]) io.out(line);
  return 0;
}

/** Where an agent of somebody else finds this one, and with which token. */
export async function tokenOfPeer(paths: HomePaths, { args, json }: Run, edge: Edge): Promise<number> {
  const { io } = edge;
  const { channels, a2a } = await settings(paths.home, edge);
  const { name = '' } = args;
  if (!a2a.peers.some(peer => peer.name === name)) {
    io.err(`straylight: ${sayIn(io)('config.toml has no [a2a.peers.{name}]', { name: oneLine(name, 40) })}`);
    return 1;
  }
  const port = holder(paths.lockFile, paths.portFile)?.port ?? channels.web.port;
  const url = a2a.url ?? `http://127.0.0.1:${port}/a2a`;
  const token = peerToken(paths.run, name);
  if (json) io.out(jsonText({ url, token }));
  else for (const line of [url, `Authorization: Bearer ${token}`]) io.out(line);
  return 0;
}

function version(): string {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

/** So long an agent that went away may take to come back before one is started here. */
const awayMs = 10_000;

/** The agent that runs, else one that is started here; asked for again where it went away. */
function reaching(paths: HomePaths, edge: Edge) {
  let reached: Promise<Agent> | undefined;
  let wasThere = false;

  async function reach(): Promise<Agent> {
    const until = systemClock.elapsed() + awayMs;
    // what runs it, a service for one, has it back in a moment, and would find the home in use
    while (wasThere && holder(paths.lockFile, paths.portFile)?.port === undefined && systemClock.elapsed() < until)
      await new Promise<void>(done => systemClock.after(200, done));
    const agent = await reachAgent(paths, true, edge, { isServing: true });
    wasThere = agent.where === 'there';
    return agent;
  }

  async function current(): Promise<Agent> {
    reached ??= reach();
    try {
      return await reached;
    } catch (thrown) {
      reached = undefined;
      throw thrown;
    }
  }

  /** Once more where nobody answered: each of these is the same act when it is sent twice. */
  async function sent<Answer>(ask: (agent: Agent) => Promise<Answer>): Promise<Answer> {
    const agent = await current();
    try {
      return await ask(agent);
    } catch (thrown) {
      const { cause = '' } = toFailure(thrown);
      if (agent.where === 'here' || !isRetryable(toFailure(thrown)) || cause.startsWith('HTTP ')) throw thrown;
      reached = undefined;
      await agent.close();
      return ask(await current());
    }
  }

  const served: Served = {
    callers: {
      say: input => sent(({ callers }) => callers.say(input)),
      turn: input => sent(({ callers }) => callers.turn(input)),
      stop: input => sent(({ callers }) => callers.stop(input)),
      waiting: () => sent(({ callers }) => callers.waiting()),
      memories: input => sent(({ callers }) => callers.memories(input)),
      remember: input => sent(({ callers }) => callers.remember(input)),
      answer: async input => (await current()).callers.answer(input),
    },
    watch: async (...given) => (await current()).watch(...given),
  };
  return {
    agent: async () => served,
    async close() {
      await (await reached?.catch(() => undefined))?.close();
    },
  };
}
