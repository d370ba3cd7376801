/**
 * The way to every screen, and how it stands with Straylight: tokens today, link, actors. Below 600 px it lies at the
 * bottom.
 */
import { budget, health, needs } from '../live/agent.js';
import { heartbeat, link } from '../live/link.js';
import { icon } from '../parts/icon.js';
import { a, b, button, component, div, nav, span } from '../parts/tags.js';
import { clockTime } from '../parts/values/age.js';
import { formatTokens } from '../parts/values/amount.js';
import { href } from '../view/router.js';
import { screens } from '../view/screens.js';
import { view, viewed } from '../view/store.js';
import { otherTheme, theme } from '../view/theme.js';
import { say } from '../words/say.js';
import { switchNotifications } from './notifier.js';

const routeName = viewed(view => view.route.name);
const notifies = viewed(view => view.notifies);

export const rail = component(Rail);

function Rail() {
  return nav(
    { class: 'rail', 'aria-label': say('Screens') },
    a(
      { class: 'brand', href: href('overview'), 'aria-label': say('Straylight: Overview'), tabIndex: -1 },
      icon('logo', 22),
      b({}, 'Straylight'),
    ),
    div({ class: 'rail-screens' }, ...screens.filter(({ isOnRail }) => isOnRail).map(screen => railLink({ screen }))),
    button(
      { type: 'button', class: 'rail-link rail-more', onClick: () => view.trigger.paletteOpened() },
      icon('more'),
      span({}, say('More')),
    ),
    div({ class: 'rail-foot' }, spending({}), standing({})),
  );
}

const railLink = component(RailLink);

/** What is answered on the screen of the approvals. */
const answered = new Set(['approval', 'incident', 'account']);

/** @param {{ screen: (typeof screens)[number] }} props */
function RailLink({ screen: { name, title, key } }) {
  const count = name === 'approvals' ? needs.value.filter(({ kind }) => answered.has(kind)).length : 0;
  return a(
    {
      class: 'rail-link',
      href: href(name),
      title: key ? `${title} (G ${key.toUpperCase()})` : title,
      'aria-current': routeName.value === name ? 'page' : undefined,
    },
    icon(name),
    span({ class: 'rail-title' }, title),
    count > 0 && span({ class: 'badge' }, String(count), span({ class: 'unseen' }, ' ', say('waiting'))),
  );
}

const spending = component(Spending);

/** What today has cost, of what it may. */
function Spending() {
  const view = budget.value;
  if (!view) return null;
  const { today } = view;
  if (view.isDemoAlone)
    return a({ class: 'spending', href: href('budget') }, span({ class: 'spending-words' }, say('Demo model: free')));
  const most = today.limit.tokens;
  const share = most === null ? 0 : Math.min(1, today.spent.tokens / most);
  return a(
    { class: 'spending', href: href('budget'), title: say('Tokens of today') },
    span(
      { class: 'spending-words' },
      b({}, formatTokens(today.spent.tokens)),
      most === null ? say(' tokens today') : say(' of {most} tokens', { most: formatTokens(most) }),
      most !== null && span({ class: 'unseen' }, say(' today')),
    ),
    most !== null &&
      span(
        { class: `bar${share >= 0.9 ? ' bar-high' : ''}`, 'aria-hidden': 'true' },
        span({ style: { width: `${share * 100}%` } }),
      ),
  );
}

const linkDot = component(LinkDot);

/** Beats when something comes from Straylight. */
function LinkDot() {
  return span({ key: heartbeat.value, class: 'dot', 'aria-hidden': 'true' });
}

const standing = component(Standing);

/** Is it live, how many actors, which theme. */
function Standing() {
  const { state, since } = link.value;
  const words = { live: say('Live'), starting: say('Connecting'), lost: say('Disconnected') };
  const count = health.value?.actors.active;
  const isDark =
    theme.value === 'dark' || (theme.value === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  const other = isDark ? 'light' : 'dark';
  const toOther = isDark ? say('Switch to the light theme') : say('Switch to the dark theme');
  return div(
    { class: 'standing' },
    span(
      { class: `link-state link-${state}`, title: say('since {since}', { since: clockTime(since, true) }) },
      linkDot({}),
      words[state],
    ),
    count !== undefined &&
      span({ class: 'actor-count' }, count === 1 ? say('1 actor') : say('{count} actors', { count })),
    button(
      {
        type: 'button',
        class: 'quiet-button notify-button',
        title: say('Notifications of this computer: {value}', { value: notifies.value ? say('on') : say('off') }),
        'aria-label': say('Notifications of this computer'),
        'aria-pressed': notifies.value,
        onClick: () => void switchNotifications(),
      },
      icon('notify', 16),
    ),
    button(
      {
        type: 'button',
        class: 'quiet-button theme-button',
        title: toOther,
        'aria-label': toOther,
        onClick: () => view.trigger.themeChosen({ theme: otherTheme() }),
      },
      icon(other, 16),
    ),
  );
}
