/** A task as A2A 1.0 writes it, in JSON. */
import type { PeerTask } from './peer.ts';

interface MessageJson {
  readonly messageId: string;
  readonly contextId: string;
  readonly taskId: string;
  readonly role: 'ROLE_AGENT';
  readonly parts: readonly { readonly text: string }[];
}

export interface TaskJson {
  readonly id: string;
  readonly contextId: string;
  readonly status: { readonly state: string; readonly timestamp: string; readonly message?: MessageJson };
  readonly artifacts: readonly {
    readonly artifactId: string;
    readonly name: string;
    readonly parts: readonly { readonly text: string }[];
  }[];
}

const states = {
  queued: 'TASK_STATE_SUBMITTED',
  running: 'TASK_STATE_WORKING',
  done: 'TASK_STATE_COMPLETED',
  failed: 'TASK_STATE_FAILED',
  expired: 'TASK_STATE_FAILED',
  paused: 'TASK_STATE_FAILED',
  cancelled: 'TASK_STATE_CANCELED',
} as const;

export function taskJson(task: PeerTask): TaskJson {
  const { id, thread: contextId, state, startedAt, endedAt, reply, question } = task;
  const said = wordsOf(task);
  const message = said === '' ? {} : { message: messageJson(task, said) };
  return {
    id,
    contextId,
    status: {
      state: state === 'running' && question !== undefined ? 'TASK_STATE_INPUT_REQUIRED' : states[state],
      timestamp: new Date(endedAt ?? startedAt).toISOString(),
      ...message,
    },
    artifacts:
      state === 'done' && reply !== '' ? [{ artifactId: `${id}/reply`, name: 'reply', parts: [{ text: reply }] }] : [],
  };
}

/** What is said beside the state. */
function wordsOf({ state, question, waits, reply, notes }: PeerTask): string {
  if (question !== undefined) return question;
  if (state === 'running' && waits.length > 0) return 'It waits for its owner.';
  if (state === 'expired') return 'Its time was up.';
  return state === 'failed' || state === 'paused' ? reply : notes.join('\n');
}

function messageJson({ id: taskId, thread: contextId, state }: PeerTask, text: string): MessageJson {
  return { messageId: `${taskId}/${state}`, contextId, taskId, role: 'ROLE_AGENT', parts: [{ text }] };
}
