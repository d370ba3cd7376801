/** Why a model stopped, in the words of many servers. */
import type { StopReason } from '../../../ports/model.ts';

const ends = new Set([
  ...['stop', 'end', 'eos', 'eos_token', 'eot', 'end_turn', 'end_of_turn', 'stop_sequence', 'stop_token', 'stop_str'],
  ...['complete', 'completed', 'done', 'finished', 'finish', 'normal', 'success', 'finish_reason_stop'],
  ...['tool_calls', 'tool_call', 'tool_use', 'tool', 'function_call', 'function_calls', 'finish_reason_tool_calls'],
]);
const refusals = new Set([
  ...['content_filter', 'content_filtered', 'refusal', 'safety', 'recitation', 'sensitive', 'blocklist', 'spii'],
  ...['prohibited_content', 'image_safety', 'guardrail_intervened', 'moderation', 'model_armor', 'error_toxic'],
]);
/** The server or the model broke down on the way: the same may work when it is asked again. */
const breakdowns = new Set([
  ...['error', 'network_error', 'insufficient_system_resource', 'abort', 'aborted', 'cancelled', 'canceled', 'failed'],
  ...['malformed_function_call', 'unexpected_tool_call', 'too_many_tool_calls', 'internal_error', 'timeout'],
]);

/** Words that no list can have all of. */
const refusalWords = /filter|safety|policy|moderat|guardrail|blocked|toxic|unsafe|prohibited|refus|content_?violation/;
const breakdownWords = /error|malformed|invalid|abort|cancel|time_?out|fail|unavailable|disconnect|rate_limit|overload/;

/** Says in each piece that the reply goes on. */
const nothings = new Set(['null', 'none', 'undefined', 'unspecified', 'finish_reason_unspecified', 'in_progress']);

/**
 * `failed`: it ended without being whole. A word that is not known here is never taken for an end. `undefined`: nothing
 * was said.
 */
export function endOf(word: unknown, hasCalls: boolean): StopReason | 'failed' | undefined {
  if (typeof word !== 'string' || word.trim() === '') return undefined;
  // Gemini: "function_call_filter: MALFORMED_FUNCTION_CALL"
  const said = word
    .trim()
    .toLowerCase()
    .replace(/^.*:\s*/, '');
  if (nothings.has(said)) return undefined;
  if (ends.has(said)) return hasCalls ? 'tools' : 'end';
  if (refusals.has(said)) return 'refusal';
  if (breakdowns.has(said)) return 'failed';
  if (refusalWords.test(said)) return 'refusal';
  return breakdownWords.test(said) ? 'failed' : 'length';
}
