/** Work that was given to an agent of somebody else. */

/** `asks`: it waits for a word from here. */
export type RemoteState = 'working' | 'asks' | 'done' | 'failed' | 'cancelled';

export interface RemoteTask {
  /** Absent: the agent has answered at once, and keeps nothing of it. */
  readonly id?: string;
  readonly thread?: string;
  readonly state: RemoteState;
  /** What it says, and what it made. */
  readonly text: string;
}

/** For the model: what came of it, and how to go on. */
export function remoteWords(agent: string, { id, state, text }: RemoteTask): string {
  const heads: Readonly<Record<RemoteState, string>> = {
    working: `The agent ${agent} works on, as task ${id}. Look again later with this task and without a message.`,
    asks: `The agent ${agent} asks before it goes on with task ${id}; answer with this task and a message.`,
    done: `The agent ${agent} is done.`,
    failed: `The agent ${agent} failed.`,
    cancelled: `The agent ${agent} has stopped the work.`,
  };
  return text === '' ? heads[state] : `${heads[state]}\n\n${text}`;
}
