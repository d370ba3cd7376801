/**
 * Work for agents of others, by the protocol's own client, over the one way out: to the origin that the owner has set and
 * no other. Nothing is sent twice: what may have arrived is told as such.
 */
import { type Message, SendMessageRequest, type Task, TaskState } from '@a2a-js/sdk';
import { ClientFactory, DefaultAgentCardResolver, JsonRpcTransportFactory } from '@a2a-js/sdk/client';
import type { RemoteAgent } from '../../domain/a2a/peer.ts';
import type { RemoteState, RemoteTask } from '../../domain/a2a/remote.ts';
import { says } from '../../domain/policy/sentence.ts';
import { Fault, fault, toFailure } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import { oneLine } from '../../domain/text/visible.ts';
import type { RemoteAgents } from '../../ports/agents/remote.ts';
import { type EgressNetwork, egressFetch } from '../mcp/egress-fetch.ts';

const mostBytes = 8 * 2 ** 20;
const [firstLookMs, lastLookMs] = [500, 10_000];

/** `authorization`: what stands in the header, with its secrets, for one call. */
export function remoteAgents(options: {
  readonly network: EgressNetwork;
  readonly version: string;
  readonly authorization: (agent: RemoteAgent, call: string) => Promise<string | undefined>;
}): RemoteAgents {
  const { network, version, authorization } = options;
  const { clock } = network;

  async function clientOf(agent: RemoteAgent, call: string) {
    const header = await authorization(agent, call);
    const url = new URL(agent.url);
    const own = egressFetch(network, { url: url.href, userAgent: `Straylight/${version}`, mostBytes });
    const fetchImpl: typeof fetch = async (input, init = {}) => {
      const headers = new Headers(init.headers);
      if (header !== undefined) headers.set('authorization', header);
      const response = await own(input, { ...init, headers });
      if (response.status === 401 || response.status === 403) throw refused(agent, `HTTP ${response.status}`);
      return response;
    };
    const isCard = url.pathname.endsWith('.json');
    const factory = new ClientFactory({
      transports: [new JsonRpcTransportFactory({ fetchImpl })],
      cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
    });
    try {
      return await factory.createFromUrl(isCard ? url.origin : url.href, isCard ? url.pathname : undefined);
    } catch (thrown) {
      throw unreached(agent, thrown);
    }
  }

  return {
    async send(agent, { id, text, task: taskId, thread: contextId }, call, signal) {
      const client = await clientOf(agent, call);
      const request = SendMessageRequest.fromJSON({
        message: { messageId: id, role: 'ROLE_USER', parts: [{ text }], ...defined({ taskId, contextId }) },
        configuration: { acceptedOutputModes: ['text/plain'], returnImmediately: true },
      });
      try {
        return taken(await client.sendMessage(request, { signal }));
      } catch (thrown) {
        throw unsent(agent, thrown);
      }
    },
    async follow(agent, id, { call, signal, waitMs, onAlive }) {
      const client = await clientOf(agent, call);
      const until = clock.elapsed() + waitMs;
      let pauseMs = firstLookMs;
      for (;;) {
        const now = await client.getTask({ id, tenant: '' }, { signal }).then(taken, (thrown: unknown) => {
          throw unreached(agent, thrown);
        });
        if (now.state !== 'working' || clock.elapsed() >= until || signal.aborted) return now;
        onAlive();
        await new Promise<void>(done => clock.after(pauseMs, done));
        pauseMs = Math.min(pauseMs * 1.5, lastLookMs);
      }
    },
    async cancel(agent, id, call) {
      const client = await clientOf(agent, call);
      await client.cancelTask({ id, tenant: '', metadata: undefined });
    },
  };
}

const states: Partial<Record<TaskState, RemoteState>> = {
  [TaskState.TASK_STATE_COMPLETED]: 'done',
  [TaskState.TASK_STATE_FAILED]: 'failed',
  [TaskState.TASK_STATE_REJECTED]: 'failed',
  [TaskState.TASK_STATE_CANCELED]: 'cancelled',
  [TaskState.TASK_STATE_INPUT_REQUIRED]: 'asks',
  [TaskState.TASK_STATE_AUTH_REQUIRED]: 'asks',
};

/** An answer without a task is all there is. */
function taken(answer: Message | Task): RemoteTask {
  if ('messageId' in answer) return { state: 'done', text: textOf(answer.parts) };
  const { id, contextId: thread, status, artifacts } = answer;
  const said = textOf(status?.message?.parts ?? []);
  const made = artifacts.map(({ name, parts }) => [name, textOf(parts)].filter(text => text !== '').join(':\n'));
  const state = (status && states[status.state]) ?? 'working';
  return { id, thread, state, text: [said, ...made].filter(text => text !== '').join('\n\n') };
}

function textOf(parts: Message['parts']): string {
  return parts
    .map(({ content, filename }) => {
      if (content?.$case === 'text') return content.value;
      if (content?.$case === 'data') return JSON.stringify(content.value);
      return content?.$case === 'url' ? content.value : `[a file: ${oneLine(filename, 100)}]`;
    })
    .join('\n');
}

/** Nothing was sent, or only looked at. */
function unreached({ name }: RemoteAgent, thrown: unknown): Fault {
  const { kind, message } = toFailure(thrown);
  if (thrown instanceof Fault && kind === 'denied') return thrown;
  return fault('unavailable', says`the agent ${name} could not be reached: ${oneLine(message, 300)}`, {
    cause: 'unrun',
    taint: 'external',
  });
}

/** The agent has refused it, or nobody knows whether it has it. */
function unsent({ name }: RemoteAgent, thrown: unknown): Fault {
  const { kind, message, cause } = toFailure(thrown);
  if (thrown instanceof Fault && (kind === 'denied' || cause === 'unrun')) return thrown;
  const why = oneLine(message, 300);
  if (typeof (thrown as { readonly code?: unknown }).code === 'number') return refused({ name }, why);
  return fault('unknown', says`the agent ${name} may or may not have taken the work: ${why}`, { taint: 'external' });
}

function refused({ name }: Pick<RemoteAgent, 'name'>, why: string): Fault {
  return fault('denied', says`the agent ${name} did not take the work: ${why}`, { taint: 'external' });
}
