/** A job in a form: when it runs, what it does, and on which terms. Only what is changed is sent. */

import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { client } from '../../live/client.js';
import { actButton } from '../../parts/act-button.js';
import { button, component, div, form, input, label, option, select, span, textarea } from '../../parts/tags.js';
import { announce } from '../../view/announce.js';
import { wordFor } from '../../words/names.js';
import { say } from '../../words/say.js';

/** @import { JobDetail } from '../../../../src/domain/jobs/service.ts' */

const notifyModes = /** @type {const} */ (['always', 'success', 'failure', 'change', 'never']);
/** As Straylight bounds it. */
const leastTokens = 1_000;
const deeds = /** @type {const} */ ({ say: say('Says'), command: say('Command'), instruction: say('Instruction') });

export const jobEditor = component(JobEditor);

/** @param {{ job: JobDetail, onChanged: () => Promise<void>, onEnd: () => void }} props */
function JobEditor({ job, onChanged, onEnd }) {
  const { name, schedule, action, notify, budgetTokens } = job;
  const deed = /** @type {const} */ (['say', 'command', 'instruction']).find(one => action[one] !== undefined);
  const before = { schedule, does: (deed && action[deed]) ?? '', notify, budget: String(budgetTokens) };
  const now = useSignal(before);
  const first = useRef(/** @type {HTMLInputElement | null} */ (null));
  useLayoutEffect(() => first.current?.focus(), []);
  const put = (/** @type {Partial<typeof before>} */ change) => {
    now.value = { ...now.value, ...change };
  };
  const given = now.value;
  const does = deed === undefined || given.does === before.does ? {} : { [deed]: given.does };
  const change = {
    ...does,
    ...changed({
      schedule: given.schedule === before.schedule ? undefined : given.schedule.trim(),
      notify: given.notify === before.notify ? undefined : /** @type {typeof notifyModes[number]} */ (given.notify),
      budgetTokens: given.budget === before.budget ? undefined : Number(given.budget),
    }),
  };
  const missing = missingIn(given, deed !== undefined);
  return form(
    { class: 'job-editor', 'aria-label': say('Edit {name}', { name }), onSubmit: event => event.preventDefault() },
    field(say('When'), [
      input({
        ref: first,
        class: 'filter',
        value: given.schedule,
        maxLength: 200,
        onInput: event => put({ schedule: event.currentTarget.value }),
      }),
    ]),
    deed &&
      field(deeds[deed], [
        textarea({
          dir: 'auto',
          value: given.does,
          maxLength: 20_000,
          onInput: event => put({ does: event.currentTarget.value }),
        }),
      ]),
    field(say('Notify'), [
      select(
        { class: 'filter', value: given.notify, onChange: event => put({ notify: event.currentTarget.value }) },
        ...notifyModes.map(mode => option({ value: mode, selected: mode === given.notify }, wordFor(mode))),
      ),
    ]),
    field(say('Tokens a run'), [
      input({
        class: 'filter',
        inputMode: 'numeric',
        value: given.budget,
        onInput: event => put({ budget: event.currentTarget.value }),
      }),
    ]),
    div(
      { class: 'job-editor-acts' },
      actButton({
        label: say('Save'),
        tone: 'strong',
        isSubmit: true,
        unavailable: Object.keys(change).length === 0 ? say('Nothing has changed.') : missing,
        onAct: async () => {
          const { message } = await client.jobs.change({ name, ...change });
          announce(message);
          await onChanged();
          onEnd();
        },
      }),
      button({ type: 'button', class: 'button', onClick: onEnd }, say('Cancel')),
      missing !== undefined && span({ class: 'section-note', role: 'status' }, missing),
    ),
  );
}

/** Why it cannot be saved so; undefined: it can. @param {{ schedule: string, does: string, budget: string }} given @param {boolean} hasDeed */
function missingIn({ schedule, does, budget }, hasDeed) {
  if (schedule.trim() === '') return say('Say when it runs, for example “every weekday at 8”.');
  if (hasDeed && does.trim() === '') return say('Say what it does.');
  if (!/^\d+$/.test(budget.trim()) || Number(budget) < leastTokens)
    return say('Tokens a run: a whole number from {leastTokens} on.', { leastTokens });
  return undefined;
}

/** @param {string} title @param {import('preact').ComponentChildren[]} inside */
function field(title, inside) {
  return label({ class: 'job-field' }, title, ...inside);
}

/**
 * The fields that hold something.
 *
 * @template {object} Fields
 * @param {Fields} fields
 * @returns {Partial<Fields>}
 */
function changed(fields) {
  const found = Object.entries(fields).filter(([, value]) => value !== undefined);
  return /** @type {Partial<Fields>} */ (Object.fromEntries(found));
}
