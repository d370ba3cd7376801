/** The chart on the screen: the drawing, its camera, and the buttons for it. */
import { effect, useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { whileSeen } from '../../../live/clock.js';
import { button, component, div, span } from '../../../parts/tags.js';
import { formatAge } from '../../../parts/values/age.js';
import { useKeys } from '../../../view/keys.js';
import { go } from '../../../view/router.js';
import { say } from '../../../words/say.js';
import { openApproval } from '../approval-of.js';
import { actorView, at, seen } from '../store.js';
import { openCamera } from './camera.js';
import { drawChart } from './chart-drawing.js';
import { enteredAt } from './lights.js';
import { drawMinimap } from './minimap.js';

/** @import { Actor } from '../actor.js' */

const camera = seen(view => view.camera);

export const chartView = component(ChartView);

/** @param {{ actor: Actor }} props */
function ChartView({ actor }) {
  const frame = useRef(/** @type {HTMLDivElement | null} */ (null));
  const beside = useRef(/** @type {HTMLDivElement | null} */ (null));
  const pose = useSignal({ percent: 100, mode: /** @type {'fit' | 'follow' | 'free'} */ ('fit') });
  const drawn = actor.chart.value;
  const layout = drawn?.layout;
  const drawing = useMemo(() => {
    if (!drawn || !layout) return undefined;
    return drawChart(drawn.model, layout, () => {
      const approval = openApproval(actor.id);
      if (approval) go('approvals', approval);
    });
  }, [layout]);

  useEffect(() => {
    const place = frame.current;
    if (!drawing || !layout || !drawn || !place) return undefined;
    place.prepend(drawing.svg);
    const view = openCamera({
      frame: place,
      moved: drawing.camera,
      layout,
      onFree: () => actorView.trigger.cameraChosen({ camera: 'free' }),
      onMove(next, mode) {
        pose.value = { percent: Math.round(next.scale * 100), mode };
        drawing.svg.classList.toggle('far', next.scale < 0.62);
        minimap.svg.classList.toggle('shown', mode !== 'fit');
        drawing.svg.classList.toggle('farther', next.scale < 0.45);
        // the names of what is around are as large as on the screen they have to be
        drawing.svg.style.setProperty('--name', `${Math.min(44, 11.5 / next.scale)}px`);
        minimap.move(next, place.clientWidth, place.clientHeight);
      },
    });
    const minimap = drawMinimap(drawn.model, layout, view.look);
    beside.current?.append(minimap.svg);

    const show = (/** @type {number} */ now) => {
      const lights = actor.lights.peek();
      if (!lights) return;
      const isNow = at.peek() === null;
      const row = isNow ? actor.row.peek() : undefined;
      const until = actor.step.peek()?.seq ?? Number.POSITIVE_INFINITY;
      const entries = actor.journal.peek().entries.filter(({ seq }) => seq <= until);
      const present = isNow ? now : (actor.step.peek()?.at ?? now);
      const entered = enteredAt(drawn.model, lights, entries);
      drawing.show({
        lights,
        look: actor.look.peek(),
        timers: new Map(row?.timers.map(({ event, at: due }) => [event, countdown(due - present)])),
        running: new Map([...entered].map(([id, since]) => [id, formatAge(present - since)])),
        isReviewable: isNow && lights.tags.includes('attention') && openApproval(actor.id) !== undefined,
      });
      minimap.show(lights);
      const [leaf] = lights.leaves;
      view.follow(leaf === undefined ? undefined : layout.nodes[leaf]);
    };
    let latest = 0;
    const endClock = whileSeen(place, now => {
      latest = now;
      show(now);
    });
    const endLights = effect(() => {
      void [actor.lights.value, actor.look.value, actor.row.value, at.value];
      show(Math.max(latest, actor.row.peek()?.last?.at ?? 0));
    });
    const endCamera = effect(() => view.use(camera.value));
    return () => {
      for (const end of [endClock, endLights, endCamera, view.close]) end();
      drawing.svg.remove();
      minimap.svg.remove();
    };
  }, [drawing]);

  const { percent, mode } = pose.value;
  useKeys(
    {
      f: () => actorView.trigger.cameraChosen({ camera: pose.peek().mode === 'follow' ? 'fit' : 'follow' }),
    },
    [['F', say('Fit the chart, or follow the state')]],
  );
  const choice = (/** @type {'fit' | 'follow'} */ name, /** @type {string} */ title) =>
    button(
      {
        type: 'button',
        class: `camera-choice${mode === name ? ' chosen' : ''}`,
        'aria-pressed': mode === name,
        title: `${title} (F)`,
        onClick: () => actorView.trigger.cameraChosen({ camera: name }),
      },
      name === 'fit' ? say('Fit') : say('Follow'),
    );
  return div(
    { class: 'chart-view' },
    div({ class: 'chart-frame', ref: frame }),
    div({ class: 'chart-map', ref: beside }),
    layout &&
      div(
        { class: 'camera-bar', role: 'group', 'aria-label': say('View of the chart') },
        choice('fit', say('The whole chart')),
        choice('follow', say('Keep the active state in view')),
        span({ class: 'camera-percent' }, `${percent}%`),
      ),
  );
}

/**
 * What stands where there is no drawing.
 * @param {import('../../../../charts/chart-model.ts').DrawnChart | undefined} drawn
 */
export function chartNote(drawn) {
  return !drawn || drawn.isDrawing
    ? say('Drawing the chart…')
    : say('The chart could not be drawn. The outline lists its states.');
}

/** `4:56`, `38 s`. @param {number} ms */
export function countdown(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return formatAge(ms, true);
}
