/** The files of conversations, to open and to keep: those that came with a message, and those that the agent sends. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { refuse } from '../src/api/refusal.ts';
import type { HandedFile } from '../src/domain/conversation/files.ts';
import { securityHeaders } from './http/reply.ts';
import type { Route } from './http/routes.ts';
import type { Watched } from './watched.ts';

export function fileRoutes({ file: open }: Pick<Watched, 'file'>): readonly Route[] {
  if (!open) return [];
  return [
    {
      method: 'GET',
      path: '/api/messages/{id}/files/{at}',
      // it changes nothing; what lies in the workspace is for the owner
      acts: true,
      async run({ params: { id = '', at = '' }, response }): Promise<'taken'> {
        if (!/^\d{1,3}$/.test(at)) throw refuse(400, 'expected the place of the file in its message, as in /files/0');
        await using file = await open(id, Number(at));
        await send(file, response);
        return 'taken';
      },
    },
  ];
}

async function send({ name, mediaType, bytes, content }: HandedFile, response: ServerResponse): Promise<void> {
  response.writeHead(200, {
    ...securityHeaders,
    'Content-Type': mediaType,
    'Content-Length': bytes,
    // never shown as a page of this origin, whatever is in it
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}`,
  });
  let sent = 0;
  for await (const piece of content()) {
    sent += piece.length;
    if (!response.write(piece)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
    if (response.destroyed) return;
  }
  // it was made shorter meanwhile: what was promised does not come, so the download fails instead of being cut
  if (sent < bytes) response.destroy();
  else response.end();
}
