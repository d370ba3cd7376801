/**
 * This agent as an A2A agent, by the protocol's own library: a task is a turn, so it is there after any restart, and what
 * is said of it follows from what is stored.
 */
import {
  type CancelTaskRequest,
  type GetTaskRequest,
  type SendMessageRequest,
  StreamResponse,
  type SubscribeToTaskRequest,
  Task,
} from '@a2a-js/sdk';
import {
  ContentTypeNotSupportedError,
  PushNotificationNotSupportedError,
  RequestMalformedError,
  TaskNotCancelableError,
  TaskNotFoundError,
  UnsupportedOperationError,
} from '@a2a-js/sdk/errors';
import type { A2ARequestHandler, ServerCallContext } from '@a2a-js/sdk/server';
import type { PeerService, PeerTask } from '../../domain/a2a/peer.ts';
import { type TaskJson, taskJson } from '../../domain/a2a/wire.ts';
import { toFailure } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import type { Clock } from '../../ports/clock.ts';
import { isOver } from '../mcp-server/follow.ts';
import { agentCard } from './card.ts';

export interface ServedPeers {
  readonly service: PeerService;
  /** Resolves at the next thing that is told of this conversation, or when `signal` says so. */
  readonly changed: (session: string, signal: AbortSignal) => Promise<void>;
  readonly sessionOf: (peer: string, task: PeerTask) => string;
  readonly clock: Pick<Clock, 'after' | 'elapsed'>;
  /** The last redactor before a text leaves the process. */
  readonly redact: (text: string) => string;
}

/** So long a caller is kept waiting for an answer; after that it is told that the task goes on. */
const longestMs = 600_000;
/** How often it is looked, should nothing be told of it. */
const lookEveryMs = 2_000;

export function a2aHandler(card: Parameters<typeof agentCard>[0], served: ServedPeers): A2ARequestHandler {
  const { service, redact } = served;
  const shown = (task: PeerTask) => redacted(taskJson(task), redact);
  const found = (peer: string, id: string): PeerTask => {
    if (id.trim() === '') throw new RequestMalformedError('expected the id of a task');
    const task = service.task(peer, id);
    if (!task) throw new TaskNotFoundError(`there is no task ${id.slice(0, 80)}`);
    return task;
  };

  const { sent, followed } = workOf(served, shown, found);
  const noPush = async (): Promise<never> => {
    throw new PushNotificationNotSupportedError('there are no push notifications here; subscribe to the task');
  };
  return {
    getAgentCard: async () => agentCard(card),
    async getAuthenticatedExtendedAgentCard() {
      throw new UnsupportedOperationError('there is no other card than the public one');
    },
    async sendMessage(params, context) {
      const peer = peerOf(context);
      let task = await sent(params, peer);
      const until = served.clock.elapsed() + longestMs;
      while (!params.configuration?.returnImmediately && !rests(task) && served.clock.elapsed() < until) {
        await waited(served, peer, task);
        task = found(peer, task.id);
      }
      return Task.fromJSON(shown(task));
    },
    async *sendMessageStream(params, context) {
      const peer = peerOf(context);
      const task = await sent(params, peer);
      yield StreamResponse.fromJSON({ task: shown(task) });
      yield* followed(peer, task);
    },
    async *resubscribe({ id }: SubscribeToTaskRequest, context) {
      const peer = peerOf(context);
      const task = found(peer, id);
      if (isOver(task)) throw new UnsupportedOperationError('the task has ended; GetTask has what it came to');
      yield StreamResponse.fromJSON({ task: shown(task) });
      yield* followed(peer, task);
    },
    getTask: async ({ id }: GetTaskRequest, context) => Task.fromJSON(shown(found(peerOf(context), id))),
    async cancelTask({ id }: CancelTaskRequest, context) {
      const peer = peerOf(context);
      const task = found(peer, id);
      if (isOver(task) || !(await service.stop(peer, id)))
        throw new TaskNotCancelableError('the task has ended already');
      const until = served.clock.elapsed() + 10_000;
      let now = found(peer, id);
      while (!isOver(now) && served.clock.elapsed() < until) {
        await waited(served, peer, now);
        now = found(peer, id);
      }
      return Task.fromJSON(shown(now));
    },
    async listTasks() {
      throw new UnsupportedOperationError('tasks are not listed here; ask for each by its id');
    },
    createTaskPushNotificationConfig: noPush,
    getTaskPushNotificationConfig: noPush,
    listTaskPushNotificationConfigs: noPush,
    deleteTaskPushNotificationConfig: noPush,
  };
}

/** Work that is given, and what is said of it as it goes on. */
function workOf(
  served: ServedPeers,
  shown: (task: PeerTask) => TaskJson,
  found: (peer: string, id: string) => PeerTask,
) {
  async function sent({ message }: SendMessageRequest, peer: string): Promise<PeerTask> {
    if (!message?.messageId) throw new RequestMalformedError('expected a message with a messageId');
    const { messageId: id, contextId, taskId } = message;
    if (taskId !== '') found(peer, taskId);
    const text = textOf(message.parts);
    return served.service
      .send(peer, { id, text, ...defined({ thread: contextId || undefined, task: taskId || undefined }) })
      .catch((thrown: unknown) => {
        const { kind, message } = toFailure(thrown);
        if (kind === 'invalid') throw new UnsupportedOperationError(served.redact(message));
        throw thrown;
      });
  }

  async function* followed(peer: string, first: PeerTask): AsyncGenerator<StreamResponse, void, undefined> {
    let task = first;
    let said = JSON.stringify(taskJson(task).status);
    while (!rests(task)) {
      await waited(served, peer, task);
      task = found(peer, task.id);
      const { status, artifacts, id: taskId, contextId } = shown(task);
      if (JSON.stringify(taskJson(task).status) === said) continue;
      said = JSON.stringify(taskJson(task).status);
      for (const artifact of artifacts)
        yield StreamResponse.fromJSON({ artifactUpdate: { taskId, contextId, artifact, lastChunk: true } });
      yield StreamResponse.fromJSON({ statusUpdate: { taskId, contextId, status } });
    }
  }

  return { sent, followed };
}

/** The token says who it is (over-http.ts). */
function peerOf({ user }: ServerCallContext): string {
  return user?.userName ?? '';
}

/** It has ended, or waits for the peer. */
function rests(task: PeerTask): boolean {
  return isOver(task) || task.question !== undefined;
}

async function waited({ changed, sessionOf, clock }: ServedPeers, peer: string, task: PeerTask): Promise<void> {
  const ending = new AbortController();
  const cancel = clock.after(lookEveryMs, () => ending.abort());
  await changed(sessionOf(peer, task), ending.signal).catch(() => {});
  // where it cannot be watched it is looked at all the same
  if (!ending.signal.aborted) await new Promise<void>(done => clock.after(50, done));
  cancel();
  ending.abort();
}

/** Text is taken, and data as JSON; a file is not. */
function textOf(parts: NonNullable<SendMessageRequest['message']>['parts']): string {
  return parts
    .map(({ content }) => {
      if (content?.$case === 'text') return content.value;
      if (content?.$case === 'data') return JSON.stringify(content.value);
      throw new ContentTypeNotSupportedError('expected text; files are not taken here');
    })
    .join('\n\n');
}

function redacted<Value>(value: Value, redact: (text: string) => string): Value {
  return JSON.parse(JSON.stringify(value, (_, member) => (typeof member === 'string' ? redact(member) : member)));
}
