/** The shape of a state: disc, diamond, triangle, bars, dashed ring, tick, ring. */
import { svg, svgPath } from './tags.js';

/** @import { Look } from './look.js' */

/** Filled shapes and strokes in a square of 12. @type {Readonly<Record<Look, { d: string, isStroke?: boolean, dashes?: string }>>} */
const shapes = {
  working: { d: 'M6 2a4 4 0 1 1 0 8a4 4 0 0 1 0-8z' },
  needs: { d: 'M6 1.2L10.8 6L6 10.800L1.2 6z' },
  failed: { d: 'M6 1.500L11 10.500H1z' },
  suspended: { d: 'M3 1.500h1.800v9H3zM7.2 1.500H9v9H7.200z' },
  background: { d: 'M6 2.200a3.8 3.8 0 1 1 0 7.600a3.8 3.8 0 0 1 0-7.600z', isStroke: true, dashes: '2.4 1.6' },
  healthy: { d: 'M2 6.400l2.8 2.800L10 3.2', isStroke: true },
  idle: { d: 'M6 2.400a3.6 3.6 0 1 1 0 7.200a3.6 3.6 0 0 1 0-7.200z', isStroke: true },
};

/**
 * @param {Look} look
 * @param {number} [size]
 */
export function glyph(look, size = 11) {
  const { d, isStroke, dashes } = shapes[look];
  return svg(
    {
      class: `glyph ${isStroke ? 'stroked' : 'filled'} ink-${look}`,
      viewBox: '0 0 12 12',
      width: size,
      height: size,
      'aria-hidden': 'true',
    },
    svgPath({ d, 'stroke-dasharray': dashes || undefined }),
  );
}
