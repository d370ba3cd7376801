/** What stands beside a conversation in its next request: each source is read again where it has changed. */
import { dropOldest } from '../../domain/collections/drop-oldest.ts';
import {
  type AttachedDocument,
  type Subscription,
  tasksText,
  type WatchedSource,
  type WorkspaceItem,
} from '../../domain/context/watched.ts';
import { toFailure } from '../../domain/supervision/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ReadSource, SeenSource, WorkspaceLedger } from '../../ports/context/workspace.ts';
import { type Beside, workspacePart } from '../conversation/request/workspace-part.ts';

export interface WorkspaceSources {
  readonly ledger: WorkspaceLedger;
  readonly read: ReadSource;
  /** Runs a write in a transaction. */
  readonly perform: (write: () => void) => Promise<unknown>;
  /** A text without the secrets that are known. */
  readonly redact: (text: string) => string;
  /** Is a file private, so that it is read only when its owner lets it? */
  readonly isPrivate: (path: string) => boolean;
  /** When a turn began, UTC epoch ms; undefined: there is none such. */
  readonly beganAt: (turn: string) => number | undefined;
  readonly clock: Pick<Clock, 'now' | 'after'>;
}

/** So many sources are remembered, those that were read last. */
const mostSeen = 64;
/** One that answers slowly is named, and read in the next turn. */
const patienceMs = 15_000;

/** `turn`: the one it was read in, `changedIn`: the one since which it is like this. */
type Seen = SeenSource & { readonly turn: string; readonly changedIn: string };

/** So much of a document that came with a message stands there, in estimated tokens. */
const documentTokens = 1_500;

export interface WorkspaceItems {
  /** What is watched there, the documents that came, and the tasks of the turn. */
  of(
    session: string,
    turn: string,
    documents: readonly AttachedDocument[],
    signal: AbortSignal,
  ): Promise<Beside | undefined>;
  /** How many characters something that is watched had when it was last read. */
  size(subscription: number): number | undefined;
}

export function workspaceItems(sources: WorkspaceSources): WorkspaceItems {
  const { ledger, perform, beganAt, clock } = sources;
  const seen = seenSources(sources);

  async function besideThat(
    session: string,
    turn: string,
    documents: readonly AttachedDocument[],
    signal: AbortSignal,
  ): Promise<Beside | undefined> {
    if (ledger.subscriptions(session).some(one => one.turn !== turn))
      await perform(() => ledger.count(session, turn, clock.now()));
    const [watched, came] = await Promise.all([
      Promise.all(ledger.subscriptions(session, turn).map(one => itemOf(one, seen, turn, signal))),
      Promise.all(documents.map(one => documentOf(one, seen, turn, signal))),
    ]);
    const items = [...came.filter(one => one !== undefined), ...watched];
    const list = ledger.tasks(session);
    const isOfTurn = list !== undefined && list.tasks.length > 0 && list.at >= (beganAt(turn) ?? Infinity);
    if (!isOfTurn) return besideOf(items);
    const tasks: WorkspaceItem = {
      id: 'tasks',
      title: 'Your tasks of this turn; turn_tasks changes the list:',
      text: tasksText(list.tasks),
      taint: list.taint,
      isNew: true,
      from: 'a list of tasks that followed untrusted content',
    };
    return besideOf([...items, tasks]);
  }

  return { of: besideThat, size: id => seen.size(String(id)) };
}

interface SeenSources extends Pick<WorkspaceSources, 'redact' | 'isPrivate'> {
  /** What a source is now, under its key. A page is asked for once a turn. */
  look(key: string, source: WatchedSource, turn: string, signal: AbortSignal): Promise<Seen>;
  size(key: string): number | undefined;
}

/** What was read last of each source. */
function seenSources({ read, clock, redact, isPrivate }: WorkspaceSources): SeenSources {
  const seen = new Map<string, Seen>();

  async function patiently<Value>(signal: AbortSignal, ask: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
    const over = new AbortController();
    const cancel = clock.after(patienceMs, () => over.abort());
    try {
      return await ask(AbortSignal.any([signal, over.signal]));
    } finally {
      cancel();
    }
  }

  function keep(key: string, now: Seen): Seen {
    seen.delete(key);
    seen.set(key, now);
    dropOldest(seen, mostSeen);
    return now;
  }

  return {
    redact,
    isPrivate,
    async look(key, source, turn, signal) {
      const before = seen.get(key);
      const isRead = before !== undefined && source.kind === 'url' && before.turn === turn;
      try {
        const now = isRead ? before : await patiently(signal, both => read(source, before, both));
        const changedIn = before !== undefined && before.text === now.text ? before.changedIn : turn;
        return keep(key, { ...now, turn, changedIn });
      } catch (error) {
        if (!signal.aborted) seen.delete(key);
        throw error;
      }
    },
    size: key => seen.get(key)?.text.length,
  };
}

async function itemOf(
  subscription: Subscription,
  seen: SeenSources,
  turn: string,
  signal: AbortSignal,
): Promise<WorkspaceItem> {
  const { id, kind, target, turns, tokens } = subscription;
  const named = { id: `subscription ${id}`, from: `a result of ${kind === 'url' ? 'web_fetch' : 'read_file'}` };
  const nothing = { ...named, text: '', taint: 'owner', isNew: false } as const;
  if (turns < 0) return { ...nothing, title: `${id}. ${target} is not shown any more: its turns are over.` };
  const title = `${id}. ${target}, ${inTurns(turns)}:`;
  try {
    const { text, taint, changedIn } = await seen.look(String(id), subscription, turn, signal);
    return { ...named, title, text: withinTokens(seen.redact(text), tokens), taint, isNew: changedIn === turn };
  } catch (error) {
    if (signal.aborted) throw error;
    return { ...nothing, title: `${title} it could not be read: ${toFailure(error).message}` };
  }
}

/** One that cannot be read, or is private, is named in its message alone. */
async function documentOf(
  { name, path, turns }: AttachedDocument,
  seen: SeenSources,
  turn: string,
  signal: AbortSignal,
): Promise<WorkspaceItem | undefined> {
  if (seen.isPrivate(path)) return undefined;
  const id = `document ${path}`;
  const source = { kind: 'file', target: path, fromLine: null, lines: null, mayReachOwn: false } as const;
  try {
    const { text, taint, changedIn } = await seen.look(id, source, turn, signal);
    const title = `The document ${JSON.stringify(seen.redact(name))} that came with a message, at ${path}, ${inTurns(turns)}:`;
    const shown = withinTokens(seen.redact(text), documentTokens);
    return { id, title, text: shown, taint, isNew: changedIn === turn, from: 'a result of read_file' };
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
}

function inTurns(turns: number): string {
  return `in this and ${turns} more ${turns === 1 ? 'turn' : 'turns'}`;
}

function besideOf(items: readonly WorkspaceItem[]): Beside | undefined {
  return items.length === 0 ? undefined : (tokens, weigh) => workspacePart(items, tokens, weigh);
}

/** Three characters a token, as estimates count. */
function withinTokens(text: string, tokens: number): string {
  const most = tokens * 3;
  if (text.length <= most) return text;
  return `${text.slice(0, most).toWellFormed()}\n[… ${text.length - most} characters more are not shown: its share is ${tokens} tokens …]`;
}
