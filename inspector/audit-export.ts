/**
 * The whole audit chain as a file, in the format `straylight audit verify --file` reads. It is read and sent page by
 * page.
 */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { refuse } from '../src/api/refusal.ts';
import { exportHeader, exportLine, exportRow } from '../src/domain/audit/export.ts';
import type { AuditPage, AuditService } from '../src/domain/audit/service.ts';
import { type Encode, securityHeaders } from './http/reply.ts';
import type { Route } from './http/routes.ts';
import type { Watched } from './watched.ts';

/** `encode`: the last redactor; a row that it changes no longer verifies, and shows no secret. */
export function auditExportRoutes({ audit }: Pick<Watched, 'audit'>, encode: Encode): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/audit/export',
      run: async ({ response }): Promise<'taken'> => {
        if (!audit) throw refuse(404, 'there is no such audit chain, or it has been pruned');
        await send(audit, encode, response);
        return 'taken';
      },
    },
  ];
}

const pageRows = 1000;

async function send(audit: Pick<AuditService, 'page'>, encode: Encode, response: ServerResponse): Promise<void> {
  let page = await audit.page({ after: 0, limit: pageRows });
  response.writeHead(200, {
    ...securityHeaders,
    'Content-Type': 'application/x-ndjson; charset=utf-8',
    'Content-Disposition': 'attachment; filename="straylight-audit.jsonl"',
  });
  response.write(`${exportHeader(page.chain.key)}\n`);
  for (;;) {
    const isRoom = response.write(linesOf(page, encode));
    if (response.destroyed) return;
    if (page.next === undefined) break;
    if (!isRoom) await Promise.race([once(response, 'drain'), once(response, 'close')]);
    page = await audit.page({ after: page.next, limit: pageRows });
  }
  response.end(`${exportLine({ anchor: page.chain.anchor })}\n`);
}

function linesOf({ entries }: AuditPage, encode: Encode): string {
  return entries.map(entry => `${exportRow(JSON.parse(encode(entry)))}\n`).join('');
}
