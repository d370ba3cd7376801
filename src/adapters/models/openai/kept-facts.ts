/** What a server has said of its models: it is asked once, and again after it has refused a request as too long. */
import { type Failure, isTooLong } from '../../../domain/supervision/failure.ts';
import { defined } from '../../../domain/text/json.ts';
import type { ModelInfo } from '../../../ports/model.ts';
import { contextTokensIn } from '../http-fault.ts';

export interface KeptFacts {
  of(model: string, signal: AbortSignal): Promise<ModelInfo>;
  /** A call failed. The server may run with another context length than before, or name it in its refusal alone. */
  learn(model: string, failure: Failure): void;
}

export function keptFacts(query: KeptFacts['of']): KeptFacts {
  const known = new Map<string, ModelInfo>();
  const refusedAt = new Map<string, number>();
  return {
    async of(model, signal) {
      const before = known.get(model);
      if (before !== undefined) return before;
      const found = await query(model, signal);
      const whole = boundedBy(found, refusedAt.get(model));
      known.set(model, whole);
      return whole;
    },
    learn(model, failure) {
      if (!isTooLong(failure)) return;
      known.delete(model);
      const most = contextTokensIn(failure.message);
      if (most !== undefined) refusedAt.set(model, most);
    },
  };
}

/** What is refused is more than it takes, whatever it or its list says; a length that it has named is no guess. */
function boundedBy(found: ModelInfo, most: number | undefined): ModelInfo {
  if (most === undefined || most > found.contextTokens) return found;
  return { ...found, contextTokens: most, ...defined({ limit: found.limit === 'assumed' ? 'settings' : found.limit }) };
}
