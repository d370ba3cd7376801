/**
 * One actor: where it stands in its chart, what happened to it and what can be done with it; and every state it was in
 * before, replayed by Straylight and compared with what was recorded. Replaying runs nothing.
 */
import { computed } from '@preact/signals';
import { h } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { emptyState } from '../../parts/lists/empty.js';
import { a, button, component, div, span } from '../../parts/tags.js';
import { announce } from '../../view/announce.js';
import { useKeys } from '../../view/keys.js';
import { href, nameAddress } from '../../view/router.js';
import { viewed } from '../../view/store.js';
import { say } from '../../words/say.js';
import { openActor } from './actor.js';
import { chartView } from './chart/chart-view.js';
import { outline } from './chart/outline.js';
import { actorHeader } from './header/header.js';
import { childrenTab, messagesTab } from './relations/relations-tabs.js';
import { changesTab } from './state/changes.js';
import { snapshotTab } from './state/snapshot.js';
import { actorView, at, isSmall, seen } from './store.js';
import { forward, goBack, live, playOn, playOrPause } from './timeline/playing.js';
import { scrubber } from './timeline/scrubber.js';
import { timeline } from './timeline/timeline.js';
import { traceTab } from './trace/trace.js';
/** @import { ScreenProps } from '../../view/screens.js' */
/** @import { Actor } from './actor.js' */
/** @import { Tab } from './store.js' */

/** @param {readonly string[]} params */
export function titleOf([id = say('Actor')]) {
  return id;
}

/** @param {ScreenProps} props */
export function Screen({ params: [id = '', step = ''] }) {
  if (id === '')
    return emptyState(say('This address names no actor.'), a({ href: href('overview') }, say('Go to the Overview')));
  return h(ActorScreen, { key: id, id, step });
}

const isOutline = seen(view => view.isOutline);
const isPlaying = seen(view => view.isPlaying);
const speed = seen(view => view.speed);
const tab = seen(view => view.tab);

/** @type {readonly (readonly [Tab, string, (props: { actor: Actor }) => import('preact').VNode])[]} */
const allTabs = [
  ['chart', say('Chart'), chartPart],
  ['timeline', say('Timeline'), timeline],
  ['snapshot', say('Snapshot'), snapshotTab],
  ['changes', say('Changes'), changesTab],
  ['children', say('Children'), childrenTab],
  ['messages', say('Messages'), messagesTab],
  ['trace', say('Trace'), traceTab],
];

/** Beside the others the chart needs no tab. */
const tabs = computed(() => allTabs.filter(([name]) => name !== 'chart' || isSmall.value));
const shownTab = computed(() => (tab.value === 'chart' && !isSmall.value ? 'timeline' : tab.value));

/** Of what the address says behind the actor. @param {string} step */
function stepOf(step) {
  return /^\d{1,15}$/.test(step) ? Number(step) : null;
}

/** A step that rests for so long is named in the address; browsers bear no more changes of it. */
const restMs = 300;

/**
 * The address follows the step that is looked at, and the step an address that is gone to.
 * @param {string} id
 * @param {string} step
 */
function useStepInAddress(id, step) {
  const arrived = useRef(route.value);
  useEffect(() => {
    if (arrived.current === route.value) return;
    arrived.current = route.value;
    const seq = stepOf(step);
    if (seq === null) live();
    else actorView.trigger.stepped({ seq });
  }, [route.value]);
  useEffect(() => {
    if (isPlaying.value) return undefined;
    const timer = setTimeout(() => nameAddress('actor', id, ...(at.value === null ? [] : [String(at.value)])), restMs);
    return () => clearTimeout(timer);
  }, [id, at.value, isPlaying.value]);
}

const route = viewed(view => view.route);

/** @type {import('../../view/keys.js').KeyWords} */
const keyWords = [
  ['← →', say('One step back, one step on')],
  ['Space', say('Play or pause the replay')],
  ['L', say('Back to now')],
  ['O', say('The chart as a list of states')],
  ['R', say('Restart the actor')],
];

