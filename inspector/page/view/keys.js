/** Keys a screen understands while it is shown. */
import { useEffect } from 'preact/hooks';

/** @typedef {Readonly<Record<string, (event: KeyboardEvent) => void>>} Keys by `KeyboardEvent.key`, letters in lower case */

/** @type {Set<Keys>} */
const added = new Set();

/**
 * Adds keys for as long as the component is shown; they come before those of the page.
 * @param {Keys} keys
 */
export function useKeys(keys) {
  useEffect(() => {
    added.add(keys);
    return () => void added.delete(keys);
  });
}

/**
 * What a key does on the screen that is shown, if it does anything.
 * @param {string} key
 */
export function screenKey(key) {
  for (const keys of added) if (Object.hasOwn(keys, key)) return keys[key];
  return undefined;
}
