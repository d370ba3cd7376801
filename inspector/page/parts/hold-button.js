/**
 * A button that has to be held: with a finger, the mouse, Enter or the space bar. A reader who cannot hold it (a screen reader
 * presses in one go) presses twice instead, with as much time between.
 */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { announce } from '../view/announce.js';
import { say } from '../words/say.js';
import { button, component, span } from './tags.js';

/**
 * @typedef {object} HoldButtonProps
 * @property {string} label a verb
 * @property {string} consequence
 * @property {string} [tone]
 * @property {string | undefined} unavailable why it cannot be pressed now
 * @property {string} [name] to find it by
 * @property {boolean} [isArmed] a key has brought the focus here
 * @property {() => boolean} [mayBegin] asked when it is pressed
 * @property {() => void} onHeld
 */

const holdMs = 1_200;
const secondPressMs = 10_000;

export const holdButton = component(HoldButton);

/** @param {HoldButtonProps} props */
function HoldButton({
  label,
  consequence,
  tone = 'danger',
  unavailable,
  name,
  isArmed,
  mayBegin = () => true,
  onHeld,
}) {
  const isHeld = useSignal(false);
  const timer = useRef(/** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined));
  const firstPress = useRef(Number.NEGATIVE_INFINITY);
  const act = useRef(onHeld);
  act.current = onHeld;

  const begin = () => {
    if (unavailable !== undefined || isHeld.value || !mayBegin()) return;
    isHeld.value = true;
    timer.current = setTimeout(() => {
      isHeld.value = false;
      act.current();
    }, holdMs);
  };
  const end = () => {
    clearTimeout(timer.current);
    isHeld.value = false;
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  return button(
    {
      type: 'button',
      class: `button hold ${tone}${isHeld.value ? ' held' : ''}${isArmed ? ' armed-key' : ''}`,
      disabled: unavailable !== undefined,
      title: unavailable,
      'data-answer': name,
      onPointerDown: event => event.button === 0 && begin(),
      onPointerUp: end,
      onPointerLeave: end,
      onPointerCancel: end,
      onContextMenu: event => event.preventDefault(),
      onBlur: end,
      onKeyDown: event => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        if (!event.repeat) begin();
      },
      onKeyUp: event => {
        if (event.key === 'Enter' || event.key === ' ') end();
      },
      onClick: event => {
        // a press without a hand: `detail` counts the presses of a pointer
        if (event.detail > 0 || !mayBegin()) return;
        const sinceMs = event.timeStamp - firstPress.current;
        if (sinceMs >= holdMs && sinceMs <= secondPressMs) act.current();
        else {
          firstPress.current = event.timeStamp;
          announce(say('{label}? Press once more in a moment.', { label }));
        }
      },
    },
    span({ class: 'hold-fill', 'aria-hidden': 'true' }),
    span({ class: 'act-label' }, label, span({ class: 'hold-hint' }, isHeld.value ? say('keep holding') : say('hold'))),
    span({ class: 'act-consequence' }, consequence),
  );
}
