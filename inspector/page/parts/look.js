/** What an actor looks like: one of seven states, each with a colour, a shape and a word. */
import { waitsForApproval } from '../live/agent.js';
import { say } from '../words/say.js';

/** @import { ActorRow } from '../../../src/domain/supervision/view.ts' */

/** @typedef {'working' | 'needs' | 'failed' | 'suspended' | 'background' | 'healthy' | 'idle'} Look */

/** The words of a state, as a count is told: "2 working". In the order of urgency. @type {Readonly<Record<Look, string>>} */
export const lookWords = {
  failed: say('failed'),
  needs: say('needs you'),
  working: say('working'),
  suspended: say('suspended'),
  background: say('in the background'),
  healthy: say('healthy'),
  idle: say('idle'),
};

/**
 * `2 working`, `1 needs you`.
 * @param {number} count
 * @param {Look} look
 */
export function lookCount(count, look) {
  return `${count} ${look === 'needs' && count > 1 ? say('need you') : lookWords[look]}`;
}

/** @type {readonly (readonly [tag: string, look: Look])[]} */
const byTag = [
  ['error', 'failed'],
  ['attention', 'needs'],
  ['paused', 'suspended'],
  ['busy', 'working'],
  ['background', 'background'],
];

/**
 * The row's status comes first, then what its chart says by its tags. A conversation that rests while an approval of it
 * waits needs its owner all the same.
 * @param {Pick<ActorRow, 'status' | 'tags' | 'leaf'> & { readonly id?: string }} row
 * @returns {Look}
 */
export function lookOf({ id, status, tags, leaf }) {
  if (status === 'suspended') return 'suspended';
  if (status === 'quarantined') return 'failed';
  if (status !== 'active') return tags.includes('error') ? 'failed' : 'idle';
  const tagged = byTag.find(([tag]) => tags.includes(tag));
  if (tagged) return tagged[1];
  if (id !== undefined && waitsForApproval(id)) return 'needs';
  return tags.includes('ok') && leaf !== 'idle' ? 'healthy' : 'idle';
}
