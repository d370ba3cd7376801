/**
 * What an actor looked like after a step: the directives of the host say so themselves, for the rest the state it was
 * in.
 */
import { lookOf } from '../../../parts/look.js';
import { lightsOf } from '../chart/lights.js';

/** @import { JournalEntry } from '../../../../../src/domain/supervision/view.ts' */
/** @import { ChartModel } from '../../../../charts/chart-model.ts' */
/** @import { Look } from '../../../parts/look.js' */

/** @type {Readonly<Record<string, Look>>} */
const directives = { 'host.suspended': 'suspended', 'host.quarantined': 'failed', 'host.stopped': 'idle' };

/** By the model and the innermost states: thousands of steps, and a handful of states. @type {WeakMap<ChartModel, Map<string, Look>>} */
const known = new WeakMap();

/**
 * @param {JournalEntry} entry
 * @param {ChartModel | undefined} model
 * @returns {Look}
 */
export function entryLook({ event, to, leaf = '' }, model) {
  const directed = directives[event.type];
  if (directed) return directed;
  if (!model) return 'idle';
  const looks = known.get(model) ?? new Map();
  known.set(model, looks);
  const look = looks.get(leaf) ?? lookOf({ status: 'active', tags: lightsOf(model, to, []).tags, leaf });
  looks.set(leaf, look);
  return look;
}
