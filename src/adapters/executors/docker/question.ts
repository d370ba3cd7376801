/**
 * A question to the Docker engine, without the library: that takes a quarter of a second and 15 MB, and most engines
 * turn out not to be one for us.
 */
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { http } from '../../process/node-http.ts';

/** GET `path` of the engine at `socketPath`; its JSON, or text where it is none. Any other status than 2xx is thrown. */
export async function askEngine(socketPath: string, path: string, signal: AbortSignal): Promise<unknown> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = http.request({ socketPath, path, headers: { host: 'docker' }, signal, agent: false });
    request.on('response', resolve);
    request.on('error', reject);
    request.end();
  });
  const body = parsed(await text(response));
  const { statusCode = 0 } = response;
  if (statusCode >= 200 && statusCode < 300) return body;
  throw Object.assign(new Error(`HTTP ${statusCode}`), { statusCode, json: body });
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
