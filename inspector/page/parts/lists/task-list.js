/** The tasks there are: each beneath the one it is part of, to be opened and cancelled. */

import { client } from '../../live/client.js';
import { useReading } from '../../live/reading.js';
import { announce } from '../../view/announce.js';
import { href } from '../../view/router.js';
import { agoText } from '../../words/ages.js';
import { wordFor } from '../../words/names.js';
import { say } from '../../words/say.js';
import { actButton } from '../act-button.js';
import { glyph } from '../glyph.js';
import { icon } from '../icon.js';
import { a, component, div, h1, h2, header, p, section, span } from '../tags.js';
import { age, formatLeft, formatTook } from '../values/age.js';
import { formatCount } from '../values/amount.js';
import { readable } from '../values/visible.js';
import { dataTable } from './data-table.js';
import { emptyState, skeleton } from './empty.js';

/** @import { VNode } from 'preact' */
/** @import { TaskDetail, TaskRow } from '../../../../src/domain/tasks/service.ts' */
/** @typedef {{ readonly row: TaskRow, readonly depth: number }} Placed */

const mostListed = 100;

/** @type {Readonly<Record<TaskRow['state'], readonly ['healthy' | 'failed' | 'working' | 'needs' | 'idle', string]>>} */
const looks = {
  queued: ['idle', say('queued')],
  running: ['working', say('running')],
  waiting: ['needs', say('waits for you')],
  paused: ['needs', say('paused: no budget left')],
  done: ['healthy', say('done')],
  failed: ['failed', say('failed')],
  cancelled: ['idle', say('cancelled')],
  expired: ['failed', say('deadline passed')],
};

/** How a task stands. @param {Pick<TaskRow, 'state'>} task */
export function taskChip({ state }) {
  const [mark, words] = looks[state];
  return mark === 'idle' ? span({}, words) : span({ class: `ink-${mark}` }, glyph(mark), ` ${words}`);
}

/** Each after the task it is part of; one whose parent is not among them stands by itself. @param {readonly TaskRow[]} rows */
export function inTree(rows) {
  const listed = new Set(rows.map(({ id }) => id));
  /** @param {number | undefined} parent @param {number} depth @returns {Placed[]} */
  const beneath = (parent, depth) =>
    rows
      .filter(row => (parent === undefined ? row.parent === null || !listed.has(row.parent) : row.parent === parent))
      .flatMap(row => [{ row, depth }, ...beneath(row.id, depth + 1)]);
  return beneath(undefined, 0);
}

/** Where a task is shown. @param {number} id */
export function taskHref(id) {
  return href('schedule', 'task', String(id));
}

export const taskList = component(TaskList);

/** @param {{ add?: (props: { onAdded: () => Promise<void> }) => VNode }} props `add`: the form for another one */
function TaskList({ add }) {
  const { value, trouble, again } = useReading(() => client.tasks.list({ limit: mostListed }), { after: ['batch'] });
  return section(
    { class: 'list-section', 'aria-labelledby': 'tasks-title' },
    div(
      { class: 'section-head' },
      h2(
        { id: 'tasks-title', class: 'title' },
        say('Tasks'),
        ' ',
        value && value.tasks.length > 0 && span({ class: 'count' }, String(value.tasks.length)),
      ),
      span(
        { class: 'section-note' },
        say('Work given here, by command, HTTP or chat; each in a conversation of its own.'),
      ),
    ),
    value ? table(value.tasks) : trouble ? emptyState(say('The tasks could not be read.'), trouble) : skeleton(1),
    add?.({ onAdded: again }),
  );
}

/** @param {readonly TaskRow[]} tasks */
function table(tasks) {
  if (tasks.length === 0) return p({ class: 'quiet-note' }, say('No tasks.'));
  return dataTable({
    label: say('Tasks, the newest first'),
    rows: inTree(tasks),
    keyOf: ({ row }) => String(row.id),
    hrefOf: ({ row }) => taskHref(row.id),
    columns: [
      { title: say('Task'), show: ({ row, depth }) => span({ class: 'mono' }, `${'↳ '.repeat(depth)}${row.id}`) },
      { title: say('State'), show: ({ row }) => taskChip(row) },
      {
        title: say('Priority'),
        show: ({ row: { priority } }) => (priority === 'normal' ? undefined : wordFor(priority)),
      },
      { title: say('Deadline'), show: deadlineOf },
      { title: say('Given'), show: ({ row }) => age({ since: row.createdAt, format: agoText }) },
      { title: say('Text'), isWide: true, show: ({ row: { text } }) => span({ dir: 'auto' }, ...readable(text)) },
    ],
  });
}

