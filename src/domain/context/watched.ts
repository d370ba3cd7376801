/** What stands beside a conversation in each request: files and pages that are watched, and the tasks of the turn. */
import type { Attachment, ReadMessage } from '../conversation/message.ts';
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

/** Something that is watched, as its owner sees it. */
export interface WatchedNow extends Subscription {
  /** So long it was when it was last read; absent: it was not since the start. */
  readonly characters?: number | undefined;
}

/** What the owner can see and end of it. */
export interface WatchedService {
  list(session: string): readonly WatchedNow[];
  /** False: nothing is watched there under this number. */
  end(session: string, id: number): Promise<boolean>;
}

/** A document that came with a message, and stands beside the conversation for some turns. */
export interface AttachedDocument {
  readonly name: string;
  /** As commands see it. */
  readonly path: string;
  /** For so many more turns. */
  readonly turns: number;
}

/** It stands there in the turn it came with and in so many more. */
const moreTurns = 2;
/** So many of the newest. */
const mostDocuments = 4;

/**
 * The documents that came with the newest turns, oldest first. One with credentials in it, or without a place in the
 * workspace, is only named.
 */
export function attachedDocuments(messages: readonly ReadMessage[]): readonly AttachedDocument[] {
  const turns: string[] = [];
  const found: AttachedDocument[] = [];
  for (const { turn, attachments = [] } of messages.toReversed()) {
    if (!turns.includes(turn)) turns.push(turn);
    if (turns.length > moreTurns + 1) break;
    for (const one of attachments.toReversed()) {
      const { name, path } = one;
      if (path === undefined || !mayStand(one) || found.some(known => known.path === path)) continue;
      found.unshift({ name, path, turns: moreTurns + 1 - turns.length });
    }
  }
  return found.slice(-mostDocuments);
}

function mayStand({ kind, credentials = [] }: Attachment): boolean {
  return kind === 'document' && credentials.length === 0;
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
