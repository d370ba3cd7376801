/** The whole chart in small, with what is seen of it; where it is pressed, the chart is looked at. */
import { element } from './chart-drawing.js';
import { isState } from './lights.js';

/** @import { ChartLayout, ChartModel } from '../../../../charts/chart-model.ts' */
/** @import { Lights } from './lights.js' */
/** @import { Pose } from './camera.js' */

/** It stands beside the buttons beneath the chart, and is not much higher than they are. */
const largest = { width: 140, height: 56 };

/**
 * @param {ChartModel} model
 * @param {ChartLayout} layout
 * @param {(x: number, y: number) => void} onLook
 */
export function drawMinimap({ nodes }, layout, onLook) {
  const scale = Math.min(largest.width / layout.width, largest.height / layout.height);
  const [width, height] = [layout.width * scale, layout.height * scale];
  const svg = element('svg', {
    class: 'minimap',
    viewBox: `0 0 ${layout.width} ${layout.height}`,
    width,
    height,
    'aria-hidden': 'true',
  });
  /** @type {Map<string, SVGElement>} */
  const boxes = new Map();
  for (const node of nodes) {
    const box = layout.nodes[node.id];
    if (!box || !isState(node) || node.parent === null) continue;
    const drawn = element('rect', { class: 'mini', x: box.x, y: box.y, width: box.width, height: box.height, rx: 8 });
    boxes.set(node.id, drawn);
    svg.append(drawn);
  }
  const window = element('rect', { class: 'mini-window', rx: 6 });
  svg.append(window);

  const press = (/** @type {PointerEvent} */ event) => {
    if (event.buttons !== 1) return;
    const { left, top } = svg.getBoundingClientRect();
    onLook((event.clientX - left) / scale, (event.clientY - top) / scale);
  };
  svg.addEventListener('pointerdown', event => {
    svg.setPointerCapture(event.pointerId);
    press(event);
  });
  svg.addEventListener('pointermove', press);

  return {
    svg,
    /** @param {Lights} lights */
    show({ active, leaves }) {
      for (const [id, box] of boxes) {
        box.classList.toggle('on', active.has(id));
        box.classList.toggle('leafon', leaves.has(id));
      }
    },
    /** @param {Pose} pose @param {number} frameWidth @param {number} frameHeight */
    move({ x, y, scale: seen }, frameWidth, frameHeight) {
      const place = { x: -x / seen, y: -y / seen, width: frameWidth / seen, height: frameHeight / seen };
      const [left, top] = [Math.max(0, place.x), Math.max(0, place.y)];
      window.setAttribute('x', String(left));
      window.setAttribute('y', String(top));
      window.setAttribute('width', String(Math.max(0, Math.min(layout.width, place.x + place.width) - left)));
      window.setAttribute('height', String(Math.max(0, Math.min(layout.height, place.y + place.height) - top)));
    },
  };
}
