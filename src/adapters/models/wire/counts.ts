/**
 * The tokens of a reply, as servers count them: once at the end, in every chunk, in the first alone, as zeros, or never.
 */

import type { Usage } from '../../../domain/conversation/message.ts';
import { defined } from '../../../domain/text/json.ts';
import type { ModelRequest } from '../../../ports/model.ts';

/** Counts so far; a later one is never less. */
export interface CountFold {
  /** Takes whatever counts a chunk brings; `saidNow`: the characters of the reply up to and with that chunk. */
  take(wire: unknown, saidNow: number): void;
  /** `said`: the characters of the whole reply. What was not counted is estimated, and marked as such. */
  usage(request: ModelRequest, said: number): Usage;
}

export function countFold(): CountFold {
  let prompt = 0;
  let cacheRead = 0;
  let cacheWrite = 0;
  let output = 0;
  /** The reply was so long when it was last counted. */
  let countedAt = -1;
  return {
    take(wire, saidNow) {
      if (typeof wire !== 'object' || wire === null) return;
      const of = countsIn(wire as Wire);
      if (of.output > 0) countedAt = saidNow;
      prompt = Math.max(prompt, of.prompt);
      cacheRead = Math.max(cacheRead, of.cacheRead);
      cacheWrite = Math.max(cacheWrite, of.cacheWrite);
      output = Math.max(output, of.output);
    },
    usage(request, said) {
      const isCounted = prompt > 0 && (said === 0 || countedAt >= said);
      return {
        inputTokens: prompt > 0 ? Math.max(0, prompt - cacheRead - cacheWrite) : sentTokens(request),
        outputTokens: isCounted ? output : Math.max(output, Math.ceil(said / charactersPerToken)),
        cacheReadTokens: cacheRead,
        cacheWriteTokens: cacheWrite,
        ...defined({ estimated: isCounted ? undefined : true }),
      };
    },
  };
}

/** Four characters a token, where the server counts nothing. */
const charactersPerToken = 4;

function sentTokens({ system, messages, tools }: ModelRequest): number {
  return Math.ceil(JSON.stringify([system, messages, tools]).length / charactersPerToken);
}

type Wire = Readonly<Record<string, unknown>>;

/** On these wires the prompt's tokens include those of the cache. */
function countsIn(wire: Wire) {
  const details = (wire['prompt_tokens_details'] ?? wire['input_tokens_details'] ?? {}) as Wire;
  const prompt =
    first(wire, 'prompt_tokens', 'input_tokens', 'prompt_n', 'prompt_eval_count') + number(wire['cache_n']);
  const written = first(wire, 'completion_tokens', 'output_tokens', 'predicted_n', 'eval_count');
  // Gemini and xAI leave the thoughts out of the reply's tokens, and count them in the sum
  const thought = number(wire['total_tokens']) - prompt;
  return {
    prompt,
    output: Math.max(written, prompt > 0 ? thought : 0),
    cacheRead:
      number(details['cached_tokens']) ||
      first(wire, 'prompt_cache_hit_tokens', 'cached_tokens', 'cache_read_input_tokens', 'cache_n'),
    cacheWrite: number(details['cache_write_tokens']) || number(wire['cache_creation_input_tokens']),
  };
}

function first(wire: Wire, ...names: readonly string[]): number {
  return names.map(name => number(wire[name])).find(count => count > 0) ?? 0;
}

function number(value: unknown): number {
  return typeof value === 'number' && value > 0 && Number.isFinite(value) ? value : 0;
}
