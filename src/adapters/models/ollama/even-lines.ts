/**
 * Streams of servers that speak Ollama's API nearly, as its library reads them: a value a line, whatever its shape was.
 * What is no JSON ends the stream with a `SyntaxError`; the library would leave it out.
 */
import type { FetchLike } from '../watched-fetch.ts';
import { errorIn } from '../wire/stream-error.ts';

/** A `fetch` whose streams are even. */
export function evenLines(fetch: FetchLike): FetchLike {
  return async (input, init) => {
    const response = await fetch(input, init);
    const isStreamed = typeof init?.body === 'string' && init.body.includes('"stream":true');
    if (!isStreamed || !response.body) return response;
    const { status, statusText, ok, url, headers, body } = response;
    const lines = valuesOf(body);
    const cancel = async (): Promise<void> => void (await lines.return(undefined));
    const even = {
      status,
      statusText,
      ok,
      url,
      headers,
      body: { getReader: () => ({ read: () => lines.next(), releaseLock() {}, cancel }), cancel },
    };
    return even as unknown as Response;
  };
}

async function* valuesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let rest = '';
  let value = '';
  function* take(lines: readonly string[]): Generator<Uint8Array> {
    for (const line of lines) {
      const text = line.trim().replace(/^data:\s*/, '');
      if (text === '' || text === '[DONE]') continue;
      value += text;
      const whole = lineOf(value);
      if (whole === undefined) continue;
      yield encoder.encode(`${whole}\n`);
      value = '';
    }
  }
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* take(lines);
  }
  yield* take([rest + decoder.decode()]);
  if (value !== '') throw new SyntaxError('the last line is not JSON');
}

/**
 * The line where it is whole. The library takes an error for a text, so all else that stands beside it goes into that
 * text.
 */
function lineOf(text: string): string | undefined {
  try {
    const error = errorIn(JSON.parse(text));
    if (typeof error !== 'object') return text;
    const [[name, said] = [], ...others] = Object.entries(error);
    if (name === 'error' && typeof said === 'string' && others.length === 0) return text;
    return JSON.stringify({ error: JSON.stringify(error) });
  } catch {
    return undefined;
  }
}
