/** A model judges the pairs of memories of which rules are not sure. */
import type { JudgedPair, MemoryPair, Verdict } from '../../domain/memory/consolidation/plan.ts';
import type { Memory, MemoryStore } from '../../domain/memory/memory.ts';
import type { JudgementInput, JudgementOutput } from '../../machines/consolidation.ts';
import type { ModelCalls, ValueRequest } from '../../ports/model-call.ts';
import { markedData } from '../conversation/marked-data.ts';
import { work } from '../work.ts';

/** One pair as the model judges it, by its number. */
export interface JudgedByModel {
  readonly pair: number;
  readonly verdict: Verdict;
  readonly text?: string | undefined;
}

interface Readable {
  readonly pair: MemoryPair;
  readonly older: string;
  readonly newer: string;
}

/**
 * Where rules are sure that two say the same, no model is asked. A pair of which the model says nothing, or too much,
 * stays as the rules have it; if they do not know either, it is looked at again in the next run.
 */
export function judgement({
  memories,
  models,
  schema,
  instructions,
}: {
  readonly memories: Pick<MemoryStore, 'get'>;
  readonly models: Pick<ModelCalls, 'value'>;
  /** What the model answers with. */
  readonly schema: () => ValueRequest<{ readonly pairs: readonly JudgedByModel[] }>['schema'];
  /** What it is to do; asked for with each call. */
  readonly instructions: () => string;
}) {
  return work<JudgementOutput, JudgementInput>(async ({ pairs, byRules, signal }, _, onAlive) => {
    const unsure = byRules ? [] : pairs.filter(({ rule }) => rule !== 'same').flatMap(pair => readable(memories, pair));
    if (unsure.length === 0) return { judged: pairs.flatMap(ruled), tokens: 0 };
    const text = unsure.map(({ older, newer }, at) => `#${at} "${oneLine(older)}" | "${oneLine(newer)}"`).join('\n');
    const { value, usage } = await models.value(
      {
        role: 'observer',
        heading: 'consolidation',
        schema: schema(),
        maxOutputTokens: 6_000,
        otherwise: () => ({ pairs: [] }),
        system: [{ text: instructions(), stable: true }],
        messages: [{ role: 'user', content: [{ type: 'text', text: markedData('memories', 'pairs', text) }] }],
      },
      { signal, onAlive },
    );
    const judged = new Map<MemoryPair, JudgedPair>();
    for (const { pair: number, verdict, text: whole } of value.pairs) {
      const pair = unsure[number]?.pair;
      if (!pair || judged.has(pair)) continue;
      const { one, other } = pair;
      judged.set(pair, { one, other, verdict, text: whole === undefined || verdict !== 'same' ? undefined : whole });
    }
    return {
      judged: pairs.flatMap(pair => judged.get(pair) ?? ruled(pair)),
      tokens: usage.inputTokens + usage.outputTokens,
    };
  });
}

function ruled({ one, other, rule }: MemoryPair): readonly JudgedPair[] {
  return rule === undefined ? [] : [{ one, other, verdict: rule }];
}

/** A memory that was changed or forgotten since is put before no model. */
function readable(memories: Pick<MemoryStore, 'get'>, pair: MemoryPair): readonly Readable[] {
  const [one, other] = [pair.one, pair.other].map(({ id, updatedAt }) =>
    memories.get([id]).find(memory => memory.updatedAt === updatedAt && memory.status === 'active'),
  ) as [Memory | undefined, Memory | undefined];
  if (!one || !other) return [];
  const [older, newer] = one.updatedAt <= other.updatedAt ? [one, other] : [other, one];
  return [{ pair, older: older.content, newer: newer.content }];
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('"', "'").trim();
}
