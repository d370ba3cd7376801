/** Approvals: one question at a time, what comes next beside it, and a moment to take a yes back. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { approvalAt, areApprovalsRead, followApprovals } from '../../live/approvals.js';
import { cardTexts, requestedText } from '../../live/card-texts.js';
import { emptyState, skeleton } from '../../parts/lists/empty.js';
import { troubleHead } from '../../parts/lists/trouble.js';
import { refocus } from '../../parts/refocus.js';
import { riskMark } from '../../parts/risk.js';
import { a, aside, component, div, h1, h2, li, ol, span } from '../../parts/tags.js';
import { age, formatLeft } from '../../parts/values/age.js';
import { readable, withCode } from '../../parts/values/visible.js';
import { useKeys } from '../../view/keys.js';
import { go, href } from '../../view/router.js';
import { say } from '../../words/say.js';
import { accountCard } from './account-card.js';
import { alikeLines } from './alike.js';
import { batchCard } from './batch-card.js';
import { approvalCard } from './card.js';
import { incidentCard } from './incident-card.js';
import { lineOf, queue } from './queue.js';
import { standingList } from './standing-list.js';
import { undoBar } from './undo-bar.js';

/** @import { ApprovalCard } from '../../../../src/domain/approvals/card.ts' */
/** @import { ScreenProps } from '../../view/screens.js' */
/** @import { Item } from './queue.js' */

/** @param {ScreenProps} props */
export function Screen({ params: [chosen] }) {
  useEffect(followApprovals, []);
  /** What is on the screen; it stays there until the owner goes on, whatever happens to it. */
  const shownId = useSignal(/** @type {string | undefined} */ (undefined));
  /** Answered here: it is not shown again while Straylight has not said so. */
  const answered = useSignal(/** @type {readonly string[]} */ ([]));
  const hasGoneOn = useRef(false);
  const splitTools = useSignal(/** @type {readonly string[]} */ ([]));
  const items = queue.value.flatMap(item =>
    item.kind === 'batch' && splitTools.value.includes(item.id)
      ? item.rows.map(row => /** @type {Item} */ ({ kind: 'approval', id: row.id, row }))
      : [item],
  );
  const wanted = chosen === undefined ? undefined : chosen.includes(':') ? chosen : `approval:${chosen}`;
  useEffect(() => {
    if (wanted !== undefined) shownId.value = itemOf(wanted, items)?.id ?? wanted;
  }, [wanted]);
  const shown = shownId.value;
  const item = shown === undefined ? undefined : itemOf(shown, items);
  const over = item || shown === undefined ? undefined : approvalAt(shown);
  const first = items.find(({ id }) => !answered.value.includes(id))?.id;
  // what is no longer there makes room for what waits, unless it was asked for by its address
  const isFree = !item && !over && wanted === undefined;
  useEffect(() => {
    if (isFree && first !== undefined) shownId.value = first;
  }, [isFree, first]);

  const at = item ? items.indexOf(item) : -1;
  const goOn = () => {
    if (item) answered.value = [...answered.value.slice(-50), item.id];
    const left = items.filter(({ id }) => !answered.value.includes(id));
    const next = left.find(one => items.indexOf(one) > at) ?? left[0];
    shownId.value = next?.id;
    if (wanted !== undefined) go('approvals');
    hasGoneOn.current = true;
  };
  useEffect(() => {
    if (!hasGoneOn.current) return;
    hasGoneOn.current = false;
    // the answer that was pressed went with its card
    refocus([() => document.querySelector('.card-body'), () => document.querySelector('.approvals > h1')]);
  }, [item?.id]);
  useKeys({ j: () => step(1), k: () => step(-1) }, []);
  const step = (/** @type {1 | -1} */ by) => {
    if (items.length === 0) return;
    shownId.value = items[(Math.max(0, at) + by + items.length) % items.length]?.id;
  };
  const areAlike = alikeLines(items.map(lineOf));
  const isReady = areApprovalsRead.value || items.length > 0;

  return div(
    { class: 'approvals' },
    h1({ class: 'unseen', tabIndex: -1 }, say('Approvals')),
    div(
      { class: 'approvals-card' },
      item?.kind === 'approval' &&
        approvalCard({ key: item.id, row: item.row, hasKeys: true, onDecided: goOn, onNext: goOn }),
      item?.kind === 'batch' &&
        batchCard({
          key: item.id,
          item,
          onSplit: () => {
            splitTools.value = [...splitTools.value, item.id];
            shownId.value = item.rows[0]?.id;
          },
        }),
      item?.kind === 'incident' && incidentCard({ key: item.id, item }),
      item?.kind === 'account' && accountCard({ key: item.id, item, onAnswered: goOn }),
      over && approvalCard({ key: over.id, row: over, hasKeys: true, onNext: goOn }),
      !item && !over && isReady && nothing(shown !== undefined && wanted !== undefined),
      !isReady && skeleton(3),
      undoBar({}),
    ),
    aside(
      { class: 'approvals-next', 'aria-label': say('Pending') },
      items.length > 0 && h2({ class: 'title' }, say('Waiting'), span({ class: 'count' }, String(items.length))),
      items.length > 0 &&
        ol(
          { class: 'next-list' },
          ...items.map((one, at) =>
            li(
              { key: one.id },
              nextLine({
                item: one,
                isShown: one === item,
                isAlike: areAlike[at] === true,
                onShow: () => (shownId.value = one.id),
              }),
            ),
          ),
        ),
      standingList({}),
    ),
  );
}

/**
 * The item of an id; an approval that is part of a batch is shown with it.
 * @param {string} id
 * @param {readonly Item[]} items
 */
function itemOf(id, items) {
  return (
    items.find(item => item.id === id) ??
    items.find(item => item.kind === 'batch' && item.rows.some(row => row.id === id))
  );
}

/** @param {boolean} isGone */
function nothing(isGone) {
  return isGone
    ? emptyState(say('This item no longer exists.'), a({ href: href('approvals') }, say('See pending approvals')))
    : emptyState(
        cardTexts.waiting.none,
        say('When the agent needs your approval, it asks here and in your other channels.'),
      );
}

const nextLine = component(NextLine);

/** @type {Partial<ApprovalCard>} */
const noCard = {};

/** `isAlike`: another one reads like it. @param {{ item: Item, isShown: boolean, isAlike: boolean, onShow: () => void }} props */
function NextLine({ item, isShown, isAlike, onShow }) {
  /** @type {Pick<ApprovalCard, 'risk' | 'restoresFiles'> | undefined} */
  const risk = item.kind === 'approval' ? item.row.card : item.kind === 'batch' ? { risk: 'low' } : undefined;
  const { expiresAt: until, requestedAt, key } = item.kind === 'approval' ? item.row.card : noCard;
  const target = item.kind === 'approval' ? item.row.card.key : item.id;
  return a(
    {
      class: 'next',
      href: href('approvals', target),
      'aria-current': isShown ? 'true' : undefined,
      onClick: onShow,
    },
    span({ class: 'next-text', dir: 'auto' }, ...(item.kind === 'incident' ? withCode : readable)(lineOf(item))),
    span(
      { class: 'next-facts' },
      risk ? riskMark(risk) : item.kind === 'incident' && span({ class: 'ink-failed' }, troubleHead(item.need)),
      isAlike && key !== undefined && span({ class: 'mono' }, key),
      requestedAt !== undefined && age({ since: requestedAt, format: requestedText }),
      until !== undefined && age({ since: until, format: left }),
    ),
  );
}

/** @param {number} ms */
const left = ms => say('{left} left', { left: formatLeft(ms) });
