/**
 * A tab: what took how long in a turn. The bars are the spans an OpenTelemetry collector gets, read from the journal,
 * so they are there without one and after a restart. Up and down move between them, Enter opens one.
 */

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Refused } from '../../../live/api.js';
import { client } from '../../../live/client.js';
import { emptyState, skeleton } from '../../../parts/lists/empty.js';
import {
  a,
  button,
  code,
  component,
  dd,
  div,
  dl,
  dt,
  input,
  label,
  li,
  ol,
  option,
  p,
  select,
  span,
} from '../../../parts/tags.js';
import { clockTime, exactTime } from '../../../parts/values/age.js';
import { href } from '../../../view/router.js';
import { loadStyles } from '../../../view/screens.js';
import { wordFor } from '../../../words/names.js';
import { say } from '../../../words/say.js';
import { actorView, at } from '../store.js';
import { barsOf, lengthOf } from './trace-rows.js';

/** @import { TracedTurn, TurnTrace } from '../../../../../src/domain/supervision/span.ts' */
/** @import { Actor } from '../actor.js' */
/** @import { Bar } from './trace-rows.js' */

/** A turn that goes on is read again at most so often. */
const refreshMs = 1_000;

export const traceTab = component(TraceTab);

/** @param {{ actor: Actor }} props */
function TraceTab({ actor }) {
  const turns = useSignal(/** @type {readonly TracedTurn[] | undefined} */ (undefined));
  const chosen = useSignal(/** @type {string | undefined} */ (undefined));
  const trace = useSignal(/** @type {TurnTrace | undefined} */ (undefined));
  const trouble = useSignal('');
  const hasSteps = useSignal(false);
  const isStyled = useSignal(false);
  const readAt = useRef(0);
  const newest = actor.last.value?.seq;
  const looked = actor.step.value?.at;
  const wanted = chosen.value ?? turnAt(turns.value ?? [], looked);

  useEffect(() => {
    void styles().then(() => {
      isStyled.value = true;
    });
  }, []);
  useEffect(() => {
    const ended = new AbortController();
    const read = async () => {
      readAt.current = performance.now();
      try {
        const answer = await client.traces.list({ actor: actor.id }, { signal: ended.signal });
        turns.value = answer.turns;
        const turn = chosen.peek() ?? turnAt(answer.turns, looked);
        if (turn !== undefined) trace.value = await client.traces.show({ turn }, { signal: ended.signal });
        trouble.value = '';
      } catch (thrown) {
        if (ended.signal.aborted) return;
        if (!(thrown instanceof Refused)) throw thrown;
        trouble.value = thrown.message;
        turns.value ??= [];
      }
    };
    const isOther = turns.peek() === undefined || trace.peek()?.turn !== wanted;
    const sinceMs = performance.now() - readAt.current;
    const waiting = setTimeout(() => void read(), isOther ? 0 : Math.max(0, refreshMs - sinceMs));
    return () => {
      clearTimeout(waiting);
      ended.abort();
    };
  }, [actor.id, wanted, newest]);

  const list = turns.value;
  if (!list || !isStyled.value) return div({}, skeleton(8));
  if (trouble.value !== '') return emptyState(say('The trace could not be read.'), trouble.value);
  if (list.length === 0)
    return emptyState(say('This actor belongs to no turn.'), say('A session, its tool calls and approvals do.'));
  const shown = trace.value;
  return div(
    { class: 'trace' },
    div(
      { class: 'tab-tools' },
      select(
        {
          class: 'trace-turn',
          'aria-label': say('Turn'),
          value: wanted,
          onChange: event => {
            chosen.value = event.currentTarget.value;
          },
        },
        ...list.map(one => option({ key: one.turn, value: one.turn }, titleOfTurn(one))),
      ),
      label(
        { class: 'trace-steps' },
        input({
          type: 'checkbox',
          checked: hasSteps.value,
          onChange: event => {
            hasSteps.value = event.currentTarget.checked;
          },
        }),
        say(' Steps'),
      ),
    ),
    shown ? spans({ trace: shown, hasSteps: hasSteps.value, actor }) : skeleton(8),
  );
}

/** The turn a step was in, else the newest. @param {readonly TracedTurn[]} turns @param {number | undefined} instant */
function turnAt(turns, instant) {
  const within = turns.find(
    ({ startedAt, endedAt }) => instant !== undefined && startedAt <= instant && (endedAt ?? instant) >= instant,
  );
  return (within ?? turns[0])?.turn;
}

/** @param {TracedTurn} turn */
function titleOfTurn({ startedAt, endedAt, outcome }) {
  return [
    clockTime(startedAt, true),
    wordFor(outcome),
    ...(endedAt === undefined ? [] : [lengthOf(endedAt - startedAt)]),
  ].join(', ');
}

