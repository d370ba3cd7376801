/** Puts a text into the clipboard, and says so. */
import { announce } from '../view/announce.js';
import { say } from '../words/say.js';
import { button } from './tags.js';

/**
 * `text` is asked for when the button is pressed.
 * @param {() => string} text
 * @param {{ label?: string, what?: string, isLink?: boolean }} [options] `what`: for who does not see where it stands; `isLink`: looks like a link in a line of facts
 */
export function copyButton(text, { label = say('Copy'), what, isLink = false } = {}) {
  return button(
    {
      type: 'button',
      class: isLink ? 'link-button' : 'button small',
      'aria-label': what && `${label} ${what}`,
      onClick: () =>
        void navigator.clipboard.writeText(text()).then(
          () => announce(say('Copied.')),
          () => announce(say('The browser did not allow copying.')),
        ),
    },
    label,
  );
}
