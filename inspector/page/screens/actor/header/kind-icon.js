/** The icon of a kind of actor, as in the groups of the Overview. */

/** @type {Readonly<Record<string, string>>} */
const icons = {
  session: 'chat',
  approval: 'approvals',
  'approval-desk': 'approvals',
  'tool-call': 'tools',
  delegation: 'tools',
  plan: 'schedule',
  worker: 'tools',
  observer: 'eye',
  consolidation: 'memory',
  job: 'schedule',
  channel: 'channel',
  'circuit-breaker': 'breaker',
  incident: 'incident',
  supervisor: 'supervisor',
};

/** @param {string} machine */
export function kindIcon(machine) {
  return icons[machine] ?? 'actor';
}
