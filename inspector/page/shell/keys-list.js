/** The list of keys: those of the page, and those of the screen beneath. */
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { button, component, dd, dialog, div, dl, dt, h2, kbd } from '../parts/tags.js';
import { screenKeyWords } from '../view/keys.js';
import { screens } from '../view/screens.js';
import { view } from '../view/store.js';
import { say } from '../words/say.js';

/** @import { KeyWords } from '../view/keys.js' */

/** @type {KeyWords} */
const everywhere = [
  ['Ctrl K', say('Find a screen, a conversation, an actor or a command')],
  ['J', say('Next row')],
  ['K', say('Previous row')],
  ['Enter', say('Open the row')],
  ['/', say('Filter or search')],
  ['Esc', say('Close what is open, empty a filter, leave a field')],
  ['?', say('Show these keys')],
];

export const keysList = component(KeysList);

function KeysList() {
  const frame = useRef(/** @type {HTMLDialogElement | null} */ (null));
  // as the screen had them when this was opened
  const own = useMemo(screenKeyWords, []);
  useEffect(() => frame.current?.showModal(), []);
  const close = () => view.trigger.keysHidden();
  return dialog(
    {
      class: 'palette keys-list',
      ref: frame,
      'aria-labelledby': 'keys-title',
      onClose: close,
      onClick: event => event.target === frame.current && close(),
    },
    div(
      { class: 'keys-inner' },
      div(
        { class: 'keys-head' },
        h2({ class: 'title', id: 'keys-title' }, say('Keys')),
        button({ type: 'button', class: 'button small', onClick: close }, say('Close')),
      ),
      own.length > 0 && keys(say('On this screen'), own),
      keys(say('Everywhere'), everywhere),
      keys(
        say('Go to'),
        screens.flatMap(({ key, title }) => (key ? [/** @type {const} */ ([`G ${key.toUpperCase()}`, title])] : [])),
      ),
    ),
  );
}

/** @param {string} title @param {KeyWords} words */
function keys(title, words) {
  return div(
    { class: 'keys-part' },
    h2({ class: 'keys-title' }, title),
    dl(
      {},
      ...words.map(([name, does]) =>
        div({ key: name }, dt({}, ...name.split(' ').map(one => kbd({ key: one }, one))), dd({}, does)),
      ),
    ),
  );
}
