/**
 * What the model sees: every request of a conversation, whole, and what differs from the one before it; beside it how
 * full it is, what left it, the owner's orders, and what is watched.
 */

import { client } from '../../live/client.js';
import { useReading } from '../../live/reading.js';
import { conversationLink } from '../../parts/conversation-link.js';
import { icon } from '../../parts/icon.js';
import { emptyState, skeleton } from '../../parts/lists/empty.js';
import { a, aside, component, div, h1, h2, header, section } from '../../parts/tags.js';
import { viewing } from '../../parts/view/viewing.js';
import { href } from '../../view/router.js';
import { say } from '../../words/say.js';
import { requestList } from './request-list.js';
import { wholeRequest } from './whole-request.js';

/** @import { ScreenProps } from '../../view/screens.js' */

export function titleOf() {
  return say('What the model sees');
}

/** @param {ScreenProps} props */
export function Screen({ params: [session, step] }) {
  if (session === undefined)
    return div(
      { class: 'list-screen' },
      h1({ class: 'title' }, titleOf()),
      emptyState(say('Open a conversation first.'), a({ class: 'text-link', href: href('chat') }, say('Chat'))),
    );
  return div(
    { class: 'list-screen context-screen', key: session },
    header(
      { class: 'screen-head' },
      a({ class: 'way-back', href: href('chat', session), 'aria-label': say('Back') }, icon('back', 18)),
      h1({ class: 'title' }, titleOf()),
      conversationLink({ session }),
    ),
    ofConversation({ session, step: step !== undefined && /^\d{1,15}$/.test(step) ? Number(step) : undefined }),
  );
}

const ofConversation = component(OfConversation);

/** @param {{ session: string, step: number | undefined }} props */
function OfConversation({ session, step }) {
  const ask = () => client.requests.list({ id: session, limit: mostListed });
  const { value, trouble } = useReading(ask, { of: session, after: ['turn'] });
  if (!value)
    return trouble === undefined ? skeleton() : emptyState(say('It could not be read. {trouble}', { trouble }));
  const shown = step ?? value.requests[0]?.step;
  return div(
    { class: 'context-body' },
    requestList({ session, requests: value.requests, next: value.next, shown }),
    shown === undefined
      ? emptyState(say('No request of this conversation is in the journal.'))
      : wholeRequest({ key: shown, session, step: shown }),
    beside(session),
  );
}

/** So many are listed at first. */
const mostListed = 60;

// their own lists stay among the others: what is named by a word of its own counts as shown nowhere else
const ordersList = 'orders.list';
const watchedList = 'watched.list';

/** @param {string} session */
function beside(session) {
  /** @type {readonly (readonly [title: string, operation: string, fields: Readonly<Record<string, unknown>>])[]} */
  const parts = [
    [say('Room, and what left'), 'context.show', { id: session }],
    [say('Orders'), ordersList, { session }],
    [say('Watched'), watchedList, { id: session }],
  ];
  return aside(
    { class: 'context-side' },
    ...parts.map(([title, operation, fields]) =>
      section(
        { key: operation, class: 'list-section', 'aria-labelledby': `beside-${operation}` },
        h2({ id: `beside-${operation}`, class: 'title' }, title),
        viewing({ operation, fields, label: title }),
      ),
    ),
  );
}
