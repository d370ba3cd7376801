/** Keys a screen understands while it is shown, and what the list of keys says of them. */
import { useEffect } from 'preact/hooks';

/**
 * @typedef {Readonly<Record<string, (event: KeyboardEvent) => void>>} Keys by `KeyboardEvent.key`, letters in lower case
 * @typedef {readonly (readonly [keys: string, does: string])[]} KeyWords `['F', 'fit or follow the chart']`
 */

/** @type {Set<{ readonly keys: Keys, readonly words: KeyWords }>} */
const added = new Set();

/**
 * Adds keys for as long as the component is shown; they come before those of the page.
 * @param {Keys} keys
 * @param {KeyWords} words
 */
export function useKeys(keys, words) {
  useEffect(() => {
    const own = { keys, words };
    added.add(own);
    return () => void added.delete(own);
  });
}

/**
 * What a key does on the screen that is shown, if it does anything.
 * @param {string} key
 */
export function screenKey(key) {
  for (const { keys } of added) if (Object.hasOwn(keys, key)) return keys[key];
  return undefined;
}

/** The keys of the screen that is shown. @returns {KeyWords} */
export function screenKeyWords() {
  return [...added].flatMap(({ words }) => words);
}
