/**
 * What a model thought on the way to its calls, for servers that want it back with their results.
 *
 * DeepSeek refuses a history with tools in which a reply lacks its `reasoning_content`. OpenRouter asks for
 * `reasoning_details` unchanged, since signatures stand in it. Gemini signs each call and refuses calls of the running
 * turn without. (Their documentation, 2026-11.) All others get nothing back.
 */
import type { Json, JsonObject } from '../../../domain/text/json.ts';
import type { ModelMessage, Reasoning, ReasoningPart } from '../../../ports/model.ts';
import type { Dialect } from './dialect.ts';

interface ThoughtDelta {
  readonly reasoning_content?: unknown;
  readonly reasoning_details?: unknown;
}

export interface ThoughtFold {
  take(delta: object): void;
  /** `signed`: what came with each call that is whole. */
  reasoning(model: string, signed: readonly (JsonObject | undefined)[]): { readonly reasoning?: Reasoning };
}

/** Collects what the server wants back; of any other server nothing. */
export function thoughts(field: Dialect['thoughts']): ThoughtFold {
  let text = '';
  const details: Record<string, Json>[] = [];
  return {
    take(whole) {
      const delta: ThoughtDelta = whole;
      if (field === 'reasoning_content' && typeof delta.reasoning_content === 'string') text += delta.reasoning_content;
      if (field === 'reasoning_details' && Array.isArray(delta.reasoning_details))
        for (const detail of delta.reasoning_details) takeDetail(details, detail);
    },
    reasoning(model, signed) {
      if (field === undefined || signed.length === 0) return {};
      const atStart = (block: JsonObject): ReasoningPart => ({ text: 0, calls: 0, block });
      const parts: readonly ReasoningPart[] = [
        ...(text === '' ? [] : [atStart({ reasoning_content: text })]),
        ...(details.length === 0 ? [] : [atStart({ reasoning_details: details as unknown as Json })]),
        ...(field === 'extra_content' ? signed : []).flatMap((extra_content, calls) =>
          extra_content ? [{ text: 0, calls, block: { extra_content } }] : [],
        ),
      ];
      return parts.length === 0 ? {} : { reasoning: { model, parts } };
    },
  };
}

/** A detail comes in pieces of one type under one index; what is no text of it comes with one of them. */
function takeDetail(details: Record<string, Json>[], piece: unknown): void {
  if (typeof piece !== 'object' || piece === null) return;
  const next = piece as Record<string, Json>;
  const last = details.at(-1);
  if (!last || next['index'] === undefined || last['index'] !== next['index'] || last['type'] !== next['type']) {
    details.push({ ...next });
    return;
  }
  for (const [name, value] of Object.entries(next)) {
    const before = last[name];
    const isText = name === 'text' || name === 'summary' || name === 'data';
    if (isText && typeof before === 'string' && typeof value === 'string') last[name] = before + value;
    else if (value !== null) last[name] = value;
  }
}

/** Says that a call was made without thoughts of Gemini's, as its documentation has it for histories of other models. */
const unsigned = { google: { thought_signature: 'skip_thought_signature_validator' } };

/** What stands beside a reply, and beside each of its calls, in the request to a model. */
export function thoughtsBack(
  { toolCalls, reasoning }: Pick<ModelMessage & { role: 'assistant' }, 'toolCalls' | 'reasoning'>,
  field: Dialect['thoughts'],
  model: string,
): { readonly ofReply: JsonObject; readonly ofCalls: readonly JsonObject[] } {
  const own = reasoning?.model === model ? reasoning.parts : [];
  const beside = own.filter(({ block }) => field !== undefined && field in block);
  if (field === 'extra_content') {
    const isStrict = /^(?:models\/)?gemini-(?:[3-9]|\d\d)/.test(model);
    const ofCalls = toolCalls.map((_, call) => {
      const signed = beside.find(({ calls }) => calls === call)?.block;
      // of calls side by side, the first alone has to be signed
      return signed ?? (call === 0 && isStrict ? { extra_content: unsigned } : {});
    });
    return { ofReply: {}, ofCalls };
  }
  // an empty text counts as a missing one
  const missing: JsonObject = field === 'reasoning_content' ? { reasoning_content: ' ' } : {};
  return { ofReply: beside[0]?.block ?? missing, ofCalls: toolCalls.map(() => ({})) };
}
