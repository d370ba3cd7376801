/**
 * Sending the page: its files without a token (they hold nothing of Straylight), compressed, with the policy that
 * fences it in.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NamedOperation } from '../../src/api/service.ts';
import { defined } from '../../src/domain/text/json.ts';
import type { Language } from '../../src/domain/text/texts.ts';
import { contentPolicy, securityHeaders } from '../http/reply.ts';
import { type PageFiles, pageFiles } from './page-files.ts';

export interface Page {
  /** Answers the request if the path is the page's; false: it is not. */
  send(path: string, request: IncomingMessage, response: ServerResponse): boolean;
}

/**
 * `embed`: Visual Studio Code may show the page in a frame of its own. `stately`: there is `/stately`, and Stately's
 * inspector may stand in a frame there, and there alone. The files are read when the page is first asked for.
 */
export function page(
  options: {
    readonly embed?: boolean | undefined;
    readonly stately?: boolean | undefined;
    readonly language?: Language | undefined;
    /** What can be asked for; without it, what Straylight itself offers. */
    readonly all?: () => readonly NamedOperation[];
  } = {},
): Page {
  let opened: { readonly files: PageFiles['files']; readonly policyOf: (path: string) => string } | undefined;
  const open = () => {
    const { files, importMapHash, stately } = pageFiles(options.language, options.all?.());
    const policy = contentPolicy(importMapHash, { frames: options.embed ? 'vscode-webview:' : undefined });
    if (!options.stately) return { files, policyOf: () => policy };
    const widened = contentPolicy(stately.importMapHash, { shows: 'https://stately.ai' });
    return {
      files: new Map([...files, ['/stately', stately.file]]),
      policyOf: (path: string) => (path === '/stately' ? widened : policy),
    };
  };

  return {
    send(path, request, response) {
      opened ??= open();
      const file = opened.files.get(path);
      if (!file) return false;
      const headers = {
        ...securityHeaders,
        'Content-Security-Policy': opened.policyOf(path),
        // asked again each time, and answered in a word while nothing has changed
        'Cache-Control': 'no-cache',
        ETag: file.etag,
        Vary: 'Accept-Encoding',
      };
      if (request.headers['if-none-match'] === file.etag) {
        response.writeHead(304, headers);
        response.end();
        return true;
      }
      const isCompressed = /\bgzip\b/.test(request.headers['accept-encoding']?.toString() ?? '');
      const body = isCompressed ? file.gzip : file.body;
      response.writeHead(200, {
        ...headers,
        ...defined({ 'Content-Encoding': isCompressed ? 'gzip' : undefined }),
        'Content-Type': `${file.type}; charset=utf-8`,
        'Content-Length': body.length,
      });
      response.end(body);
      return true;
    },
  };
}
