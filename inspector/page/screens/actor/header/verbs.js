/**
 * Which acts an actor takes, by the status of its row; for the others a word on why not. As
 * src/domain/supervision/admin.ts has it.
 */
import { wordFor } from '../../../words/names.js';
import { say } from '../../../words/say.js';

/** @import { ActorRow } from '../../../../../src/domain/supervision/view.ts' */

/** @typedef {'suspend' | 'resume' | 'release' | 'retry' | 'restart' | 'stop'} Verb */

/** @type {Readonly<Record<Verb, readonly ActorRow['status'][]>>} */
const takers = {
  suspend: ['active'],
  resume: ['suspended'],
  release: ['quarantined'],
  retry: ['active', 'suspended', 'quarantined'],
  restart: ['active', 'suspended', 'quarantined'],
  stop: ['active', 'suspended', 'quarantined'],
};

/** Nothing begins one of them again. */
const permanentKinds = ['supervisor', 'channel', 'approval-desk', 'circuit-breaker', 'job'];

/**
 * Whether it can be restarted from its very beginning, as mayStartFresh of src/domain/supervision/admin.ts has it.
 * @param {ActorRow['status']} status
 * @param {string} id
 */
export function mayStartFresh(status, id) {
  return whyNot('restart', status, id) === undefined || (status === 'stopped' && id.startsWith('session:'));
}

/**
 * Undefined: it can be done.
 * @param {Verb} verb
 * @param {ActorRow['status']} status
 * @param {string} [id]
 * @returns {string | undefined}
 */
export function whyNot(verb, status, id) {
  // as src/actors/supervision/administration.ts has it
  if (id === 'supervisor' && (verb === 'suspend' || verb === 'stop')) return say('Nothing could resume it afterwards.');
  if (verb === 'stop' && permanentKinds.includes(id?.split(':')[0] ?? ''))
    return say('Straylight needs it. Suspend or restart it instead.');
  if (takers[verb].includes(status)) return undefined;
  return status === 'done' || status === 'stopped'
    ? say('It has ended.')
    : say('It is {status}.', { status: wordFor(status) });
}
