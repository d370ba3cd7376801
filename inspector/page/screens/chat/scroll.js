/** A list that stays at its end while its end is seen, and counts what comes while it is not. */
import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { listEnd } from '../../parts/lists/end.js';

const nearPx = 48;

/**
 * @param {number} count how much stands in it
 * @param {string} first what stands first: where that changes, something was put before it
 */
export function useEnd(count, first) {
  const frame = useRef(/** @type {HTMLDivElement | null} */ (null));
  const end = useMemo(() => listEnd(nearPx), []);
  const seen = useRef(count);
  const fresh = useSignal(0);
  const before = useRef({ first, height: 0 });

  useLayoutEffect(() => {
    const shown = frame.current;
    if (!shown) return;
    if (before.current.first !== first && !end.isHeld && before.current.height > 0) {
      shown.scrollTop += shown.scrollHeight - before.current.height;
      seen.current = count;
    }
    before.current = { first, height: shown.scrollHeight };
    if (end.isHeld) {
      end.goTo(shown);
      seen.current = count;
    } else fresh.value = Math.max(0, count - seen.current);
  });
  useEffect(() => {
    const shown = frame.current;
    if (!shown?.firstElementChild) return undefined;
    // what is inside may grow by itself: a picture of a reply that is written, a fold that is opened
    const sized = new ResizeObserver(() => {
      if (end.isHeld) end.goTo(shown);
    });
    sized.observe(shown.firstElementChild);
    sized.observe(shown);
    return () => sized.disconnect();
  }, []);
  return {
    frame,
    fresh,
    onScroll() {
      const shown = frame.current;
      if (!shown) return;
      end.look(shown);
      if (!end.isHeld) return;
      seen.current = count;
      fresh.value = 0;
    },
    /** What stands at a place is to be read: what comes is counted, and does not move it. */
    leave: end.leave,
    toEnd() {
      fresh.value = 0;
      if (frame.current) end.goTo(frame.current);
    },
  };
}
