/** How tasks are shown, and what came of one. */

import type { Priority } from '../../domain/conversation/turn-terms.ts';
import type { TaskDetail, TaskRow } from '../../domain/tasks/service.ts';
import { isTaskOver, type TaskState } from '../../domain/tasks/task.ts';
import { ago, duration } from '../../domain/text/ago.ts';
import { catalog } from '../../domain/text/catalog.ts';
import type { Language } from '../../domain/text/texts.ts';
import { oneLine, readable } from '../../domain/text/visible.ts';
import { type Action, type Block, type Look, lines, type View } from '../view.ts';

/** A task that was given, or that was there under its key. */
export interface GivenTask {
  readonly task: TaskDetail;
  readonly duplicate: boolean;
  readonly note?: string | undefined;
}

/** The newest first, each beneath the one it is part of. */
export function taskList({ tasks }: { readonly tasks: readonly TaskRow[] }, look: Look): View {
  const { language, now, typed } = look;
  const texts = taskTexts[language];
  const add: Action = {
    label: texts.add.label,
    operation: 'tasks.add',
    input: {},
    asks: { field: 'text', hint: texts.add.hint },
  };
  const actions: Block = { kind: 'actions', actions: [add] };
  if (tasks.length === 0) return [lines(texts.none(typed('tasks add TEXT'))), actions];
  const rows = inTree(tasks).map(({ row, depth }) => ({
    cells: [
      `${'· '.repeat(depth)}${row.id}`,
      standing(row, look),
      texts.priorities[row.priority],
      ago(now - row.createdAt, language),
      oneLine(row.text, 80),
    ],
    actions: [{ label: texts.acts.show, operation: 'tasks.show', input: { id: row.id } }, ...cancelOf(row, texts)],
  }));
  return [{ kind: 'table', head: texts.columns, rows }, actions];
}

/** One task: how it stands, and what came of it. */
export function oneTask(task: TaskDetail, look: Look): View {
  const { id, text, priority, key, parent, children, session, by, createdAt, startedAt, endedAt, result, notes } = task;
  const { language, now } = look;
  const texts = taskTexts[language];
  const { rows } = texts;
  const took = startedAt === null || endedAt === null ? '' : `, ${duration(endedAt - startedAt, language)}`;
  const cells = [
    [rows.task, String(id)],
    [rows.text, oneLine(text, 300)],
    [rows.state, `${standing(task, look)}${took}`],
    [rows.given, `${ago(Math.max(0, now - createdAt), language)}, ${givenIn(by, texts)}`],
    [rows.priority, texts.priorities[priority]],
    ...(key === null ? [] : [[rows.key, key]]),
    ...(parent === null ? [] : [[rows.parent, String(parent)]]),
    ...(children.length === 0 ? [] : [[rows.children, children.join(', ')]]),
    ...(task.approvals.length === 0 ? [] : [[rows.approvals, task.approvals.join(', ')]]),
    [rows.session, session],
    ...(task.tokens === 0 ? [] : [[rows.used, texts.tokens(task.tokens)]]),
  ];
  const said = [result, ...notes].filter(part => part.trim() !== '').map(readable);
  const actions = cancelOf(task, texts);
  return [
    { kind: 'table', rows: cells.map(row => ({ cells: row, session })) },
    ...(said.length === 0 ? [] : [lines(`\n${said.join('\n\n')}`)]),
    ...(actions.length === 0 ? [] : [{ kind: 'actions' as const, actions }]),
  ];
}

/** That it was given, and what came of it where it was there before. */
export function givenTask({ task, duplicate, note }: GivenTask, { language, typed }: Look): View {
  const texts = taskTexts[language];
  const { id, state, by, result } = task;
  const show = typed(`tasks show ${id}`);
  // its key is not its owner's: the same command has come again
  if (by.startsWith('session:')) return [lines(texts.taken(id, show))];
  return [
    ...(note === undefined ? [] : [lines(readable(note), 'warn')]),
    lines(texts.given(id, texts.states[state], show)),
    ...(duplicate && result !== '' ? [lines(readable(result))] : []),
  ];
}

/** There is no task of this number. */
export function noTask({ id }: { readonly id: number }, { language, typed }: Look): string {
  return taskTexts[language].absent(id, typed('tasks list'));
}

