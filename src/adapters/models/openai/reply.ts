/**
 * The chunks of a Chat Completions stream, folded into one reply.
 *
 * Servers differ in nearly all of it; test/peers/servers has what each of them sends. All of that becomes the same
 * reply, or an error that says what was not understood.
 */
import { isWholeJson } from '../../../domain/models/written/json-values.ts';
import { defined } from '../../../domain/text/json.ts';
import type { ModelReply, ModelRequest } from '../../../ports/model.ts';
import { nameOf, type OpenCall, takePiece, wholeCalls } from '../wire/call-pieces.ts';
import { countFold } from '../wire/counts.ts';
import { type Delta, readDelta } from '../wire/delta.ts';
import { endOf } from '../wire/end-reasons.ts';
import { type ReplyText, replyText } from '../wire/reply-text.ts';
import { notUnderstood } from '../wire/unread.ts';
import type { Dialect } from './dialect.ts';
import { thoughts } from './thoughts.ts';

/** Takes the chunks in order; `reply` is there once the server has said that the reply is over. */
export interface ChunkFold {
  take(chunk: unknown): void;
  /** The stream has its end mark, whether or not a reason was given. */
  finish(): void;
  /** Takes what stands behind the end mark: of it, tokens alone count. */
  count(data: string): void;
  /** Throws `invalid` for a reply of which a part is not understood. */
  reply(): ModelReply | undefined;
  /** The server ended the reply with this word instead of a reason; undefined: it did not. */
  readonly broken: string | undefined;
  /** Only the end of the reply's first thought was marked; undefined: nothing of it says so or otherwise. */
  readonly beganInThought: boolean | undefined;
}

type Wire = Readonly<Record<string, unknown>>;

/**
 * Starts a fold. `onText` is called with each piece of visible text; reasoning is kept apart where it is wanted back.
 */
export function openaiReply(
  request: ModelRequest,
  onText: (delta: string) => void,
  {
    passedOver = [],
    readsBareCalls = true,
    isHeld = false,
    ...options
  }: {
    readonly thoughts?: Dialect['thoughts'];
    /** Names in a delta that may be passed over. */
    readonly passedOver?: readonly string[];
    /** A call without a mark of its own counts; see `textSieve`. */
    readonly readsBareCalls?: boolean;
    /** The reply may begin within a thought. */
    readonly isHeld?: boolean;
  } = {},
): ChunkFold {
  const mayPass = new Set(passedOver);
  const text = replyText(request, { readsBareCalls, isHeld, onText });
  const tools = request.tools.map(({ name }) => name);
  const pieces = pieceFold(text, { tools, thoughts: options.thoughts, mayPass });
  const { calls, said } = pieces;
  const counts = countFold();
  let model = '';
  let reason: string | undefined;
  const choicesIn = choiceReader();
  let isFinished = false;

  return {
    take(wire) {
      const chunk = (typeof wire === 'object' && wire !== null ? wire : {}) as Wire;
      if (typeof chunk['model'] === 'string') model ||= chunk['model'];
      const choices = choicesIn(chunk['choices']);
      for (const choice of choices) {
        const reasonThere = pieces.takeChoice(choice);
        reason = [choice['finish_reason'], reasonThere].find(isWord) ?? reason;
      }
      // of Together, whose older form has it beside the choices
      if (isWord(chunk['finish_reason'])) reason = chunk['finish_reason'];
      for (const counted of [chunk['usage'], choices[0]?.['usage'], (chunk['x_groq'] as Wire | null)?.['usage']])
        counts.take(counted, said());
      if (!chunk['usage']) counts.take(chunk['timings'], said());
    },
    finish() {
      isFinished = true;
    },
    count(data) {
      if (isWholeJson(data)) counts.take((JSON.parse(data) as Wire | null)?.['usage'], said());
    },
    get broken() {
      return endOf(reason, false) === 'failed' ? reason : undefined;
    },
    get beganInThought() {
      return text.beganInThought;
    },
    reply() {
      const hasSaid = said() > 0;
      const ended = endOf(reason, calls.length > 0) ?? (isFinished && hasSaid ? 'end' : undefined);
      if (ended === undefined || ended === 'failed') return undefined;
      const isCut = ended === 'length';
      const { text: words, calls: written, cutCall } = text.end(isCut, request.model, calls.length === 0);
      if (pieces.unread.size > 0) throw notUnderstood([...pieces.unread]);
      const { isRefused } = pieces;
      const lastCall = calls.at(-1);
      // a limit falls into the call that was being written: that one is not whole
      const whole = isRefused || ended === 'refusal' ? [] : isCut ? calls.slice(0, -1) : calls;
      const toolCalls = [...wholeCalls(whole, request)];
      if (!isRefused && ended !== 'refusal') toolCalls.push(...text.asCalls(written, toolCalls));
      const isEnd = ended === 'end' || ended === 'tools';
      return {
        text: words,
        toolCalls,
        stop: isRefused ? 'refusal' : isEnd ? (toolCalls.length > 0 ? 'tools' : 'end') : ended,
        usage: counts.usage(request, said()),
        model: model === '' ? request.model : model,
        ...defined({ cutCall: isCut && lastCall ? nameOf(lastCall, tools) : cutCall }),
        ...pieces.reasoning(
          request.model,
          whole.map(({ extra }) => extra),
        ),
      };
    },
  };
}

