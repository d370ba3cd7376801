/**
 * Every call of a model that is no reply of a conversation: a gate's question, what a feature wants to know.
 *
 * The models in line are called one after the other until one answers. Each call is taken from the budget first, in a
 * commit of its own, and settled afterwards; a model that rests behind its circuit breaker is passed over.
 */
import { estimateTokens } from '../../domain/conversation/context-window.ts';
import { sumOfUsage } from '../../domain/conversation/message.ts';
import { mayAnotherAnswer } from '../../domain/models/route.ts';
import { fault, misfit, toFailure } from '../../domain/supervision/failure.ts';
import { defined, type JsonObject } from '../../domain/text/json.ts';
import type { ModelMessage } from '../../ports/model.ts';
import type { CallReply, CallRequest, CallSignals, ModelCalls, ValueRequest } from '../../ports/model-call.ts';
import { embedded } from './embedding.ts';
import type { GrantedReply, ModelLine } from './model-line.ts';
import { type ReservedCallOptions, reservedCall } from './reserved-call.ts';

export interface ModelCallsOptions extends ReservedCallOptions {
  readonly line: ModelLine;
  /** `provider/model` of the role `embedding`; undefined: none is set. */
  readonly embeds: () => string | undefined;
  readonly log: (line: { readonly level: 'warn'; readonly event: string; readonly [fact: string]: unknown }) => void;
}

export function modelCalls(options: ModelCallsOptions): ModelCalls {
  return {
    text: (request, watch) => inLine(options, request, watch),
    value: (request, watch) => fitting(options, request, watch),
    embed: (request, watch) => embedded(options, request, watch),
    get embeds() {
      return options.embeds();
    },
  };
}

interface Answer extends CallReply<string> {
  readonly model: string;
}

/** The reply of the first model in line that answers. */
async function inLine(
  options: ModelCallsOptions,
  request: CallRequest & { readonly format?: JsonObject },
  watch: CallSignals,
): Promise<Answer> {
  const { line } = options;
  const { role, skill, model, only } = request;
  const names = model === undefined ? line.names({ role, only, skill }) : [model];
  for (const [place, name] of names.entries()) {
    try {
      const { text, usage, model: answered } = await call(options, name, request, watch);
      return { value: text, model: answered, chosen: place === 0, usage };
    } catch (error) {
      const failure = toFailure(error);
      if (watch.signal.aborted || place === names.length - 1 || !mayAnotherAnswer(failure)) throw error;
    }
  }
  throw fault('invalid', `no model stands in line for ${role}; see [models] in config.toml`);
}

/** A server may refuse a request whose reply might not fit beside it. */
const leastReply = 256;

/** One call of one model. */
function call(
  options: ModelCallsOptions,
  name: string,
  request: CallRequest & { readonly format?: JsonObject },
  { signal, onAlive }: CallSignals,
): Promise<GrantedReply> {
  const { heading, role, system, messages, format } = request;
  const model = options.line.model(name);
  return reservedCall(options, { name, role, heading, operation: 'chat' }, signal, async () => {
    const info = await model.info(signal);
    const inputTokens = estimateTokens(JSON.stringify([system, messages, format ?? '']));
    const left = Math.max(leastReply, info.contextTokens - inputTokens);
    const maxOutputTokens = Math.min(request.maxOutputTokens, model.outputTokens(info), left);
    // what the asker wishes is for models that are known to take it; what the owner has set is for any
    const effort = model.effort(role) ?? (info.takesEffort ? request.effort : undefined);
    const content = {
      role,
      system,
      messages,
      tools: [],
      maxOutputTokens,
      ...defined({ format, effort }),
    };
    const completing = { signal, onText: () => {}, onAlive };
    return {
      inputTokens,
      outputTokens: maxOutputTokens,
      run: grant => model.complete(grant, content, completing),
    };
  });
}

/** A value that fits; a reply that does not goes back to its model once. */
async function fitting<Value>(
  options: ModelCallsOptions,
  { schema, otherwise, ...request }: ValueRequest<Value>,
  watch: CallSignals,
): Promise<CallReply<Value>> {
  const format = formatOf(schema);
  const first = await inLine(options, { ...request, format }, watch);
  const good = checked(schema, first.value);
  if ('value' in good) return { ...first, ...good };
  const again = { ...request, format, model: first.model, messages: [...request.messages, ...sentBack(first, good)] };
  const second = await inLine(options, again, watch);
  const better = checked(schema, second.value);
  const usage = sumOfUsage(first.usage, second.usage);
  if ('value' in better) return { ...second, ...better, chosen: first.chosen, usage };
  const { role, heading } = request;
  const { model } = second;
  options.log({
    level: 'warn',
    event: 'model.misfit',
    role,
    heading,
    model,
    answeredBy: otherwise ? 'rules' : 'nobody',
  });
  if (otherwise) return { value: otherwise(), model: undefined, chosen: first.chosen, usage };
  throw fault('invalid', `${model} answered twice in another form than it was given: ${better.problem}`, {
    cause: misfit,
    model,
  });
}

function formatOf(schema: ValueRequest<unknown>['schema']): JsonObject {
  const { $schema: _, ...format } = schema.toJSONSchema({ io: 'input' }) as JsonObject;
  return format;
}

function checked<Value>(
  schema: ValueRequest<Value>['schema'],
  text: string,
): { readonly value: Value } | { readonly problem: string } {
  const json = withoutFence(text);
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    return { problem: `it is not JSON (${error instanceof Error ? error.message.slice(0, 200) : 'unreadable'})` };
  }
  const { success, data, error } = schema.safeParse(value);
  if (success) return { value: data };
  const [issue] = error.issues;
  const place = issue?.path.join('.') ?? '';
  return { problem: `${place === '' ? '' : `${place}: `}${issue?.message ?? 'it does not fit'}`.slice(0, 300) };
}

/** A model that is not held to JSON likes to put it into a fence. */
function withoutFence(text: string): string {
  const [, fenced] = /```(?:json)?\s*\n([\s\S]*?)\n\s*```/.exec(text) ?? [];
  return fenced ?? text;
}

function sentBack({ value }: Answer, { problem }: { readonly problem: string }): readonly ModelMessage[] {
  const text = `That does not fit what was asked for: ${problem}. Answer again, with the corrected JSON alone.`;
  return [
    { role: 'assistant', text: value, toolCalls: [] },
    { role: 'user', content: [{ type: 'text', text }] },
  ];
}
