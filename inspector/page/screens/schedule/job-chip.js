/** How a job stands, and what came of a run, in words and a colour. */
import { glyph } from '../../parts/glyph.js';
import { span } from '../../parts/tags.js';
/** @import { JobRow, JobRunRow } from '../../../../src/domain/jobs/service.ts' */

/** @param {Pick<JobRow, 'state' | 'failures'>} job */
export function jobChip({ state, failures }) {
  if (state === 'failing') return look('failed', `paused after ${failures} failures`);
  if (state === 'active') return look('healthy', 'active');
  return look('idle', state);
}

/** @param {Pick<JobRunRow, 'state' | 'reason' | 'attempt' | 'count'>} run */
export function outcomeWords({ state, reason, attempt, count }) {
  const words = [
    state,
    ...(reason === null ? [] : [reason]),
    ...(attempt > 1 ? [`attempt ${attempt}`] : []),
    ...(count > 1 ? [`${count} runs`] : []),
  ].join(', ');
  if (state === 'done') return look('healthy', words);
  return state === 'failed' || state === 'unknown' ? look('failed', words) : look('idle', words);
}

/** @param {'healthy' | 'failed' | 'idle'} mark @param {string} words */
function look(mark, words) {
  return mark === 'idle' ? span({}, words) : span({ class: `ink-${mark}` }, glyph(mark), ` ${words}`);
}
