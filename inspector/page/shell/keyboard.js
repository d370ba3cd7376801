/**
 * Keys of the page: `G` and a letter goes to a screen, `J` and `K` walk the rows, `/` filters, Ctrl or ⌘ with `K` opens
 * the palette, `?` lists them all. `Esc` closes what is open and never leaves a screen. A screen adds its own while it
 * is shown. No key does anything while somebody types.
 */
import { screenKey } from '../view/keys.js';
import { go } from '../view/router.js';
import { screens } from '../view/screens.js';
import { view } from '../view/store.js';

/** After `G`, so long a time for the letter. */
const chordMs = 1_500;

let chordUntil = 0;

/** Typed after the palette was asked for, while it was not there yet. @type {string[]} */
let early = [];

/** Listens from now on. */
export function openKeyboard() {
  addEventListener('keydown', onKey);
}

/**
 * The keys for the palette that came before it did, which are meant for nothing else: the palette asks once, when it is
 * shown.
 */
export function earlyKeys() {
  const keys = early;
  early = [];
  return keys;
}

/** @type {Readonly<Record<string, (event: KeyboardEvent) => void>>} */
const everywhere = {
  j: () => walk(1),
  k: () => walk(-1),
  '/': event => {
    const filter = document.querySelector('[data-filter]');
    if (!(filter instanceof HTMLElement)) return;
    event.preventDefault();
    filter.focus();
  },
  '?': () => view.trigger.keysShown(),
};

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.defaultPrevented || event.isComposing) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if ((event.ctrlKey || event.metaKey) && key === 'k' && !event.altKey && !event.shiftKey) {
    event.preventDefault();
    if (!view.getSnapshot().context.isPaletteOpen) early = [];
    view.trigger.paletteOpened();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (view.getSnapshot().context.isPaletteOpen && !document.querySelector('dialog[open]')) {
    event.preventDefault();
    if (key === 'Escape') view.trigger.paletteClosed();
    else early.push(event.key);
    return;
  }
  if (isTyping(event.target)) {
    if (key === 'Escape') leaveField(event);
    return;
  }
  if (document.querySelector('dialog[open]')) return;
  if (event.timeStamp < chordUntil) {
    chordUntil = 0;
    const screen = screens.find(one => one.key === key);
    if (screen) {
      event.preventDefault();
      go(screen.name);
    }
    return;
  }
  if (key === 'g') {
    chordUntil = event.timeStamp + chordMs;
    return;
  }
  (screenKey(key) ?? everywhere[key])?.(event);
}

/**
 * Moves the focus among the rows of the screen, which are what has `data-row`.
 * @param {1 | -1} step
 */
function walk(step) {
  const rows = [...document.querySelectorAll('main [data-row]')];
  const at = rows.indexOf(/** @type {Element} */ (document.activeElement));
  const next = rows[at < 0 ? (step > 0 ? 0 : rows.length - 1) : at + step];
  if (next instanceof HTMLElement) next.focus();
}

/**
 * A filter is emptied and left. The browser would empty it too, but after it was left, and tell nobody: the list would
 * stay filtered.
 * @param {KeyboardEvent} event
 */
function leaveField(event) {
  const { target } = event;
  if (target instanceof HTMLInputElement && target.type === 'search' && target.value !== '') {
    event.preventDefault();
    target.value = '';
    target.dispatchEvent(new Event('input', { bubbles: true }));
  }
  if (target instanceof HTMLElement) target.blur();
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range'].includes(target.type);
}
