/** An agent of this process over a few services, its operations carried out as in the program. */
import type { Agent } from '../../src/api/client/agent.ts';
import { openOperations } from '../../src/features/operations/local-agent.ts';
import type { Services } from '../../src/features/operations/services.ts';

export function agentOver(services: Partial<Services>): Agent {
  const none = () => Promise.reject(new Error('nobody asks for this here'));
  const acts = { say: none, decide: none, abort: none };
  let ids = 0;
  const clock = { id: () => `id${++ids}` };
  return openOperations(
    { clock },
    { services: () => ({ ...acts, ...services }) as Services, watch: () => () => {} },
  ).agentFor('cli');
}
