/** `/metrics`: what Prometheus reads, with the token, where the settings allow it. */
import { securityHeaders } from './http/reply.ts';
import type { Route } from './http/routes.ts';

/** The text exposition format, and its content type. */
export type ReadMetrics = () => Promise<{ readonly type: string; readonly text: string }>;

/** Without metrics there is no such address. */
export function metricsRoutes(read: ReadMetrics | undefined): readonly Route[] {
  if (!read) return [];
  return [
    {
      method: 'GET',
      path: '/metrics',
      run: async ({ response }) => {
        const { type, text } = await read();
        const body = Buffer.from(text);
        response.writeHead(200, { ...securityHeaders, 'Content-Type': type, 'Content-Length': body.length });
        response.end(body);
        return 'taken' as const;
      },
    },
  ];
}
