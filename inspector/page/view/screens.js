/**
 * The screens, in the order of the rail. A screen's folder is screens/NAME, its address `#/NAME/…` (the Overview's
 * `#/`).
 *
 * screen.js exports `Screen`, a component that is given `params`, the decoded parts of the address after the name; it
 * may export
 * `titleOf(params)` for the window's title. A screen with a style sheet of its own says so here.
 */
import { Overview } from '../screens/overview/screen.js';
import { say } from '../words/say.js';
import { lists } from './lists.js';
/** @import { ComponentType } from 'preact' */

/**
 * @typedef {{ readonly params: readonly string[] }} ScreenProps
 * @typedef {{ readonly Screen: ComponentType<ScreenProps>, readonly titleOf?: (params: readonly string[]) => string }} ScreenModule
 * @typedef {object} ScreenEntry
 * @property {string} name
 * @property {string} title
 * @property {string} [key] the letter after `G`
 * @property {boolean} [hasStyles] screen.css stands beside screen.js
 * @property {boolean} [isOnRail]
 * @property {ScreenModule} [module] it is here from the start
 */

/** @type {readonly ScreenEntry[]} */
export const screens = [
  { name: 'overview', title: say('Overview'), key: 'o', isOnRail: true, module: { Screen: Overview } },
  { name: 'approvals', title: say('Approvals'), key: 'a', isOnRail: true, hasStyles: true },
  { name: 'chat', title: say('Chat'), key: 'c', isOnRail: true, hasStyles: true },
  { name: 'schedule', title: say('Schedule'), key: 's', isOnRail: true, hasStyles: true },
  { name: 'memory', title: say('Memory'), key: 'm', isOnRail: true, hasStyles: true },
  { name: 'tools', title: say('Tools'), key: 't', isOnRail: true, hasStyles: true },
  { name: 'undo', title: say('Undo'), key: 'u', isOnRail: true, hasStyles: true },
  { name: 'audit', title: say('Audit'), key: 'l', isOnRail: true, hasStyles: true },
  { name: 'budget', title: say('Budget'), key: 'b', isOnRail: true, hasStyles: true },
  { name: 'context', title: say('What the model sees'), hasStyles: true },
  { name: 'more', title: say('More lists'), hasStyles: true, isOnRail: Object.keys(lists).length > 0 },
  { name: 'actor', title: say('Actor'), hasStyles: true },
];

/** What several screens take. */
const shared = '/page/screens/shared.js';

/** @type {Map<string, Promise<ScreenModule>>} */
const loading = new Map();

/**
 * The module of a screen, loaded when first asked for. Rejects where it cannot be had; asked again, it tries again.
 * @param {ScreenEntry} entry
 * @returns {Promise<ScreenModule>}
 */
export function loadScreen({ name, module, hasStyles }) {
  if (module) return Promise.resolve(module);
  const known = loading.get(name);
  if (known) return known;
  const loaded = Promise.all([
    import(`/page/screens/${name}/screen.js`),
    // it asks for this one itself, a request later (../page-files/page-files.ts)
    import(shared),
    hasStyles ? loadStyles(`/page/screens/${name}/screen.css`) : undefined,
  ]).then(([loadedModule]) => loadedModule);
  loading.set(name, loaded);
  loaded.catch(() => loading.delete(name));
  return loaded;
}

/**
 * Resolves once a style sheet of the page counts.
 * @param {string} href
 * @returns {Promise<void>}
 */
export function loadStyles(href) {
  return new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error(say('{href} could not be loaded', { href })));
    });
    document.head.append(link);
  });
}
