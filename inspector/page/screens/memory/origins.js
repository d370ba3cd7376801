/**
 * What was learned from where: each conversation with the memories that come from it, and beneath each of these what it
 * took the place of. Lines of the style sheet join them; what it is built of is lists in lists, so that it is read aloud
 * in the same order.
 */
import { useSignal } from '@preact/signals';
import { client } from '../../live/client.js';
import { useReading } from '../../live/reading.js';
import { chip } from '../../parts/chip.js';
import { conversationLink } from '../../parts/conversation-link.js';
import { emptyState, skeleton } from '../../parts/lists/empty.js';
import { component, details, div, li, p, section, span, summary, ul } from '../../parts/tags.js';
import { readable } from '../../parts/values/visible.js';
import { say } from '../../words/say.js';
import { grown } from './growth.js';

/** @import { Grown } from './growth.js' */

/** As many as Straylight gives at once. */
const most = 500;

export const origins = component(Origins);

function Origins() {
  const isOpen = useSignal(false);
  return details(
    { class: 'memory-origins', onToggle: event => (isOpen.value = event.currentTarget.open) },
    summary({}, say('What was learned from where')),
    isOpen.value && graph({}),
  );
}

const graph = component(Graph);

function Graph() {
  const { value, trouble } = useReading(() => client.memory.list({ limit: most }), { after: ['budget', 'turn'] });
  if (!value) return trouble ? emptyState(say('The memories could not be read.'), trouble) : skeleton();
  return section(
    { 'aria-label': say('What was learned from where') },
    ul(
      { class: 'origins' },
      ...grown(value.memories).map(({ session, memories }) =>
        li(
          { key: session, class: 'origin' },
          div({ class: 'origin-source' }, conversationLink({ session })),
          ul({ class: 'origin-memories' }, ...memories.map(node)),
        ),
      ),
    ),
    value.memories.length === most && p({ class: 'section-note' }, say('The newest {most} memories.', { most })),
  );
}

/** @param {Grown} grown @returns {import("preact").VNode} */
function node({ memory: { id, content, status }, relation, others }) {
  return li(
    { key: id, class: 'origin-memory', 'data-status': status },
    div(
      { class: 'origin-node' },
      relation !== undefined && span({ class: 'origin-relation' }, relation),
      span({ class: 'origin-text', dir: 'auto' }, ...readable(content)),
      status === 'pending' && chip('needs', ['pending']),
      status === 'archived' && chip('idle', ['archived']),
    ),
    others.length > 0 && ul({ class: 'origin-memories' }, ...others.map(node)),
  );
}
