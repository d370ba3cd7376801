/**
 * The built-in rehearsal model as a kind of provider: it needs nothing, costs nothing and is there when nothing else
 * is.
 */
import { says } from '../../../domain/policy/sentence.ts';
import { defineModelKind } from '../../../ports/model-kind.ts';

export const rehearsalKind = defineModelKind({
  name: 'rehearsal',
  secrets: [],
  prices: 'free',
  isLocal: true,
  capabilities: () => ({ maxOutputTokens: 8_192, silenceMs: 0, makesSpans: false }),
  create: async (_, { clock }) => (await import('./rehearsal.ts')).rehearsalModels(clock),
  unnamed: { choose: async () => ({ model: 'rehearsal', reason: says`it understands plain requests by rules` }) },
});
