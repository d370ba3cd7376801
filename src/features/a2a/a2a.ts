/** Agents of others: those that may give work to this one (served.ts), and those it may give work to. */

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { A2aEndpoint } from '../../../inspector/http/a2a.ts';
import type * as AskAgent from '../../adapters/tools/agents/ask-agent.ts';
import type { Agent } from '../../api/client/agent.ts';
import { handlesIn } from '../../domain/secrets/handle.ts';
import { defined } from '../../domain/text/json.ts';
import { type Feature, featureWithTools } from '../feature.ts';

// Where the settings name an agent.
const load = createRequire(import.meta.url);

declare module '../feature.ts' {
  interface Features {
    readonly a2a: Feature & {
      /** What peers ask; undefined: there are none. */
      readonly serve: (owner: Features['owner'], agent: Agent) => Promise<A2aEndpoint | undefined>;
    };
  }
}

export const a2aFeature = featureWithTools('a2a', ['core', 'network', 'secrets'], ({ core, network, secrets }) => {
  const { config, version } = core;
  const { agents, peers, url } = config.a2a;
  const { portFile } = config.paths;
  const remote = async () => {
    const [{ remoteAgents }, { filledValues }] = await Promise.all([
      import('../../adapters/a2a/client.ts'),
      import('../../adapters/secrets/filled-values.ts'),
    ]);
    return remoteAgents({
      network,
      version,
      async authorization({ url, authorization = '' }, call) {
        const names = handlesIn(authorization);
        if ('problem' in names || names.length === 0) return authorization || undefined;
        const use = { tool: 'ask_agent', way: 'header', url, header: 'authorization' } as const;
        return (await filledValues({ authorization }, secrets, call, () => use))['authorization'];
      },
    });
  };
  const here = () =>
    existsSync(portFile) ? `http://127.0.0.1:${readFileSync(portFile, 'utf8').trim()}/a2a` : undefined;
  return {
    tools:
      agents.length === 0
        ? []
        : [(load('../../adapters/tools/agents/ask-agent.ts') as typeof AskAgent).askAgentTool(agents, remote)],
    async serve(owner, agent) {
      return peers.length === 0 ? undefined : (await import('./served.ts')).servedA2a(owner, agent);
    },
    provides: {
      a2a: {
        list: () => ({
          ...defined({ address: peers.length === 0 ? undefined : (url ?? here()) }),
          peers,
          agents: agents.map(({ name, url, purpose }) => ({ name, url, purpose })),
        }),
      },
    },
  };
});
