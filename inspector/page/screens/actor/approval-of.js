/** The approval an actor waits for: its own, or one of those beneath it. */
import { isBeneath } from '../../live/actors.js';
import { needs } from '../../live/agent.js';

/**
 * Its key, for the address of the Approvals screen; undefined: nothing waits there.
 * @param {string} id
 */
export function openApproval(id) {
  const found = needs.value.find(need => need.kind === 'approval' && isBeneath(need.id, id));
  return found?.id.slice('approval:'.length);
}
