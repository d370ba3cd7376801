/** The operations of this very process, called as over HTTP: checked alike, and with who asks. */
import type { AgentState } from '../../actors/observation/agent-state.ts';
import type { Agent } from '../../api/client/agent.ts';
import { client } from '../../api/client/client.ts';
import type { Provided } from '../../api/provided.ts';
import { type MoreOperations, type OperationService, operationService } from '../../api/service.ts';
import type { Clock } from '../../ports/clock.ts';
import { merged, value } from '../feature.ts';

/**
 * An agent for each `by`, from where it is asked; that stands in the audit chain. `act`: what it does is one act,
 * however often it is done under this name; `from`: the conversation it is asked in.
 */
export type AgentFor = (by: string, act?: string, from?: string) => Agent;

export interface LocalOperations {
  readonly operations: OperationService;
  readonly agentFor: AgentFor;
}

declare module '../feature.ts' {
  interface Features {
    readonly operations: LocalOperations;
  }
}

export const operationsFeature = value('operations', ['core', 'services', 'looks', 'embedded'], needs => {
  const { core, services, looks, embedded } = needs;
  const more = merged(embedded.map(({ operations }) => operations));
  return openOperations(core, { services: services.of, watch: looks.reads.watch, more });
});

/** All operations, and agents that call them here: a slash command is an operation that calls others. */
export function openOperations(
  { clock }: { readonly clock: Pick<Clock, 'id'> },
  {
    services,
    watch,
    more = {},
  }: {
    readonly services: (agentFor: AgentFor) => Partial<Provided>;
    readonly watch: AgentState['watch'];
    /** Those of an embedding program. */
    readonly more?: MoreOperations;
  },
): LocalOperations {
  const agentFor: AgentFor = (by, act, from) => ({
    where: 'here',
    ...client((name, input) =>
      operations.call(name, input, {
        by,
        role: 'owner',
        commandId: act ?? clock.id(),
        from,
      }),
    ),
    async watch(onFrame, signal, { turnsOf } = {}) {
      signal.addEventListener('abort', watch(onFrame, turnsOf), { once: true });
    },
    close: async () => {},
  });
  const operations = operationService(services(agentFor), { more });
  return { operations, agentFor };
}
