/**
 * Undo: the turns that changed the workspace, the newest first; and one of them with its difference, to be brought
 * back.
 */

import { client } from '../../live/client.js';
import { useReading } from '../../live/reading.js';
import { conversationLink } from '../../parts/conversation-link.js';
import { icon } from '../../parts/icon.js';
import { dataTable } from '../../parts/lists/data-table.js';
import { emptyState, skeleton } from '../../parts/lists/empty.js';
import { screenHead } from '../../parts/lists/screen-head.js';
import { a, component, div, h1, header, p, span } from '../../parts/tags.js';
import { age } from '../../parts/values/age.js';
import { sizeOf } from '../../parts/values/bytes.js';
import { readable } from '../../parts/values/visible.js';
import { viewing } from '../../parts/view/viewing.js';
import { href } from '../../view/router.js';
import { agoText } from '../../words/ages.js';
import { say } from '../../words/say.js';
import { countsOf, undoneBy } from './words.js';

/** @import { UndoList, UndoTurn } from '../../../../src/domain/undo/undo.ts' */
/** @import { ScreenProps } from '../../view/screens.js' */

/** @param {readonly string[]} params */
export function titleOf([id]) {
  return id === undefined ? say('Undo') : say('Undo: turn {id}', { id });
}

/** @param {ScreenProps} props */
export function Screen({ params: [id] }) {
  return id === undefined ? allTurns({}) : oneTurn(id);
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

const allTurns = component(AllTurns);

function AllTurns() {
  const { value, trouble } = useReading(() => client.undo.list(), { after: ['turn'] });
  return div(
    { class: 'list-screen' },
    screenHead(say('Undo'), {
      count: value?.turns.length,
      standing:
        value?.isOn &&
        span({ class: 'section-note' }, say('Kept for undo: {value}', { value: sizeOf(value.usedBytes) })),
    }),
    !value && (trouble ? emptyState(say('The turns could not be read.'), trouble) : skeleton()),
    ...(value?.notes ?? []).map(note => p({ key: note, class: 'undo-note', dir: 'auto' }, ...readable(note))),
    value && (value.turns.length === 0 ? nothing(value) : turnTable(value.turns)),
  );
}

/** @param {UndoList} list */
function nothing({ isOn }) {
  return isOn
    ? emptyState(
        say('No turn has changed the workspace yet.'),
        say('What a turn adds, changes or deletes there is listed here and can be brought back.'),
      )
    : emptyState(say('Undo is off.'), say('[undo] enabled = true in config.toml switches it on.'));
}

/** @param {UndoTurn} turn @param {number | undefined} by */
function standingOf({ undoes }, by) {
  const words = [
    ...(undoes === undefined ? [] : [say('undo of turn {undoes}', { undoes })]),
    ...(by === undefined ? [] : [say('undone by turn {by}', { by })]),
  ];
  return words.length === 0 ? undefined : words.join(', ');
}

/** @param {readonly UndoTurn[]} turns */
function turnTable(turns) {
  const undone = undoneBy(turns);
  return dataTable({
    label: say('Turns that changed the workspace'),
    rows: turns,
    keyOf: ({ id }) => String(id),
    hrefOf: ({ id }) => href('undo', String(id)),
    columns: [
      { title: say('Turn'), show: ({ id }) => say('Turn {id}', { id }) },
      { title: say('Now'), show: turn => standingOf(turn, undone.get(turn.id)) },
      { title: say('When'), show: ({ at }) => age({ since: at, format: agoText }) },
      { title: say('Paths'), show: countsOf },
      {
        title: say('Conversation'),
        show: ({ session }) => conversationLink({ session }),
      },
      {
        title: say('By'),
        isWide: true,
        show: ({ what }) => span({ class: 'undo-what', dir: 'auto' }, ...readable(what.join(' '))),
      },
    ],
  });
}
