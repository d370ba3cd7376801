/** A model server that sends what it is given, byte for byte: the shapes of servers that no dialect of the peers covers. */
import { type ModelPeer, sendJson, serveModel } from '../model-server.ts';

/** What comes back for one request. `pieces` are written one by one; the default status is 200. */
export interface RawAnswer {
  readonly pieces: readonly string[];
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers every POST with the same; `show`: what Ollama says of its model. */
export function rawServer(answer: RawAnswer, show: object = {}): Promise<ModelPeer> {
  return serveModel({
    options: {},
    error: ({ message }) => JSON.stringify({ error: { message } }),
    play() {},
    route: (method, path) => (_request, response) => {
      if (path === '/api/show') return sendJson(response, { capabilities: ['completion', 'tools'], ...show });
      if (method === 'GET') return sendJson(response, { object: 'list', data: [{ id: 'm' }], models: [] });
      response.writeHead(answer.status ?? 200, { 'content-type': 'text/event-stream', ...answer.headers });
      for (const piece of answer.pieces) response.write(piece);
      response.end();
    },
  });
}

/** Events of OpenAI's form, with its end mark. */
export function events(...values: readonly unknown[]): RawAnswer {
  return { pieces: [...values.map(value => `data: ${JSON.stringify(value)}\n\n`), 'data: [DONE]\n\n'] };
}

/** A chunk of OpenAI's form. */
export function chunk(delta: unknown, finish_reason: unknown = null, more: object = {}) {
  return {
    id: 'c',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason }],
    ...more,
  };
}
