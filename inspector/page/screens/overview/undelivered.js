/** What waits until a channel can send it: how much, and since when. Nothing where nothing waits. */

import { health } from '../../live/agent.js';
import { glyph } from '../../parts/glyph.js';
import { a, component, li, ul } from '../../parts/tags.js';
import { age } from '../../parts/values/age.js';
import { href } from '../../view/router.js';
import { agoText } from '../../words/ages.js';
import { say } from '../../words/say.js';

export const undelivered = component(Undelivered);

function Undelivered() {
  const lines = (health.value?.channels ?? []).flatMap(({ name, waiting }) => (waiting ? [{ name, ...waiting }] : []));
  if (lines.length === 0) return null;
  return ul(
    { class: 'undelivered', 'aria-label': say('Not delivered yet') },
    ...lines.map(({ name, count, since }) =>
      li(
        { key: name },
        glyph('needs'),
        a({ class: 'link', href: href('actor', `channel:${name}`) }, name),
        count === 1 ? say(': one message waits for delivery') : say(': {count} messages wait for delivery', { count }),
        since !== null && [' · ', age({ since, format: waited })],
      ),
    ),
  );
}

/** @param {number} ms */
const waited = ms => say('oldest {age}', { age: agoText(ms) });
