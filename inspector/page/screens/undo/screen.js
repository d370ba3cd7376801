/**
 * Undo: the turns that changed the workspace, the newest first; and one of them with its difference, to be brought
 * back.
 */

import { client } from '../../live/client.js';
import { useReading } from '../../live/reading.js';
import { conversationLink } from '../../parts/conversation-link.js';
import { dataTable } from '../../parts/lists/data-table.js';
import { emptyState, skeleton } from '../../parts/lists/empty.js';
import { screenHead } from '../../parts/lists/screen-head.js';
import { component, div, p, span } from '../../parts/tags.js';
import { age } from '../../parts/values/age.js';
import { sizeOf } from '../../parts/values/bytes.js';
import { readable } from '../../parts/values/visible.js';
import { href } from '../../view/router.js';
import { agoText } from '../../words/ages.js';
import { say } from '../../words/say.js';
import { oneTurn } from './one-turn.js';
import { countsOf, undoneBy } from './words.js';

/** @import { UndoList, UndoTurn } from '../../../../src/domain/undo/undo.ts' */
/** @import { ScreenProps } from '../../view/screens.js' */

/** @param {readonly string[]} params */
export function titleOf([id]) {
  return id === undefined ? say('Undo') : say('Undo: turn {id}', { id });
}

/** @param {ScreenProps} props */
export function Screen({ params: [id] }) {
  return id === undefined ? allTurns({}) : oneTurn({ key: id, id });
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