/** @param {{ id: string, step: string }} props `step`: the address names one to begin with */
function ActorScreen({ id, step }) {
  const actor = useMemo(() => {
    actorView.trigger.opened({ id, at: stepOf(step) });
    return openActor(id);
  }, [id]);
  useEffect(() => () => actor.close(), [actor]);
  useStepInAddress(id, step);
  useEffect(() => {
    if (!isPlaying.value) return undefined;
    const timer = setInterval(() => playOn(actor), 1_000 / speed.value);
    return () => clearInterval(timer);
  }, [actor, isPlaying.value, speed.value]);
  useKeys(
    {
      ArrowLeft: () => goBack(actor),
      ArrowRight: () => forward(actor),
      ' ': event => {
        // a button that has the focus is pressed by it
        if (event.target instanceof HTMLElement && event.target.closest('button, a, summary, select, label')) return;
        event.preventDefault();
        playOrPause(actor);
      },
      l: live,
      o: () => actorView.trigger.outlineToggled(),
      r: () => {
        if (at.peek() === null && actor.row.peek()) actorView.trigger.restartWanted({ isOpen: true });
      },
    },
    keyWords,
  );

  if (!actor.row.value && actor.journal.value.state === 'gone')
    return div(
      { class: 'actor' },
      actorHeader({ actor }),
      emptyState(
        say('There is no such actor, or its journal was pruned.'),
        a({ href: href('overview') }, say('See all actors')),
      ),
    );
  const isReplaying = at.value !== null;
  return div(
    { class: `actor${isReplaying ? ' replaying' : ''}` },
    actorHeader({ actor }),
    isReplaying && replayBar({ actor }),
    div(
      { class: 'actor-body' },
      // who reads with the ears has the states beside every tab
      isSmall.value ? shownTab.value !== 'chart' && outline({ actor, isSeen: false }) : chartPart({ actor }),
      div({ class: 'actor-side' }, tabList({}), tabPanel({ actor })),
    ),
    scrubber({ actor }),
  );
}

/** The chart, drawn or in words. @param {{ actor: Actor }} props */
function chartPart({ actor }) {
  return h(ChartPart, { actor });
}

/** @param {{ actor: Actor }} props */
function ChartPart({ actor }) {
  const isListed = isOutline.value;
  return div(
    { class: 'actor-chart' },
    !isListed && chartView({ actor }),
    outline({ actor, isSeen: isListed || !actor.chart.value?.layout }),
    button(
      {
        type: 'button',
        class: 'button small outline-switch',
        'aria-pressed': isOutline.value,
        title: 'O',
        onClick: () => actorView.trigger.outlineToggled(),
      },
      isOutline.value ? say('Chart') : say('Outline'),
    ),
  );
}

const tabList = component(TabList);

function TabList() {
  /** @param {KeyboardEvent} event */
  const onKeyDown = event => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const all = tabs.peek();
    const index = all.findIndex(([name]) => name === shownTab.peek());
    const next = all[(index + step + all.length) % all.length]?.[0] ?? 'timeline';
    actorView.trigger.tabChosen({ tab: next });
    document.getElementById(`tab-${next}`)?.focus();
  };
  return div(
    { class: 'tabs', role: 'tablist', 'aria-label': say('About this actor'), onKeyDown },
    ...tabs.value.map(([name, title]) =>
      button(
        {
          key: name,
          type: 'button',
          role: 'tab',
          id: `tab-${name}`,
          class: 'tab',
          'aria-selected': shownTab.value === name,
          'aria-controls': 'tab-panel',
          tabIndex: shownTab.value === name ? 0 : -1,
          onClick: () => actorView.trigger.tabChosen({ tab: name }),
        },
        title,
      ),
    ),
  );
}

const tabPanel = component(TabPanel);

/** @param {{ actor: Actor }} props */
function TabPanel({ actor }) {
  const shown = tabs.value.find(([name]) => name === shownTab.value);
  return div(
    { class: 'tab-panel', id: 'tab-panel', role: 'tabpanel', 'aria-labelledby': `tab-${shownTab.value}` },
    shown?.[2]({ actor }),
  );
}

const replayBar = component(ReplayBar);

/**
 * Says that what is shown is the past, and whether Straylight comes to the same state again.
 * @param {{ actor: Actor }} props
 */
function ReplayBar({ actor }) {
  const seq = at.value;
  const newest = actor.last.value?.seq ?? '';
  const replayed = actor.replayed.value;
  const known = replayed?.seq === seq ? replayed : undefined;
  const verdict = verdictOf(known);
  useEffect(() => {
    if (known && !isPlaying.peek()) announce(say('Step {seq}, {words}.', { seq, words: verdict.words }));
  }, [known]);
  return div(
    { class: `replay-bar${verdict.isBad ? ' replay-bad' : ''}`, role: 'note' },
    span(
      {},
      say('Replaying {seq} of {newest}, ', { seq, newest }),
      span({ class: 'verdict', 'data-verified': String(known?.verified ?? '') }, verdict.words),
    ),
    button({ type: 'button', class: 'button small', onClick: live, title: 'L' }, say('Live')),
  );
}

/** @param {import('./actor.js').Replayed | undefined} replayed */
function verdictOf(replayed) {
  if (!replayed) return { words: say('checking…'), isBad: false };
  if (replayed.trouble !== undefined)
    return { words: say('not replayed: {trouble}', { trouble: replayed.trouble }), isBad: true };
  if (replayed.verified === true) return { words: say('verified'), isBad: false };
  if (replayed.verified === 'forgotten') return { words: say('texts of it were forgotten'), isBad: false };
  if (replayed.verified === 'code-changed')
    return { words: say('made by another version of this chart'), isBad: false };
  return { words: say('replayed state differs from the recorded one'), isBad: true };
}
