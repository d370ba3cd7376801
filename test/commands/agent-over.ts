/** An agent of this process over a few services, its operations carried out as in the program. */
import type { Agent } from '../../src/api/client/agent.ts';
import type { Provided } from '../../src/api/provided.ts';
import { openOperations } from '../../src/features/operations/local-agent.ts';

export function agentOver(provided: Partial<Provided>): Agent {
  let ids = 0;
  const clock = { id: () => `id${++ids}` };
  return openOperations({ clock }, { services: () => provided, watch: () => () => {} }).agentFor('cli');
}
