/**
 * What is looked at: one store for the whole page. Everything that changes what a screen shows, and is not
 * Straylight’s, is an event here.
 *
 * Choices that should last (theme, filters) are kept in this browser; nothing of Straylight ever is.
 */
import { computed, signal } from '@preact/signals';
import { createStore } from '@xstate/store';

/** @import { ReadonlySignal } from '@preact/signals' */

/**
 * @typedef {{ readonly name: string, readonly params: readonly string[] }} Route
 * @typedef {'system' | 'light' | 'dark'} Theme
 * @typedef {'all' | 'moves' | 'failures'} FeedImportance
 * @typedef {{ readonly span: 'day' | 'week' | 'month', readonly unit: 'micros' | 'tokens' | 'calls', readonly by: 'model' | 'purpose' }} PlotChoice
 * @typedef {object} View
 * @property {Route} route
 * @property {Theme} theme
 * @property {boolean} isTree the Overview shows who belongs to whom
 * @property {string} rowFilter
 * @property {readonly string[]} wholeGroups groups that show all their rows
 * @property {boolean} isFeedPaused
 * @property {string} feedFilter
 * @property {FeedImportance} feedImportance
 * @property {PlotChoice} plot how spending is drawn
 * @property {boolean} notifies this computer tells when something waits for the owner
 * @property {boolean} isPaletteOpen
 * @property {boolean} areKeysShown the list of keys lies over the screen
 */

const place = 'straylight.view';
/** @type {readonly (keyof View)[]} */
const lasting = ['theme', 'isTree', 'feedImportance', 'plot', 'notifies'];

/** @type {View} */
const first = {
  route: { name: 'overview', params: [] },
  theme: 'system',
  isTree: false,
  rowFilter: '',
  wholeGroups: [],
  isFeedPaused: false,
  feedFilter: '',
  feedImportance: 'all',
  plot: { span: 'day', unit: 'tokens', by: 'model' },
  notifies: false,
  isPaletteOpen: false,
  areKeysShown: false,
  ...remembered(),
};

/** Send what happened: `view.trigger.paletteOpened()`. */
export const view = createStore({
  context: first,
  on: {
    /** @param {View} context @param {{ route: Route }} event */
    routed: (context, { route }) => ({ ...context, route, isPaletteOpen: false, areKeysShown: false }),
    /** @param {View} context @param {{ theme: Theme }} event */
    themeChosen: (context, { theme }) => ({ ...context, theme }),
    /** @param {View} context */
    treeToggled: context => ({ ...context, isTree: !context.isTree }),
    /** @param {View} context @param {{ text: string }} event */
    rowsFiltered: (context, { text }) => ({ ...context, rowFilter: text }),
    /** @param {View} context @param {{ group: string }} event */
    groupOpened: (context, { group }) => ({ ...context, wholeGroups: [...context.wholeGroups, group] }),
    /** @param {View} context */
    feedPauseToggled: context => ({ ...context, isFeedPaused: !context.isFeedPaused }),
    /** @param {View} context @param {{ text: string }} event */
    feedFiltered: (context, { text }) => ({ ...context, feedFilter: text }),
    /** @param {View} context @param {{ importance: FeedImportance }} event */
    feedImportanceChosen: (context, { importance }) => ({ ...context, feedImportance: importance }),
    /** @param {View} context @param {Partial<PlotChoice>} choice */
    plotChosen: (context, choice) => ({ ...context, plot: { ...context.plot, ...chosenOf(choice) } }),
    /** @param {View} context @param {{ on: boolean }} event */
    notificationsChosen: (context, { on }) => ({ ...context, notifies: on }),
    /** @param {View} context */
    paletteOpened: context => ({ ...context, isPaletteOpen: true }),
    /** @param {View} context */
    paletteClosed: context => ({ ...context, isPaletteOpen: false }),
    /** @param {View} context */
    keysShown: context => ({ ...context, areKeysShown: true, isPaletteOpen: false }),
    /** @param {View} context */
    keysHidden: context => ({ ...context, areKeysShown: false }),
  },
});

const current = signal(view.getSnapshot().context);
view.subscribe(({ context }) => {
  current.value = context;
  localStorage.setItem(place, JSON.stringify(Object.fromEntries(lasting.map(name => [name, context[name]]))));
});

/**
 * One thing of the view as a signal: `viewed(({ theme }) => theme)`. Make it once, at the top of a module.
 * @template T
 * @param {(context: View) => T} pick
 * @returns {ReadonlySignal<T>}
 */
export function viewed(pick) {
  return computed(() => pick(current.value));
}

/** Without the name of the event. @param {Partial<PlotChoice> & { type?: string }} event @returns {Partial<PlotChoice>} */
function chosenOf({ type: _, ...choice }) {
  return choice;
}

/** @returns {Partial<View>} */
function remembered() {
  try {
    const kept = JSON.parse(localStorage.getItem(place) ?? '{}');
    return Object.fromEntries(lasting.filter(name => name in kept).map(name => [name, kept[name]]));
  } catch {
    return {};
  }
}
