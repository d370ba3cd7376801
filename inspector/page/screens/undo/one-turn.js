/** One turn: what it did to each path, what has become of that since, and bringing it back. */

import { client } from '../../live/client.js';
import { useReading } from '../../live/reading.js';
import { chip } from '../../parts/chip.js';
import { icon } from '../../parts/icon.js';
import { emptyState, skeleton } from '../../parts/lists/empty.js';
import { a, component, div, h1, h2, header, li, ol, p, section, span, ul } from '../../parts/tags.js';
import { age } from '../../parts/values/age.js';
import { codeLines } from '../../parts/values/code-lines.js';
import { exactly, readable } from '../../parts/values/visible.js';
import { href } from '../../view/router.js';
import { agoText } from '../../words/ages.js';
import { say } from '../../words/say.js';
import { bringBack } from './bring-back.js';
import { countsOf, factsOf } from './words.js';

/** @import { UndoChange } from '../../../../src/domain/undo/undo.ts' */

export const oneTurn = component(OneTurn);

/** @param {{ id: string }} props */
function OneTurn({ id }) {
  const {
    value: turn,
    trouble,
    status,
    again,
  } = useReading(() => client.undo.show({ id: Number(id) }), {
    of: id,
    after: ['turn'],
  });
  if (!turn)
    return div(
      { class: 'list-screen' },
      h1({ class: 'unseen' }, say('Undo')),
      trouble === undefined
        ? skeleton()
        : emptyState(
            status === 404 || status === 400
              ? say('There is no such turn, or its changes are no longer kept.')
              : say('The turn could not be read. {trouble}', { trouble }),
            a({ href: href('undo') }, say('See all turns')),
          ),
    );
  return div(
    { class: 'list-screen' },
    header(
      { class: 'screen-head' },
      a({ class: 'way-back', href: href('undo'), 'aria-label': say('All turns') }, icon('back', 18)),
      h1({ class: 'title' }, say('Turn {id}', { id: turn.id })),
      span({ class: 'section-note' }, countsOf(turn), ' · ', age({ since: turn.at, format: agoText })),
      turn.undoes !== undefined &&
        a(
          { class: 'text-link', href: href('undo', String(turn.undoes)) },
          say('An undo of turn {undoes}', { undoes: turn.undoes }),
        ),
    ),
    ul({ class: 'undo-deeds' }, ...turn.what.map(what => li({ key: what, dir: 'auto' }, ...readable(what)))),
    ...turn.notes.map(note => p({ key: note, class: 'undo-note', dir: 'auto' }, ...readable(note))),
    bringBack({ key: turn.id, turn, onDone: again }),
    section(
      { class: 'list-section', 'aria-labelledby': 'changes-title' },
      h2(
        { id: 'changes-title', class: 'title' },
        say('What it changed'),
        ' ',
        span({ class: 'count' }, String(turn.changes.length + turn.more)),
      ),
      ol({ class: 'undo-changes' }, ...turn.changes.map(change => li({ key: change.path }, changeView(change)))),
      turn.more > 0 && p({ class: 'quiet-note' }, say('{more} more are not listed.', { more: turn.more })),
    ),
  );
}

/** @type {Readonly<Record<UndoChange['what'], string>>} */
const deeds = {
  added: say('added'),
  changed: say('changed'),
  deleted: say('deleted'),
  mode: say('permissions changed'),
  type: say('type changed'),
};

/** @param {UndoChange} change */
function changeView(change) {
  const { path, what, standing, why, diff } = change;
  return div(
    { class: 'undo-change' },
    div(
      { class: 'undo-line' },
      span({ class: `undo-deed undo-${what}` }, deeds[what]),
      span({ class: 'undo-path mono', dir: 'ltr' }, ...exactly(path)),
      standingChip(standing),
    ),
    div(
      { class: 'section-note undo-facts', dir: 'auto' },
      ...readable(factsOf(change)),
      why !== undefined && span({ class: 'undo-why' }, say(' · It '), ...readable(why), '.'),
    ),
    diff && codeLines(say('What changed in {path}', { path }), diff.map(lineOf)),
  );
}

/** @param {UndoChange['standing']} standing */
function standingChip(standing) {
  switch (standing) {
    case 'conflict':
      return chip('needs', [say('conflict')]);
    case 'lost':
      return chip('failed', [say('not kept')]);
    case 'done':
      return chip('healthy', [say('already restored')]);
    case 'ready':
      return undefined;
  }
}

/** @param {string} line @returns {import('../../parts/values/code-lines.js').CodeLine | import('../../parts/values/code-lines.js').SkippedLines} */
function lineOf(line) {
  const text = line.slice(1);
  if (line.startsWith('+')) return { kind: 'added', text };
  if (line.startsWith('-')) return { kind: 'removed', text };
  if (line.startsWith('@@')) return { kind: 'skipped', words: line.slice(3) || '…' };
  return { kind: 'same', text };
}
