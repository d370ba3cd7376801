/** What stands beside a conversation in its next request: each source is read again where it has changed. */
import { type Subscription, tasksText, type WorkspaceItem } from '../../domain/context/watched.ts';
import { toFailure } from '../../domain/supervision/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ReadSource, SeenSource, WorkspaceLedger } from '../../ports/context/workspace.ts';
import { type Beside, workspacePart } from '../conversation/request/workspace-part.ts';

export interface WorkspaceSources {
  readonly ledger: WorkspaceLedger;
  readonly read: ReadSource;
  /** Runs a write in a transaction. */
  readonly perform: (write: () => void) => Promise<unknown>;
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

/** Answers what is watched there, and the tasks of the turn. A page is asked for once a turn, a file looked at each time. */
export function workspaceItems({ ledger, read, perform, beganAt, clock }: WorkspaceSources) {
  const seen = new Map<number, Seen>();

  async function itemOf(subscription: Subscription, turn: string, signal: AbortSignal): Promise<WorkspaceItem> {
    const { id, kind, target, turns, tokens } = subscription;
    const named = { id: `subscription ${id}`, from: `a result of ${kind === 'url' ? 'web_fetch' : 'read_file'}` };
    if (turns < 0)
      return {
        ...named,
        title: `${id}. ${target} is not shown any more: its turns are over.`,
        text: '',
        taint: 'owner',
        isNew: false,
      };
    const title = `${id}. ${target}, in this and ${turns} more ${turns === 1 ? 'turn' : 'turns'}:`;
    const before = seen.get(id);
    try {
      const isRead = before !== undefined && kind === 'url' && before.turn === turn;
      const now = isRead ? before : await patiently(signal, both => read(subscription, before, both));
      const changedIn = before !== undefined && before.text === now.text ? before.changedIn : turn;
      keep(id, { ...now, turn, changedIn });
      return { ...named, title, text: withinTokens(now.text, tokens), taint: now.taint, isNew: changedIn === turn };
    } catch (error) {
      if (signal.aborted) throw error;
      seen.delete(id);
      return {
        ...named,
        title: `${title} it could not be read: ${toFailure(error).message}`,
        text: '',
        taint: 'owner',
        isNew: false,
      };
    }
  }

  async function patiently<Value>(signal: AbortSignal, ask: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
    const over = new AbortController();
    const cancel = clock.after(patienceMs, () => over.abort());
    try {
      return await ask(AbortSignal.any([signal, over.signal]));
    } finally {
      cancel();
    }
  }

  function keep(id: number, now: Seen): void {
    seen.delete(id);
    seen.set(id, now);
    const [oldest] = seen.size > mostSeen ? seen.keys() : [];
    if (oldest !== undefined) seen.delete(oldest);
  }

  return async (session: string, turn: string, signal: AbortSignal): Promise<Beside | undefined> => {
    if (ledger.subscriptions(session).some(one => one.turn !== turn))
      await perform(() => ledger.count(session, turn, clock.now()));
    const items = await Promise.all(ledger.subscriptions(session, turn).map(one => itemOf(one, turn, signal)));
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
  };
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
