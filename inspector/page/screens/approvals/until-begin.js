/** When what was approved begins: in so many seconds, now, or not before it is let. */
import { actorSignal } from '../../live/actors.js';
import { safeMode } from '../../live/agent.js';
import { age, formatLeft } from '../../parts/values/age.js';
import { say } from '../../words/say.js';

/** @param {string} id the approval @param {number} at when its time to be taken back ends */
export function untilBegin(id, at) {
  const isHeld = safeMode.value !== undefined || actorSignal(id)?.value.status === 'suspended';
  return isHeld ? say('on hold: starts when resumed') : age({ since: at, format: begins });
}

/** @param {number} ms */
const begins = ms => (ms >= 0 ? say('starts now') : say('starts in {ms}', { ms: formatLeft(ms) }));
