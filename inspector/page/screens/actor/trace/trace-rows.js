/** The lines of a trace: each span with its depth, its place in the time of its turn, and the words for it. Pure. */

import { formatAge } from '../../../parts/values/age.js';
import { formatCount } from '../../../parts/values/amount.js';
import { wordFor } from '../../../words/names.js';
import { say } from '../../../words/say.js';
/** @import { Span, TurnTrace } from '../../../../../src/domain/supervision/span.ts' */
/** @import { Look } from '../../../parts/look.js' */

/**
 * `from` and `share` are parts of the whole, 0 to 1. `look`: what its colour says; a bar without one went as it should.
 * @typedef {object} Bar
 * @property {Span} span
 * @property {number} depth
 * @property {number} from
 * @property {number} share
 * @property {Look | undefined} look
 * @property {string} took
 * @property {string} about one line beside the name: tokens, an outcome, a kind of failure
 */

/**
 * @param {TurnTrace} trace
 * @param {{ hasSteps: boolean, now: number }} options `now`: of Straylight, for what goes on
 * @returns {readonly Bar[]}
 */
export function barsOf({ spans, startedAt }, { hasSteps, now }) {
  const ends = spans.map(span => span.endedAt ?? now);
  const whole = Math.max(1, Math.max(startedAt, ...ends) - startedAt);
  /** @type {Map<string, number>} */
  const depths = new Map();
  /** @type {Bar[]} */
  const bars = [];
  for (const span of spans) {
    const depth = 1 + (depths.get(span.parentSpanId ?? '') ?? -1);
    depths.set(span.spanId, depth);
    if (span.topic === 'step' && !hasSteps) continue;
    const ms = Math.max(0, (span.endedAt ?? now) - span.startedAt);
    bars.push({
      span,
      depth,
      from: Math.min(1, Math.max(0, (span.startedAt - startedAt) / whole)),
      share: Math.min(1, ms / whole),
      look: lookOfSpan(span),
      took: lengthOf(ms),
      about: aboutSpan(span),
    });
  }
  return bars;
}

/** A length of time; below a second in milliseconds. @param {number} ms */
export function lengthOf(ms) {
  if (ms >= 1_000) return formatAge(ms);
  return ms >= 1 || ms === 0 ? `${Math.round(ms)} ms` : `${ms.toFixed(1)} ms`;
}

/** @param {Span} span @returns {Look | undefined} */
function lookOfSpan({ attributes, endedAt }) {
  if (attributes['error.type'] === 'cancelled') return 'idle';
  if (attributes['error.type'] !== undefined) return 'failed';
  return endedAt === undefined ? 'working' : undefined;
}

/** @param {Span} span */
function aboutSpan({ topic, attributes, endedAt }) {
  const failure = attributes['error.type'];
  const outcome = attributes['straylight.outcome'];
  const words = [];
  if (topic === 'model' || topic === 'turn') {
    const input = Number(attributes['gen_ai.usage.input_tokens'] ?? 0);
    const output = Number(attributes['gen_ai.usage.output_tokens'] ?? 0);
    if (input + output > 0)
      words.push(say('{input} in, {output} out', { input: formatCount(input), output: formatCount(output) }));
  }
  const verdict = attributes['straylight.gate.verdict'];
  if (verdict !== undefined && verdict !== 'pass')
    words.push(`${attributes['straylight.gate'] ?? say('a gate')}: ${verdict}`);
  if (typeof outcome === 'string' && outcome !== 'done') words.push(wordFor(outcome));
  if (failure !== undefined && failure !== outcome) words.push(wordFor(String(failure)));
  if (endedAt === undefined) words.push(say('running'));
  return words.join(', ');
}