/** What the choices of a reply bring while they come. */
function pieceFold(
  text: ReplyText,
  {
    tools,
    mayPass,
    ...options
  }: {
    readonly tools: readonly string[];
    readonly mayPass: ReadonlySet<string>;
    readonly thoughts: Dialect['thoughts'];
  },
) {
  const calls: OpenCall[] = [];
  const unread = new Set<string>();
  const thought = thoughts(options.thoughts);
  let thoughtLength = 0;
  let textSoFar = '';
  let hasDeltas = false;
  let isRefused = false;

  function takeDelta(delta: Delta): unknown {
    for (const name of delta.unread) unread.add(name);
    thoughtLength += delta.thought.length;
    if (delta.thought !== '') text.release();
    text.take(delta.text + delta.refusal);
    textSoFar += delta.text;
    if (delta.refusal !== '') isRefused = true;
    for (const piece of delta.calls) takePiece(calls, piece, tools);
    return delta.reason;
  }

  /**
   * What is new in a message: all of it is so far, or, of servers that send messages in place of deltas, one more
   * piece. Behind deltas it says all once more.
   */
  function newIn(message: Delta): Delta {
    const isNext = message.text.startsWith(textSoFar);
    return {
      ...message,
      text: isNext ? message.text.slice(textSoFar.length) : hasDeltas ? '' : message.text,
      refusal: isRefused ? '' : message.refusal,
      thought: thoughtLength > 0 ? '' : message.thought,
      calls: hasDeltas && calls.length > 0 ? [] : message.calls,
    };
  }

  return {
    calls,
    unread,
    /** Characters so far, thoughts and calls among them. */
    said: () => text.length + thoughtLength + calls.reduce((sum, { json }) => sum + json.length, 0),
    reasoning: thought.reasoning,
    get isRefused() {
      return isRefused;
    },
    /** Answers a reason for the end that stands within the piece. */
    takeChoice({ delta, message, text: words }: Wire): unknown {
      const hasMessage = typeof message === 'object' && message !== null;
      const isEmpty = delta === undefined || delta === null || Object.keys(delta).length === 0;
      const piece = readDelta(!isEmpty ? delta : hasMessage || typeof words !== 'string' ? undefined : words, mayPass);
      if (typeof delta === 'object' && delta !== null) thought.take(delta);
      const reasonThere = takeDelta(piece);
      hasDeltas ||= piece.text !== '' || piece.calls.length > 0;
      if (!hasMessage) return reasonThere;
      if (thoughtLength === 0) thought.take(message);
      return takeDelta(newIn(readDelta(message, mayPass))) ?? reasonThere;
    },
  };
}

/** One reply was asked for; its words and its calls may come as two choices without a number. */
function choiceReader(): (value: unknown) => readonly Wire[] {
  let place: unknown;
  return value => {
    const choices: readonly Wire[] = Array.isArray(value) ? value.filter(one => typeof one === 'object' && one) : [];
    place ??= choices[0]?.['index'];
    return choices.filter(({ index }) => String(index ?? place) === String(place));
  };
}

function isWord(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
