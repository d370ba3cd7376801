/**
 * One question to the owner: how much is at stake, until when, what will be done and why that is asked, exactly what
 * would run, and the answers, which are always in sight. A card that changes while it is looked at says what has
 * changed; one that was answered elsewhere says by whom.
 */
import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { chip } from '../../parts/chip.js';
import { riskMark } from '../../parts/risk.js';
import { a, b, button, component, dd, div, dl, dt, h2, p, pre, section, span } from '../../parts/tags.js';
import { age, clockTime, formatLeft } from '../../parts/values/age.js';
import { exactly, readable } from '../../parts/values/visible.js';
import { announce } from '../../view/announce.js';
import { href } from '../../view/router.js';
import { changesBetween } from './changes.js';
import { decider } from './decide.js';
import { ladder } from './ladder.js';
import { untilBegin } from './until-begin.js';

/** @import { Look } from '../../parts/look.js' */
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
        ? 'This request changed after it was shown to you. Nothing was decided.'
        : 'You are asked again about the same call. Nothing was decided.';
    notice.value = { text, changes };
    announce(text);
  }, [row.id, rev, state]);

  return section(
    { class: `card card-${card.risk}`, 'aria-labelledby': `card-${card.key}` },
    div(
      { class: 'card-head' },
      riskMark(card.risk),
      state === 'pending' && timeLeft(row),
      state === 'pending' && isCompact && a({ class: 'link', href: href('approvals', card.key) }, 'More options'),
      state !== 'pending' && outcomeChip(row),
    ),
    div(
      { class: 'card-body', tabIndex: 0, role: 'region', 'aria-label': 'What is asked' },
      notice.value && changeNotice(notice.value),
      h2({ class: 'card-intent', id: `card-${card.key}`, dir: 'auto' }, ...readable(card.intent)),
      ...card.reasons.map(reason => p({ class: 'card-reason', dir: 'auto' }, ...readable(reason))),
      pre(
        { class: 'card-exact', tabIndex: 0, dir: 'ltr', 'aria-label': 'Exactly what would run' },
        ...exactly(card.exact),
      ),
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
          onNext && button({ type: 'button', class: 'button', onClick: onNext }, 'Continue'),
        ),
  );
}

/** By Straylight’s clock. @param {ApprovalRow} row */
function timeLeft({ card: { expiresAt }, queued }) {
  if (expiresAt !== undefined) return span({ class: 'card-left' }, age({ since: expiresAt, format: left }));
  return span({ class: 'card-left' }, queued ? 'deadline not started' : 'no deadline');
}

/** @param {number} ms */
const left = ms => (ms >= 0 ? 'time is up' : `${formatLeft(ms)} left`);

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
    dt({}, 'Tool'),
    dd({ class: 'mono' }, ...exactly(tool)),
    dt({}, 'Conversation'),
    dd({}, a({ class: 'link', href: href('chat', session) }, ...readable(session.replace(/^session:/, '')))),
    dt({}, 'Fingerprint'),
    dd({ class: 'mono', title: digest }, digest.slice(0, 16)),
    undoMs > 0 && [dt({}, 'Undo'), dd({}, `possible for ${Math.round(undoMs / 1000)} s after approval`)],
    repeat && [dt({}, 'Repeated'), dd({}, 'an earlier card may have been shown before a crash; this one replaces it')],
    dt({}, 'Actor'),
    dd({}, a({ class: 'link mono', href: href('actor', id) }, id)),
  );
}

/** @type {Readonly<Record<string, { look: Look, word: string }>>} */
const outcomes = {
  changed: { look: 'idle', word: 'Changed' },
  granted: { look: 'healthy', word: 'Approved' },
  denied: { look: 'idle', word: 'Denied' },
  expired: { look: 'failed', word: 'Expired' },
  undelivered: { look: 'failed', word: 'Not shown anywhere' },
  cancelled: { look: 'idle', word: 'Cancelled' },
};

/** @param {ApprovalRow} row */
function outcomeChip({ state, reason }) {
  const { look, word } = outcomes[reason === 'changed' ? reason : state] ?? {
    look: /** @type {Look} */ ('idle'),
    word: state,
  };
  return chip(look, [b({}, reason === 'taken back' ? 'Taken back' : word)]);
}

/** @param {ApprovalRow} row */
function outcomeWords({ id, state, decidedBy, decidedAt, reason, card }) {
  const who = decider(decidedBy);
  const when = decidedAt === undefined ? '' : ` at ${clockTime(decidedAt, true)}`;
  const word = reason === 'taken back' ? 'Taken back' : (outcomes[state]?.word ?? state);
  const said = `${word}${who === '' ? '' : ` ${who}`}${when}.`;
  if (state === 'granted' && card.undoUntil !== undefined) return [said, ' ', untilBegin(id, card.undoUntil), '.'];
  if (state === 'granted') return [said];
  if (reason === 'changed')
    return [
      'Changed',
      who === '' ? '' : ` ${who}`,
      when,
      '. The original call did not run. The changed one is evaluated again.',
    ];
  return [said, reason && reason !== 'taken back' ? [' Because: ', ...readable(reason)] : ' Nothing was run.'];
}
