/**
 * An MCP server of both protocol lines, made with the protocol's own library, whose tools do what a test needs: answer,
 * count, work slowly, never answer, die, answer far too much, change what they say of themselves, and ask back.
 *
 * What it did is written to its folder, where a test reads it: `calls.log` has a line for each call that was begun.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  acceptedContent,
  createRequestStateCodec,
  inputRequired,
  McpServer,
  type McpServerFactory,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

const words = (text: string) => ({ content: [{ type: 'text' as const, text }] });

/** A picture of one pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export function peerServer(folder: string): McpServerFactory {
  // a line of this file is what `changing` says of itself
  const descriptionFile = join(folder, 'description.txt');
  const begun = (tool: string, what = '') => appendFileSync(join(folder, 'calls.log'), `${tool} ${what}\n`);
  const codec = createRequestStateCodec<{ readonly place: string }>({
    key: Buffer.alloc(32, 'the peer of the tests'),
    ttlSeconds: 30 * 86_400,
  });
  return () => {
    const server = new McpServer({ name: 'peer', version: '1.0.0' }, { requestState: { verify: codec.verify } });
    const reads = { annotations: { readOnlyHint: true } };
    server.registerTool(
      'echo',
      { description: 'Says it again.', inputSchema: z.object({ text: z.string() }), ...reads },
      async ({ text }) => {
        begun('echo');
        return words(text);
      },
    );
    server.registerTool(
      'write-note',
      { description: 'Keeps a note.', inputSchema: z.object({ text: z.string() }) },
      async ({ text }) => {
        begun('write-note', text);
        return words('kept');
      },
    );
    server.registerTool('execute_command', { description: 'Runs nothing.', inputSchema: z.object({}) }, async () => {
      begun('execute_command');
      return words('nothing was run');
    });
    server.registerTool('picture', { description: 'A picture.', inputSchema: z.object({}), ...reads }, async () => ({
      content: [{ type: 'image', data: pixel, mimeType: 'image/png' }],
    }));
    server.registerTool('whole', { description: 'Its environment.', inputSchema: z.object({}), ...reads }, async () =>
      words(JSON.stringify({ env: process.env, cwd: process.cwd(), pid: process.pid })),
    );
    server.registerTool(
      'fetch',
      { description: 'Asks an address.', inputSchema: z.object({ url: z.string() }), ...reads },
      async ({ url }) =>
        words(
          await fetch(url).then(
            answer => answer.text(),
            error => `no: ${error.cause?.message ?? error}`,
          ),
        ),
    );
    server.registerTool(
      'slow',
      { description: 'Works.', inputSchema: z.object({ steps: z.number(), heard: z.boolean().default(false) }) },
      async ({ steps, heard }, { mcpReq }) => {
        begun('slow');
        const progressToken = mcpReq._meta?.progressToken;
        for (let step = 1; step <= steps; step += 1) {
          await new Promise(done => setTimeout(done, 20));
          if (progressToken === undefined) continue;
          const params = { progressToken, progress: step, total: steps, message: `step ${step}` };
          await mcpReq.notify({ method: 'notifications/progress', params });
          // the caller says that it was heard before the next step is begun
          while (heard && !existsSync(join(folder, `heard-${step}`))) await new Promise(done => setTimeout(done, 5));
        }
        return words(`worked ${steps} steps`);
      },
    );
    server.registerTool('hang', { description: 'Never answers.', inputSchema: z.object({}) }, async (_, { mcpReq }) => {
      begun('hang');
      await new Promise(done => mcpReq.signal.addEventListener('abort', done));
      begun('hang', 'was told to stop');
      return words('stopped');
    });
    server.registerTool('die', { description: 'Ends.', inputSchema: z.object({}) }, async () => {
      begun('die');
      console.error('the peer ends now, as it was asked to');
      process.exit(3);
    });
    server.registerTool(
      'flood',
      { description: 'Much.', inputSchema: z.object({ megabytes: z.number() }), ...reads },
      async ({ megabytes }) => {
        begun('flood');
        return words('x'.repeat(megabytes * 2 ** 20));
      },
    );
    server.registerTool('fail', { description: 'Fails.', inputSchema: z.object({}) }, async () => ({
      ...words('it did not work'),
      isError: true,
    }));
    server.registerTool(
      'changing',
      {
        description: existsSync(descriptionFile) ? readFileSync(descriptionFile, 'utf8') : 'Says yes.',
        inputSchema: z.object({}),
      },
      async () => {
        begun('changing');
        return words('yes');
      },
    );
    server.registerTool(
      'deploy',
      { description: 'Deploys, once it was told that it may.', inputSchema: z.object({ place: z.string() }) },
      async ({ place }, { mcpReq }) => {
        const answer = acceptedContent(mcpReq.inputResponses, 'sure', z.object({ sure: z.boolean(), why: z.string() }));
        if (answer === undefined) {
          begun('deploy', `asks ${place}`);
          return inputRequired({
            requestState: await codec.mint({ place }),
            inputRequests: {
              sure: inputRequired.elicit({
                message: `Deploy to ${place}?`,
                requestedSchema: z.object({ sure: z.boolean(), why: z.string() }),
              }),
            },
          });
        }
        const state = mcpReq.requestState<{ readonly place: string }>();
        begun('deploy', `done ${state?.place} ${answer.sure} ${answer.why}`);
        // the answer comes never, though it is done
        if (answer.why === 'hang') await new Promise(() => {});
        return words(answer.sure ? `deployed to ${state?.place}: ${answer.why}` : 'not deployed');
      },
    );
    return server;
  };
}
