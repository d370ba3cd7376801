/**
 * An MCP server with resources, templates and prompts, over standard input and output: `node offering.ts FOLDER [modern]`.
 *
 * Its tools make it tell of changes, and ask for something to be done at an address. `hostile` as a third word: what it
 * lists and says is meant to deceive.
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  completable,
  inputRequired,
  McpServer,
  ResourceTemplate,
  UrlElicitationRequiredError,
} from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import { offerHostile } from './hostile.ts';

const [folder = process.cwd(), line, mood] = process.argv.slice(2);
const isModern = line === 'modern';
const words = (text: string) => ({ content: [{ type: 'text' as const, text }] });
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const did = (what: string) => appendFileSync(join(folder, 'calls.log'), `${what}\n`);

function makeServer() {
  const server = new McpServer(
    { name: 'offering', version: '1.0.0' },
    { capabilities: { resources: { subscribe: true, listChanged: true } } },
  );
  server.server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) => {
    did(`subscribe ${uri}`);
    return {};
  });
  if (mood === 'hostile') offerHostile(server);
  server.registerResource('notes', 'note://today', { description: 'What is noted today.' }, async uri => ({
    contents: [{ uri: uri.href, text: 'buy milk', mimeType: 'text/plain' }],
  }));
  server.registerResource('long', 'note://long', {}, async uri => ({
    contents: [{ uri: uri.href, text: `begin ${'x'.repeat(30_000)} end`, mimeType: 'text/plain' }],
  }));
  server.registerResource('a picture', 'picture://dot', { mimeType: 'image/png' }, async uri => ({
    contents: [{ uri: uri.href, blob: pixel, mimeType: 'image/png' }],
  }));
  server.registerResource(
    'day',
    new ResourceTemplate('note://day/{day}', { list: undefined }),
    { description: 'The notes of a day.' },
    async (uri, { day }) => ({ contents: [{ uri: uri.href, text: `notes of ${day}` }] }),
  );
  server.registerPrompt(
    'summarize',
    {
      description: 'Sums up a note.',
      argsSchema: z.object({
        note: completable(z.string().describe('which note'), () => ['today', 'long']),
        style: z.string().optional(),
      }),
    },
    ({ note, style }) => ({
      messages: [{ role: 'user', content: { type: 'text', text: `Sum up the note ${note} ${style ?? ''}`.trim() } }],
    }),
  );
  offerTools(server);
  return server;
}

function offerTools(server: McpServer) {
  server.registerTool('touch', { description: 'Says that today changed.', inputSchema: z.object({}) }, async () => {
    for (let times = 0; times < 5; times += 1) await server.server.sendResourceUpdated({ uri: 'note://today' });
    return words('touched');
  });
  server.registerTool('grow', { description: 'Offers more.', inputSchema: z.object({}) }, async () => {
    server.registerResource('more', 'note://more', {}, async uri => ({ contents: [{ uri: uri.href, text: 'more' }] }));
    server.registerPrompt('another', { description: 'Another one.' }, () => ({
      messages: [{ role: 'user', content: { type: 'text', text: 'another' } }],
    }));
    return words('grown');
  });
  server.registerTool(
    'pay',
    { description: 'Pays, once it was done.', inputSchema: z.object({}) },
    async (_, { mcpReq }) => {
      if (isModern) {
        const answer = mcpReq.inputResponses?.['page'] as { readonly action?: string } | undefined;
        did(`pay ${answer?.action ?? 'asks'}`);
        if (answer === undefined) {
          const page = inputRequired.elicitUrl({ message: 'Pay 5 euros.', url: 'https://pay.example/order/1' });
          return inputRequired({ requestState: 'order 1', inputRequests: { page } });
        }
        return words(answer.action === 'accept' ? 'paid' : 'not paid');
      }
      did('pay asks');
      const answer = await server.server.elicitInput({
        mode: 'url',
        message: 'Pay 5 euros.',
        url: 'https://pay.example/order/1',
        elicitationId: 'order-1',
      });
      did(`pay ${answer.action}`);
      if (answer.action === 'cancel') await server.server.createElicitationCompletionNotifier('order-1')();
      return words(answer.action === 'accept' ? 'paid' : 'not paid');
    },
  );
  server.registerTool('login_first', { description: 'Refuses.', inputSchema: z.object({}) }, async () => {
    did('login_first');
    throw new UrlElicitationRequiredError([
      { mode: 'url', message: 'Log in there.', url: 'https://login.example/', elicitationId: 'login-1' },
    ]);
  });
}

if (isModern) serveStdio(makeServer, { legacy: 'reject' });
else await makeServer().connect(new StdioServerTransport());
