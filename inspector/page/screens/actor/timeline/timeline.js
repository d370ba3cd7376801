/**
 * The steps of an actor, newest at the bottom: what came, from where to where it moved. Only those in sight are drawn.
 */
import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { emptyState, skeleton } from '../../../parts/lists/empty.js';
import { listEnd } from '../../../parts/lists/end.js';
import { button, component, div, input, label, li, ol, p, span, time } from '../../../parts/tags.js';
import { clockTime, exactTime } from '../../../parts/values/age.js';
import { eventName } from '../../../parts/values/event-name.js';
import { readable } from '../../../parts/values/visible.js';
import { say } from '../../../words/say.js';
import { actorView, at, seen } from '../store.js';
import { entryLook } from './entry-look.js';
import { causeOf, isFailure, timelineRows } from './timeline-rows.js';

/** @import { JournalEntry } from '../../../../../src/domain/supervision/view.ts' */
/** @import { Actor } from '../actor.js' */
/** @import { Importance } from '../store.js' */
/** @import { Line } from './timeline-rows.js' */

const filter = seen(view => view.filter);
const importance = seen(view => view.importance);
const rowHeight = 46;
/** Drawn beyond what is seen. */
const beyond = 12;

export const timeline = component(Timeline);

/** @param {{ actor: Actor }} props */
function Timeline({ actor }) {
  const { entries, state, hasEarlier, trouble } = actor.journal.value;
  const unfolded = useSignal(/** @type {ReadonlySet<number>} */ (new Set()));
  const lines = useMemo(
    () =>
      timelineRows(entries, {
        filter: filter.value,
        importance: importance.value,
        isUnfolded: first => unfolded.value.has(first),
      }),
    [entries, filter.value, importance.value, unfolded.value],
  );
  const scroller = useRef(/** @type {HTMLDivElement | null} */ (null));
  const end = useMemo(() => listEnd(8), [actor]);
  const seenFrom = useSignal(Math.max(0, lines.length - 40));
  const seenCount = useSignal(40);

  const look = () => {
    const place = scroller.current;
    if (!place) return;
    end.look(place);
    seenFrom.value = Math.max(0, Math.floor(place.scrollTop / rowHeight) - beyond);
    seenCount.value = Math.ceil(place.clientHeight / rowHeight) + 2 * beyond;
  };
  const step = at.value;
  const lastStep = useRef(step);
  useLayoutEffect(() => {
    const place = scroller.current;
    if (!place) return;
    // from the past to what is now, which stands at the bottom
    const isBack = step === null && lastStep.current !== null;
    lastStep.current = step;
    if (step !== null) {
      const index = lines.findIndex(({ folded }) => folded.some(({ seq }) => seq === step));
      const top = index * rowHeight;
      if (index >= 0 && (top < place.scrollTop || top + rowHeight > place.scrollTop + place.clientHeight))
        place.scrollTop = top - place.clientHeight / 2;
    } else if (isBack || end.isHeld) end.goTo(place);
    look();
  }, [actor, lines.length, step, entries.at(-1)?.seq]);
  useEffect(() => {
    const place = scroller.current;
    if (!place) return undefined;
    // what stands above it may come later, and take room from it
    const sized = new ResizeObserver(() => {
      if (end.isHeld && at.peek() === null) end.goTo(place);
      look();
    });
    sized.observe(place);
    return () => sized.disconnect();
  }, [end, state === 'ready']);

  const choice = (/** @type {Importance} */ name, /** @type {string} */ title) =>
    label(
      { class: 'choice' },
      input({
        type: 'radio',
        name: 'steps',
        checked: importance.value === name,
        onChange: () => actorView.trigger.importanceChosen({ importance: name }),
      }),
      span({}, title),
    );
  const from = Math.min(seenFrom.value, Math.max(0, lines.length - 1));
  const shown = lines.slice(from, from + seenCount.value);
  const current = step ?? entries.at(-1)?.seq;
  return div(
    { class: 'timeline' },
    div(
      { class: 'tab-tools' },
      input({
        class: 'filter',
        type: 'search',
        placeholder: say('Filter steps'),
        'aria-label': say('Filter steps'),
        'aria-keyshortcuts': '/',
        'data-filter': '',
        value: filter.value,
        onInput: event => actorView.trigger.filtered({ text: event.currentTarget.value }),
      }),
      div(
        { class: 'choices', role: 'radiogroup', 'aria-label': say('Steps') },
        choice('all', say('All')),
        choice('moves', say('Moves')),
        choice('failures', say('Failures')),
      ),
    ),
    state === 'loading' && skeleton(8),
    state === 'gone' && emptyState(say('There is no such actor, or its journal was pruned.')),
    state === 'failed' && emptyState(say('The journal could not be read.'), trouble ?? ''),
    state === 'ready' &&
      div(
        {
          class: 'tab-scroll',
          ref: scroller,
          onScroll: look,
          tabIndex: 0,
          role: 'region',
          'aria-label': say('Timeline'),
        },
        beginning(actor, hasEarlier, entries[0]),
        lines.length === 0 &&
          p({ class: 'tab-none' }, entries.length === 0 ? say('Nothing has happened yet.') : say('No step fits.')),
        ol(
          { class: 'steps', style: { height: `${lines.length * rowHeight}px` } },
          ...shown.map((line, index) =>
            stepRow({
              key: line.entry.seq,
              line,
              top: (from + index) * rowHeight,
              isCurrent: line.folded.some(({ seq }) => seq === current),
              actor,
              unfold: () => (unfolded.value = new Set([...unfolded.peek(), line.folded[0]?.seq ?? 0])),
            }),
          ),
        ),
      ),
  );
}

