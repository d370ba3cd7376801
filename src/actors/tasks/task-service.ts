/** Tasks as their owner gives, watches and cancels them. Each is a message to a conversation, which does the work. */

import type { TurnTerms } from '../../domain/conversation/turn-terms.ts';
import { says } from '../../domain/policy/sentence.ts';
import { fault, toFailure } from '../../domain/supervision/failure.ts';
import type { GivenTask, TakenTask, TaskDetail, TaskRow, TaskService } from '../../domain/tasks/service.ts';
import {
  isOwnSession,
  isTaskOver,
  stateOfTask,
  type TaskRecord,
  type TaskState,
  termsBeneath,
  usualWindowMs,
} from '../../domain/tasks/task.ts';
import { catalog } from '../../domain/text/catalog.ts';
import { defined } from '../../domain/text/json.ts';
import { oneLine } from '../../domain/text/visible.ts';
import type { AuditLog } from '../../ports/audit-log.ts';
import type { TaskLedger, TaskWithTurn } from '../../ports/ledgers/task.ts';
import { guardedText } from '../conversation/guarded-message.ts';
import type { ActorCore } from '../core.ts';

/** How a task reaches its conversation. */
export interface TaskTalk {
  /** Says it there, once under its number. */
  readonly say: (
    session: string,
    id: number,
    said: TurnTerms & { readonly text: string; readonly from?: string },
  ) => Promise<{ readonly note?: string }>;
  /** Ends the turn of a conversation; false: none is running. */
  readonly abort: (session: string) => Promise<boolean>;
  /** Ends a conversation for good, with what waits in it. */
  readonly close: (session: string, by: string) => Promise<void>;
}

interface Work extends ActorCore, TaskTalk {
  readonly ledger: TaskLedger;
  readonly audit: AuditLog['record'];
}

export interface Tasks extends TaskService {
  /** Says again what a crash kept from its conversation, and lets go of what is old. Called after the start. */
  resume(): Promise<void>;
}

const mostListed = 500;
const mostShown = 20_000;
const dayMs = 86_400_000;
/** The conversation of a task can be spoken in for so long; then it is closed. */
const openForMs = 7 * dayMs;
const keptForMs = 60 * dayMs;

export function taskService(core: ActorCore, ledger: TaskLedger, audit: AuditLog['record'], talk: TaskTalk): Tasks {
  const work: Work = { ...core, ...talk, ledger, audit };
  const { system, clock, owner } = core;
  const detail = (id: number) => {
    const task = ledger.get(id);
    return task && detailOf(task, work);
  };
  return {
    add: (given, by, from) => add(work, given, by, from),
    list({ state, session, limit }) {
      const all = session === undefined ? ledger.list(mostListed) : ledger.ofSession(session, mostListed);
      const rows = all.map(rowOf);
      return (state === undefined ? rows : rows.filter(row => row.state === state)).slice(0, limit);
    },
    show: detail,
    async cancel(id, by) {
      const task = ledger.get(id);
      if (!task) return undefined;
      audit({ kind: 'task.cancelled', subject: task.session, actor: by, facts: { task: id } });
      const ended = await cancelled(work, task, by);
      const say = cancelTexts[owner.language];
      const others = ended.filter(one => one !== id);
      const beneath = others.length === 0 ? '' : say.beneath(others);
      if (ended.includes(id)) return `${say.cancelled(id)}${beneath}`;
      return `${say.ended(id, stateOfTask(task, task))}${beneath}`;
    },
    async resume() {
      for (const task of ledger.unsent()) await sayAgain(work, task);
      await tidy();
    },
  };

  async function tidy(): Promise<void> {
    const now = clock.now();
    for (const session of ledger.idleBefore(now - openForMs, 100))
      await system.accept({ target: session, event: { type: 'session.closed' } });
    await system.perform(() => ledger.forgetBefore(now - keptForMs));
  }
}

/** What the owner is told of a task that was to be cancelled. */
const cancelTexts = catalog('actors/tasks/task-service', {
  en: {
    cancelled: (id: number) => `Task ${id} is cancelled.`,
    ended: (id: number, state: TaskState) => `Task ${id} had ended before: ${state}.`,
    beneath: (ids: readonly number[]) => ` Cancelled beneath it: ${ids.map(id => `Task ${id}`).join(', ')}.`,
  },
  de: {
    cancelled: (id: number) => `Aufgabe ${id} ist abgebrochen.`,
    ended: (id: number, state: TaskState) => `Aufgabe ${id} war schon zu Ende: ${germanStates[state] ?? state}.`,
    beneath: (ids: readonly number[]) => ` Darunter abgebrochen: ${ids.map(id => `Aufgabe ${id}`).join(', ')}.`,
  },
});

/** Those in which a task can have ended. */
const germanStates: Readonly<Partial<Record<TaskState, string>>> = {
  done: 'erledigt',
  failed: 'fehlgeschlagen',
  cancelled: 'abgebrochen',
  expired: 'Frist vorbei',
};

