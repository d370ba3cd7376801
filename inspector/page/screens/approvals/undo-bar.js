/**
 * What was approved and has not begun yet: a moment to take it back; and for a moment what became of what was decided,
 * whose card is gone.
 */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { justDecided, takenBackApprovals, undoableApprovals } from '../../live/approvals.js';
import { byText, cardTexts, endOf } from '../../live/card-texts.js';
import { agentNow } from '../../live/clock.js';
import { actButton } from '../../parts/act-button.js';
import { a, component, div, li, p, span, ul } from '../../parts/tags.js';
import { readable } from '../../parts/values/visible.js';
import { useKeys } from '../../view/keys.js';
import { href } from '../../view/router.js';
import { say } from '../../words/say.js';
import { decide } from './decide.js';
import { untilBegin } from './until-begin.js';

/** @import { ApprovalRow } from '../../../../src/domain/supervision/view.ts' */

export const undoBar = component(UndoBar);

/** @param {{ session?: string }} props those of one conversation, or all */
function UndoBar({ session }) {
  const isHere = (/** @type {ApprovalRow} */ { card }) => session === undefined || card.session === session;
  const rows = undoableApprovals.value.filter(isHere);
  const now = useSignal(agentNow());
  const takenBack = takenBackApprovals(Math.max(now.value, agentNow())).filter(isHere);
  // in a conversation its line says so
  const decided = session === undefined ? justDecided(Math.max(now.value, agentNow())) : [];
  const shown = takenBack.length + decided.length;
  useEffect(() => {
    if (shown === 0) return undefined;
    const timer = setTimeout(() => (now.value = agentNow()), 1_000);
    return () => clearTimeout(timer);
  }, [shown, now.value]);
  useKeys(
    {
      u: () => {
        const found = document.querySelector('.undo-bar button');
        if (found instanceof HTMLElement) found.focus();
      },
    },
    [['U', say('Go to what can still be undone')]],
  );
  return div(
    { class: 'undo-place', 'aria-live': 'polite' },
    rows.length > 0 &&
      ul(
        { class: 'undo-bar', 'aria-label': say('What can still be undone') },
        ...rows.map(row =>
          li(
            { key: row.id },
            span(
              { class: 'undo-words', dir: 'auto' },
              `${cardTexts.card.outcomes.granted}: `,
              ...readable(row.card.intent),
            ),
            span({ class: 'undo-left' }, untilBegin(row.id, row.card.undoUntil ?? 0)),
            actButton({ label: cardTexts.card.undo, tone: 'plain', onAct: () => decide(row, 'undo') }),
          ),
        ),
      ),
    ...takenBack.map(({ id, card }) =>
      p(
        { key: id, class: 'undo-done', dir: 'auto' },
        `${cardTexts.answers.undone} `,
        span({}, ...readable(card.intent)),
      ),
    ),
    ...decided.map(row => p({ key: row.id, class: 'undo-done', dir: 'auto' }, ...decidedWords(row))),
  );
}

/** @param {ApprovalRow} row */
function decidedWords({ state, reason, decidedBy, card }) {
  const end = endOf(state, reason);
  if (end === undefined) return [];
  return [
    `${cardTexts.card.outcomes[end]}${byText(decidedBy)}: `,
    span({}, ...readable(card.intent)),
    ' ',
    a({ class: 'link', href: href('chat', card.session) }, say('See what came of it')),
  ];
}
