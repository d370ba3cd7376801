/** The body of a Bot API call, in any of the forms the real server takes. */
import type { IncomingMessage } from 'node:http';
import type { Params } from './world.ts';

/** The fields of a call, from whichever of the four bodies; in all but JSON each structured field is JSON text. */
export async function paramsOf(request: IncomingMessage, url: URL): Promise<Params> {
  const type = request.headers['content-type'] ?? '';
  const query = Object.fromEntries(url.searchParams);
  const body = await bodyOf(request);
  if (body.length === 0) return query;
  if (type.startsWith('application/json')) return { ...query, ...JSON.parse(body.toString()) };
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  const fields: Record<string, unknown> = { ...query };
  const attached = new Map<string, { readonly name: string; readonly bytes: Buffer }>();
  for (const [key, value] of form)
    if (typeof value === 'string') fields[key] = value;
    else attached.set(key, { name: value.name, bytes: Buffer.from(await value.arrayBuffer()) });
  return { ...fields, attached };
}

/** All of a body. */
export function bodyOf(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', chunk => chunks.push(chunk));
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', reject);
  });
}
