/** Light and dark: the system's choice until the owner makes one. */
import { viewed } from './store.js';
/** @import { Theme } from './store.js' */

/** What was chosen. */
export const theme = viewed(view => view.theme);

/** Shows the chosen theme from now on. */
export function openTheme() {
  theme.subscribe(chosen => {
    document.documentElement.dataset['theme'] = chosen;
  });
}

/**
 * The other one of what is shown now.
 * @returns {Theme}
 */
export function otherTheme() {
  const isDark = theme.value === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : theme.value === 'dark';
  return isDark ? 'light' : 'dark';
}
