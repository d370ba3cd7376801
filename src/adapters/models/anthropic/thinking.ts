/** How much a Claude is to think: the levels it knows, and the parameters that ask for them. */

import type { ThinkingConfigParam } from '@anthropic-ai/sdk/resources/messages';
import type { ModelCapabilities } from '@anthropic-ai/sdk/resources/models';
import type { Effort } from '../../../domain/models/effort.ts';
import type { ModelMessage, ModelRequest } from '../../../ports/model.ts';

/** What the API says of a model; undefined where it says nothing, as behind a gateway. */
export interface Abilities {
  /** The levels of `output_config.effort`; empty: it knows none. */
  readonly levels: readonly Level[];
  /** The values of `thinking.type`. */
  readonly thinking: readonly ThinkingConfigParam['type'][];
}

type Level = (typeof levels)[number];

const levels = ['low', 'medium', 'high', 'xhigh', 'max'] as const;

/** Can it be told how much to think? */
export function takesEffort({ levels, thinking }: Abilities): boolean {
  return levels.length > 0 || thinking.some(thinks);
}

function thinks(type: ThinkingConfigParam['type']): boolean {
  return type === 'adaptive' || type === 'enabled';
}

export function abilitiesOf({ effort, thinking }: Pick<ModelCapabilities, 'effort' | 'thinking'>): Abilities {
  const types = ['adaptive', 'enabled', 'disabled'] as const;
  return {
    levels: effort?.supported ? levels.filter(level => effort[level]?.supported) : [],
    thinking: types.filter(type => thinking?.types?.[type]?.supported),
  };
}

/** The level nearest to what is wished; undefined: the model knows none. */
export function levelFor(effort: Effort, abilities: Abilities | undefined): Level | undefined {
  const wished = effort === 'none' ? 'low' : effort;
  const known: readonly Level[] = abilities?.levels ?? levels;
  const at = levels.indexOf(wished);
  return known.toSorted((a, b) => Math.abs(levels.indexOf(a) - at) - Math.abs(levels.indexOf(b) - at))[0];
}

/** Tokens of reasoning, for models that take a number in place of a level. */
const budgets: Readonly<Record<Exclude<Effort, 'none'>, number>> = {
  low: 2_048,
  medium: 8_192,
  high: 16_384,
  max: 32_768,
};
const leastBudget = 1_024;

/**
 * Without an effort nothing is said, and the model thinks as its default is. The text of the reasoning is not
 * wanted: its signature alone carries it through the calls, and nobody reads it here.
 */
export function thinkingConfig(
  request: Pick<ModelRequest, 'model' | 'effort' | 'messages' | 'maxOutputTokens'>,
  abilities: Abilities | undefined,
): { readonly thinking?: ThinkingConfigParam } {
  const { effort, maxOutputTokens } = request;
  const types = abilities?.thinking ?? ['adaptive', 'disabled'];
  if (effort === undefined || !types.some(thinks)) return {};
  if (effort === 'none') return types.includes('disabled') ? { thinking: { type: 'disabled' } } : {};
  if (types.includes('adaptive')) return { thinking: { type: 'adaptive', display: 'omitted' } };
  // half of the reply stays for its words
  const budget = Math.min(budgets[effort], Math.floor(maxOutputTokens / 2));
  if (!types.includes('enabled') || budget < leastBudget || isOpenWithout(request)) return {};
  return { thinking: { type: 'enabled', budget_tokens: budget, display: 'omitted' } };
}

/**
 * Has a call that is being answered no reasoning of this model before it? A model with a number of tokens for its
 * reasoning is refused then: it began without.
 */
function isOpenWithout({ messages, model }: Pick<ModelRequest, 'messages' | 'model'>): boolean {
  if (messages.at(-1)?.role !== 'tool') return false;
  const before = messages.findLast(
    (message): message is ModelMessage & { role: 'assistant' } => message.role === 'assistant',
  );
  return before !== undefined && before.reasoning?.model !== model;
}
