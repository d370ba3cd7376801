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
import { age, formatAge } from '../../parts/values/age.js';
import { readable } from '../../parts/values/visible.js';
import { href } from '../../view/router.js';
import { oneTurn } from './one-turn.js';
import { countsOf, sizeOf, undoneBy } from './words.js';

/** @import { UndoList, UndoTurn } from '../../../../src/domain/undo/undo.ts' */
/** @import { ScreenProps } from '../../view/screens.js' */

/** @param {readonly string[]} params */
export function titleOf([id]) {
  return id === undefined ? 'Undo' : `Undo: turn ${id}`;
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
    screenHead('Undo', {
      count: value?.turns.length,
      standing: value?.isOn && span({ class: 'section-note' }, `Kept for undo: ${sizeOf(value.usedBytes)}`),
    }),
    !value && (trouble ? emptyState('The turns could not be read.', trouble) : skeleton()),
    ...(value?.notes ?? []).map(note => p({ key: note, class: 'undo-note', dir: 'auto' }, ...readable(note))),
    value && (value.turns.length === 0 ? nothing(value) : turnTable(value.turns)),
  );
}

/** @param {UndoList} list */
function nothing({ isOn }) {
  return isOn
    ? emptyState(
        'No turn has changed the workspace yet.',
        'What a turn adds, changes or deletes there is listed here and can be brought back.',
      )
    : emptyState('Undo is off.', '[undo] enabled = true in config.toml switches it on.');
}

/** @param {UndoTurn} turn @param {number | undefined} by */
function standingOf({ undoes }, by) {
  const words = [
    ...(undoes === undefined ? [] : [`undo of turn ${undoes}`]),
    ...(by === undefined ? [] : [`undone by turn ${by}`]),
  ];
  return words.length === 0 ? undefined : words.join(', ');
}

/** @param {readonly UndoTurn[]} turns */
function turnTable(turns) {
  const undone = undoneBy(turns);
  return dataTable({
    label: 'Turns that changed the workspace',
    rows: turns,
    keyOf: ({ id }) => String(id),
    hrefOf: ({ id }) => href('undo', String(id)),
    columns: [
      { title: 'Turn', show: ({ id }) => `Turn ${id}` },
      { title: 'Now', show: turn => standingOf(turn, undone.get(turn.id)) },
      { title: 'When', show: ({ at }) => age({ since: at, format: ago }) },
      { title: 'Paths', show: countsOf },
      {
        title: 'Conversation',
        show: ({ session }) => conversationLink({ session }),
      },
      {
        title: 'By',
        isWide: true,
        show: ({ what }) => span({ class: 'undo-what', dir: 'auto' }, ...readable(what.join(' '))),
      },
    ],
  });
}

/** @param {number} ms */
const ago = ms => `${formatAge(ms, true)} ago`;
