/** Undo: the turns that changed the workspace, the newest first; and one of them, to be brought back. */

import { icon } from '../../parts/icon.js';
import { screenHead } from '../../parts/lists/screen-head.js';
import { a, div, h1, header } from '../../parts/tags.js';
import { viewing } from '../../parts/view/viewing.js';
import { href } from '../../view/router.js';
import { say } from '../../words/say.js';

/** @import { ScreenProps } from '../../view/screens.js' */

/** @param {readonly string[]} params */
export function titleOf([id]) {
  return id === undefined ? say('Undo') : say('Undo: turn {id}', { id });
}

/** @param {ScreenProps} props */
export function Screen({ params: [id] }) {
  return id === undefined ? allTurns() : oneTurn(id);
}

function allTurns() {
  return div(
    { class: 'list-screen' },
    screenHead(say('Undo')),
    viewing({ operation: 'undo.list', label: say('Turns that changed the workspace') }),
  );
}

/** What it did to each path, what has become of that since, and bringing it back. @param {string} id */
function oneTurn(id) {
  const title = say('Turn {id}', { id });
  return div(
    { class: 'list-screen', key: id },
    header(
      { class: 'screen-head' },
      a({ class: 'way-back', href: href('undo'), 'aria-label': say('All turns') }, icon('back', 18)),
      h1({ class: 'title' }, title),
    ),
    viewing({ operation: 'undo.show', fields: { id: /^\d{1,15}$/.test(id) ? Number(id) : 0 }, label: title }),
  );
}
