/**
 * One question to the owner: how much is at stake, until when, what will be done and why that is asked, exactly what
 * would run, and the answers, which are always in sight. A card that changes while it is looked at says what has
 * changed; one that was answered elsewhere says by whom.
 */
import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { byText, cardTexts, endOf, requestedText } from '../../live/card-texts.js';
import { chip } from '../../parts/chip.js';
import { conversationLink } from '../../parts/conversation-link.js';
import { riskMark } from '../../parts/risk.js';
import { a, b, button, component, dd, div, dl, dt, h2, p, pre, section, span } from '../../parts/tags.js';
import { age, clockTime, formatLeft } from '../../parts/values/age.js';
import { endingOf, exactly, readable, readableUnpadded, unpadded } from '../../parts/values/visible.js';
import { announce } from '../../view/announce.js';
import { href } from '../../view/router.js';
import { say } from '../../words/say.js';
import { changesBetween } from './changes.js';
import { ladder } from './ladder.js';
import { untilBegin } from './until-begin.js';

/** @import { Look } from '../../parts/look.js' */
/** @import { CardEnd } from '../../../../src/domain/approvals/card.ts' */
/** @import { ApprovalRow } from '../../../../src/domain/supervision/view.ts' */
/** @import { Change } from './changes.js' */

/**
 * @typedef {object} CardProps
 * @property {ApprovalRow} row
 * @property {boolean} [isCompact] without the table of facts, and with the shortest ways to a yes and a no alone
 * @property {boolean} [hasKeys] its answers can be reached by a key
 * @property {() => void} [onDecided] it was answered on this card
 * @property {() => void} [onNext] away from a card that is over
 */

export const approvalCard = component(ApprovalCard);

/** @param {CardProps} props */
function ApprovalCard({ row, isCompact = false, hasKeys = false, onDecided, onNext }) {
  const { card, state, rev } = row;
  const looked = useRef(row);
  const notice = useSignal(/** @type {{ text: string, changes: readonly Change[] } | undefined} */ (undefined));
  useLayoutEffect(() => {
    const before = looked.current;
    looked.current = row;
    if (before.id !== row.id) notice.value = undefined;
    if (before.id !== row.id || before.rev === rev || state !== 'pending') return;
    const changes = changesBetween(before.card, card);
    if (changes.length === 0 && before.card.nonce === card.nonce) return;
    const text =
      changes.length > 0
        ? cardTexts.answers.changed
        : say('{replaces} The call is the same.', { replaces: cardTexts.card.replaces });
    notice.value = { text, changes };
    announce(text);
  }, [row.id, rev, state]);

  // several stand in a conversation: there they are no landmarks
  return (isCompact ? div : section)(
    { class: `card card-${card.risk}`, role: isCompact ? 'group' : undefined, 'aria-labelledby': `card-${card.key}` },
    div(
      { class: 'card-head' },
      riskMark(card),
      state === 'pending' &&
        card.requestedAt !== undefined &&
        span({ class: 'card-requested' }, age({ since: card.requestedAt, format: requestedText })),
      state === 'pending' && timeLeft(row),
      state === 'pending' && isCompact && a({ class: 'link', href: href('approvals', card.key) }, say('More options')),
      state !== 'pending' && outcomeChip(row),
    ),
    div(
      { class: 'card-body', tabIndex: 0, role: isCompact ? 'group' : 'region', 'aria-label': say('What is asked') },
      notice.value && changeNotice(notice.value),
      h2({ class: 'card-intent', id: `card-${card.key}`, dir: 'auto' }, ...readableUnpadded(card.intent)),
      ...card.reasons.map(reason => p({ class: 'card-reason', dir: 'auto' }, ...readableUnpadded(reason))),
      pre(
        { class: 'card-exact', tabIndex: 0, dir: 'ltr', 'aria-label': say('Exactly what would run') },
        ...unpadded(card.exact),
      ),
      ...exactEnd(card.exact),
      !isCompact && factTable(row),
    ),
    state === 'pending'
      ? ladder({
          key: `${row.id} ${rev}`,
          row,
          hasKeys,
          isBrief: isCompact,
          onDecided: () => onDecided?.(),
          onTrouble: text => {
            notice.value = { text, changes: [] };
            announce(text);
          },
        })
      : div(
          { class: 'answers answers-over' },
          p({ dir: 'auto' }, ...outcomeWords(row)),
          onNext && button({ type: 'button', class: 'button', onClick: onNext }, say('Continue')),
        ),
  );
}

