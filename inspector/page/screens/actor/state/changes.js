/** What a step changed: where it stands first, then what it knows. */
import { emptyState, skeleton } from '../../../parts/lists/empty.js';
import { component, dd, div, dl, dt, h3, p, span } from '../../../parts/tags.js';
import { eventName } from '../../../parts/values/event-name.js';
import { say } from '../../../words/say.js';
import { entryAt } from '../actor.js';
import { at } from '../store.js';
import { snapshotDiff } from './diff.js';
import { valueText } from './value-tree.js';
/** @import { Actor } from '../actor.js' */
/** @import { Difference } from './diff.js' */

export const changesTab = component(ChangesTab);

/** @param {{ actor: Actor }} props */
function ChangesTab({ actor }) {
  const seq = at.value ?? actor.last.value?.seq;
  const replayed = actor.replayed.value;
  if (seq === undefined) return emptyState(say('Nothing has happened yet.'));
  const entry = entryAt(actor.journal.value.entries, seq);
  if (replayed?.seq !== seq) return at.value === null && replayed ? changesOf(replayed.seq) : skeleton(6);
  return changesOf(seq);

  /** @param {number} shown */
  function changesOf(shown) {
    if (replayed?.trouble !== undefined) return emptyState(say('This step cannot be replayed.'), replayed.trouble);
    const differences = snapshotDiff(replayed?.prev ?? {}, replayed?.snapshot);
    const step = entryAt(actor.journal.value.entries, shown) ?? entry;
    return div(
      { class: 'tab-scroll changes', tabIndex: 0, role: 'region', 'aria-label': say('Changes') },
      h3({ class: 'changes-title' }, say('Step {shown} ', { shown }), step && eventName(step.event.type)),
      replayed?.verified === false && divergence(step?.to, replayed.snapshot),
      differences.length === 0 && p({ class: 'tab-none' }, say('It changed nothing.')),
      dl({}, ...differences.map(difference => change({ key: difference.path.join('.'), difference }))),
      step?.asked &&
        step.asked.length > 0 &&
        div(
          {},
          h3({ class: 'changes-title' }, say('It asked for')),
          ...step.asked.map((line, index) => p({ key: index, class: 'mono asked' }, line)),
        ),
    );
  }
}

/**
 * Both, where the replay led elsewhere. Of the recorded state the journal keeps where it stood and a digest of the
 * rest.
 * @param {unknown} recorded
 * @param {{ value?: unknown } | undefined} snapshot
 */
function divergence(recorded, snapshot) {
  const isSamePlace = JSON.stringify(recorded) === JSON.stringify(snapshot?.value);
  return div(
    { class: 'divergence', role: 'note' },
    p({}, say('Replayed state differs from the recorded one.')),
    isSamePlace && p({}, say('The state is the same, but its context differs.')),
    dl(
      {},
      dt({}, say('recorded')),
      dd({}, span({ class: isSamePlace ? '' : 'change-before' }, valueText(recorded))),
      dt({}, say('replayed')),
      dd({}, span({ class: isSamePlace ? '' : 'change-after' }, valueText(snapshot?.value))),
    ),
  );
}

const change = component(Change);

/** @param {{ difference: Difference }} props */
function Change({ difference: { path, kind, before, after } }) {
  return div(
    { class: `change ${kind}` },
    dt({}, path.join(' › ')),
    dd(
      {},
      kind !== 'added' &&
        span({ class: 'change-before' }, span({ class: 'unseen' }, say('before: ')), valueText(before)),
      kind !== 'removed' &&
        span({ class: 'change-after' }, span({ class: 'unseen' }, say('after: ')), valueText(after)),
    ),
  );
}
