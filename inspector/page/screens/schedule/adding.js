/** A job and a task, each made in a small form that opens where its list is. */
import { useSignal } from '@preact/signals';
import { isReadOnly } from '../../live/agent.js';
import { client } from '../../live/client.js';
import { actButton } from '../../parts/act-button.js';
import {
  component,
  details,
  div,
  form,
  input,
  label,
  option,
  select,
  span,
  summary,
  textarea,
} from '../../parts/tags.js';
import { announce } from '../../view/announce.js';
import { say } from '../../words/say.js';

/** @import { JobRow } from '../../../../src/domain/jobs/service.ts' */

/**
 * @typedef {object} Field
 * @property {string} name
 * @property {string} title
 * @property {string} [example]
 * @property {boolean} [isLong]
 * @property {readonly (readonly [value: string, title: string])[]} [choices]
 */
/** @typedef {Readonly<Record<string, string>>} Given */

/**
 * @typedef {object} AddingProps
 * @property {string} title
 * @property {readonly Field[]} fields
 * @property {(given: Given) => string | undefined} missing why it cannot be added so
 * @property {(given: Given) => Promise<string>} onAdd gives what is said of it
 */

const adding = component(Adding);

/** @param {AddingProps} props */
function Adding({ title, fields, missing, onAdd }) {
  const empty = Object.fromEntries(fields.map(({ name, choices }) => [name, choices?.[0]?.[0] ?? '']));
  const given = useSignal(empty);
  const said = useSignal('');
  const put = (/** @type {string} */ name, /** @type {string} */ value) => {
    given.value = { ...given.value, [name]: value };
  };
  const why = missing(given.value);
  if (isReadOnly.value) return null;
  return details(
    { class: 'adding' },
    summary({}, title),
    form(
      { class: 'job-editor', 'aria-label': title, onSubmit: event => event.preventDefault() },
      ...fields.map(field =>
        label({ key: field.name, class: 'job-field' }, field.title, entry(field, given.value[field.name] ?? '', put)),
      ),
      div(
        { class: 'job-editor-acts' },
        actButton({
          label: say('Add'),
          tone: 'strong',
          isSubmit: true,
          unavailable: why,
          onAct: async () => {
            said.value = await onAdd(given.value);
            announce(said.value);
            given.value = empty;
          },
        }),
        span({ class: 'section-note', role: 'status' }, said.value === '' || why === undefined ? why : said.value),
      ),
    ),
  );
}

/** @param {Field} field @param {string} value @param {(name: string, value: string) => void} put */
function entry({ name, example = '', isLong, choices }, value, put) {
  if (choices)
    return select(
      { class: 'filter', value, onChange: event => put(name, event.currentTarget.value) },
      ...choices.map(([one, title]) => option({ key: one, value: one, selected: one === value }, title)),
    );
  if (isLong)
    return textarea({ dir: 'auto', value, maxLength: 20_000, onInput: event => put(name, event.currentTarget.value) });
  return input({
    class: 'filter',
    dir: 'auto',
    value,
    maxLength: 1_000,
    placeholder: example,
    onInput: event => put(name, event.currentTarget.value),
  });
}

/** @param {{ jobs: readonly JobRow[], onAdded: () => Promise<void> }} props */
export function newJob({ jobs, onAdded }) {
  return adding({
    title: say('New job'),
    fields: [
      { name: 'name', title: say('Name'), example: 'water' },
      { name: 'schedule', title: say('When'), example: say('every weekday at 10:30') },
      {
        name: 'deed',
        title: say('What it does'),
        choices: [
          ['say', say('Says this to you')],
          ['instruction', say('Gives the agent this instruction')],
          ['command', say('Runs this command')],
        ],
      },
      { name: 'does', title: say('Text'), isLong: true },
    ],
    missing({ name = '', schedule = '', does = '' }) {
      if (!/^[a-z0-9][a-z0-9_-]{0,59}$/.test(name.trim()))
        return say('Give it a name of lower-case letters, digits, “-” and “_”.');
      if (jobs.some(job => job.name === name.trim())) return say('There is a job of that name.');
      if (schedule.trim() === '') return say('Say when it runs, for example “every weekday at 10:30”.');
      return does.trim() === '' ? say('Say what it does.') : undefined;
    },
    async onAdd({ name = '', schedule = '', deed = 'say', does = '' }) {
      const job = { name: name.trim(), schedule: schedule.trim(), [deed]: does };
      const { message } = await client.jobs.define(job);
      await onAdded();
      return message;
    },
  });
}

/** @param {{ onAdded: () => Promise<void> }} props */
export function newTask({ onAdded }) {
  return adding({
    title: say('New task'),
    fields: [{ name: 'text', title: say('What is to be done'), isLong: true }],
    missing: ({ text = '' }) => (text.trim() === '' ? say('Say what is to be done.') : undefined),
    async onAdd({ text = '' }) {
      await client.tasks.add({ text: text.trim() });
      await onAdded();
      return say('Added.');
    },
  });
}
