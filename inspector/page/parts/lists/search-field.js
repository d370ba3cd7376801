/** A field whose words count once typing has paused. `/` leads to it. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { component, input } from '../tags.js';

/**
 * @typedef {object} SearchFieldProps
 * @property {string} label
 * @property {string} value
 * @property {(text: string) => void} onSearch
 * @property {boolean} [isFirst] the one that `/` leads to
 * @property {string} [list] the id of its suggestions
 */

const pauseMs = 200;

export const searchField = component(SearchField);

/** @param {SearchFieldProps} props */
function SearchField({ label, value, onSearch, isFirst = false, list }) {
  const text = useSignal(value);
  useEffect(() => {
    if (text.value === value) return undefined;
    const timer = setTimeout(() => onSearch(text.value), pauseMs);
    return () => clearTimeout(timer);
  }, [text.value]);
  return input({
    class: 'filter',
    type: 'search',
    placeholder: label,
    'aria-label': label,
    autoComplete: 'off',
    'aria-keyshortcuts': isFirst ? '/' : undefined,
    'data-filter': isFirst ? '' : undefined,
    list,
    value: text.value,
    onInput: event => {
      text.value = event.currentTarget.value;
    },
  });
}
