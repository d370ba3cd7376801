/** `straylight tasks`, and `/tasks` in every chat: what was given to do, how it stands, and cancelling it. */
import type { Agent } from '../../api/client/agent.ts';
import type { Client } from '../../api/client/client.ts';
import type { Sent } from '../../api/contract.ts';
import type { Operations } from '../../api/operations.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { TaskDetail, TaskRow } from '../../domain/tasks/service.ts';
import { isTaskOver, type TaskState } from '../../domain/tasks/task.ts';
import { oneLine, readable } from '../../domain/text/visible.ts';
import { columns, duration, type Io, jsonText } from '../io.ts';

export interface TasksOptions {
  readonly agent: Pick<Client, 'tasks'>;
  readonly io: Io;
  readonly json: boolean;
  readonly now: () => number;
}

/** The newest, each beneath the one it is part of. */
export async function listTasks(
  { agent, io, json, now }: TasksOptions,
  query: Sent<Operations['tasks']['list']>,
): Promise<number> {
  const { tasks } = await agent.tasks.list(query);
  for (const line of json ? [jsonText(tasks)] : listLines(tasks, now())) io.out(line);
  return 0;
}

/** One of them. */
export async function showTask(
  { agent, io, json, now }: TasksOptions,
  { id }: Sent<Operations['tasks']['show']>,
): Promise<number> {
  const task = await agent.tasks.show({ id });
  if (!task) throw noTask(id);
  for (const line of json ? [jsonText(task)] : taskLines(task, now())) io.out(line);
  return 0;
}

/** Gives one. */
export async function addTask(
  { agent, io, json }: Omit<TasksOptions, 'agent'> & { readonly agent: Pick<Agent, 'tasks' | 'where'> },
  given: Sent<Operations['tasks']['add']>,
): Promise<number> {
  const { task, duplicate, note } = await agent.tasks.add(given);
  if (json) {
    io.out(jsonText({ task, duplicate, ...(note === undefined ? {} : { note }) }));
    return 0;
  }
  if (note !== undefined) io.err(io.style.warn(readable(note)));
  io.out(`Task ${task.id} (${task.state}). "straylight tasks show ${task.id}" shows what comes of it.`);
  if (duplicate && task.result !== '') io.out(readable(task.result));
  if (agent.where === 'here') io.err(io.style.warn('Straylight is not running; the task goes on with its next start.'));
  return 0;
}

/** Cancels one. */
export async function cancelTask(
  { agent, io, json }: TasksOptions,
  { id }: Sent<Operations['tasks']['cancel']>,
): Promise<number> {
  const done = await agent.tasks.cancel({ id });
  if (!done) throw noTask(id);
  io.out(json ? jsonText({ task: id, message: done.message }) : readable(done.message));
  return 0;
}

/** What `/tasks`, `/tasks 12`, `/tasks cancel 12` and `/tasks add TEXT` show in a chat. `key`: of a task that is added. */
export async function tasksText(
  agent: Pick<Client, 'tasks'>,
  args: string,
  now: number,
  key?: string,
): Promise<readonly string[]> {
  const [, verb = '', rest = ''] = /^(add|cancel)\s+(.+)$/s.exec(args) ?? [];
  if (verb === 'add') {
    const { task } = await agent.tasks.add({ text: rest, ...(key === undefined ? {} : { key }) });
    return [`Task ${task.id} is taken. You are told what comes of it; /tasks ${task.id} shows how it stands.`];
  }
  if (args === 'add') return ['Say what is to be done: /tasks add TEXT'];
  if (args === 'cancel') return ['Say which one: /tasks cancel N; /tasks lists them.'];
  const wanted = verb === 'cancel' ? rest.trim() : args;
  if (wanted === '') {
    const { tasks } = await agent.tasks.list({ limit: 20 });
    if (tasks.length === 0) return [noneInChat];
    const lines = inTree(tasks).map(({ row, depth }) => shortLine(row, depth, now));
    return [...lines, '', '/tasks N shows one, /tasks cancel N ends one, /tasks add TEXT gives one.'];
  }
  const id = /^\d{1,15}$/.test(wanted) ? Number(wanted) : 0;
  if (verb === 'cancel') {
    const done = id > 0 ? await agent.tasks.cancel({ id }) : undefined;
    return [done?.message ?? missing(wanted)];
  }
  const task = id > 0 ? await agent.tasks.show({ id }) : undefined;
  return task ? taskLines(task, now) : [missing(wanted)];
}

