/** What commands of this process ask, as they would ask one that holds the home (src/commands/house.ts). */
import type { House } from '../../commands/house.ts';
import type { Owner } from './owner.ts';
import { ownerActs } from './services.ts';

export function localHouse(owner: Owner): House {
  const { reads, sessions, standing, audit, tools, sandbox, undo, budget, secrets } = owner;
  return {
    where: 'here',
    state: async () => reads.state(),
    approvals: async state => reads.approvals(state),
    journal: async (id, page) => reads.journal(id, page),
    snapshot: async id => reads.snapshot(id),
    export: async id => reads.export(id),
    messages: async (session, page) => reads.messages(session, page),
    turn: async id => reads.turn(id),
    ...ownerActs(owner),
    ...{ sessions, standing, budget },
    tools: audit.tools(tools.library.desk, 'cli'),
    sandbox: audit.sandbox(sandbox.desk, 'cli'),
    undo: audit.undo(undo.desk, 'cli'),
    secrets: secrets.desk,
    audit: audit.desk,
    async watch(onFrame, signal) {
      const end = reads.watch(onFrame);
      signal.addEventListener('abort', end, { once: true });
    },
    close: async () => {},
  };
}
