/**
 * A long list of lines of one height: only those in sight are in the page. What is asked for at its end comes in
 * pieces.
 */
import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { component, div, li, ul } from '../tags.js';

/** @import { ComponentChildren, VNode } from 'preact' */

/**
 * @template Row
 * @typedef {object} WindowedListProps
 * @property {string} label
 * @property {readonly Row[]} rows
 * @property {(row: Row) => string | number} keyOf
 * @property {(row: Row) => ComponentChildren} show
 * @property {number} lineHeight of one line, in pixels, as its style sheet has it
 * @property {number} [total] how many there are in all, where that is known
 * @property {() => void} [onEnd] the end is near: more is wanted
 */

/** Beyond what is in sight, so many lines on either side: the focus can walk into them. */
const spare = 12;

/**
 * @template Row
 * @param {WindowedListProps<Row> & { key?: string }} props
 * @returns {VNode}
 */
export function windowedList(props) {
  return anyList(props);
}

const anyList = component(WindowedList);

/** @param {WindowedListProps<any>} props */
function WindowedList({ label, rows, keyOf, show, lineHeight, total, onEnd }) {
  const frame = useRef(/** @type {HTMLDivElement | null} */ (null));
  const top = useSignal(0);
  const height = useSignal(800);
  useLayoutEffect(() => {
    const shown = frame.current;
    if (!shown) return undefined;
    const observer = new ResizeObserver(() => {
      height.value = shown.clientHeight;
    });
    observer.observe(shown);
    return () => observer.disconnect();
  }, []);
  const first = Math.max(0, Math.floor(top.value / lineHeight) - spare);
  const last = Math.min(rows.length, Math.ceil((top.value + height.value) / lineHeight) + spare);
  const isNearEnd = last >= rows.length - spare;
  useEffect(() => {
    if (isNearEnd) onEnd?.();
  }, [isNearEnd, rows.length, onEnd]);
  return div(
    {
      ref: frame,
      class: 'windowed',
      onScroll: event => {
        top.value = Math.floor(event.currentTarget.scrollTop / lineHeight) * lineHeight;
      },
    },
    ul(
      { class: 'windowed-lines', 'aria-label': label, style: { height: `${rows.length * lineHeight}px` } },
      ...rows.slice(first, last).map((row, index) =>
        li(
          {
            key: keyOf(row),
            'aria-setsize': total ?? -1,
            'aria-posinset': first + index + 1,
            style: { top: `${(first + index) * lineHeight}px`, height: `${lineHeight}px` },
          },
          show(row),
        ),
      ),
    ),
  );
}
