/** Which model answers when the owner has named none: that of the first kind that has one. */
import type { ModelProvider } from '../../ports/model.ts';
import type { ModelKind } from '../../ports/model-kind.ts';

export interface ChosenModel {
  /** `provider/model`. */
  readonly name: string;
  /** Why this one, in one sentence for the owner. */
  readonly reason: string;
}

/** A kind is asked for so long. */
const answerMs = 700;

/** Throws where no kind has a model: the built-in one always has. */
export async function chooseModel(options: {
  readonly configured: string | undefined;
  readonly kinds: readonly Pick<ModelKind, 'name' | 'unnamed'>[];
  /** Those that could be made, by name. */
  readonly providers: ReadonlyMap<string, ModelProvider>;
}): Promise<ChosenModel> {
  const { configured, kinds, providers } = options;
  if (configured !== undefined) return { name: configured, reason: 'named in config.toml' };
  const advice: string[] = [];
  const problems: string[] = [];
  for (const { name, unnamed } of kinds) {
    const provider = providers.get(name);
    const found = provider && (await unnamed?.choose(provider, AbortSignal.timeout(answerMs)));
    if (found && 'model' in found) {
      const isLastResort = unnamed?.advice === undefined;
      const others = `; to use a real model, ${advice.join(', ')} or name a server in config.toml${problems.length > 0 ? ` (${problems.join('; ')})` : ''}`;
      const reason = isLastResort && advice.length > 0 ? `${found.reason}${others}` : found.reason;
      return { name: `${name}/${found.model}`, reason };
    }
    if (unnamed?.advice !== undefined) advice.push(unnamed.advice);
    if (found) problems.push(found.problem);
  }
  throw new Error('expected a kind of model that always answers, such as the built-in rehearsal model');
}