const spans = component(Spans);

/** @param {{ trace: TurnTrace, hasSteps: boolean, actor: Actor }} props */
function Spans({ trace, hasSteps, actor }) {
  const opened = useSignal(/** @type {string | undefined} */ (undefined));
  const current = useSignal(0);
  const bars = barsOf(trace, { hasSteps, now: actor.last.value?.at ?? trace.startedAt });
  const focused = Math.min(current.value, bars.length - 1);

  /** @param {KeyboardEvent} event */
  const onKeyDown = event => {
    const places = { ArrowDown: focused + 1, ArrowUp: focused - 1, Home: 0, End: bars.length - 1 };
    const next = places[/** @type {keyof typeof places} */ (event.key)];
    if (next === undefined || !(event.target instanceof HTMLElement) || !event.target.matches('.span-row')) return;
    event.preventDefault();
    event.stopPropagation();
    current.value = Math.max(0, Math.min(bars.length - 1, next));
    const rows = event.currentTarget instanceof HTMLElement ? event.currentTarget.querySelectorAll('.span-row') : [];
    const row = rows[current.value];
    if (row instanceof HTMLElement) row.focus();
  };
  return div(
    { class: 'tab-scroll', tabIndex: 0, role: 'region', 'aria-label': say('Trace') },
    trace.isPartial &&
      p({ class: 'tab-none' }, say('Some of its steps are not kept any more, or are too many to show.')),
    ol(
      { class: 'spans', onKeyDown },
      ...bars.map((bar, index) =>
        li(
          { key: bar.span.spanId, class: 'span-item', 'aria-level': bar.depth + 1 },
          spanRow({
            bar,
            isOpen: opened.value === bar.span.spanId,
            isCurrent: index === focused,
            toggle: () => {
              current.value = index;
              opened.value = opened.peek() === bar.span.spanId ? undefined : bar.span.spanId;
            },
          }),
          opened.value === bar.span.spanId && facts(bar, actor),
        ),
      ),
    ),
  );
}

const spanRow = component(SpanRow);

/** @param {{ bar: Bar, isOpen: boolean, isCurrent: boolean, toggle: () => void }} props */
function SpanRow({ bar: { span: one, depth, from, share, look, took, about }, isOpen, isCurrent, toggle }) {
  const percent = (/** @type {number} */ part) => `${(part * 100).toFixed(3)}%`;
  return button(
    {
      type: 'button',
      class: `span-row span-${one.topic}`,
      tabIndex: isCurrent ? 0 : -1,
      'aria-expanded': isOpen,
      title: say('{name}, from {one}', { name: one.name, one: exactTime(one.startedAt) }),
      onClick: toggle,
    },
    span(
      { class: 'span-line', style: { paddingInlineStart: `${Math.min(depth, 6) * 12}px` } },
      span({ class: 'span-name', dir: 'auto' }, one.name),
      about !== '' && span({ class: `span-about${look ? ` ink-${look}` : ''}` }, about),
      span({ class: 'span-took' }, took),
    ),
    span(
      { class: 'span-lane', 'aria-hidden': 'true' },
      span({
        class: `span-bar${look ? ` ink-${look}` : ''}`,
        style: { insetInlineStart: percent(Math.min(from, 0.995)), width: percent(share) },
      }),
    ),
  );
}

/** All that is known of a span, and the way to whose it is. @param {Bar} bar @param {Actor} actor */
function facts({ span: { actor: owner, attributes, spanId, startedAt, endedAt } }, actor) {
  const step = attributes['straylight.step'];
  const place = typeof step === 'number' ? [String(step)] : [];
  return div(
    { class: 'span-facts' },
    dl(
      {},
      dt({}, say('began')),
      dd({}, exactTime(startedAt)),
      ...(endedAt === undefined ? [] : [dt({}, say('ended')), dd({}, exactTime(endedAt))]),
      ...Object.entries(attributes).flatMap(([name, value]) => [
        dt({ key: name }, name),
        dd({ key: `${name} value`, dir: 'auto' }, String(value)),
      ]),
      dt({}, 'span'),
      dd({}, code({}, spanId)),
    ),
    owner === actor.id && typeof step === 'number'
      ? button(
          {
            type: 'button',
            class: 'button small',
            'aria-pressed': at.value === step,
            onClick: () => actorView.trigger.stepped({ seq: step }),
          },
          say('Look at step {step}', { step }),
        )
      : owner !== actor.id && a({ href: href('actor', owner, ...place) }, say('Open {owner}', { owner })),
  );
}

/** @type {Promise<void> | undefined} */
let styled;

/** They come with the first look at a trace, so that the first page does not wait for them. */
function styles() {
  styled ??= loadStyles('/page/screens/actor/trace/trace.css').catch(() => {
    styled = undefined;
  });
  return styled;
}