/**
 * What lies before the first step that is shown.
 * @param {Actor} actor
 * @param {boolean} hasEarlier
 * @param {JournalEntry | undefined} first
 */
function beginning(actor, hasEarlier, first) {
  if (hasEarlier)
    return button(
      { type: 'button', class: 'show-all', onClick: () => void actor.earlier() },
      say('Load steps before step {value}', { value: first?.seq ?? '' }),
    );
  if (first && first.seq > 1)
    return p({ class: 'tab-none' }, say('Starts at #{seq}; older entries were pruned.', { seq: first.seq }));
  return null;
}

const stepRow = component(StepRow);

/** @param {{ line: Line, top: number, isCurrent: boolean, actor: Actor, unfold: () => void }} props */
function StepRow({ line: { entry, times }, top, isCurrent, actor, unfold }) {
  const { seq, at: instant, event, from, leaf } = entry;
  const isDiverged = actor.diverged.value.has(seq);
  const look = entryLook(entry, actor.chart.value?.model);
  const cause = causeOf(entry);
  return li(
    {
      class: `step${isCurrent ? ' current' : ''}${isDiverged ? ' diverged' : ''}`,
      style: { transform: `translateY(${top}px)` },
    },
    button(
      {
        type: 'button',
        class: 'step-button',
        'data-row': '',
        'data-seq': String(seq),
        'aria-current': isCurrent ? 'step' : undefined,
        title: say('Step {seq}, {instant}', { seq, instant: exactTime(instant) }),
        onClick: () => actorView.trigger.stepped({ seq }),
      },
      span({ class: `step-dot ink-${isFailure(entry) ? 'failed' : look}`, 'aria-hidden': 'true' }),
      span({ class: 'step-event' }, eventName(event.type)),
      time({ class: 'step-time', dateTime: new Date(instant).toISOString() }, offset(instant, actor)),
      span(
        { class: 'step-way' },
        from !== undefined && [span({ class: 'step-from' }, from === 'any state' ? say('any state') : from), ' → '],
        leaf !== undefined &&
          (from === undefined && seq > 1
            ? span({ class: 'step-from' }, say('in {leaf}', { leaf }))
            : span({ class: 'step-to' }, leaf)),
        cause !== undefined && span({ class: 'step-cause', title: cause, dir: 'auto' }, ' ', ...readable(cause)),
        isDiverged && span({ class: 'step-diverged' }, say(' differs when replayed')),
      ),
    ),
    times > 1 &&
      button({ type: 'button', class: 'step-times', title: say('Show each'), onClick: unfold }, `× ${times}`),
  );
}

const hourMs = 3_600_000;

/** `2.5 s`, `4 min 19 s`. @param {number} ms */
function formatSince(ms) {
  const seconds = Math.floor(ms / 1_000);
  return seconds < 60
    ? `${(ms / 1_000).toFixed(1)} s`
    : say('{seconds} min {value} s', { seconds: Math.floor(seconds / 60), value: seconds % 60 });
}

/**
 * The time since its start while that is not long ago, else the time of day.
 * @param {number} instant
 * @param {Actor} actor
 */
function offset(instant, actor) {
  const began = actor.row.value?.startedAt ?? actor.journal.value.entries[0]?.at ?? instant;
  const ms = instant - began;
  return ms >= 0 && ms < hourMs ? `+${formatSince(ms)}` : clockTime(instant, true);
}
