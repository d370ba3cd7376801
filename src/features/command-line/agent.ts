/** The agent that a command asks: the running one over HTTP, else one that is opened here for a moment. */
import { createRequire } from 'node:module';
import type { HomePaths } from '../../../config/home.ts';
import type { Config } from '../../../config/load.ts';
import { systemClock } from '../../adapters/process/clock.ts';
import type * as Remote from '../../adapters/remote/agent.ts';
import type { Agent } from '../../api/client/agent.ts';
import type { Form, Values } from '../../commands/arguments/forms.ts';
import { reach } from '../../commands/reach.ts';
import { toFailure } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import type { Edge } from './edge.ts';
import type { Here } from './here.ts';
import { settings } from './settings.ts';

// Only where an agent may be running.
const load = createRequire(import.meta.url);

/**
 * One that is opened here reaches no other service and serves no page; only then are the settings read. `acts`: it has
 * to run for what is asked of it. `here`: a folder that stands in its workspace meanwhile. `isServing`: it is here for
 * long, so its page is served and other commands reach it.
 */
export async function reachAgent(
  paths: HomePaths,
  acts: boolean,
  edge: Edge,
  { here, isServing = false }: { readonly here?: Here | undefined; readonly isServing?: boolean } = {},
): Promise<Agent> {
  const { lockFile, portFile, run, home } = paths;
  const { io, umask, compose } = edge;
  const { knownPageToken } = await import('../../adapters/remote/page-token.ts');
  let opening: { readonly config: Config; readonly heldBy: string } | undefined;
  return reach({
    lockFile,
    portFile,
    token: () => knownPageToken(run),
    remote: options => (load('../../adapters/remote/agent.ts') as typeof Remote).remoteAgent(options),
    // a process that serves no HTTP may hold the home for days
    isHeld: thrown => opening?.config.channels.web.enabled === true && toFailure(thrown).cause === opening.heldBy,
    onWait: text => io.err(io.style.dim(text)),
    pause: () => new Promise(done => systemClock.after(200, done)),
    here: async () => {
      opening ??= { config: await settings(home, edge), heldBy: (await import('../../adapters/home/lock.ts')).heldBy };
      const ofHere = here && (await import('./here.ts'));
      const config = here && ofHere ? ofHere.withHere(opening.config, here) : opening.config;
      const straylight = await compose(config, {
        reaching: false,
        umask,
        ...defined({ server: isServing ? undefined : false }),
      });
      if (acts) await straylight.start();
      if (here && ofHere) io.err(io.style.dim(ofHere.hereLine(config, here)));
      return { ...straylight.agentFor('cli'), close: () => straylight.stop() };
    },
  });
}

/** Whether the agent has to run for a command as it was typed. */
export function needsAgent({ wakes, options: known = {} }: Form, options: Values): boolean {
  return wakes === true || Object.entries(known).some(([name, option]) => option.wakes && options[name] === true);
}

/** The conversation of a chat that is spoken in; one that is named by its number is that one. */
export async function conversationOf(agent: Agent, session: string): Promise<string> {
  return session.includes('~') ? session : (await agent.sessions.list({ id: session })).current;
}
