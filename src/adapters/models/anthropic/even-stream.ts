/**
 * Streams of servers that speak Anthropic's Messages API nearly, as its library reads them: each event with its name,
 * and a whole message of a server that does not stream as the events it stands for.
 */
import type { FetchLike } from '../watched-fetch.ts';
import { type Answer, answersOf } from '../wire/event-stream.ts';

/** A `fetch` whose streams are even. */
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

async function* evenEvents(pieces: AsyncIterable<readonly Answer[]>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const answers of pieces) {
    const text = answers.map(evenText).join('');
    if (text !== '') yield encoder.encode(text);
  }
}

function evenText(answer: Answer): string {
  if ('whole' in answer) return eventsOf(answer.whole).map(eventText).join('');
  const { event, data } = answer;
  return data.trim() === '[DONE]' ? '' : eventText({ type: event || typeIn(data), data });
}

function eventText({ type, data }: { readonly type: string; readonly data: string }): string {
  return `event: ${type}\ndata: ${data.includes('\n') ? data.replaceAll('\n', '\ndata: ') : data}\n\n`;
}

function typeIn(data: string): string {
  const type = (JSON.parse(data) as { readonly type?: unknown } | null)?.type;
  return typeof type === 'string' ? type : '';
}

/** The events of a message that came whole. */
function eventsOf(whole: unknown): readonly { readonly type: string; readonly data: string }[] {
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
