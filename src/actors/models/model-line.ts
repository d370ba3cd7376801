/** The models that stand in line for a piece of work, each ready to be called with what the budget grants. */

import { type Effort, effortFor } from '../../domain/models/effort.ts';
import {
  type ModelSettings,
  modelChoice,
  modelsInLine,
  modelsOn,
  type Preferable,
  preferred,
  type Side,
  splitModel,
  type Work,
} from '../../domain/models/route.ts';
import { type Sentence, says } from '../../domain/policy/sentence.ts';
import { fault, resaid, saidOf, toFailure } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import type { ListedPrices } from '../../ports/ledgers/budget.ts';
import type {
  CompletionOptions,
  EmbeddingReply,
  ModelInfo,
  ModelProvider,
  ModelReply,
  ModelRequest,
} from '../../ports/model.ts';

export interface ModelLine {
  /**
   * The names in line, as `provider/model`; of a conversation with the model that its owner chose for it. `only`: those
   * that run there; there may be none.
   */
  names(work: Omit<Work, 'own'> & { readonly only?: Side | undefined }, session?: string): readonly string[];
  /** The skill whose model answers in this conversation now; undefined: none in use has a model of its own. */
  skillOf(session: string): string | undefined;
  /** One of them. Throws `denied` where its provider is not set up. */
  model(name: string): CallableModel;
}

/** What the budget allows one call: without it none is made. */
export interface Grant {
  readonly outputTokens: number;
  /** Hears what comes of it. */
  readonly stream?: { begin(): void; alive(): void; text(characters: number): void };
}

export interface CallableModel {
  /** `provider/model`. */
  readonly name: string;
  readonly provider: string;
  info(signal: AbortSignal): Promise<ModelInfo>;
  /** Its owner wants its tools offered in words. */
  readonly isWorded: boolean;
  /** The longest reply it may give: half of its window at most. */
  outputTokens(info: ModelInfo): number;
  /**
   * Makes one call. A failure names the model, and says how much of the reply had come by then.
   */
  complete(grant: Grant, request: Omit<ModelRequest, 'model'>, options: CompletionOptions): Promise<GrantedReply>;
  /** How much it is to think in a role, as its owner has set it; undefined: nothing is set. */
  effort(role: string | undefined): Effort | undefined;
  /** The exact input tokens of a request; undefined where its provider cannot say, or does not now. */
  countTokens(request: Omit<ModelRequest, 'model'>, signal: AbortSignal): Promise<number | undefined>;
  /** Likewise. Throws `invalid` where its provider embeds nothing. */
  embed(grant: Grant, texts: readonly string[], options: EmbedOptions): Promise<EmbeddingReply>;
}

type EmbedOptions = Pick<CompletionOptions, 'signal' | 'onAlive'>;

export interface GrantedReply extends Omit<ModelReply, 'model'> {
  /** `provider/model`, as the other side names it. */
  readonly model: string;
}

export function modelLine(options: {
  /** What a preference goes by, and `only`; without it there is neither. */
  readonly facts?: (name: string) => Preferable;
  /** The models, as `provider/model`, whose tools are offered in words. */
  readonly worded?: readonly string[];
  /** Takes the prices that providers list. */
  readonly listed?: Pick<ListedPrices, 'set'>;
  readonly settings: () => ModelSettings;
  readonly provider: (name: string) => ModelProvider | undefined;
  /** Why there is no such provider, and what to do. */
  readonly missing: (provider: string) => Sentence;
  /** `provider/model` that the owner has chosen for a conversation; undefined: none. */
  readonly chosenFor: (session: string) => string | undefined;
  /** The skills in use in a conversation, the one loaded last first; without it none is. */
  readonly skillsIn?: (session: string) => readonly string[];
  /** The longest reply that is asked of a provider. */
  readonly maxOutputTokens: (provider: string) => number;
}): ModelLine {
  const { settings, provider: find, missing, chosenFor, maxOutputTokens } = options;
  const skillOf = (session: string) => {
    const { skills } = settings();
    // most homes give no skill a model
    return Object.keys(skills).length === 0
      ? undefined
      : options.skillsIn?.(session).find(name => Object.hasOwn(skills, name));
  };
  return {
    skillOf,
    names({ only, ...work }, session) {
      const skill = work.skill ?? (session === undefined ? undefined : skillOf(session));
      const own = session === undefined ? undefined : chosenFor(session);
      const whole: Work = { ...work, ...defined({ skill }), own };
      const line = modelsInLine(settings(), whole);
      const { facts } = options;
      if (!facts) return line;
      const ordered = preferred(line, settings(), modelChoice(settings(), whole), facts);
      return only ? modelsOn(ordered, only, facts) : ordered;
    },
    model(name) {
      if (name === '')
        throw fault('denied', says`the model that may answer this is not set up; see [models] in config.toml`);
      const split = splitModel(name);
      const provider = split && find(split.provider);
      if (!split || !provider)
        throw fault('denied', says`the model ${name} cannot be called: ${missing(split?.provider ?? name)}`, {
          model: name,
        });
      return {
        name,
        provider: provider.name,
        isWorded: options.worded?.includes(name) ?? false,
        info: signal =>
          named(name, async () => {
            const info = await provider.info(split.model, signal);
            if (info.price) options.listed?.set(name, info.price);
            return info;
          }),
        outputTokens: ({ contextTokens }) => Math.min(maxOutputTokens(provider.name), Math.floor(contextTokens / 2)),
        effort: role => effortFor(settings().effort ?? {}, role, name),
        countTokens: async (request, signal) =>
          provider.countTokens?.({ ...request, model: split.model }, signal).catch(() => undefined),
        complete: (grant, request, options) => granted({ name, provider, model: split.model }, grant, request, options),
        embed: (_grant, texts, options) =>
          named(name, async () => {
            if (provider.embed) return provider.embed({ model: split.model, texts }, options);
            throw fault('invalid', `the provider ${provider.name} has no embeddings; set embedding in [models.roles]`);
          }),
      };
    },
  };
}

async function granted(
  { name, provider, model }: { readonly name: string; readonly provider: ModelProvider; readonly model: string },
  grant: Grant,
  request: Omit<ModelRequest, 'model'>,
  { signal, onText, onAlive = () => {} }: CompletionOptions,
): Promise<GrantedReply> {
  let characters = 0;
  const maxOutputTokens = Math.min(request.maxOutputTokens, grant.outputTokens);
  const watch: CompletionOptions = {
    signal,
    onAlive() {
      grant.stream?.alive();
      onAlive();
    },
    onText(piece) {
      onAlive(); // also where nothing is shown
      characters += piece.length;
      grant.stream?.text(piece.length);
      onText(piece);
    },
  };
  grant.stream?.begin();
  const written = () => (characters > 0 ? { written: Math.ceil(characters / 3) } : {});
  const reply = await named(name, () => provider.complete({ ...request, model, maxOutputTokens }, watch), written);
  return { ...reply, model: `${provider.name}/${reply.model}` };
}

async function named<Result>(
  model: string,
  work: () => Promise<Result>,
  more: () => { readonly written?: number } = () => ({}),
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const failure = toFailure(error);
    throw resaid(failure, says`${model}: ${saidOf(failure)}`, { model, ...more() });
  }
}
