/** Which acts an actor takes, by the status of its row; for the others a word on why not. As src/machines/domain/admin.ts has it. */
/** @import { ActorRow } from '../../../../src/machines/domain/view.ts' */

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

/** As src/actors/administration.ts has it. @type {readonly Verb[]} */
const notOnSupervisor = ['suspend', 'stop'];

/**
 * Undefined: it can be done.
 * @param {Verb} verb
 * @param {ActorRow['status']} status
 * @param {string} [id]
 * @returns {string | undefined}
 */
export function whyNot(verb, status, id) {
  if (id === 'supervisor' && notOnSupervisor.includes(verb)) return 'Nobody would be left to undo it.';
  if (takers[verb].includes(status)) return undefined;
  return status === 'done' || status === 'stopped' ? 'It has ended.' : `It is ${status}.`;
}
