/** What was approved and has not begun yet: a moment to take it back. */
import { undoableApprovals } from '../../live/approvals.js';
import { actButton } from '../../parts/act-button.js';
import { age, formatLeft } from '../../parts/age.js';
import { component, div, li, span, ul } from '../../parts/tags.js';
import { readable } from '../../parts/visible.js';
import { useKeys } from '../../view/keys.js';
import { decide } from './decide.js';

export const undoBar = component(UndoBar);

/** @param {{ session?: string }} props those of one conversation, or all */
function UndoBar({ session }) {
  const rows = undoableApprovals.value.filter(({ card }) => session === undefined || card.session === session);
  useKeys({
    u: () => {
      const found = document.querySelector('.undo-bar button');
      if (found instanceof HTMLElement) found.focus();
    },
  });
  return div(
    { class: 'undo-place', 'aria-live': 'polite' },
    rows.length > 0 &&
      ul(
        { class: 'undo-bar', 'aria-label': 'What can still be taken back' },
        ...rows.map(row =>
          li(
            { key: row.id },
            span({ class: 'undo-words', dir: 'auto' }, 'Approved: ', ...readable(row.card.intent)),
            span({ class: 'undo-left' }, 'begins in ', age({ since: row.card.undoUntil ?? 0, format: formatLeft })),
            actButton({ label: 'Undo', tone: 'plain', onAct: () => decide(row, 'undo') }),
          ),
        ),
      ),
  );
}