function cancelOf({ id, state }: TaskRow, { acts, sure }: TaskTexts): readonly Action[] {
  if (isTaskOver(state)) return [];
  return [{ label: acts.cancel, operation: 'tasks.cancel', input: { id }, confirm: sure(id) }];
}

/** By whom, or in which conversation. */
function givenIn(by: string, texts: TaskTexts): string {
  const [, place] = /^session:(.+)$/s.exec(by) ?? [];
  return place === undefined ? texts.by(oneLine(by, 80)) : texts.in(oneLine(place, 80));
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

function standing({ state, deadline }: TaskRow, { now, language }: Look): string {
  const { states, ends } = taskTexts[language];
  if (deadline === null || isTaskOver(state)) return states[state];
  return `${states[state]}${ends(duration(Math.max(0, deadline - now), language))}`;
}

type By<Key extends string> = Readonly<Record<Key, string>>;

const en = {
  taken: (id: number, show: string) =>
    `Task ${id} is taken. You are told what comes of it; "${show}" shows how it stands.`,
  given: (id: number, state: string, show: string) => `Task ${id} (${state}). "${show}" shows what comes of it.`,
  none: (add: string) => `There are no tasks. "${add}" gives one.`,
  absent: (id: number, list: string) => `there is no task ${id}; "${list}" shows all`,
  add: { label: 'Give a task', hint: 'TEXT' },
  acts: { show: 'Show', cancel: 'Cancel' },
  sure: (id: number) => `Cancel task ${id}, and the tasks beneath it?`,
  columns: ['Task', 'State', 'Priority', 'Given', 'Text'] as readonly string[],
  states: {
    queued: 'queued',
    running: 'running',
    waiting: 'waits for you',
    paused: 'paused: no budget left',
    done: 'done',
    failed: 'failed',
    cancelled: 'cancelled',
    expired: 'deadline passed',
  } as By<TaskState>,
  priorities: { low: 'low', normal: 'normal', high: 'high', critical: 'critical' } as By<Priority>,
  ends: (time: string) => `, ends in ${time}`,
  by: (who: string) => `by ${who}`,
  in: (place: string) => `in ${place}`,
  tokens: (count: number) => `${count} tokens`,
  rows: {
    task: 'Task',
    text: 'Text',
    state: 'State',
    given: 'Given',
    priority: 'Priority',
    key: 'Key',
    parent: 'Part of',
    children: 'Beneath',
    approvals: 'Waits for',
    session: 'In',
    used: 'Used',
  },
};

type TaskTexts = typeof en;

const de: TaskTexts = {
  taken: (id, show) => `Aufgabe ${id} ist angenommen. Du erfährst, was daraus wird; „${show}“ zeigt ihren Stand.`,
  given: (id, state, show) => `Aufgabe ${id} (${state}). „${show}“ zeigt, was daraus wird.`,
  none: add => `Es gibt keine Aufgaben. „${add}“ gibt eine.`,
  absent: (id, list) => `es gibt keine Aufgabe ${id}; „${list}“ zeigt alle`,
  add: { label: 'Aufgabe geben', hint: 'TEXT' },
  acts: { show: 'Ansehen', cancel: 'Abbrechen' },
  sure: id => `Aufgabe ${id} abbrechen, und die Aufgaben darunter?`,
  columns: ['Aufgabe', 'Stand', 'Vorrang', 'Gegeben', 'Wortlaut'],
  states: {
    queued: 'in der Schlange',
    running: 'läuft',
    waiting: 'wartet auf dich',
    paused: 'pausiert: kein Budget mehr',
    done: 'erledigt',
    failed: 'fehlgeschlagen',
    cancelled: 'abgebrochen',
    expired: 'Frist vorbei',
  },
  priorities: { low: 'niedrig', normal: 'mittel', high: 'hoch', critical: 'dringend' },
  ends: time => `, endet in ${time}`,
  by: who => `von ${who}`,
  in: place => `aus ${place}`,
  tokens: count => `${count} Tokens`,
  rows: {
    task: 'Aufgabe',
    text: 'Wortlaut',
    state: 'Stand',
    given: 'Gegeben',
    priority: 'Vorrang',
    key: 'Schlüssel',
    parent: 'Teil von',
    children: 'Darunter',
    approvals: 'Wartet auf',
    session: 'Läuft in',
    used: 'Verbraucht',
  },
};

const taskTexts: Readonly<Record<Language, TaskTexts>> = catalog('api/views/tasks', { en, de });
