/** What has just happened, newest first: every step of every actor, as it is committed. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { actorSignal } from '../../live/actors.js';
import { catchUp } from '../../live/agent.js';
import { feed, feedDropped, keyOf } from '../../live/feed.js';
import { link, wantToSee } from '../../live/link.js';
import {
  a,
  b,
  button,
  component,
  div,
  h2,
  header,
  input,
  li,
  ol,
  option,
  p,
  section,
  select,
  span,
  time,
} from '../../parts/tags.js';
import { clockTime, exactTime } from '../../parts/values/age.js';
import { eventName, readEventName } from '../../parts/values/event-name.js';
import { href } from '../../view/router.js';
import { view, viewed } from '../../view/store.js';
import { leafWords } from '../../words/names.js';
import { say } from '../../words/say.js';

/** @import { VNode } from 'preact' */
/** @import { FeedEntry } from '../../live/feed.js' */
/** @import { FeedImportance } from '../../view/store.js' */

/** So many lines are on the screen. */
const most = 100;

const isPaused = viewed(context => context.isFeedPaused);
const filter = viewed(context => context.feedFilter);
const importance = viewed(context => context.feedImportance);

export const eventStream = component(EventStream);

function EventStream() {
  useLayoutEffect(() => {
    // before the stream has begun nothing can have been missed: it goes on from what was read
    const hasBegun = link.peek().state !== 'starting';
    void wantToSee({ actors: [], feed: true }, say('event stream')).then(() => (hasBegun ? catchUp() : undefined));
    return () => void wantToSee({ actors: [], feed: false }, say('event stream'));
  }, []);
  return section(
    { class: 'stream', 'aria-labelledby': 'stream-title' },
    header(
      { class: 'stream-head' },
      h2({ id: 'stream-title', class: 'title' }, say('Event stream')),
      button(
        {
          type: 'button',
          class: 'button small',
          'aria-pressed': isPaused.value,
          onClick: () => view.trigger.feedPauseToggled(),
        },
        isPaused.value ? say('Resume') : say('Pause'),
      ),
    ),
    div({ class: 'stream-tools' }, filterField(), importanceField()),
    streamLines({}),
  );
}

function filterField() {
  return input({
    class: 'filter',
    type: 'search',
    placeholder: say('Filter events'),
    'aria-label': say('Filter events'),
    value: filter.value,
    onInput: event => view.trigger.feedFiltered({ text: event.currentTarget.value }),
  });
}

/** @type {readonly (readonly [FeedImportance, string])[]} */
const importances = [
  ['all', say('All')],
  ['moves', say('Moves')],
  ['failures', say('Failures')],
];

function importanceField() {
  return select(
    {
      class: 'filter',
      'aria-label': say('Which events'),
      value: importance.value,
      onChange: event =>
        view.trigger.feedImportanceChosen({ importance: /** @type {FeedImportance} */ (event.currentTarget.value) }),
    },
    ...importances.map(([value, title]) => option({ value, selected: importance.value === value }, title)),
  );
}

const streamLines = component(StreamLines);

function StreamLines() {
  const held = useRef(feed.peek());
  // read in any case, so that resuming shows what came meanwhile
  const newest = feed.value;
  if (!isPaused.value) held.current = newest;
  const missed = isPaused.value ? newest.indexOf(/** @type {FeedEntry} */ (held.current[0])) : 0;
  const shown = held.current.filter(fits).slice(0, most);
  return [
    missed > 0 && p({ class: 'stream-note' }, say('Paused; {missed} more since.', { missed })),
    feedDropped.value > 0 &&
      p(
        { class: 'stream-note' },
        say('{value} events were left out: this page could not keep up.', { value: feedDropped.value }),
      ),
    shown.length === 0
      ? p(
          { class: 'stream-note' },
          held.current.length === 0 ? say('Nothing has happened yet.') : say('No event matches the filter.'),
        )
      : ol({ class: 'stream-lines', tabIndex: 0, 'aria-label': say('Events, newest first') }, ...shown.map(lineOf)),
  ];
}

/** @param {FeedEntry} entry */
function fits({ actor, type, from, to }) {
  if (importance.value === 'moves' && from === undefined) return false;
  if (importance.value === 'failures' && !/^xstate\.error\.|fail|refused|denied|exhausted/.test(`${type} ${to ?? ''}`))
    return false;
  const words = filter.value.toLowerCase();
  return (
    words === '' || `${actor} ${nameOf(actor)} ${readEventName(type).text} ${to ?? ''}`.toLowerCase().includes(words)
  );
}

/** A line never changes, so it is made once. @type {WeakMap<FeedEntry, VNode>} */
const lines = new WeakMap();

/** @param {FeedEntry} entry */
function lineOf(entry) {
  const known = lines.get(entry);
  if (known) return known;
  const { actor, at, type, from, to } = entry;
  const line = li(
    { key: keyOf(entry) },
    a(
      { class: 'stream-line', href: href('actor', actor), tabIndex: -1 },
      time({ class: 'stream-time', dateTime: new Date(at).toISOString(), title: exactTime(at) }, clockTime(at, true)),
      span({ class: 'stream-actor', dir: 'auto' }, nameOf(actor)),
      eventName(type),
      from !== undefined &&
        span(
          { class: 'stream-move', title: `${from} → ${to}` },
          from === 'any state' ? say('any state') : leafWords(from),
          ' → ',
          b({}, leafWords(to ?? '')),
        ),
    ),
  );
  lines.set(entry, line);
  return line;
}

/** @param {string} actor */
function nameOf(actor) {
  return actorSignal(actor)?.peek().label ?? actor.slice(actor.indexOf(':') + 1);
}
