/**
 * Restate: a virtual object for each conversation, whose handler asks the model as the lean loop does and keeps each
 * reply and each result as a step of its journal. The server is a process of its own, and is counted with this one.
 */

import { createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { createEndpointHandler, type ObjectContext, object } from '@restatedev/restate-sdk';
import { connect } from '@restatedev/restate-sdk-clients';
import { calledIn, commandRun, leanModel, type Message, saidIn } from '../../turn/lean-model.ts';
import { serveRounds } from '../../turn/serve-rounds.ts';
import { inSessions } from '../../turn/turns.ts';
import { restateServer } from './restate-server.ts';

const [, , home = '', url = ''] = process.argv;
const model = leanModel(home, url);
const conversation = object({
  name: 'conversation',
  handlers: {
    say: async (context: ObjectContext, text: string): Promise<string> => {
      const history = (await context.get<Message[]>('history')) ?? [];
      history.push({ role: 'user', content: [{ type: 'text', text }] });
      for (;;) {
        const blocks = await context.run('model', () => model.ask(history));
        history.push({ role: 'assistant', content: blocks });
        const calls = calledIn(blocks);
        for (const call of calls) history.push(await context.run('command', () => commandRun(call)));
        if (calls.length > 0) continue;
        context.set('history', history);
        return saidIn(blocks);
      }
    },
  },
});

const endpoint = createServer(
  createEndpointHandler({
    services: [conversation],
    // it warns that anybody on this machine can call the handlers
    logger: ({ level }, ...message) => level === 'error' && console.error(...message),
  }),
);
await new Promise<void>(resolve => endpoint.listen(0, '127.0.0.1', resolve));
const server = await restateServer(home);
await server.register(`http://127.0.0.1:${(endpoint.address() as AddressInfo).port}`);
const client = connect({ url: server.ingress });
let last: readonly string[] = [];

serveRounds({
  others: [server.pid],
  async run(round) {
    last = await inSessions(
      round,
      async session =>
        await client.objectClient<typeof conversation>({ name: 'conversation' }, session).say(round.text),
    );
  },
  replies: async () => last,
  async close() {
    await server.close();
    endpoint.close();
    model.close();
  },
});
