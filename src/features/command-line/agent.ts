/** The agent that a command asks: the running one over HTTP, else one that is opened here for a moment. */
import type { Config } from '../../../config/load.ts';
import { systemClock } from '../../adapters/process/clock.ts';
import type { Agent } from '../../api/client/agent.ts';
import { reach } from '../../commands/reach.ts';
import { toFailure } from '../../domain/supervision/failure.ts';
import type { Edge } from './edge.ts';

/**
 * One that is opened here reaches no other service and serves no page. `acts`: it has to run for what is asked of it.
 */
export async function reachAgent(config: Config, acts: boolean, { io, umask, compose }: Edge): Promise<Agent> {
  const { lockFile, portFile, run } = config.paths;
  const [{ remoteAgent }, { knownPageToken }, { heldBy }] = await Promise.all([
    import('../../adapters/remote/agent.ts'),
    import('../../adapters/remote/page-token.ts'),
    import('../../adapters/home/lock.ts'),
  ]);
  return reach({
    lockFile,
    portFile,
    token: () => knownPageToken(run),
    remote: remoteAgent,
    // a process that serves no HTTP may hold the home for days
    isHeld: thrown => config.channels.web.enabled && toFailure(thrown).cause === heldBy,
    onWait: text => io.err(io.style.dim(text)),
    pause: () => new Promise(done => systemClock.after(200, done)),
    here: async () => {
      const straylight = await compose(config, { reaching: false, server: false, umask });
      if (acts) await straylight.start();
      return { ...straylight.agentFor('cli'), close: () => straylight.stop() };
    },
  });
}

/** The conversation of a chat that is spoken in; one that is named by its number is that one. */
export async function conversationOf(agent: Agent, session: string): Promise<string> {
  return session.includes('~') ? session : (await agent.sessions.list({ id: session })).current;
}
