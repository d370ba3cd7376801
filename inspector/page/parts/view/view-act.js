/**
 * The actions of a view. One press carries its operation out; where it has to be asked first, or something has to be
 * written, a press opens a small form for that, in place. One that only looks is a link.
 */
import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { client } from '../../live/client.js';
import { operations } from '../../live/operations.js';
import { href } from '../../view/router.js';
import { say } from '../../words/say.js';
import { actButton, heldIfReadOnly } from '../act-button.js';
import { a, button, component, div, form, input, p } from '../tags.js';
import { readable } from '../values/visible.js';

/** @import { Action, View } from '../../../../src/api/view.ts' */

/**
 * @typedef {object} ViewActsProps
 * @property {readonly Action[]} actions
 * @property {() => Promise<void>} again reads the view again
 * @property {(view: View) => void} onOutcome hears what came of an act
 */

export const viewActs = component(ViewActs);

/** @param {ViewActsProps} props */
function ViewActs({ actions, again, onOutcome }) {
  const open = useSignal(/** @type {string | undefined} */ (undefined));
  const ahead = useSignal(
    /** @type {{ action: Action, written: Record<string, string>, words: string } | undefined} */ (undefined),
  );
  /** @param {Action} action @param {Record<string, string>} [written] @param {boolean} [isConfirmed] */
  const act = async (action, written = {}, isConfirmed = isShown(action)) => {
    const fields = { ...action.input, ...written };
    const { view, isAhead } = await client.views.act({ operation: action.operation, fields, isConfirmed });
    if (isAhead) {
      ahead.value = { action, written, words: saidIn(view) };
      open.value = keyOf(action);
      return;
    }
    ahead.value = undefined;
    onOutcome(view);
    open.value = undefined;
    await again();
  };
  const offered = actions.filter(({ operation }) => routeOf(operation) !== undefined);
  const opened = offered.find(action => keyOf(action) === open.value);
  const toConfirm = opened && ahead.value && keyOf(ahead.value.action) === keyOf(opened) ? ahead.value : undefined;
  return div(
    { class: 'view-acts' },
    ...offered.map(action => {
      const key = keyOf(action);
      const { label, operation, input: given, confirm, asks } = action;
      if (isLooking(action)) return a({ key, class: 'button', href: viewHref(operation, given) }, ...readable(label));
      if (confirm === undefined && asks === undefined) return actButton({ key, label, onAct: () => act(action) });
      const isOpen = open.value === key;
      return button(
        {
          ...heldIfReadOnly(),
          key,
          type: 'button',
          class: 'button',
          'aria-expanded': isOpen,
          onClick: () => {
            ahead.value = undefined;
            open.value = isOpen ? undefined : key;
          },
        },
        ...readable(label),
      );
    }),
    opened &&
      toConfirm === undefined &&
      asking({ key: open.value ?? '', action: opened, onAct: written => act(opened, written) }),
    opened &&
      toConfirm &&
      asking({
        key: `ahead ${open.value}`,
        action: { ...opened, asks: undefined, confirm: toConfirm.words },
        onAct: () => act(opened, toConfirm.written, true),
      }),
  );
}

const asking = component(Asking);

/** @param {{ action: Action, onAct: (written: Record<string, string>) => Promise<void> }} props */
function Asking({ action: { label, confirm, asks }, onAct }) {
  const text = useSignal('');
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  useLayoutEffect(() => field.current?.focus(), []);
  return form(
    { class: 'view-asking', 'aria-label': label, onSubmit: event => event.preventDefault() },
    confirm !== undefined && p({ class: 'view-confirm', dir: 'auto' }, ...readable(confirm)),
    asks &&
      input({
        ref: field,
        class: 'filter',
        dir: 'auto',
        'aria-label': label,
        placeholder: asks.hint,
        value: text.value,
        maxLength: 1_000,
        autoComplete: 'off',
        onInput: event => {
          text.value = event.currentTarget.value;
        },
      }),
    actButton({
      label: confirm === undefined ? label : say('Yes: {label}', { label }),
      tone: confirm === undefined ? 'strong' : 'danger',
      isSubmit: true,
      unavailable: asks && text.value.trim() === '' ? say('Write it first.') : undefined,
      onAct: () => onAct(asks ? { [asks.field]: text.value.trim() } : {}),
    }),
  );
}

/** What it does has been said: by itself, or by the view that it stands in and that it names. @param {Action} action */
function isShown({ confirm, input: given }) {
  return confirm !== undefined || given['seen'] !== undefined;
}

/** Where a view is shown by itself. @param {string} operation @param {Readonly<Record<string, unknown>>} [fields] */
export function viewHref(operation, fields = {}) {
  if (operation === 'undo.show') return href('undo', String(fields['id']));
  if (operation === 'requests.show') return href('context', String(fields['id']), String(fields['step']));
  if (operation === 'requests.list' && fields['id'] !== undefined) return href('context', String(fields['id']));
  if (operation === 'jobs.show') return href('schedule', String(fields['name']));
  return Object.keys(fields).length === 0 ? href('more', operation) : href('more', operation, JSON.stringify(fields));
}

/** Method and path of an operation that the page may ask for. @param {string} name */
export function routeOf(name) {
  const [subject = '', act = ''] = name.split('.');
  const acts = Object.hasOwn(operations, subject) ? operations[subject] : undefined;
  return acts && Object.hasOwn(acts, act) ? acts[act] : undefined;
}

/** It changes nothing: a link leads to what it shows. @param {Action} action */
export function isLooking({ operation }) {
  return routeOf(operation)?.[0] === 'GET';
}

/** @param {Action} action */
function keyOf({ label, operation, input: given }) {
  return JSON.stringify([label, operation, given]);
}

/** The first lines of it. @param {View} view */
export function saidIn([block]) {
  return block?.kind === 'lines' ? block.lines.map(({ text }) => text).join('\n') : '';
}
