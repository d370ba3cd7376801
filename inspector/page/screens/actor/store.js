/** What is looked at of one actor: the step, the tab, the filters, how the chart is shown. */
import { computed, signal } from '@preact/signals';
import { createStore } from '@xstate/store';
/** @import { ReadonlySignal } from '@preact/signals' */

/**
 * @typedef {'chart' | 'timeline' | 'snapshot' | 'changes' | 'children' | 'messages' | 'trace'} Tab
 * @typedef {'all' | 'moves' | 'failures'} Importance
 * @typedef {'auto' | 'fit' | 'follow' | 'free'} Camera `auto`: whichever shows it best
 * @typedef {object} ActorView
 * @property {string} id
 * @property {number | null} at the step that is looked at; null: what is now
 * @property {boolean} isPlaying
 * @property {number} speed events a second
 * @property {Tab} tab
 * @property {Importance} importance
 * @property {string} filter
 * @property {boolean} isOutline
 * @property {Camera} camera
 * @property {boolean} isRestarting the panel is open
 */

export const speeds = [2, 8, 30];

const smallScreen = matchMedia('(max-width: 600px)');

/** @type {ActorView} */
const first = {
  id: '',
  at: null,
  isPlaying: false,
  speed: 2,
  tab: smallScreen.matches ? 'chart' : 'timeline',
  importance: 'all',
  filter: '',
  isOutline: false,
  camera: 'auto',
  isRestarting: false,
};

/** Send what happened: `actorView.trigger.stepped({ seq: 44 })`. */
export const actorView = createStore({
  context: first,
  on: {
    /**
     * Another actor: how it is looked at stays.
     * @param {ActorView} context
     * @param {{ id: string, at: number | null }} event
     */
    opened: ({ tab, speed, isOutline, importance }, { id, at }) => ({
      ...first,
      tab,
      speed,
      isOutline,
      importance,
      id,
      at,
    }),
    /** @param {ActorView} context @param {{ seq: number, isPlaying?: boolean }} event */
    stepped: (context, { seq, isPlaying = false }) => ({ ...context, at: seq, isPlaying, isRestarting: false }),
    /** @param {ActorView} context */
    wentLive: context => ({ ...context, at: null, isPlaying: false }),
    /** @param {ActorView} context */
    paused: context => ({ ...context, isPlaying: false }),
    /** @param {ActorView} context @param {{ speed: number }} event */
    speedChosen: (context, { speed }) => ({ ...context, speed }),
    /** @param {ActorView} context @param {{ tab: Tab }} event */
    tabChosen: (context, { tab }) => ({ ...context, tab }),
    /** @param {ActorView} context @param {{ importance: Importance }} event */
    importanceChosen: (context, { importance }) => ({ ...context, importance }),
    /** @param {ActorView} context @param {{ text: string }} event */
    filtered: (context, { text }) => ({ ...context, filter: text }),
    /** @param {ActorView} context */
    outlineToggled: context => ({ ...context, isOutline: !context.isOutline }),
    /** @param {ActorView} context @param {{ camera: Camera }} event */
    cameraChosen: (context, { camera }) => ({ ...context, camera }),
    /** @param {ActorView} context @param {{ isOpen: boolean }} event */
    restartWanted: (context, { isOpen }) => ({ ...context, isRestarting: isOpen }),
  },
});

const current = signal(actorView.getSnapshot().context);
actorView.subscribe(({ context }) => {
  current.value = context;
});

/**
 * One thing of it as a signal.
 * @template T
 * @param {(context: ActorView) => T} pick
 * @returns {ReadonlySignal<T>}
 */
export function seen(pick) {
  return computed(() => pick(current.value));
}

/** The step that is looked at; null: what is now. */
export const at = seen(view => view.at);

/** On so little the chart has a tab of its own. */
export const isSmall = signal(smallScreen.matches);
smallScreen.addEventListener('change', ({ matches }) => {
  isSmall.value = matches;
});
