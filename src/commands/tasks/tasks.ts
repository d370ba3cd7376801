/** `straylight tasks`, and `/tasks` in every chat: what was given to do, how it stands, and cancelling it. */

import type { Agent } from '../../api/client/agent.ts';
import type { Client } from '../../api/client/client.ts';
import type { Sent } from '../../api/contract.ts';
import type { Operations } from '../../api/operations.ts';
import type { TaskDetail, TaskRow } from '../../domain/tasks/service.ts';
import { isTaskOver } from '../../domain/tasks/task.ts';
import { ago, duration } from '../../domain/text/ago.ts';
import { defined } from '../../domain/text/json.ts';
import type { Language } from '../../domain/text/texts.ts';
import { asTyped } from '../../domain/text/typed-name.ts';
import { oneLine, readable } from '../../domain/text/visible.ts';
import { columns, type Io, jsonText, type TimedCommand } from '../io.ts';
import { noSuch } from '../missing.ts';
import { type TaskTexts, taskTexts } from './texts.ts';

/** The newest, each beneath the one it is part of. */
export async function listTasks(
  { agent, io, json, now }: TimedCommand<'tasks'>,
  query: Sent<Operations['tasks']['list']>,
): Promise<number> {
  const { tasks } = await agent.tasks.list(query);
  for (const line of json ? [jsonText(tasks)] : listLines(tasks, now(), io)) io.out(line);
  return 0;
}

/** One of them. */
export async function showTask(
  { agent, io, json, now }: TimedCommand<'tasks'>,
  { id }: Sent<Operations['tasks']['show']>,
): Promise<number> {
  const task = await agent.tasks.show({ id });
  if (!task) throw noTask({ io, json }, id);
  for (const line of json ? [jsonText(task)] : taskLines(task, now(), io.language ?? 'en')) io.out(line);
  return 0;
}

/** Gives one. */
export async function addTask(
  { agent, io, json }: Omit<TimedCommand<'tasks'>, 'agent'> & { readonly agent: Pick<Agent, 'tasks' | 'where'> },
  given: Sent<Operations['tasks']['add']>,
): Promise<number> {
  const { task, duplicate, note } = await agent.tasks.add(given);
  if (json) {
    io.out(jsonText({ task, duplicate, ...defined({ note }) }));
    return 0;
  }
  const texts = taskTexts(io.language ?? 'en');
  if (note !== undefined) io.err(io.style.warn(readable(note)));
  io.out(asTyped(texts.given(task.id, texts.states[task.state]), io.program));
  if (duplicate && task.result !== '') io.out(readable(task.result));
  if (agent.where === 'here') io.err(io.style.warn(texts.notRunning));
  return 0;
}

/** Cancels one. */
export async function cancelTask(
  { agent, io, json }: TimedCommand<'tasks'>,
  { id }: Sent<Operations['tasks']['cancel']>,
): Promise<number> {
  const done = await agent.tasks.cancel({ id });
  if (!done) throw noTask({ io, json }, id);
  io.out(json ? jsonText({ task: id, message: done.message }) : readable(done.message));
  return 0;
}

/** What `/tasks`, `/tasks 12`, `/tasks cancel 12` and `/tasks add TEXT` show in a chat. `key`: of a task that is added. */
export async function tasksText(
  agent: Pick<Client, 'tasks'>,
  args: string,
  now: number,
  key?: string,
  language: Language = 'en',
): Promise<readonly string[]> {
  const texts = taskTexts(language);
  const [, verb = '', rest = ''] = /^(add|cancel)\s+(.+)$/s.exec(args) ?? [];
  if (verb === 'add') {
    const { task } = await agent.tasks.add({ text: rest, key });
    return [texts.taken(task.id)];
  }
  if (args === 'add') return ['Say what is to be done: /tasks add TEXT'];
  if (args === 'cancel') return ['Say which one: /tasks cancel N; /tasks lists them.'];
  const wanted = verb === 'cancel' ? rest.trim() : args;
  if (wanted === '') {
    const { tasks } = await agent.tasks.list({ limit: 20 });
    if (tasks.length === 0) return [texts.none];
    const lines = inTree(tasks).map(({ row, depth }) => shortLine(row, depth, now, language));
    return [...lines, '', texts.how];
  }
  const id = /^\d{1,15}$/.test(wanted) ? Number(wanted) : 0;
  if (verb === 'cancel') {
    const done = id > 0 ? await agent.tasks.cancel({ id }) : undefined;
    return [done?.message ?? texts.missing(oneLine(wanted, 40))];
  }
  const task = id > 0 ? await agent.tasks.show({ id }) : undefined;
  return task ? taskLines(task, now, language) : [texts.missing(oneLine(wanted, 40))];
}

function noTask(at: Pick<TimedCommand<'tasks'>, 'io' | 'json'>, id: number | string) {
  return noSuch(at, 'there is no task {id}; "straylight tasks list" shows all', { id: oneLine(String(id), 40) });
}

function listLines(tasks: readonly TaskRow[], now: number, { language = 'en', program }: Io): readonly string[] {
  const texts = taskTexts(language);
  if (tasks.length === 0) return [asTyped(texts.noneGiven, program)];
  return columns([
    texts.columns,
    ...inTree(tasks).map(({ row, depth }) => [
      `${'  '.repeat(depth)}${row.id}`,
      standing(row, now, language),
      texts.priorities[row.priority],
      ago(now - row.createdAt, language),
      oneLine(row.text, 80),
    ]),
  ]);
}

/** By whom, or in which conversation. */
function givenIn(by: string, texts: TaskTexts): string {
  const [, place] = /^session:(.+)$/s.exec(by) ?? [];
  return place === undefined ? texts.by(oneLine(by, 80)) : texts.in(oneLine(place, 80));
}

function shortLine(row: TaskRow, depth: number, now: number, language: Language): string {
  return `${'  '.repeat(depth)}${row.id} ${standing(row, now, language)}: ${oneLine(row.text, 80)}`;
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

function standing({ state, deadline }: TaskRow, now: number, language: Language): string {
  const { states, ends } = taskTexts(language);
  if (deadline === null || isTaskOver(state)) return states[state];
  return `${states[state]}${ends(duration(Math.max(0, deadline - now), language))}`;
}

function taskLines(task: TaskDetail, now: number, language: Language): readonly string[] {
  const { id, text, priority, key, parent, children, session, by, createdAt, startedAt, endedAt, result, notes } = task;
  const texts = taskTexts(language);
  const { rows } = texts;
  const took = startedAt === null || endedAt === null ? '' : `, ${duration(endedAt - startedAt, language)}`;
  const facts = columns([
    [rows.task, String(id)],
    [rows.text, oneLine(text, 300)],
    [rows.state, `${standing(task, now, language)}${took}`],
    [rows.given, `${ago(Math.max(0, now - createdAt), language)}, ${givenIn(by, texts)}`],
    [rows.priority, texts.priorities[priority]],
    ...(key === null ? [] : [[rows.key, key]]),
    ...(parent === null ? [] : [[rows.parent, String(parent)]]),
    ...(children.length === 0 ? [] : [[rows.children, children.join(', ')]]),
    ...(task.approvals.length === 0 ? [] : [[rows.approvals, task.approvals.join(', ')]]),
    [rows.session, session],
    ...(task.tokens === 0 ? [] : [[rows.used, texts.tokens(task.tokens)]]),
  ]);
  const said = [result, ...notes].filter(part => part.trim() !== '').map(readable);
  return said.length === 0 ? facts : [...facts, '', ...said.join('\n\n').split('\n')];
}
