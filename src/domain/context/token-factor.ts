/**
 * How many tokens of a model one of our estimated tokens is. An estimate counts three characters a token
 * (`estimateTokens`); what a model really counts is learned from its own replies.
 */
import type { Usage } from '../conversation/message.ts';

/** Before a model has counted anything: 3.5 characters a token. */
export const firstFactor = 3 / 3.5;

/** What a model counts beside our estimate is no rule where the request was this short, in estimated tokens. */
const leastEstimate = 500;
/** Between 6 characters a token and 1.2; what lies beyond is a server that counts otherwise, not a language. */
const least = 0.5;
const most = 2.5;
/** More tokens than expected are believed at once, fewer little by little: too long a request is refused. */
const downward = 0.2;

/**
 * The factor after one more reply; `before` is the one until now. The same where nothing is to be learned from it.
 * `estimated`: our estimate of the whole request.
 */
export function learnedFactor(before: number, estimated: number, usage: Usage): number {
  const counted = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
  if (usage.estimated || estimated < leastEstimate || counted <= 0) return before;
  const found = counted / estimated;
  if (found < least || found > most) return before;
  return found > before ? found : before + (found - before) * downward;
}

/** Less than this is no change that has to be kept. */
export const leastChange = 0.01;
