/**
 * Some lines of a conversation that follow each other. Only groups near what is seen are in the page; another one is as
 * high as it was last, or as it is likely to be, so a long conversation costs what is seen of it.
 */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { component, div, ol } from '../../../parts/tags.js';

/** @import { VNode } from 'preact' */
/** @import { Line } from './lines.js' */

const groupSize = 8;
/** A line is likely to be so high, in pixels. */
const lineHeight = 90;
/** So far beyond what is seen, in pixels, lines are in the page already. */
const spare = 1_200;

/**
 * The lines in groups that stay the same when lines come before the first or after the last.
 * @param {readonly Line[]} lines
 * @param {string | undefined} anchor the id of a message at which a group begins
 * @returns {readonly { readonly key: number, readonly lines: readonly Line[] }[]}
 */
export function groupsOf(lines, anchor) {
  const from = Math.max(
    0,
    lines.findIndex(({ message }) => message.id === anchor),
  );
  const groups = Map.groupBy(lines.keys(), index => Math.floor((index - from) / groupSize));
  return [...groups].map(([key, indexes]) => ({
    key,
    lines: lines.slice(indexes[0], (indexes.at(-1) ?? 0) + 1),
  }));
}

export const lineGroup = component(LineGroup);

/**
 * `isWanted`: it is in the page wherever it stands; `isNewest`: it is at the end, so it is seen first.
 * @param {{ lines: readonly Line[], show: (line: Line) => VNode, isWanted: boolean, isNewest: boolean }} props
 */
function LineGroup({ lines, show, isWanted, isNewest }) {
  const isNear = useSignal(isNewest);
  const height = useRef(lines.length * lineHeight);
  const frame = useRef(/** @type {HTMLDivElement | null} */ (null));
  useEffect(() => {
    const shown = frame.current;
    if (!shown) return undefined;
    const observer = new IntersectionObserver(
      entries => {
        const entry = entries.at(-1);
        if (!entry) return;
        if (isNear.peek() && entry.boundingClientRect.height > 0) height.current = entry.boundingClientRect.height;
        isNear.value = entry.isIntersecting;
      },
      { root: shown.closest('.talk-scroll'), rootMargin: `${spare}px 0px` },
    );
    observer.observe(shown);
    return () => observer.disconnect();
  }, []);
  const isThere = isNear.value || isWanted;
  return div(
    { ref: frame, class: 'line-group', style: { height: isThere ? '' : `${height.current}px` } },
    isThere && ol({ class: 'lines' }, ...lines.map(show)),
  );
}
