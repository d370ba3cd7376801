/**
 * The view of a chart: all of it where it can be read so (Fit), else the innermost active state in the middle (Follow),
 * else as the owner has put it. The wheel zooms at the pointer, dragging moves.
 */
/** @import { Box, ChartLayout } from '../../../../charts/chart-model.ts' */
/** @import { Camera } from '../store.js' */

/**
 * @typedef {{ readonly x: number, readonly y: number, readonly scale: number }} Pose the chart's scale, and where its corner stands
 * @typedef {object} CameraParts
 * @property {HTMLElement} frame what is looked through
 * @property {SVGGElement} moved
 * @property {ChartLayout} layout
 * @property {(pose: Pose, mode: 'fit' | 'follow' | 'free') => void} onMove
 * @property {() => void} onFree the owner has moved it
 */

const readable = 0.7;
const followScale = 0.82;
const [smallest, largest] = [0.2, 2.5];
const margin = 16;

/** @param {CameraParts} parts */
export function openCamera({ frame, moved, layout, onMove, onFree }) {
  /** @type {Pose} */
  let pose = { x: 0, y: 0, scale: 1 };
  /** @type {Camera} */
  let mode = 'auto';
  /** @type {Box | undefined} */
  let target;
  const ended = new AbortController();
  const sized = new ResizeObserver(() => place(false));
  sized.observe(frame);

  /** @param {Pose} next @param {boolean} isEased @param {'fit' | 'follow' | 'free'} shown */
  function move(next, isEased, shown) {
    pose = next;
    moved.classList.toggle('eased', isEased);
    moved.style.transform = `translate(${next.x}px, ${next.y}px) scale(${next.scale})`;
    onMove(next, shown);
  }

  function fitScale() {
    const { clientWidth: width, clientHeight: height } = frame;
    return Math.min(1, (width - 2 * margin) / layout.width, (height - 2 * margin) / layout.height);
  }

  /** @param {boolean} isEased */
  function place(isEased) {
    const { clientWidth: width, clientHeight: height } = frame;
    if (width === 0 || height === 0) return;
    const fits = mode === 'fit' || (mode === 'auto' && fitScale() >= readable) || (mode !== 'free' && !target);
    if (mode === 'free') return onMove(pose, 'free');
    if (fits) {
      const scale = Math.max(smallest, fitScale());
      return move(
        { scale, x: (width - layout.width * scale) / 2, y: (height - layout.height * scale) / 2 },
        isEased,
        'fit',
      );
    }
    const { x, y, width: w, height: h } = /** @type {Box} */ (target);
    const scale = Math.max(followScale, Math.min(1, fitScale()));
    const next = { scale, x: width / 2 - (x + w / 2) * scale, y: height / 2 - (y + h / 2) * scale };
    move(within(next), isEased, 'follow');
  }

  /** No more emptiness beside the chart than there has to be. @param {Pose} next @returns {Pose} */
  function within({ x, y, scale }) {
    return {
      scale,
      x: clamped(x, layout.width * scale, frame.clientWidth),
      y: clamped(y, layout.height * scale, frame.clientHeight),
    };
  }

  /** @param {number} px @param {number} py in the frame @param {number} factor */
  function zoom(px, py, factor) {
    const scale = Math.min(largest, Math.max(smallest, pose.scale * factor));
    const real = scale / pose.scale;
    free({ scale, x: px - (px - pose.x) * real, y: py - (py - pose.y) * real });
  }

  /** @param {Pose} next */
  function free(next) {
    if (mode !== 'free') onFree();
    mode = 'free';
    move(next, false, 'free');
  }

  const { signal } = ended;
  frame.addEventListener(
    'wheel',
    event => {
      event.preventDefault();
      const { left, top } = frame.getBoundingClientRect();
      zoom(
        event.clientX - left,
        event.clientY - top,
        Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0016)),
      );
    },
    { signal, passive: false },
  );
  /** @type {Map<number, { x: number, y: number }>} */
  const fingers = new Map();
  frame.addEventListener(
    'pointerdown',
    event => {
      if (event.button !== 0 || !(event.target instanceof Element) || event.target.closest('button, .minimap, .review'))
        return;
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      frame.setPointerCapture(event.pointerId);
    },
    { signal },
  );
  frame.addEventListener(
    'pointermove',
    event => {
      const last = fingers.get(event.pointerId);
      if (!last) return;
      const next = { x: event.clientX, y: event.clientY };
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
      fingers.set(event.pointerId, next);
      if (other) {
        const { left, top } = frame.getBoundingClientRect();
        const factor = distance(next, other) / (distance(last, other) || 1);
        zoom((next.x + other.x) / 2 - left, (next.y + other.y) / 2 - top, factor);
      } else if (next.x !== last.x || next.y !== last.y)
        free({ ...pose, x: pose.x + next.x - last.x, y: pose.y + next.y - last.y });
    },
    { signal },
  );
  const lift = (/** @type {PointerEvent} */ event) => void fingers.delete(event.pointerId);
  for (const name of /** @type {const} */ (['pointerup', 'pointercancel']))
    frame.addEventListener(name, lift, { signal });

  return {
    /** @param {Camera} next */
    use(next) {
      const isSame = mode === next;
      mode = next;
      if (!isSame) place(true);
    },
    /** The innermost active state. @param {Box | undefined} box */
    follow(box) {
      const isFirst = target === undefined;
      if (target && box && target.x === box.x && target.y === box.y) return;
      target = box;
      if (mode !== 'free') place(!isFirst);
    },
    /** Puts a point of the chart into the middle. @param {number} x @param {number} y */
    look(x, y) {
      free({ ...pose, x: frame.clientWidth / 2 - x * pose.scale, y: frame.clientHeight / 2 - y * pose.scale });
    },
    /** @param {number} factor */
    zoomBy(factor) {
      zoom(frame.clientWidth / 2, frame.clientHeight / 2, factor);
    },
    close() {
      ended.abort();
      sized.disconnect();
    },
  };
}

/** @param {number} offset @param {number} length @param {number} room */
function clamped(offset, length, room) {
  if (length + 2 * margin <= room) return (room - length) / 2;
  return Math.min(margin, Math.max(room - length - margin, offset));
}

/** @param {{ x: number, y: number }} a @param {{ x: number, y: number }} b */
function distance(a, b) {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
