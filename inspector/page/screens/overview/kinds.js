/** The kinds of actors: in which order their groups stand, what they are called, and their icons. */

/** @typedef {{ readonly kind: string, readonly title: string, readonly icon: string }} Kind */

/** @type {readonly Kind[]} */
export const actorKinds = [
  { kind: 'session', title: 'Conversations', icon: 'chat' },
  { kind: 'approval', title: 'Approvals', icon: 'approvals' },
  { kind: 'tool-call', title: 'Tool calls', icon: 'tools' },
  { kind: 'incident', title: 'Incidents', icon: 'incident' },
  { kind: 'observer', title: 'Observers', icon: 'eye' },
  { kind: 'consolidation', title: 'Consolidations', icon: 'memory' },
  { kind: 'job', title: 'Jobs', icon: 'schedule' },
  { kind: 'channel', title: 'Channels', icon: 'channel' },
  { kind: 'circuit-breaker', title: 'Breakers', icon: 'breaker' },
  { kind: 'supervisor', title: 'Supervisor', icon: 'supervisor' },
];

/** What none of them is. @type {Kind} */
export const otherKind = { kind: 'other', title: 'Others', icon: 'actor' };
