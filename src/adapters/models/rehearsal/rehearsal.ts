/**
 * The built-in model: rules instead of AI.
 *
 * It lets a bare machine do everything but think: it drives the same charts, tools and approvals as any model, by a
 * small grammar of plain requests (grammar/grammar.ts; docs/rehearsal.md is its manual). It is a pure function of the
 * request, says what it is, and never stands in for another model.
 */
import { createRequire } from 'node:module';
import type * as Summary from '../../../domain/context/summary.ts';
import { wholeDataBlock } from '../../../domain/conversation/data-block.ts';
import { heartbeatByRules } from '../../../domain/jobs/heartbeat.ts';
import { extractedByRules, numberedIn } from '../../../domain/memory/extraction.ts';
import { says } from '../../../domain/policy/sentence.ts';
import { fault } from '../../../domain/supervision/failure.ts';
import type { JsonObject } from '../../../domain/text/json.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { CompletionOptions, ModelProvider, ModelReply, ModelRequest, StopReason } from '../../../ports/model.ts';
import { smallest } from './format.ts';
import { nextMove } from './reply.ts';

// With the first summary that is asked for.
const load = createRequire(import.meta.url);

const contextTokens = 200_000;

/** The provider `rehearsal` with its one model, `rehearsal/rehearsal`. It always answers. */
export function rehearsalModels(clock?: Pick<Clock, 'after'>, wordMs = 0): ModelProvider {
  return {
    name: 'rehearsal',
    async complete(request, { signal, onText }) {
      throwIfAborted(signal);
      if (request.model !== 'rehearsal')
        throw fault(
          'invalid',
          says`the rehearsal provider has one model, rehearsal/rehearsal; it was asked for ${request.model}`,
        );
      const inputTokens = tokensIn(JSON.stringify([request.system, request.messages, request.tools]));
      if (inputTokens > contextTokens)
        throw fault(
          'exhausted',
          `the request has about ${inputTokens} tokens; the rehearsal model takes ${contextTokens}`,
        );
      const { text, toolCalls, stop } = withinLimit(answer(request), request.maxOutputTokens);
      await stream(text, { signal, onText }, wordMs > 0 ? clock : undefined, wordMs);
      const outputTokens = tokensIn(text) + tokensIn(toolCalls.map(call => call.name + call.arguments).join(''));
      return {
        text,
        toolCalls,
        stop,
        usage: { inputTokens, outputTokens, cacheReadTokens: 0, cacheWriteTokens: 0 },
        model: 'rehearsal',
      };
    },
    info: async () => ({ contextTokens, takesImages: false, takesTools: true }),
    health: async () => ({ ok: true, models: ['rehearsal'] }),
  };
}

type Answer = Pick<ModelReply, 'text' | 'toolCalls' | 'stop'>;

function answer(request: ModelRequest): Answer {
  if (request.format !== undefined && request.role === 'observer' && asksFor(request.format, 'items'))
    return {
      text: JSON.stringify({ items: extractedByRules(numberedIn(wordsOf(request))) }),
      toolCalls: [],
      stop: 'end',
    };
  if (request.format !== undefined && request.role === 'summary' && asksFor(request.format, 'goal')) {
    const { summaryByRules } = load('../../../domain/context/summary.ts') as typeof Summary;
    return { text: JSON.stringify(summaryByRules(withoutMarks(wordsOf(request)))), toolCalls: [], stop: 'end' };
  }
  if (request.format !== undefined) {
    const value = smallest(request.format);
    return value === undefined
      ? { text: '', toolCalls: [], stop: 'refusal' }
      : { text: JSON.stringify(value), toolCalls: [], stop: 'end' };
  }
  // its grammar is that of conversations: in any other role it knows nothing to say, and says so
  const { role = 'session' } = request;
  if (role !== 'session')
    return {
      text: `The rehearsal model answers conversations alone, not the role ${role}.`,
      toolCalls: [],
      stop: 'end',
    };
  const open = heartbeatByRules(wordsOf(request));
  if (open !== undefined) return { text: open, toolCalls: [], stop: 'end' };
  const move = nextMove(request);
  if (move.kind === 'words') return { text: move.text, toolCalls: [], stop: 'end' };
  const toolCalls = move.calls.map((call, at) => ({
    // The conversation only grows, so its length names the reply.
    id: `rehearsal_${request.messages.length}_${at}`,
    name: call.name,
    arguments: JSON.stringify(call.arguments),
  }));
  return { text: '', toolCalls, stop: 'tools' };
}

/** What stands between the marks of a data block. */
function withoutMarks(text: string): string {
  return wholeDataBlock.exec(text)?.[3] ?? text;
}

/** Has the form of the answer such a field? What else it is asked for in that role it does not know. */
function asksFor({ properties }: JsonObject, field: string): boolean {
  return typeof properties === 'object' && properties !== null && Object.hasOwn(properties, field);
}

/** What was said to it last. */
function wordsOf({ messages }: ModelRequest): string {
  const last = messages.at(-1);
  return last?.role === 'user' ? last.content.map(part => (part.type === 'text' ? part.text : '')).join('\n') : '';
}

/** About four characters a token, as everybody reckons. */
function tokensIn(text: string): number {
  return Math.ceil(text.length / 4);
}

function withinLimit(whole: Answer, maxOutputTokens: number): Answer {
  if (tokensIn(whole.text) <= maxOutputTokens) return whole;
  const stop: StopReason = 'length';
  return { ...whole, text: whole.text.slice(0, maxOutputTokens * 4), stop };
}

/** Word by word; every few words the event loop runs, so that an abort is heard. */
async function stream(
  text: string,
  { signal, onText }: CompletionOptions,
  clock: Pick<Clock, 'after'> | undefined,
  wordMs: number,
): Promise<void> {
  const words = text.match(/\s*\S+|\s+$/g) ?? [];
  for (const [at, word] of words.entries()) {
    if (clock !== undefined) await new Promise<void>(resolve => void clock.after(wordMs, resolve));
    else if (at % 16 === 15) await new Promise<void>(resolve => void setImmediate(resolve));
    throwIfAborted(signal);
    onText(word);
  }
}

function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw fault('cancelled', 'the model call was cancelled');
}
