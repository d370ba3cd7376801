/** The writes of a delegation. */
import type { DelegationWrites } from '../../../domain/agents/writes.ts';
import type { ChildLedger } from '../../../ports/agents/child-ledger.ts';
import type { Writers } from '../../../ports/writer.ts';
import type { Note } from './note.ts';

/** The rows of the children, and what the audit chain keeps of them. */
export function delegationWriters(
  ledger: Pick<ChildLedger, 'give' | 'begin' | 'continue' | 'reassign' | 'end'>,
  note: Note,
): Writers<DelegationWrites> {
  return {
    giveWork: (work, step) => ledger.give({ ...work, id: step.address, startedAt: step.at }),
    beginChild({ agent, parent, ...rights }, step) {
      ledger.begin(step.address, rights);
      const { depth, tools } = rights;
      note(step, 'agent.delegated', agent, parent, { child: step.address, depth, tools: [...tools] });
    },
    continueChild({ agent, parent, session, hop, why }, step) {
      ledger.continue(step.address, session, why, step.at);
      note(step, 'agent.continued', agent, parent, { child: step.address, hop, why });
    },
    reassignChild({ agent, from, parent, call, session, tools, why }, step) {
      ledger.reassign(step.address, { agent, session, tools, why, at: step.at });
      note(step, 'agent.reassigned', agent, parent, { child: step.address, call, from, why, tools: [...tools] });
    },
    endChild({ agent, parent, state }, step) {
      if (state !== 'running') ledger.end(step.address, state, step.at);
      note(step, 'agent.returned', agent, parent, { child: step.address, state });
    },
  };
}