/** What is scrolled to is easily passed over: a long text says how it ends. @param {string} exact */
function exactEnd(exact) {
  const end = endingOf(exact);
  if (end === undefined) return [];
  return [div({ class: 'card-ends' }, p({}, say('It ends with:')), pre({ class: 'card-end', dir: 'ltr' }, ...end))];
}

/** By Straylight’s clock. @param {ApprovalRow} row */
function timeLeft({ card: { expiresAt }, queued }) {
  if (expiresAt !== undefined) return span({ class: 'card-left' }, age({ since: expiresAt, format: left }));
  return span({ class: 'card-left' }, queued ? say('deadline not started') : say('no deadline'));
}

/** @param {number} ms */
const left = ms => (ms >= 0 ? say('time is up') : say('{left} left', { left: formatLeft(ms) }));

/** @param {{ text: string, changes: readonly Change[] }} notice */
function changeNotice({ text, changes }) {
  return div(
    { class: 'card-notice', role: 'alert' },
    p({}, ...readable(text)),
    changes.length > 0 &&
      dl(
        { class: 'card-changes' },
        ...changes.flatMap(({ fact, before, after }) => [
          dt({}, fact),
          dd({}, span({ class: 'was' }, ...exactly(before)), span({ class: 'is' }, ...exactly(after))),
        ]),
      ),
  );
}

/** @param {ApprovalRow} row */
function factTable({ id, card: { tool, session, digest, repeat, undoMs = 0 } }) {
  return dl(
    { class: 'card-facts' },
    dt({}, cardTexts.card.tool),
    dd({ class: 'mono' }, ...exactly(tool)),
    dt({}, cardTexts.card.session),
    dd({}, conversationLink({ session, class: 'link' })),
    dt({}, say('Fingerprint')),
    dd({ class: 'mono', title: digest }, digest.slice(0, 16)),
    undoMs > 0 && [
      dt({}, cardTexts.card.undo),
      dd({}, say('possible for {undoMs} s after approval', { undoMs: Math.round(undoMs / 1000) })),
    ],
    repeat && [dt({}, say('Repeated')), dd({}, cardTexts.card.replaces)],
    dt({}, say('Actor')),
    dd({}, a({ class: 'link mono', href: href('actor', id) }, id)),
  );
}

/** @type {Readonly<Record<CardEnd, Look>>} */
const looks = {
  granted: 'healthy',
  denied: 'idle',
  undone: 'idle',
  edited: 'idle',
  expired: 'failed',
  undelivered: 'failed',
  cancelled: 'idle',
  replaced: 'idle',
};

/** @param {ApprovalRow} row */
function outcomeChip({ state, reason }) {
  const end = endOf(state, reason);
  return end && chip(looks[end], [b({}, cardTexts.card.outcomes[end])]);
}

/** @param {ApprovalRow} row */
function outcomeWords({ id, state, decidedBy, decidedAt, reason, card }) {
  const end = endOf(state, reason);
  if (end === undefined) return [];
  const when = decidedAt === undefined ? '' : say(' at {decidedAt}', { decidedAt: clockTime(decidedAt, true) });
  const said = `${cardTexts.card.outcomes[end]}${byText(decidedBy)}${when}.`;
  if (end === 'granted' && card.undoUntil !== undefined) return [said, ' ', untilBegin(id, card.undoUntil), '.'];
  if (end === 'edited') return [said, ' ', cardTexts.answers.edited];
  return end === 'denied' && reason ? [said, ` ${cardTexts.card.why}: `, ...readable(reason)] : [said];
}
