/** The last minute of an actor: one stroke an event, now at the right. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { activityMs, activityOf } from '../../live/activity.js';
import { whileSeen } from '../../live/clock.js';
import { component, svg, svgPath } from '../tags.js';

const width = 96;

export const activityStrip = component(ActivityStrip);

/** @param {{ actor: string }} props */
function ActivityStrip({ actor }) {
  const element = useRef(/** @type {SVGSVGElement | null} */ (null));
  useLayoutEffect(() => {
    const shown = element.current;
    const path = shown?.firstElementChild;
    if (!shown || !path) return undefined;
    let drawn = '';
    return whileSeen(shown, now => {
      const strokes = strokesOf(activityOf(actor, now), now);
      if (strokes === drawn) return;
      drawn = strokes;
      path.setAttribute('d', strokes);
    });
  }, [actor]);
  return svg(
    { ref: element, class: 'strip', viewBox: `0 0 ${width} 12`, width, height: 12, 'aria-hidden': 'true' },
    svgPath({}),
  );
}

/**
 * One stroke a pixel, whatever happened in it.
 * @param {readonly number[]} times
 * @param {number} now
 */
function strokesOf(times, now) {
  const places = new Set(times.map(at => Math.round(((at - now) / activityMs + 1) * (width / 2 - 1)) * 2 + 1));
  return [...places].map(x => `M${x} 1v10`).join('');
}
