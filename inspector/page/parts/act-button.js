/**
 * A button that does something in Straylight. It says what it brings about, asks once more in place where that is asked
 * of it, is disabled while the page is not connected, and says when it was refused. It changes nothing by itself:
 * what came of it is seen in the stream.
 */
import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { canAct, isReadOnly } from '../live/agent.js';
import { Refused } from '../live/api.js';
import { announce } from '../view/announce.js';
import { say } from '../words/say.js';
import { around, refocus } from './refocus.js';
import { button, component, span } from './tags.js';

/**
 * @typedef {object} ActButtonProps
 * @property {string} label a verb
 * @property {string} [consequence] what it brings about, in a few words beneath or beside the verb
 * @property {string} [confirm] the verb of the second press, which has to come within four seconds ("Stop it"); without it one press does
 * @property {boolean} [isSubmit] Enter in a field of its form presses it
 * @property {'plain' | 'strong' | 'danger' | 'link'} [tone] `link`: it looks like one in a line of facts
 * @property {string | undefined} [unavailable] why it cannot be pressed now
 * @property {() => Promise<unknown>} onAct
 */

const armedMs = 4_000;
const readOnly = say('This page is read-only.');

/** Of a button that leads to an act: where nothing may be done, it does not open either. */
export function heldIfReadOnly() {
  return isReadOnly.value ? { disabled: true, title: readOnly } : {};
}

export const actButton = component(ActButton);

/** @param {ActButtonProps} props */
function ActButton({ label, consequence, confirm, isSubmit = false, tone = 'plain', unavailable, onAct }) {
  const state = useSignal(/** @type {'rest' | 'armed' | 'busy'} */ ('rest'));
  const trouble = useSignal('');
  const place = useRef(/** @type {HTMLButtonElement | null} */ (null));
  useEffect(() => {
    if (state.value !== 'armed') return undefined;
    const timer = setTimeout(() => {
      state.value = 'rest';
    }, armedMs);
    return () => clearTimeout(timer);
  }, [state.value]);

  const press = async () => {
    if (state.value === 'busy') return;
    if (confirm && state.value === 'rest') {
      state.value = 'armed';
      announce(say('{confirm}? Press once more within four seconds.', { confirm }));
      return;
    }
    state.value = 'busy';
    trouble.value = '';
    try {
      await onAct();
    } catch (thrown) {
      if (!(thrown instanceof Refused)) throw thrown;
      trouble.value = thrown.message;
      announce(thrown.message);
    } finally {
      state.value = 'rest';
    }
  };
  const why =
    unavailable ?? (isReadOnly.value ? readOnly : canAct.value ? undefined : say('Not connected to Straylight.'));
  // the act may be done, and the button gone or useless by it, long after it was answered
  const isHeld = why !== undefined;
  useLayoutEffect(() => {
    if (isHeld) passFocusOn(place.current);
  }, [isHeld]);
  useLayoutEffect(() => () => passFocusOn(place.current), []);
  return span(
    { class: 'act' },
    button(
      {
        ref: place,
        type: isSubmit ? 'submit' : 'button',
        class: `${tone === 'link' ? 'link-button' : `button ${tone}`}${state.value === 'armed' ? ' armed' : ''}`,
        disabled: why !== undefined,
        // one that is disabled loses the focus
        'aria-disabled': state.value === 'busy' ? 'true' : undefined,
        title: why,
        onClick: press,
      },
      span({ class: 'act-label' }, state.value === 'armed' ? confirm : label),
      consequence && span({ class: 'act-consequence' }, consequence),
    ),
    trouble.value !== '' && span({ class: 'act-trouble', role: 'alert' }, trouble.value),
  );
}

/** From a button that goes, or is disabled, to what is next to it. @param {HTMLButtonElement | null} own */
function passFocusOn(own) {
  if (!own || document.activeElement !== own) return;
  const row = own.closest('[data-row]');
  const next = rowAfter(row);
  refocus([() => row, () => next, ...around(own)]);
}

/** The next row of the screen, or else the one before. @param {Element | null | undefined} row */
function rowAfter(row) {
  if (!row) return undefined;
  const rows = [...document.querySelectorAll('main [data-row]')];
  const at = rows.indexOf(row);
  return rows[at + 1] ?? rows[at - 1];
}
