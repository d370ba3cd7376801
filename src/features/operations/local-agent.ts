/** The operations of this very process, called as over HTTP: checked alike, and with who asks. */
import type { Agent } from '../../api/client/agent.ts';
import { client } from '../../api/client/client.ts';
import type { OperationService } from '../../api/service.ts';
import type { Frame } from '../../domain/supervision/view.ts';

export interface LocalAgentParts {
  readonly service: OperationService;
  readonly watch: (onFrame: (frame: Frame) => void) => () => void;
  /** A fresh id for each act. */
  readonly id: () => string;
}

/** Operations as they are called from `by`, once under each name of an act, in the conversation `from`. */
export type AgentFor = (by: string, act?: string, from?: string) => Agent;

/**
 * An agent for each `by`, from where it is asked; that stands in the audit chain. `act`: what it does is one act, however
 * often it is done under this name; `from`: the conversation it is asked in.
 */
export function localAgents({ service, watch, id }: LocalAgentParts): AgentFor {
  return (by, act, from) => ({
    where: 'here',
    ...client((name, input) =>
      service.call(name, input, {
        ...{ by, role: 'owner', commandId: act ?? id() },
        ...(from === undefined ? {} : { from }),
      }),
    ),
    async watch(onFrame, signal) {
      signal.addEventListener('abort', watch(onFrame), { once: true });
    },
    close: async () => {},
  });
}
