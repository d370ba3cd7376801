/** Chat: the conversations, and one of them. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { conversationName, currentSession } from '../../live/conversations.js';
import { skeleton } from '../../parts/lists/empty.js';
import { component, details, div, h1, summary } from '../../parts/tags.js';
import { readable } from '../../parts/values/visible.js';
import { say } from '../../words/say.js';
import { conversations, useConversations } from './conversations.js';
import { talk } from './talk.js';

/** @import { ScreenProps } from '../../view/screens.js' */

/** @param {readonly string[]} params */
export function titleOf([session]) {
  return session === undefined ? say('Chat') : say('Chat: {session}', { session: conversationName(session) });
}

/** @param {ScreenProps} props */
export function Screen({ params: [named, message] }) {
  const rows = useConversations();
  const session = named ?? currentSession.value;
  return div(
    { class: 'chat' },
    h1({ class: 'unseen' }, say('Chat')),
    div({ class: 'chat-side' }, conversations({ rows, shown: session })),
    narrowHead({ rows, session }),
    session === undefined ? skeleton(4) : talk({ key: session, session, message }),
  );
}

const narrowHead = component(NarrowHead);

/**
 * Where there is no room beside it, the list is folded above.
 * @param {{ rows: ReturnType<typeof useConversations>, session: string | undefined }} props
 */
function NarrowHead({ rows, session }) {
  const isOpen = useSignal(false);
  const close = () => (isOpen.value = false);
  // it was opened to go somewhere
  useEffect(() => void close(), [session]);
  return details(
    {
      class: 'chat-head',
      open: isOpen.value,
      onToggle: event => (isOpen.value = event.currentTarget.open),
      onClick: event => event.target instanceof Element && event.target.closest('a[data-row]') && close(),
    },
    summary({ dir: 'auto' }, ...readable(session === undefined ? say('Conversations') : conversationName(session))),
    isOpen.value && conversations({ rows, shown: session }),
  );
}