const none = 'There are no tasks. "straylight tasks add TEXT" gives one.';
const noneInChat = 'There are no tasks. "/tasks add TEXT" gives one.';

function missing(wanted: string): string {
  return `There is no task "${oneLine(wanted, 40)}"; /tasks lists them.`;
}

function noTask(id: number | string) {
  return fault('invalid', `there is no task ${oneLine(String(id), 40)}; "straylight tasks list" shows all`);
}

function listLines(tasks: readonly TaskRow[], now: number): readonly string[] {
  if (tasks.length === 0) return [none];
  return columns([
    ['TASK', 'STATE', 'PRIORITY', 'GIVEN', 'TEXT'],
    ...inTree(tasks).map(({ row, depth }) => [
      `${'  '.repeat(depth)}${row.id}`,
      standing(row, now),
      row.priority,
      `${duration(Math.max(0, now - row.createdAt))} ago`,
      oneLine(row.text, 80),
    ]),
  ]);
}

/** By whom, or in which conversation. */
function givenIn(by: string): string {
  const [, place] = /^session:(.+)$/s.exec(by) ?? [];
  return place === undefined ? `by ${oneLine(by, 80)}` : `in ${oneLine(place, 80)}`;
}

function shortLine(row: TaskRow, depth: number, now: number): string {
  return `${'  '.repeat(depth)}${row.id} ${standing(row, now)}: ${oneLine(row.text, 80)}`;
}

/** Each after the task it is part of; one whose parent is not listed stands by itself. */
function inTree(tasks: readonly TaskRow[]): readonly { readonly row: TaskRow; readonly depth: number }[] {
  const listed = new Set(tasks.map(({ id }) => id));
  const beneath = (parent: number | undefined, depth: number): { row: TaskRow; depth: number }[] =>
    tasks
      .filter(row => (parent === undefined ? row.parent === null || !listed.has(row.parent) : row.parent === parent))
      .flatMap(row => [{ row, depth }, ...beneath(row.id, depth + 1)]);
  return beneath(undefined, 0);
}

function standing({ state, deadline }: TaskRow, now: number): string {
  if (deadline === null || isTaskOver(state)) return words[state];
  return `${words[state]}, ends in ${duration(Math.max(0, deadline - now))}`;
}

const words: Readonly<Record<TaskState, string>> = {
  queued: 'queued',
  running: 'running',
  waiting: 'waits for you',
  paused: 'paused: no budget left',
  done: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
  expired: 'deadline passed',
};

function taskLines(task: TaskDetail, now: number): readonly string[] {
  const { id, text, priority, key, parent, children, session, by, createdAt, startedAt, endedAt, result, notes } = task;
  const took = startedAt === null || endedAt === null ? '' : `, ${duration(endedAt - startedAt)}`;
  const facts = columns([
    ['Task', String(id)],
    ['Text', oneLine(text, 300)],
    ['State', `${standing(task, now)}${took}`],
    ['Given', `${duration(Math.max(0, now - createdAt))} ago, ${givenIn(by)}`],
    ['Priority', priority],
    ...(key === null ? [] : [['Key', key]]),
    ...(parent === null ? [] : [['Part of', String(parent)]]),
    ...(children.length === 0 ? [] : [['Beneath', children.join(', ')]]),
    ...(task.approvals.length === 0 ? [] : [['Waits for', task.approvals.join(', ')]]),
    ['In', session],
    ...(task.tokens === 0 ? [] : [['Used', `${task.tokens} tokens`]]),
  ]);
  const said = [result, ...notes].filter(part => part.trim() !== '').map(readable);
  return said.length === 0 ? facts : [...facts, '', ...said.join('\n\n').split('\n')];
}
