/** The text of a reply while it comes: what is shown of it, and the calls that its model has written into it. */

import type { WrittenCall } from '../../../domain/models/written/calls.ts';
import { type Sieved, textSieve } from '../../../domain/models/written/sieve.ts';
import { says } from '../../../domain/policy/sentence.ts';
import { fault } from '../../../domain/supervision/failure.ts';
import type { ModelRequest, ModelToolCall } from '../../../ports/model.ts';
import { named } from './call-pieces.ts';

export interface ReplyText {
  /** Characters that have come, marks and thoughts among them. */
  readonly length: number;
  take(piece: string): void;
  /** The reply does not begin within a thought. */
  release(): void;
  /** All has come. Throws `invalid` where a call was written that nobody can read, and `isOnly` says that there is no other. */
  end(isCut: boolean, model: string, isOnly: boolean): Sieved;
  /** Each under an id of its own, behind the calls `before`. */
  asCalls(written: readonly WrittenCall[], before: readonly ModelToolCall[]): readonly ModelToolCall[];
  /** Undefined: the reply has no text that would say so or otherwise. */
  readonly beganInThought: boolean | undefined;
}

export function replyText(
  request: ModelRequest,
  options: { readonly readsBareCalls: boolean; readonly isHeld: boolean; readonly onText: (delta: string) => void },
): ReplyText {
  const sieve = textSieve({
    ...options,
    // where the whole reply is to be JSON, JSON is the reply
    readsBareCalls: options.readsBareCalls && request.format === undefined,
    tools: request.tools.map(({ name }) => name),
    takesText: (tool, key) => typeOf(request, tool, key) === 'string',
  });
  let length = 0;
  let beganInThought: boolean | undefined;
  let ended: Sieved | undefined;
  return {
    get length() {
      return length;
    },
    get beganInThought() {
      return beganInThought;
    },
    take(piece) {
      if (piece === '') return;
      length += piece.length;
      sieve.take(piece);
    },
    release: sieve.release,
    end(isCut, model, isOnly) {
      ended ??= sieve.end(isCut);
      if (length > 0) beganInThought = ended.beganInThought;
      if (ended.unread !== undefined && isOnly && ended.calls.length === 0) throw unreadCall(ended.unread, model);
      return ended;
    },
    asCalls(written, before) {
      const calls = [...before];
      for (const { name, arguments: input } of written)
        calls.push(named({ id: '', name, arguments: input }, calls, request));
      return calls.slice(before.length);
    },
  };
}

function typeOf({ tools }: ModelRequest, tool: string, key: string): unknown {
  const parameters = tools.find(({ name }) => name === tool)?.parameters as
    | { readonly properties?: Readonly<Record<string, { readonly type?: unknown }>> }
    | undefined;
  return parameters?.properties?.[key]?.type;
}

function unreadCall(text: string, model: string) {
  const begun = text.replaceAll(/\s+/g, ' ').slice(0, 80);
  return fault(
    'invalid',
    says`${model} wrote a tool call into its text, in a form that is not understood ("${begun}"); add it to natural_tools in [models] of config.toml, so that its tools are offered in words`,
    { cause: 'unread' },
  );
}
