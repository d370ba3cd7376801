/** The approval an actor waits for: its own, or one of those beneath it. */
import { actorSignal } from '../../live/actors.js';
import { needs } from '../../live/agent.js';

/**
 * Its key, for the address of the Approvals screen; undefined: nothing waits there.
 * @param {string} id
 */
export function openApproval(id) {
  const found = needs.value.find(need => need.kind === 'approval' && isBeneath(need.id, id));
  return found?.id.slice('approval:'.length);
}

/** @param {string} id @param {string} ancestor */
export function isBeneath(id, ancestor) {
  /** @type {string | undefined} */
  let one = id;
  for (let depth = 0; one !== undefined && depth < 20; depth += 1) {
    if (one === ancestor) return true;
    one = actorSignal(one)?.value.parent;
  }
  return false;
}
