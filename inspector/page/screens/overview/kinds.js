/** The kinds of actors: in which order their groups stand, what they are called, and their icons. */
import { say } from '../../words/say.js';

/** @typedef {{ readonly kind: string, readonly title: string, readonly icon: string }} Kind */

/** @type {readonly Kind[]} */
export const actorKinds = [
  { kind: 'session', title: say('Conversations'), icon: 'chat' },
  { kind: 'approval', title: say('Approvals'), icon: 'approvals' },
  { kind: 'tool-call', title: say('Tool calls'), icon: 'tools' },
  { kind: 'delegation', title: say('Work of agents'), icon: 'tools' },
  { kind: 'plan', title: say('Plans'), icon: 'schedule' },
  { kind: 'worker', title: say('Work of coding programs'), icon: 'tools' },
  { kind: 'incident', title: say('Incidents'), icon: 'incident' },
  { kind: 'observer', title: say('Observers'), icon: 'eye' },
  { kind: 'consolidation', title: say('Consolidations'), icon: 'memory' },
  { kind: 'job', title: say('Jobs'), icon: 'schedule' },
  { kind: 'channel', title: say('Channels'), icon: 'channel' },
  { kind: 'circuit-breaker', title: say('Breakers'), icon: 'breaker' },
  { kind: 'supervisor', title: say('Supervisor'), icon: 'supervisor' },
];

/** What none of them is. @type {Kind} */
export const otherKind = { kind: 'other', title: say('Others'), icon: 'actor' };
