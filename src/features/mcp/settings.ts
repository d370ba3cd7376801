/** One `[mcp.NAME]` of config.toml: a server that brings tools, as a program or at an address. */
import { z } from 'zod';
import { address, domains, mountedFolders, secretValues, shortText, variables, whole } from '../../../config/fields.ts';
import { isServerName, type McpServer, serverNameRule, usualTimeoutMs } from '../../domain/mcp/server.ts';
import { defined } from '../../domain/text/json.ts';

/** As it stands in the file. */
function server() {
  return z
    .strictObject(
      {
        command: shortText('a program, as in "node"').optional(),
        args: z
          .array(z.string({ error: 'a list of arguments' }), { error: 'a list of arguments' })
          .max(100)
          .default([]),
        env: variables(),
        workspace: z.enum(['none', 'read', 'write'], { error: '"none", "read" or "write"' }).default('write'),
        folders: mountedFolders('/home/me/server'),
        network: domains(),
        url: address().optional(),
        headers: secretValues('headers', /^[A-Za-z0-9-]{1,100}$/),
        client_id: shortText('the name of this program at the authorization server').optional(),
        client_secret: shortText('a secret by its name, as in "{{secret:NAME}}"')
          .regex(/^\{\{secret:[^{}]+\}\}$/, { error: 'a secret by its name, as in "{{secret:NAME}}"' })
          .optional(),
        scope: shortText('words apart by spaces').optional(),
        login_port: whole(1_024, 65_535, '(a port)').optional(),
        transport: z.enum(['http', 'sse'], { error: '"http" or "sse"' }).default('http'),
        timeout_ms: whole(1_000, 3_600_000, 'milliseconds').default(usualTimeoutMs),
        forbid: z
          .array(shortText('a list of tools'), { error: 'a list of tools, as in ["delete_file"]' })
          .max(200)
          .default([]),
      },
      { error: issue => (issue.code === 'invalid_type' ? 'a table' : undefined) },
    )
    .superRefine((given, context) => {
      const issue = (key: string, message: string) => context.addIssue({ code: 'custom', path: [key], message });
      if ((given.command === undefined) === (given.url === undefined))
        issue('command', 'either a command (a program of this machine) or a url');
      if (given.command === undefined)
        for (const key of ['args', 'env', 'folders', 'network'] as const)
          if (Object.keys(given[key]).length > 0) issue(key, `no ${key} where there is no command`);
      if (given.url === undefined && Object.keys(given.headers).length > 0)
        issue('headers', 'no headers where there is no url');
      for (const key of ['client_id', 'client_secret', 'scope', 'login_port'] as const)
        if (given.url === undefined && given[key] !== undefined) issue(key, `no ${key} where there is no url`);
    });
}

/** What such a table says of a server. */
function mcpServer(name: string, given: z.output<ReturnType<typeof server>>): McpServer {
  const { command, args, env, workspace, folders, network, url = '', headers, transport, timeout_ms, forbid } = given;
  const { client_id: clientId, client_secret: clientSecret, scope, login_port: port } = given;
  const login = defined({ clientId, clientSecret, scope, port });
  const isSet = Object.keys(login).length > 0;
  return {
    name,
    timeoutMs: timeout_ms,
    forbid,
    reach:
      command === undefined
        ? { kind: 'remote', url, headers, transport, ...defined({ login: isSet ? login : undefined }) }
        : { kind: 'local', argv: [command, ...args], env, workspace, folders, network },
  };
}

/** The tables of config.toml. */
export function mcpTables() {
  const error = `a table [mcp.NAME], where NAME is ${serverNameRule}`;
  return {
    mcp: z
      .record(z.string().refine(isServerName, { error }), server(), { error })
      .default({})
      .transform(all => Object.entries(all).map(([name, given]) => mcpServer(name, given))),
  };
}
