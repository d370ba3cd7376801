/**
 * Streams of servers that speak Anthropic's Messages API nearly, as its library reads them: each event with its name,
 * and a whole message of a server that does not stream as the events it stands for.
 */
import { APIError } from '@anthropic-ai/sdk';
import type { FetchLike } from '../watched-fetch.ts';
import { type Answer, answersOf } from '../wire/event-stream.ts';
import { errorIn, isAlive, jsonOrWords } from '../wire/stream-error.ts';

/** A `fetch` whose streams are even, for the library's own reading. */
export function evenStreams(fetch: FetchLike): FetchLike {
  return async (input, init) => {
    const response = await fetch(input, init);
    const isStreamed = typeof init?.body === 'string' && init.body.includes('"stream":true');
    if (!isStreamed || !response.ok || !response.body) return response;
    const { status, statusText, ok, url, headers, body } = response;
    const events = evenEvents(answersOf(body));
    const even = {
      status,
      statusText,
      ok,
      url,
      headers,
      body: Object.assign(events, { cancel: async () => void (await events.return(undefined)) }),
      text: async () => '',
      json: async () => ({}),
    };
    return even as unknown as Response;
  };
}

/**
 * The events of an answer, as they come: those of a piece together. The library would read them a second time, through
 * five generators for each.
 */
export async function* eventsFrom(response: Response): AsyncGenerator<readonly unknown[], void> {
  if (!response.body) return;
  for await (const answers of answersOf(response.body)) {
    const read: unknown[] = [];
    let broken: { readonly by: unknown } | undefined;
    try {
      for (const { type, data } of answers.flatMap(named)) {
        if (type === 'error') throw reportedBy(data, response);
        read.push(JSON.parse(data));
      }
    } catch (thrown) {
      broken = { by: thrown };
    }
    // what came before it was said all the same
    yield read;
    if (broken) throw broken.by;
  }
}

/** An error event, as the library throws it. */
function reportedBy(data: string, { headers }: Response): APIError {
  const body = objectIn(data) as { readonly error?: { readonly type?: APIError['type'] } } | undefined;
  return new APIError(undefined, body ?? data, undefined, headers, body?.error?.type);
}

function objectIn(text: string): object | undefined {
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}

async function* evenEvents(pieces: AsyncIterable<readonly Answer[]>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const answers of pieces) {
    const text = answers.flatMap(named).map(eventText).join('');
    if (text !== '') yield encoder.encode(text);
  }
}

interface NamedEvent {
  readonly type: string;
  readonly data: string;
}

function named(answer: Answer): readonly NamedEvent[] {
  if ('whole' in answer) return eventsOf(answer.whole);
  const { event, data } = answer;
  return data.trim() === '[DONE]' || isAlive(answer) ? [] : [{ type: event || typeIn(data), data }];
}

function eventText({ type, data }: NamedEvent): string {
  return `event: ${type}\ndata: ${data.includes('\n') ? data.replaceAll('\n', '\ndata: ') : data}\n\n`;
}

/** An error may come without a type, or as words alone. */
function typeIn(data: string): string {
  const value = jsonOrWords(data);
  const { type } = (typeof value === 'object' ? (value ?? {}) : {}) as { readonly type?: unknown };
  if (typeof type === 'string') return type;
  return errorIn(value) === undefined ? '' : 'error';
}

/** The events of a message that came whole. */
function eventsOf(whole: unknown): readonly NamedEvent[] {
  const message = (typeof whole === 'object' && whole !== null ? whole : {}) as Readonly<Record<string, unknown>>;
  const event = (type: string, more: object) => ({ type, data: JSON.stringify({ type, ...more }) });
  if (message['type'] === 'error' || message['error']) return [event('error', message)];
  const content = message['content'];
  const blocks = Array.isArray(content) ? content : [{ type: 'text', text: content }];
  const { stop_reason, usage } = message;
  return [
    event('message_start', { message: { ...message, content: [] } }),
    ...blocks.flatMap((content_block, index) => [
      event('content_block_start', { index, content_block }),
      event('content_block_stop', { index }),
    ]),
    event('message_delta', { delta: { stop_reason }, usage: usage ?? {} }),
    event('message_stop', {}),
  ];
}
