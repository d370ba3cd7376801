/** An agent of this process over a few services, its operations carried out as in the program. */
import type { Agent } from '../../src/api/client/agent.ts';
import { operationService } from '../../src/api/service.ts';
import { implementedOperations } from '../../src/features/operations/implemented.ts';
import { localAgents } from '../../src/features/operations/local-agent.ts';
import type { Services } from '../../src/features/operations/services.ts';

export function agentOver(services: Partial<Services>): Agent {
  const none = () => Promise.reject(new Error('nobody asks for this here'));
  const acts = { say: none, decide: none, abort: none };
  const service = operationService(implementedOperations({ ...acts, ...services } as Services));
  let ids = 0;
  return localAgents({ service, watch: () => () => {}, id: () => `id${++ids}` })('cli');
}
