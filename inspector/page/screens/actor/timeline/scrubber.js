/**
 * The whole journal as a strip to go back in: coloured by what the actor did, a mark for each event; and the buttons to
 * step and play.
 */
import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { agentNow } from '../../../live/clock.js';
import { icon } from '../../../parts/icon.js';
import { lookWords } from '../../../parts/look.js';
import { button, component, div, label, option, select, span, svg, svgPath } from '../../../parts/tags.js';
import { readEventName } from '../../../parts/values/event-name.js';
import { say } from '../../../words/say.js';
import { actorView, at, seen, speeds } from '../store.js';
import { entryLook } from './entry-look.js';
import { first, forward, goBack, live, playOrPause } from './playing.js';
import { indexAt, scrubScale } from './scrub-scale.js';

/** @import { Actor } from '../actor.js' */
/** @import { Look } from '../../../parts/look.js' */

const isPlaying = seen(view => view.isPlaying);
const speed = seen(view => view.speed);
const trackHeight = 22;

export const scrubber = component(Scrubber);

/** @param {{ actor: Actor }} props */
function Scrubber({ actor }) {
  const { entries } = actor.journal.value;
  const step = at.value;
  const now = step === null;
  const tool = (
    /** @type {string} */ name,
    /** @type {string} */ title,
    /** @type {string} */ key,
    /** @type {() => void} */ onClick,
    /** @type {boolean} */ disabled,
  ) =>
    button(
      {
        type: 'button',
        class: `quiet-button scrub-${name}`,
        'aria-label': title,
        title: key === '' ? title : `${title} (${key})`,
        disabled,
        onClick,
      },
      icon(name),
    );
  const oldest = entries[0]?.seq;
  const none = entries.length === 0;
  return div(
    { class: `scrubber${now ? '' : ' replaying'}`, role: 'group', 'aria-label': say('Replay') },
    div(
      { class: 'scrub-tools' },
      tool(
        'first',
        say('First step'),
        '',
        () => first(actor),
        none || (step === oldest && !actor.journal.value.hasEarlier),
      ),
      tool('previous', say('Step back'), '←', () => goBack(actor), none || step === oldest),
      tool(
        isPlaying.value ? 'pause' : 'play',
        isPlaying.value ? say('Pause') : say('Play'),
        'Space',
        () => playOrPause(actor),
        none,
      ),
      tool('next', say('Step forward'), '→', () => forward(actor), now),
      label(
        { class: 'scrub-speed' },
        span({ class: 'unseen' }, say('Events a second')),
        select(
          {
            class: 'filter',
            value: String(speed.value),
            onChange: event => actorView.trigger.speedChosen({ speed: Number(event.currentTarget.value) }),
          },
          ...speeds.map(one => option({ key: one, value: String(one) }, `${one}/s`)),
        ),
      ),
      button(
        {
          type: 'button',
          class: `live-button${now ? ' is-live' : ''}`,
          'aria-pressed': now,
          title: say('Current state (L)'),
          onClick: live,
        },
        span({ class: 'dot', 'aria-hidden': 'true' }),
        say('Live'),
      ),
    ),
    track({ actor }),
  );
}

const track = component(Track);

/** @param {{ actor: Actor }} props */
function Track({ actor }) {
  const { entries } = actor.journal.value;
  const model = actor.chart.value?.model;
  const width = useSignal(600);
  const place = useRef(/** @type {HTMLDivElement | null} */ (null));
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const sized = new ResizeObserver(() => {
      width.value = Math.max(40, Math.floor(element.clientWidth));
    });
    sized.observe(element);
    return () => sized.disconnect();
  }, []);

  const wide = width.value;
  // thousands of steps are not measured again for each one that is looked at
  const { scale, bands, marks } = useMemo(() => {
    const scale = scrubScale(entries, Math.max(agentNow(), entries.at(-1)?.at ?? 0));
    return { scale, ...drawnOn(wide, scale) };
  }, [entries, model, wide]);
  const step = at.value;
  const index = step === null ? entries.length - 1 : entries.findIndex(({ seq }) => seq === step);
  const x = step === null ? wide : ((scale[index] ?? 0) + (scale[index + 1] ?? 1)) * 0.5 * wide;
  const entry = entries[index];
  const here = entry ? `${readEventName(entry.event.type).text}, ${entry.leaf ?? ''}` : '';

  /** @param {PointerEvent} event */
  const press = event => {
    const element = place.current;
    if (!element || event.buttons !== 1 || entries.length === 0) return;
    const { left, width: real } = element.getBoundingClientRect();
    const found = entries[indexAt(scale, Math.min(1, Math.max(0, (event.clientX - left) / real)))];
    if (found) actorView.trigger.stepped({ seq: found.seq });
  };
  return div(
    {
      class: 'track',
      ref: place,
      role: 'slider',
      tabIndex: 0,
      'aria-label': say('Step'),
      'aria-valuemin': entries[0]?.seq ?? 0,
      'aria-valuemax': entries.at(-1)?.seq ?? 0,
      'aria-valuenow': entry?.seq ?? 0,
      'aria-valuetext':
        step === null
          ? say('Live, after step {value}', { value: entry?.seq ?? 0 })
          : say('Step {step}, {here}', { step, here }),
      onPointerDown: event => {
        event.currentTarget.setPointerCapture(event.pointerId);
        press(event);
      },
      onPointerMove: press,
    },
    svg(
      {
        class: 'track-strip',
        viewBox: `0 0 ${wide} ${trackHeight}`,
        width: wide,
        height: trackHeight,
        'aria-hidden': 'true',
      },
      ...[...bands].map(([look, d]) => svgPath({ key: look, class: `band ink-${look}`, d })),
      svgPath({ class: 'marks', d: marks }),
    ),
    entries.length > 0 &&
      div(
        { class: 'needle', 'aria-hidden': 'true', style: { transform: `translateX(${x}px)` } },
        span({ class: 'needle-words' }, step === null ? say('now') : `#${step}`),
      ),
  );

  /**
   * A path for each colour; of what falls on the same pixel only the most urgent.
   * @param {number} room
   * @param {readonly number[]} scale
   */
  function drawnOn(room, scale) {
    const urgency = /** @type {Look[]} */ (Object.keys(lookWords));
    /** @type {Map<number, Look>} */
    const pixels = new Map();
    /** @type {Map<Look, string>} */
    const paths = new Map();
    let ticks = '';
    let lastTick = -2;
    entries.forEach((one, at) => {
      const look = entryLook(one, model);
      const from = Math.round((scale[at] ?? 0) * room);
      const until = Math.max(from + 1, Math.round((scale[at + 1] ?? 1) * room));
      const known = pixels.get(from);
      if (known === undefined || urgency.indexOf(look) < urgency.indexOf(known)) {
        pixels.set(from, look);
        paths.set(
          look,
          `${paths.get(look) ?? ''}M${from} 0h${Math.max(1, until - from - (until - from > 3 ? 1 : 0))}v12h-${Math.max(1, until - from - (until - from > 3 ? 1 : 0))}z`,
        );
      }
      if (from - lastTick >= 2) {
        ticks += `M${from + 0.5} 16v5`;
        lastTick = from;
      }
    });
    return { bands: paths, marks: ticks };
  }
}
