/** What waits until a channel can send it: how much, and since when. Nothing where nothing waits. */
import { health } from '../../live/agent.js';
import { glyph } from '../../parts/glyph.js';
import { a, component, li, ul } from '../../parts/tags.js';
import { age, formatAge } from '../../parts/values/age.js';
import { href } from '../../view/router.js';

export const undelivered = component(Undelivered);

function Undelivered() {
  const lines = (health.value?.channels ?? []).flatMap(({ name, waiting }) => (waiting ? [{ name, ...waiting }] : []));
  if (lines.length === 0) return null;
  return ul(
    { class: 'undelivered', 'aria-label': 'Not delivered yet' },
    ...lines.map(({ name, count, since }) =>
      li(
        { key: name },
        glyph('needs'),
        a({ class: 'link', href: href('actor', `channel:${name}`) }, name),
        `: ${count === 1 ? 'one message waits' : `${count} messages wait`} for delivery`,
        since !== null && [' · ', age({ since, format: waited })],
      ),
    ),
  );
}

/** @param {number} ms */
const waited = ms => `oldest ${formatAge(ms)}`;
