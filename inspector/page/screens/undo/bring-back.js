/** Undoing a turn: shows what it would do, asks for confirmation, and shows the result. */
import { useSignal } from '@preact/signals';
import { client } from '../../live/client.js';
import { actButton, heldIfReadOnly } from '../../parts/act-button.js';
import { a, button, component, div, li, p, section, ul } from '../../parts/tags.js';
import { exactly, readable } from '../../parts/values/visible.js';
import { announce } from '../../view/announce.js';
import { href } from '../../view/router.js';
import { say } from '../../words/say.js';
import { consequencesOf, outcomeOf } from './words.js';

/** @import { UndoDetails, UndoOutcome } from '../../../../src/domain/undo/undo.ts' */

export const bringBack = component(BringBack);

/** @param {{ turn: UndoDetails, onDone: () => Promise<void> }} props */
function BringBack({ turn, onDone }) {
  const chosen = useSignal(/** @type {'nothing' | 'ready' | 'all'} */ ('nothing'));
  const outcome = useSignal(/** @type {UndoOutcome | undefined} */ (undefined));
  const isReady = turn.changes.some(({ standing }) => standing === 'ready');
  const conflicts = turn.changes.some(({ standing }) => standing === 'conflict');
  const ask = (/** @type {'ready' | 'all'} */ which) => () => {
    chosen.value = which;
    announce(consequencesOf(turn, which === 'all').join(' '));
  };
  const apply = async () => {
    const overwrite = chosen.value === 'all';
    const answer = await client.undo.apply({ id: turn.id, overwrite: overwrite || undefined });
    outcome.value = answer.outcome;
    chosen.value = 'nothing';
    announce(outcomeOf(answer.outcome));
    await onDone();
  };
  const choose = (/** @type {'ready' | 'all'} */ which, /** @type {string} */ words) =>
    button({ type: 'button', class: 'button', ...heldIfReadOnly(), onClick: ask(which) }, words);
  return section(
    { class: 'undo-acts', 'aria-label': say('Undo this turn') },
    outcome.value && result(outcome.value),
    chosen.value === 'nothing'
      ? div(
          { class: 'undo-buttons' },
          isReady && choose('ready', say('Undo this turn…')),
          conflicts && choose('all', isReady ? say('Undo it, conflicts too…') : say('Undo over the conflicts…')),
          !isReady &&
            !conflicts &&
            !outcome.value &&
            p({ class: 'section-note' }, say('Nothing to undo: everything that can be restored already is.')),
        )
      : div(
          { class: 'undo-sure' },
          p(
            { class: 'undo-question' },
            chosen.value === 'all' ? say('Undo this turn, over the conflicts?') : say('Undo this turn?'),
          ),
          ul({}, ...consequencesOf(turn, chosen.value === 'all').map(line => li({ key: line }, ...exactly(line)))),
          div(
            { class: 'undo-buttons' },
            actButton({
              label: chosen.value === 'all' ? say('Yes, overwrite') : say('Yes, undo it'),
              tone: chosen.value === 'all' ? 'danger' : 'strong',
              onAct: apply,
            }),
            button({ type: 'button', class: 'button', onClick: () => (chosen.value = 'nothing') }, say('No')),
          ),
        ),
  );
}

/** @param {UndoOutcome} outcome */
function result({ id, restored, left }) {
  return div(
    { class: 'undo-result', role: 'status' },
    p(
      {},
      outcomeOf({ restored, left }),
      id !== undefined && [
        ' ',
        a(
          { class: 'text-link', href: href('undo', String(id)) },
          say('This is turn {id}; it can be undone too', { id }),
        ),
        '.',
      ],
    ),
    left.length > 0 &&
      ul(
        {},
        ...left.map(({ path, why }) =>
          li({ key: path }, say('Left as it is: '), ...exactly(path), ' ', ...readable(why), '.'),
        ),
      ),
  );
}
