/** Icons, drawn as strokes of the text's colour; they say nothing by themselves, a word stands beside each. */
import { svg, svgPath } from './tags.js';

/** By name, in a square of 20. */
const strokes = {
  logo: 'M2.5 3.5a1 1 0 0 1 1-1h5a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1h-5a1 1 0 0 1-1-1zM10.5 12.5a1 1 0 0 1 1-1h5a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1h-5a1 1 0 0 1-1-1zM6 9.500V13a1.5 1.5 0 0 0 1.5 1.500h3M9.5 6h3A1.5 1.5 0 0 1 14 7.500v4',
  overview: 'M3.5 3.500h5v5h-5zM11.5 3.500h5v5h-5zM3.5 11.500h5v5h-5zM11.5 11.500h5v5h-5z',
  approvals: 'M10 2.500l6 2v5c0 4-2.6 6.6-6 8-3.4-1.4-6-4-6-8v-5zM7.3 9.800l2 2 3.6-3.8',
  chat: 'M4.5 3.500h11a1.5 1.5 0 0 1 1.5 1.500v7a1.5 1.5 0 0 1-1.5 1.500H9l-4 3.500v-3.500h-.500A1.5 1.5 0 0 1 3 12V5a1.5 1.5 0 0 1 1.5-1.500z',
  schedule: 'M10 3a7 7 0 1 1 0 14a7 7 0 0 1 0-14zM10 6v4.200l2.8 1.6',
  memory:
    'M4 5.500C4 4 6.7 3 10 3s6 1 6 2.500S13.3 8 10 8 4 7 4 5.500zM4 5.500v9C4 16 6.7 17 10 17s6-1 6-2.500v-9M4 10c0 1.5 2.7 2.5 6 2.500s6-1 6-2.5',
  tools:
    'M16.3 5.700a4 4 0 0 1-5.2 5.200l-5.3 5.300a1.4 1.4 0 0 1-2-2l5.3-5.300a4 4 0 0 1 5.2-5.200l-2.4 2.4.3 1.7 1.7.300z',
  undo: 'M7.5 4L3.500 8l4 4M3.500 8h8a5 4 0 0 1 0 8.500H8',
  audit: 'M5 2.500h6.500L15.5 6.500v11h-10.500zM11.5 2.500v4h4M7.5 10.500h5M7.5 13.500h5',
  budget: 'M3.5 12v5M7.8 7v10M12.2 9.500v7.500M16.5 3.500v13.5',
  actor: 'M10 3.500a3 3 0 1 1 0 6a3 3 0 0 1 0-6zM4 16.500c.6-3 3-4.5 6-4.500s5.4 1.5 6 4.5',
  traces: 'M3 5h7M6 10h8M10 15h7',
  eye: 'M2 10c1.8-3.3 4.6-5 8-5s6.2 1.7 8 5c-1.8 3.3-4.6 5-8 5s-6.2-1.7-8-5zM10 7.600a2.4 2.4 0 1 1 0 4.800a2.4 2.4 0 0 1 0-4.800z',
  channel:
    'M10 8.700a1.3 1.3 0 1 1 0 2.600a1.3 1.3 0 0 1 0-2.600zM6.5 13.500a5 5 0 0 1 0-7M13.5 6.500a5 5 0 0 1 0 7M4 16a8.5 8.5 0 0 1 0-12M16 4a8.5 8.5 0 0 1 0 12',
  breaker: 'M10 2.500v6M6 4.800a6.5 6.5 0 1 0 8 0',
  incident: 'M10 3l7.5 13h-15zM10 8v4M10 14v.3',
  supervisor: 'M7.5 2.500h5v4h-5zM2.5 13.500h5v4h-5zM12.5 13.500h5v4h-5zM10 6.500v3.500M5 13.500V10h10v3.5',
  search: 'M9 3.500a5.5 5.5 0 1 1 0 11a5.5 5.5 0 0 1 0-11zM13 13l4 4',
  light:
    'M10 6.500a3.5 3.5 0 1 1 0 7a3.5 3.5 0 0 1 0-7zM10 2v1.500M10 16.500V18M2 10h1.500M16.5 10H18M4.3 4.300l1.1 1.100M14.6 14.600l1.1 1.100M4.3 15.700l1.1-1.100M14.6 5.400l1.1-1.1',
  dark: 'M16.5 11.800A7 7 0 0 1 8.2 3.500a7 7 0 1 0 8.3 8.300z',
  notify:
    'M10 3a4.500 4.500 0 0 1 4.500 4.500c0 4 1.500 5 1.500 6h-12c0-1 1.500-2 1.500-6a4.500 4.500 0 0 1 4.500-4.500zM8.3 16a1.8 1.8 0 0 0 3.400 0',
  more: 'M4.5 10h.010M10 10h.010M15.5 10h.010',
  back: 'M12.5 4.500L7 10l5.5 5.5',
  pause: 'M7 5v10M13 5v10',
  play: 'M6.5 4.500l9 5.5-9 5.500z',
  first: 'M5.5 5v10M14.5 5l-6 5 6 5',
  previous: 'M12 5l-5 5 5 5',
  next: 'M8 5l5 5-5 5',
};

/** @typedef {keyof typeof strokes} IconName */

/**
 * @param {string} name one of the table; an unknown one is an empty square
 * @param {number} [size]
 */
export function icon(name, size = 18) {
  const d = strokes[/** @type {IconName} */ (name)] ?? '';
  return svg({ class: 'icon', viewBox: '0 0 20 20', width: size, height: size, 'aria-hidden': 'true' }, svgPath({ d }));
}
