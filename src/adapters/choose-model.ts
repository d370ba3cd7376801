/** Which model answers when the owner has named none: Anthropic where there is a key, else Ollama where it answers, else the rehearsal model. */
import type { ModelProvider } from './model.ts';

export interface ChosenModel {
  /** `provider/model`. */
  readonly name: string;
  /** Why this one, in one sentence for the owner. */
  readonly reason: string;
}

/** The model of a key without further words: quick, capable, and not the dearest. */
const anthropicDefault = 'claude-sonnet-5-5';
const ollamaAnswerMs = 700;

export async function chooseModel(options: {
  readonly configured: string | undefined;
  readonly hasAnthropicKey: boolean;
  readonly ollama: ModelProvider;
}): Promise<ChosenModel> {
  const { configured, hasAnthropicKey, ollama } = options;
  if (configured !== undefined) return { name: configured, reason: 'named in config.toml' };
  if (hasAnthropicKey) return { name: `anthropic/${anthropicDefault}`, reason: 'ANTHROPIC_API_KEY is set' };
  const health = await ollama.health(AbortSignal.timeout(ollamaAnswerMs));
  const [first] = health.ok ? health.models : [];
  if (first !== undefined) return { name: `ollama/${first}`, reason: 'Ollama answers on this machine' };
  return {
    name: 'rehearsal/rehearsal',
    reason: health.ok
      ? 'Ollama answers but has no model; pull one, or set ANTHROPIC_API_KEY'
      : 'there is no ANTHROPIC_API_KEY and no Ollama; it understands plain requests by rules',
  };
}
