/** The lines of Ollama's chat stream, and of servers that speak nearly like it, folded into one reply. */

import type { ChatResponse } from 'ollama/browser';
import { defined } from '../../../domain/text/json.ts';
import type { ModelReply, ModelRequest } from '../../../ports/model.ts';
import { type OpenCall, takePiece, wholeCalls } from '../wire/call-pieces.ts';
import { countFold } from '../wire/counts.ts';
import { readDelta } from '../wire/delta.ts';
import { endOf } from '../wire/end-reasons.ts';
import { replyText } from '../wire/reply-text.ts';
import { notUnderstood } from '../wire/unread.ts';

/** Takes the lines in order; `reply` is there once the line with `done` has come. */
export interface LineFold {
  take(line: ChatResponse): void;
  /** Throws `invalid` for what is not understood. */
  reply(): ModelReply | undefined;
  /** Only the end of the reply's first thought was marked; undefined: nothing of it says so or otherwise. */
  readonly beganInThought: boolean | undefined;
}

const nothing: ReadonlySet<string> = new Set(['tool_name', 'images']);

/** Starts a fold. `onText` hears each piece of visible text; `thinking` is kept apart. */
export function ollamaReply(request: ModelRequest, onText: (delta: string) => void, isHeld = false): LineFold {
  const calls: OpenCall[] = [];
  const unread = new Set<string>();
  const tools = request.tools.map(({ name }) => name);
  const text = replyText(request, { readsBareCalls: true, isHeld, onText });
  const counts = countFold();
  let thought = '';
  let last: ChatResponse | undefined;
  const said = () => text.length + thought.length + calls.reduce((sum, { json }) => sum + json.length, 0);
  return {
    take(line) {
      const delta = readDelta(line.message, nothing);
      for (const name of delta.unread) unread.add(name);
      if (delta.thought !== '') text.release();
      thought += delta.thought;
      text.take(delta.text + delta.refusal);
      // calls come whole on this wire, each line with calls of its own
      for (const piece of delta.calls) takePiece(calls, piece, tools);
      counts.take(line, said());
      if (line.done) last = line;
    },
    get beganInThought() {
      return text.beganInThought;
    },
    reply() {
      if (last === undefined) return undefined;
      // older servers give no reason; `load` and `unload` are no end
      const ended = endOf(last.done_reason, calls.length > 0) ?? 'end';
      if (ended === 'failed') return undefined;
      const isCut = ended === 'length';
      const { text: words, calls: written, cutCall } = text.end(isCut, request.model, calls.length === 0);
      if (unread.size > 0) throw notUnderstood([...unread]);
      const made = ended === 'refusal' ? [] : wholeCalls(calls, request);
      const toolCalls = [...made, ...(ended === 'refusal' ? [] : text.asCalls(written, made))];
      const isEnd = ended === 'end' || ended === 'tools';
      return {
        text: words,
        toolCalls,
        stop: isEnd ? (toolCalls.length > 0 ? 'tools' : 'end') : ended,
        usage: counts.usage(request, said()),
        model: last.model ?? request.model,
        ...defined({
          cutCall,
          reasoning:
            thought !== '' && made.length > 0
              ? { model: request.model, parts: [{ text: 0, calls: 0, block: { thinking: thought } }] }
              : undefined,
        }),
      };
    },
  };
}