/** @param {Placed} placed */
function deadlineOf({ row: { deadline, endedAt } }) {
  return deadline === null || endedAt !== null ? undefined : age({ since: deadline, format: left });
}

/** @param {number} ms */
const left = ms => (ms >= 0 ? say('now') : formatLeft(ms));

export const oneTask = component(OneTask);

/** @param {{ id: number }} props */
function OneTask({ id }) {
  const {
    value: task,
    trouble,
    status,
    again,
  } = useReading(() => client.tasks.show({ id }), {
    of: String(id),
    after: ['batch'],
  });
  if (!task)
    return div(
      { class: 'list-screen' },
      h1({ class: 'unseen' }, say('Task {id}', { id })),
      trouble === undefined
        ? skeleton()
        : emptyState(
            status === 404 ? say('There is no such task.') : say('The task could not be read. {trouble}', { trouble }),
            a({ href: href('schedule') }, say('See all tasks')),
          ),
    );
  const cancel = async () => {
    const { message } = await client.tasks.cancel({ id });
    announce(message);
    await again();
  };
  return div(
    { class: 'list-screen' },
    header(
      { class: 'screen-head' },
      a({ class: 'way-back', href: href('schedule'), 'aria-label': say('Schedule') }, icon('back', 18)),
      h1({ class: 'title' }, say('Task {id}', { id })),
      span({}, taskChip(task)),
      div(
        { class: 'screen-tools' },
        task.endedAt === null &&
          actButton({ label: say('Cancel'), confirm: say('Cancel it'), tone: 'danger', onAct: cancel }),
      ),
    ),
    p({ dir: 'auto' }, ...readable(task.text)),
    p({ class: 'section-note' }, termsOf(task)),
    p(
      {},
      a({ href: href('chat', task.session) }, say('Its conversation')),
      ' · ',
      a({ href: href('actor', task.session) }, say('its steps')),
      ...kin(task),
    ),
    section(
      { class: 'list-section', 'aria-labelledby': 'result-title' },
      h2({ id: 'result-title', class: 'title' }, say('Result')),
      task.result === ''
        ? p({ class: 'quiet-note' }, say('Nothing yet.'))
        : p({ class: 'task-result', dir: 'auto' }, ...readable(task.result)),
      ...task.notes.map(note => p({ key: note, class: 'section-note', dir: 'auto' }, ...readable(note))),
    ),
  );
}

/** @param {TaskDetail} task */
function termsOf({ priority, key, by, startedAt, endedAt, tokens, approvals }) {
  return [
    say('Priority: {priority}', { priority: wordFor(priority) }),
    ...(key === null ? [] : [say('key: {key}', { key })]),
    say('given by {by}', { by }),
    ...(startedAt === null || endedAt === null
      ? []
      : [say('took {endedAt}', { endedAt: formatTook(endedAt - startedAt) })]),
    ...(tokens === 0 ? [] : [say('{tokens} tokens', { tokens: formatCount(tokens) })]),
    ...(approvals.length === 0 ? [] : [say('waits for the approvals {join}', { join: approvals.join(', ') })]),
  ].join(' · ');
}

/** The task it is part of, and those beneath it. @param {Pick<TaskDetail, 'parent' | 'children'>} task */
export function kin({ parent, children }) {
  const link = (/** @type {number} */ id) => a({ key: id, href: taskHref(id) }, say('Task {id}', { id }));
  return [
    ...(parent === null ? [] : [say(' · part of '), link(parent)]),
    ...children.flatMap((id, at) => [at === 0 ? say(' · beneath it ') : ', ', link(id)]),
  ];
}
