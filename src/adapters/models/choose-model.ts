/** Which model answers when the owner has named none: Anthropic where there is a key, else Ollama where it answers, else the rehearsal model. */
import type { ModelProvider } from '../../ports/model.ts';

export interface ChosenModel {
  /** `provider/model`. */
  readonly name: string;
  /** Why this one, in one sentence for the owner. */
  readonly reason: string;
}

/** The model of a key without further words: quick, capable, and not the dearest. */
const anthropicDefault = 'claude-sonnet-5-5';
const ollamaAnswerMs = 700;
/** Of so many models it is asked what they can. */
const mostAsked = 10;

export async function chooseModel(options: {
  readonly configured: string | undefined;
  readonly hasAnthropicKey: boolean;
  readonly ollama: ModelProvider;
}): Promise<ChosenModel> {
  const { configured, hasAnthropicKey, ollama } = options;
  if (configured !== undefined) return { name: configured, reason: 'named in config.toml' };
  if (hasAnthropicKey) return { name: `anthropic/${anthropicDefault}`, reason: 'ANTHROPIC_API_KEY is set' };
  const signal = AbortSignal.timeout(ollamaAnswerMs);
  const health = await ollama.health(signal);
  const name = health.ok ? await talker(ollama, health.models, signal) : undefined;
  if (name !== undefined) return { name: `ollama/${name}`, reason: 'Ollama answers on this machine' };
  const problem = health.ok ? 'Ollama has no model to talk with; pull one' : health.problem;
  return {
    name: 'rehearsal/rehearsal',
    reason: `it understands plain requests by rules; for a mind set ANTHROPIC_API_KEY or use Ollama (${problem})`,
  };
}

/** The first model that uses tools; where none does, the first that is not made for embeddings alone. */
async function talker(ollama: ModelProvider, models: readonly string[], signal: AbortSignal) {
  for (const model of models.slice(0, mostAsked)) {
    const info = await ollama.info(model, signal).catch(() => undefined);
    if (info?.takesTools) return model;
  }
  return models.find(model => !/embed/i.test(model));
}
