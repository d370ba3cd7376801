/** What stands beside a conversation in each request: files and pages that are watched, and the tasks of the turn. */
import type { Taint } from '../policy/taint.ts';

export type WatchedKind = 'file' | 'file_lines' | 'url';

/** What is read again and again. `target`: a path as commands see it, or an address. */
export interface WatchedSource {
  readonly kind: WatchedKind;
  readonly target: string;
  /** Of `file_lines`: the first line, and how many. */
  readonly fromLine: number | null;
  readonly lines: number | null;
  /** It may reach a host of the owner's own network that was let in. */
  readonly mayReachOwn: boolean;
}

export interface Subscription extends WatchedSource {
  readonly id: number;
  readonly session: string;
  /** It takes at most so much of a request, in estimated tokens. */
  readonly tokens: number;
  /** For so many more turns; 0: in this one for the last time. */
  readonly turns: number;
  /** The turn that was counted last. */
  readonly turn: string;
}

/** What the owner can see and end of it. */
export interface WatchedService {
  list(session: string): readonly Subscription[];
  /** False: nothing is watched there under this number. */
  end(session: string, id: number): Promise<boolean>;
}

export interface TurnTask {
  readonly text: string;
  readonly state: 'open' | 'doing' | 'done';
}

export interface TaskList {
  readonly tasks: readonly TurnTask[];
  readonly taint: Taint;
  /** UTC epoch ms. */
  readonly at: number;
}

/** One of the things that stand beside a conversation, as it is now. */
export interface WorkspaceItem {
  /** Names it from request to request. */
  readonly id: string;
  /** In words of ours, for the model. */
  readonly title: string;
  readonly text: string;
  readonly taint: Taint;
  /** It came with this turn; else the model has had it before the owner's newest words. */
  readonly isNew: boolean;
  /** For the owner: what brought it, as a short noun phrase. */
  readonly from: string;
}

const marks: Readonly<Record<TurnTask['state'], string>> = { open: '[ ]', doing: '[>]', done: '[x]' };

export function tasksText(tasks: readonly TurnTask[]): string {
  return tasks.map(({ text, state }) => `${marks[state]} ${text.replace(/\s+/g, ' ')}`).join('\n');
}
