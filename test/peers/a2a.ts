/** An agent of somebody else, by the protocol's own server: it echoes, asks back, or keeps its answer to itself. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AgentCard, formatSSEEvent, Message, SSE_HEADERS, Task, TaskStatusUpdateEvent } from '@a2a-js/sdk';
import {
  AgentEvent,
  type AgentExecutor,
  DefaultRequestHandler,
  InMemoryTaskStore,
  JsonRpcTransportHandler,
  ServerCallContext,
} from '@a2a-js/sdk/server';

export interface AgentPeer {
  readonly url: string;
  /** `HOST:PORT`, as settings let it in. */
  readonly host: string;
  /** What it was told, in order. */
  readonly told: readonly string[];
  /** The authorization headers of those who told it. */
  readonly authorizations: readonly string[];
  /** Resolves with the next message that it takes without answering. */
  held(): Promise<void>;
  close(): Promise<void>;
}

export async function agentPeer(): Promise<AgentPeer> {
  const [told, authorizations]: [string[], string[]] = [[], []];
  let onHeld = () => {};
  const server = createServer(async (request, response) => {
    if (request.url === '/.well-known/agent-card.json')
      return response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(AgentCard.toJSON(card)));
    let body = '';
    for await (const piece of request) body += piece;
    const { method = '' } = JSON.parse(body) as { readonly method?: string };
    if (method.startsWith('Send')) authorizations.push(request.headers.authorization ?? '');
    const context = new ServerCallContext({ requestedVersion: '1.0' });
    const answer = await new JsonRpcTransportHandler(handler).handle(body, context);
    if (told.at(-1) === 'hold' && method.startsWith('Send')) return onHeld();
    if (!(Symbol.asyncIterator in answer))
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    response.writeHead(200, SSE_HEADERS);
    for await (const event of answer) response.write(formatSSEEvent(event));
    return response.end();
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const url = `http://${host}`;
  const card = AgentCard.fromJSON({
    name: 'Travel',
    description: 'Finds trains.',
    version: '1',
    supportedInterfaces: [{ url: `${url}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities: { streaming: true },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [{ id: 'trains', name: 'Trains', description: 'Finds trains.', tags: ['travel'] }],
  });
  const handler = new DefaultRequestHandler(card, new InMemoryTaskStore(), echoing(told));
  return {
    url,
    host,
    told,
    authorizations,
    held: () =>
      new Promise(resolve => {
        onHeld = () => resolve();
      }),
    async close() {
      server.closeAllConnections();
      await new Promise(closed => server.close(closed));
    },
  };
}

function echoing(told: string[]): AgentExecutor {
  return {
    async execute({ taskId, contextId, userMessage, task }, bus) {
      const [part] = userMessage.parts;
      const said = part?.content?.$case === 'text' ? part.content.value : '';
      told.push(said);
      const status = (state: string, text?: string) => ({
        state,
        timestamp: new Date().toISOString(),
        message: text === undefined ? undefined : messageWith(text, { taskId, contextId }),
      });
      const working = status('TASK_STATE_WORKING');
      // a task that waited is no longer waiting: said of the task as it was, it would be the whole answer
      if (task)
        bus.publish(AgentEvent.statusUpdate(TaskStatusUpdateEvent.fromJSON({ taskId, contextId, status: working })));
      else bus.publish(AgentEvent.task(Task.fromJSON({ id: taskId, contextId, status: working })));
      const end =
        said === 'ask'
          ? status('TASK_STATE_INPUT_REQUIRED', 'Which day?')
          : status('TASK_STATE_COMPLETED', `Travel heard: ${said}`);
      bus.publish(AgentEvent.statusUpdate(TaskStatusUpdateEvent.fromJSON({ taskId, contextId, status: end })));
      bus.finished();
    },
    async cancelTask(taskId, bus) {
      bus.publish(
        AgentEvent.statusUpdate(
          TaskStatusUpdateEvent.fromJSON({ taskId, contextId: '', status: { state: 'TASK_STATE_CANCELED' } }),
        ),
      );
      bus.finished();
    },
  };
}

function messageWith(text: string, of: { readonly taskId: string; readonly contextId: string }): object {
  const said = { messageId: crypto.randomUUID(), role: 'ROLE_AGENT', ...of, parts: [{ text }] };
  return Message.toJSON(Message.fromJSON(said)) as object;
}
