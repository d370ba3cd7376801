/** How a job stands, and what came of a run, in words and a colour. */

import { glyph } from '../../parts/glyph.js';
import { span } from '../../parts/tags.js';
import { wordFor } from '../../words/names.js';
import { say } from '../../words/say.js';
/** @import { JobRow, JobRunRow } from '../../../../src/domain/jobs/service.ts' */

/** @param {Pick<JobRow, 'state' | 'failures'>} job */
export function jobChip({ state, failures }) {
  if (state === 'failing') return look('failed', say('paused after {failures} failures', { failures }));
  if (state === 'active') return look('healthy', say('active'));
  return look('idle', wordFor(state));
}

/** @param {Pick<JobRunRow, 'state' | 'reason' | 'attempt' | 'count'>} run */
export function outcomeWords({ state, reason, attempt, count }) {
  const words = [
    wordFor(state),
    ...(reason === null ? [] : [reason]),
    ...(attempt > 1 ? [say('attempt {attempt}', { attempt })] : []),
    ...(count > 1 ? [say('{count} runs', { count })] : []),
  ].join(', ');
  if (state === 'done') return look('healthy', words);
  return state === 'failed' || state === 'unknown' ? look('failed', words) : look('idle', words);
}

/** @param {'healthy' | 'failed' | 'idle'} mark @param {string} words */
function look(mark, words) {
  return mark === 'idle' ? span({}, words) : span({ class: `ink-${mark}` }, glyph(mark), ` ${words}`);
}
