/**
 * The answer of a model server as it comes: events of a stream, or the one JSON value of a server that does not stream,
 * whatever its headers say.
 */
import { isWholeJson } from '../../../domain/models/written/json-values.ts';
import type { ReadableBody } from '../body-queue.ts';

/** `event` is empty where the stream names none. */
export interface WireEvent {
  readonly event: string;
  readonly data: string;
}

export type Answer = WireEvent | { readonly whole: unknown };

/** What came in one piece, read as far as it goes. Throws a `SyntaxError` for what is neither a stream nor JSON. */
export async function* answersOf(
  body: ReadableBody | AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly Answer[], void> {
  const decoder = new TextDecoder();
  const lines = lineReader();
  const events = eventReader();
  // a step of a generator for each piece, not for each line: there are thousands of lines in a reply
  for await (const bytes of body) {
    const found = lines.take(decoder.decode(bytes, { stream: true })).flatMap(events.take);
    if (found.length > 0) yield found;
  }
  const { last, whole } = lines.end(decoder.decode());
  if (whole !== undefined) yield whole.map(one => ({ whole: one }));
  else yield [...last.flatMap(events.take), ...events.take('')];
}

function eventReader() {
  let event = '';
  let data: string[] = [];
  function ended(): readonly WireEvent[] {
    const found = data.length > 0 ? [{ event, data: data.join('\n') }] : [];
    event = '';
    data = [];
    return found;
  }
  return {
    take(line: string): readonly WireEvent[] {
      if (line === '') return ended();
      // a gateway that fails on the way may write its error as it would answer with one
      if (line.startsWith('{') && isWholeJson(line)) return [...ended(), { event: '', data: line }];
      const colon = line.indexOf(':');
      const field = colon < 0 ? line : line.slice(0, colon);
      const value = colon < 0 ? '' : line.slice(colon + (line[colon + 1] === ' ' ? 2 : 1));
      // some servers leave out the empty line between two events
      const isNext = (field === 'data' || field === 'event') && data.length > 0 && isWhole(data.join('\n'));
      const before = isNext ? ended() : [];
      if (field === 'data') data.push(value);
      else if (field === 'event') event = value;
      // llama.cpp of before 2025 and others send an error as a field of its own
      else if (field === 'error') return [{ event: 'error', data: value }];
      return before;
    },
  };
}

function isWhole(data: string): boolean {
  return data.trim() === '[DONE]' || isWholeJson(data);
}

/** The lines of a stream; where the text begins as JSON or as a page, the whole of it. */
function lineReader() {
  let rest = '';
  let isStream = false;
  function take(piece: string): readonly string[] {
    rest += piece;
    if (!isStream && !/^\s*[^\s[{<]/.test(rest)) return [];
    isStream = true;
    // a return at the very end may be the first half of a line's end
    const lines = rest.split(/\r\n|\n|\r(?=.)/s);
    rest = lines.pop() ?? '';
    return lines;
  }
  return {
    take,
    end(piece: string): { readonly last: readonly string[]; readonly whole?: readonly unknown[] } {
      const last = take(piece);
      if (!isStream && rest.trim() !== '') return { last, whole: jsonOf(rest) };
      return { last: rest === '' ? last : [...last, rest.replace(/\r$/, '')] };
    },
  };
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