async function add(work: Work, given: GivenTask, by: string, from?: string): Promise<TakenTask> {
  const { system, ledger, clock, audit, say, redactor } = work;
  const { text, key, windowMs = usualWindowMs, parent, session } = given;
  const kept = guardedText(text, redactor);
  const claimed = await system.perform(() => {
    const now = clock.now();
    const before = key === undefined ? undefined : ledger.under(key);
    if (before && ((before.keyUntil ?? 0) > now || !isTaskOver(stateOfTask(before, before))))
      return { id: before.id, before, terms: {} };
    const terms = termsOf(given, ledger, now);
    const { priority = 'normal', deadlineMs } = terms;
    const id = ledger.put({
      session: session ?? null,
      text: kept,
      priority,
      parent: parent ?? null,
      by: from ?? by,
      createdAt: now,
      deadline: deadlineMs === undefined ? null : now + deadlineMs,
      key: key ?? null,
      keyUntil: key === undefined ? null : now + windowMs,
    });
    return { id, before: undefined, terms };
  });
  const { id, before, terms } = claimed;
  const task = ledger.get(id);
  if (!task) throw fault('defect', `task ${id} was not kept`);
  if (before) {
    const isOther = before.text !== kept;
    const note = `The task ${id} was given under the key ${key} before, so this is that one${isOther ? '; its text is another one' : ''}.`;
    return { task: detailOf(task, work), duplicate: true, note };
  }
  try {
    const { note } = await say(task.session, id, { text, ...terms, ...givenIn(task) });
    audit({
      kind: 'task.given',
      subject: task.session,
      actor: by,
      facts: { task: id, priority: task.priority, parent: parent ?? null },
    });
    const taken = ledger.get(id) ?? task;
    return { task: detailOf(taken, work), duplicate: false, note };
  } catch (thrown) {
    // nobody was told that it was taken
    await system.perform(() => ledger.drop(id));
    throw thrown;
  }
}

/** A task beneath another has no more time and is no more urgent than that one. */
function termsOf(
  { priority, deadlineMs, parent }: GivenTask,
  { get }: Pick<TaskLedger, 'get'>,
  now: number,
): Pick<TurnTerms, 'priority' | 'deadlineMs'> {
  const terms = defined({ priority, deadlineMs });
  if (parent === undefined) return { priority: 'normal', ...terms };
  const above = get(parent);
  if (!above)
    throw fault(
      'invalid',
      says`there is no task ${parent} that this one could be part of; "straylight tasks list" shows all`,
    );
  const beneath = termsBeneath({ ...above, state: stateOfTask(above, above) }, terms, now);
  if ('problem' in beneath) throw fault('invalid', beneath.problem);
  return beneath;
}

/** A conversation of its own tells what comes of it where it was given. */
function givenIn(task: TaskRecord): { readonly from?: string } {
  return isOwnSession(task) && task.by.startsWith('session:') ? { from: task.by } : {};
}

/** Its deadline counts from when it was given. */
async function sayAgain({ say, clock, system, ledger }: Work, task: TaskRecord): Promise<void> {
  const { id, session, text, priority, deadline } = task;
  const left = deadline === null ? {} : { deadlineMs: Math.max(1, deadline - clock.now()) };
  try {
    await say(session, id, { text, priority, ...left, ...givenIn(task) });
  } catch (thrown) {
    if (toFailure(thrown).kind === 'unavailable') return;
    await system.perform(() => ledger.markCancelled(id, clock.now()));
  }
}

/** Ends a task and those beneath it; answers the numbers of those that had not ended. */
async function cancelled(work: Work, task: TaskWithTurn, by: string): Promise<readonly number[]> {
  const { ledger, abort, close, system, clock } = work;
  const state = stateOfTask(task, task);
  const ended: number[] = [];
  if (!isTaskOver(state)) {
    ended.push(task.id);
    const isOpen = task.outcome === null || task.outcome === 'running';
    if (isOpen && (await abort(task.session))) {
      // its turn ends as cancelled, and says what was done by then
    } else {
      await system.perform(() => ledger.markCancelled(task.id, clock.now()));
      // what waits for an approval, or for its turn, is not to happen any more
      if (isOwnSession(task)) await close(task.session, by);
    }
  }
  for (const id of ledger.childrenOf(task.id)) {
    const child = ledger.get(id);
    if (child) ended.push(...(await cancelled(work, child, by)));
  }
  return ended;
}

function rowOf(task: TaskWithTurn): TaskRow {
  const { id, session, text, priority, deadline, key, parent, by, createdAt, startedAt, endedAt, cancelledAt } = task;
  const state: TaskState = stateOfTask(task, task);
  return {
    id,
    session,
    state,
    priority,
    deadline,
    key,
    parent,
    by,
    createdAt,
    startedAt,
    text: oneLine(text, 200),
    endedAt: isTaskOver(state) ? (state === 'cancelled' ? (cancelledAt ?? endedAt) : endedAt) : null,
  };
}

function detailOf(task: TaskWithTurn, { conversation, ledger }: Work): TaskDetail {
  const report = task.turn === null ? undefined : conversation.turnReport(task.turn);
  const { inputTokens = 0, outputTokens = 0, cacheReadTokens = 0, cacheWriteTokens = 0 } = report?.usage ?? {};
  const result = report?.reply ?? '';
  return {
    ...rowOf(task),
    text: task.text.slice(0, mostShown),
    turn: task.turn,
    result: result.length > mostShown ? `${result.slice(0, mostShown)}…` : result,
    notes: report?.notes ?? [],
    tokens: inputTokens + outputTokens + cacheReadTokens + cacheWriteTokens,
    approvals: (report?.waiting ?? []).map(({ card }) => card.key),
    children: ledger.childrenOf(task.id),
  };
}
