/**
 * The answer of a model server as it comes: events of a stream, or the one JSON value of a server that does not stream,
 * whatever its headers say.
 */
import type { ReadableBody } from '../body-queue.ts';

/** `event` is empty where the stream names none. */
export interface WireEvent {
  readonly event: string;
  readonly data: string;
}

export type Answer = WireEvent | { readonly whole: unknown };

/** Throws a `SyntaxError` for what is neither a stream nor JSON. */
export async function* answerOf(body: ReadableBody | AsyncIterable<Uint8Array>): AsyncGenerator<Answer> {
  const lines = linesOf(textOf(body));
  let event = '';
  let data: string[] = [];
  for await (const line of lines) {
    if ('whole' in line) {
      for (const whole of line.whole) yield { whole };
      return;
    }
    const { text } = line;
    if (text === '') {
      if (data.length > 0) yield { event, data: data.join('\n') };
      event = '';
      data = [];
      continue;
    }
    const colon = text.indexOf(':');
    const field = colon < 0 ? text : text.slice(0, colon);
    const value = colon < 0 ? '' : text.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') data.push(value);
    else if (field === 'event') event = value;
    // llama.cpp of before 2025 and others send an error as a field of its own
    else if (field === 'error') yield { event: 'error', data: value };
  }
  if (data.length > 0) yield { event, data: data.join('\n') };
}

type Line = { readonly text: string } | { readonly whole: readonly unknown[] };

/** The lines of a stream; where the text begins as JSON or as a page, the whole of it. */
async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<Line> {
  let rest = '';
  let isStream = false;
  for await (const piece of pieces) {
    rest += piece;
    if (!isStream && /^\s*$/.test(rest)) continue;
    if (!isStream && /^\s*[[{<]/.test(rest)) continue;
    isStream = true;
    for (let end = /\r\n|\n|\r(?=.)/s.exec(rest); end; end = /\r\n|\n|\r(?=.)/s.exec(rest)) {
      yield { text: rest.slice(0, end.index) };
      rest = rest.slice(end.index + end[0].length);
    }
  }
  if (!isStream && rest.trim() !== '') yield { whole: jsonOf(rest) };
  else if (rest !== '') yield { text: rest.replace(/\r$/, '') };
}

/** One value, or one a line. */
function jsonOf(text: string): readonly unknown[] {
  try {
    return [JSON.parse(text)];
  } catch (error) {
    const lines = text.split('\n').filter(line => line.trim() !== '');
    if (lines.length < 2) throw error;
    return lines.map(line => JSON.parse(line) as unknown);
  }
}

async function* textOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const bytes of body) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}
