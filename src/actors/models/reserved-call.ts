/** One call of one model that no chart's step asks for: its breaker, its reservation, the call, its settlement. */
import type { Usage } from '../../domain/conversation/message.ts';
import { splitModel } from '../../domain/models/route.ts';
import { type Failure, Fault, toFailure } from '../../domain/supervision/failure.ts';
import { type SpanAttributes, type Spanned, usageAttributes } from '../../domain/supervision/span.ts';
import type { CallFunds } from '../budget/call-funds.ts';
import type { Grant } from './model-line.ts';

export interface ReservedCallOptions {
  readonly funds: CallFunds;
  readonly breakers: ModelBreakers;
  readonly watch: ModelCallWatch;
}

/** The circuit breakers of models, by `model:provider/name`. */
export interface ModelBreakers {
  /** Why it may not be called now; undefined: it may. `call`: a name for this call. */
  refusal(subject: string, call: string): Failure | undefined;
  /** How it ended. */
  ended(subject: string, call: string, failure: Failure | undefined, isAborted: boolean): void;
}

export interface ModelCallWatch {
  /** Makes spans, where somebody wants them and the library of the provider makes none. */
  readonly spanned: (provider: string) => Spanned | undefined;
  /** A call has been settled. */
  readonly onCall: (attributes: SpanAttributes) => void;
}

/** What is called, and what for. */
export interface CalledModel {
  /** `provider/model`. */
  readonly name: string;
  readonly role: string;
  readonly heading: string;
  readonly operation: 'chat' | 'embeddings';
}

/** What a call takes at most, and the call itself. */
export interface PreparedCall<Reply> {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly run: (grant: Grant) => Promise<Reply>;
}

/** Throws what `prepare` and the call throw, `exhausted` without a reservation, and what its breaker says. */
export async function reservedCall<Reply extends { readonly usage: Usage }>(
  { funds, breakers, watch }: ReservedCallOptions,
  called: CalledModel,
  signal: AbortSignal,
  prepare: () => Promise<PreparedCall<Reply>>,
): Promise<Reply> {
  const { name, heading, operation } = called;
  const subject = `model:${name}`;
  const id = funds.id();
  const refused = breakers.refusal(subject, id);
  if (refused) throw new Fault({ ...refused, model: name });
  const { provider, model, attributes } = attributesOf(called);
  let failure: Failure | undefined;
  try {
    const { inputTokens, outputTokens, run } = await prepare();
    const taken = await funds.take({ id, heading, model: name, inputTokens, outputTokens });
    const work = async (note: (more: SpanAttributes) => void): Promise<Reply> => {
      const reply = await run(taken).catch(async (error: unknown) => {
        const why = toFailure(error);
        await taken.settle({ failure: why });
        watch.onCall({ ...attributes, 'error.type': why.kind });
        throw error;
      });
      const spent = usageAttributes(reply.usage);
      note(spent);
      await taken.settle({ usage: reply.usage });
      watch.onCall({ ...attributes, ...spent });
      return reply;
    };
    const spanned = operation === 'chat' ? watch.spanned(provider) : undefined;
    return await (spanned ? spanned({ topic: 'model', name: `chat ${model}`, attributes }, work) : work(() => {}));
  } catch (error) {
    failure = toFailure(error);
    throw error;
  } finally {
    breakers.ended(subject, id, failure, signal.aborted);
  }
}

function attributesOf({ name, role, heading, operation }: CalledModel) {
  const { provider = '', model = name } = splitModel(name) ?? {};
  const attributes: SpanAttributes = {
    'gen_ai.operation.name': operation,
    'gen_ai.provider.name': provider,
    'gen_ai.request.model': model,
    'straylight.model.role': role,
    'straylight.model.heading': heading,
  };
  return { provider, model, attributes };
}
