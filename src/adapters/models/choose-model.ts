/** Which model answers when the owner has named none: that of the first kind that has one. */
import { type Sentence, says } from '../../domain/policy/sentence.ts';
import type { ModelProvider } from '../../ports/model.ts';
import type { ModelKind } from '../../ports/model-kind.ts';

export interface ChosenModel {
  /** `provider/model`. */
  readonly name: string;
  /** Why this one, in one sentence for the owner. */
  readonly reason: Sentence;
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
  if (configured !== undefined) return { name: configured, reason: says`named in config.toml` };
  const advice: Sentence[] = [];
  const problems: Sentence[] = [];
  for (const { name, unnamed } of kinds) {
    const provider = providers.get(name);
    const found = provider && (await unnamed?.choose(provider, AbortSignal.timeout(answerMs)));
    if (found && 'model' in found) {
      const isLastResort = unnamed?.advice === undefined;
      const reason = isLastResort ? withOthers(found.reason, advice, problems) : found.reason;
      return { name: `${name}/${found.model}`, reason };
    }
    if (unnamed?.advice !== undefined) advice.push(unnamed.advice);
    if (found) problems.push(found.problem);
  }
  throw new Error('expected a kind of model that always answers, such as the built-in rehearsal model');
}

function withOthers(reason: Sentence, advice: readonly Sentence[], problems: readonly Sentence[]): Sentence {
  if (advice.length === 0) return reason;
  const ways = joined(advice, (said, one) => says`${said}, ${one}`);
  return problems.length === 0
    ? says`${reason}; to use a real model, ${ways} or name a server in config.toml`
    : says`${reason}; to use a real model, ${ways} or name a server in config.toml (${joined(problems, (said, one) => says`${said}; ${one}`)})`;
}

function joined(all: readonly Sentence[], two: (said: Sentence, one: Sentence) => Sentence): Sentence {
  const [first = '', ...rest] = all;
  return rest.reduce(two, first);
}
