/** A conversation by what it is called, and the way to it; its key is the link's title. */
import { conversationName } from '../live/conversations.js';
import { href } from '../view/router.js';
import { a, component } from './tags.js';
import { readable } from './values/visible.js';

export const conversationLink = component(ConversationLink);

/** @param {{ session: string, class?: string, isRow?: boolean }} props `isRow`: J and K walk over it */
function ConversationLink({ session, class: look = 'text-link', isRow = false }) {
  return a(
    {
      class: look,
      href: href('chat', session),
      dir: 'auto',
      title: session.replace(/^session:/, ''),
      'data-row': isRow ? '' : undefined,
    },
    ...readable(shortened(conversationName(session))),
  );
}

const mostTitle = 60;

/** A first message may be long. @param {string} title */
export function shortened(title) {
  const line = title.replaceAll(/\s+/g, ' ');
  return line.length > mostTitle ? `${line.slice(0, mostTitle - 1).trimEnd()}…` : line;
}
