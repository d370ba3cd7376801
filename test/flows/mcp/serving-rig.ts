/** A whole agent, and the protocol's own client that calls it over either line and either transport. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { root } from '../../adapters/mcp/rig.ts';
import { openaiPeer } from '../../peers/openai.ts';
import { environmentOf, type Running, type TestAgent, withAgent } from '../rig/agent.ts';

export type Line = '2025-11-25' | '2026-07-28';
export const lines: readonly Line[] = ['2025-11-25', '2026-07-28'];

export interface Caller {
  readonly client: Client;
  /** What a tool answers as a text. */
  call(
    name: string,
    args?: object,
  ): Promise<{ readonly text: string; readonly isError: boolean; readonly turn: string }>;
  tools(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface Serving {
  readonly agent: TestAgent;
  /** Words that begin with "hold" are answered once it was opened. */
  readonly gate: { readonly open: () => void; readonly reached: Promise<void> };
  /** `straylight mcp serve` as a child of the client. */
  overStdio(line: Line): Promise<Caller & { readonly kill: () => void }>;
  overHttp(line: Line, running: Running, token?: string): Promise<Caller>;
}

/** The token of callers, as `straylight mcp serve --http` says it. */
export function callerToken({ path }: TestAgent): string {
  return readFileSync(join(path, 'run/token.mcp'), 'utf8').trim();
}

export async function withServing(story: (serving: Serving) => Promise<void>, config = ''): Promise<void> {
  const opened = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const peer = await openaiPeer({
    models: ['test'],
    async script({ said, results }) {
      const [result] = results;
      if (result) return { text: `It says: ${result.text}` };
      if (said.startsWith('hold')) {
        reached.resolve();
        await opened.promise;
      }
      const [, name, args = '{}'] = /^use (\w+)(?: (.*))?$/s.exec(said) ?? [];
      return name === undefined ? { text: `You said: ${said}` } : { toolCalls: [{ name, arguments: args }] };
    },
  });
  const callers: Caller[] = [];
  try {
    const settings = `[models]\ndefault = "own/test"\n[models.providers.own]\nbase_url = "${peer.url}/v1"\nkey = "none"\n${config}`;
    await withAgent({ config: settings }, async agent => {
      try {
        await story({
          agent,
          gate: { open: opened.resolve, reached: reached.promise },
          async overStdio(line) {
            const transport = new StdioClientTransport({
              command: process.execPath,
              args: [join(root, 'bin/straylight.js'), 'mcp', 'serve'],
              env: { ...environmentOf(agent.path) },
              stderr: 'ignore',
            });
            const caller = await connected(line, transport);
            callers.push(caller);
            return { ...caller, kill: () => void process.kill(transport.pid ?? 0, 'SIGKILL') };
          },
          async overHttp(line, { url }, token = callerToken(agent)) {
            const headers = { authorization: `Bearer ${token}` };
            const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } });
            const caller = await connected(line, transport);
            callers.push(caller);
            return caller;
          },
        });
      } finally {
        opened.resolve();
        for (const caller of callers) await caller.close().catch(() => {});
      }
    });
  } finally {
    opened.resolve();
    await peer.close();
  }
}

async function connected(line: Line, transport: Parameters<Client['connect']>[0]): Promise<Caller> {
  const mode = line === '2025-11-25' ? ('legacy' as const) : { pin: line };
  const client = new Client({ name: 'a caller', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  return {
    client,
    async call(name, args = {}) {
      const { content, isError = false, structuredContent } = await client.callTool({ name, arguments: { ...args } });
      const text = content.map(part => (part.type === 'text' ? part.text : '')).join('\n');
      return { text, isError, turn: String((structuredContent as { turn?: string } | undefined)?.turn ?? '') };
    },
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    close: () => client.close(),
  };
}

/** How often something was said, and what became of it. */
export function turnsOf(agent: TestAgent): readonly string[] {
  return agent.tables
    .rows("SELECT outcome FROM turns WHERE session LIKE 'session:mcp:%'")
    .map(row => String((row as { readonly outcome: unknown }).outcome));
}
