/** The conversations there are, those kept on top first and then the one that spoke last; a search over all; a fresh one. */

import { signal } from '@preact/signals';
import { actorSignal } from '../../live/actors.js';
import { isReadOnly, waitsForApproval } from '../../live/agent.js';
import { client } from '../../live/client.js';
import {
  beginConversation,
  conversationName,
  conversationOf,
  currentSession,
  keepConversations,
} from '../../live/conversations.js';
import { useReading } from '../../live/reading.js';
import { actButton } from '../../parts/act-button.js';
import { glyph } from '../../parts/glyph.js';
import { searchField } from '../../parts/lists/search-field.js';
import { lookOf } from '../../parts/look.js';
import { a, b, button, component, div, h2, li, option, p, select, span, ul } from '../../parts/tags.js';
import { age } from '../../parts/values/age.js';
import { readable } from '../../parts/values/visible.js';
import { go, href } from '../../view/router.js';
import { agoText } from '../../words/ages.js';
import { say } from '../../words/say.js';
import { leaveConversation, mayExist, readConversations, sessionsThere, shownList } from './conversation-list.js';
import { conversationTools } from './conversation-tools.js';

/** @import { ConversationListName, FoundMessage, ListedConversation } from '../../../../src/domain/conversation/listed-conversation.ts' */

const search = signal('');

/** So many conversations are on the screen until all are asked for. */
const shownAtFirst = 60;
const isWholeList = signal(false);

/** @type {readonly (readonly [ConversationListName, string])[]} */
const lists = [
  ['active', say('Active')],
  ['archived', say('Archived')],
  ['jobs', say('Of jobs')],
];

/** The list as it is; read once, however often it is on the screen. @returns {Rows} */
export function useConversations() {
  return useReading(readConversations, { of: `${shownList.value} ${sessionsThere.value}`, after: ['turn'] });
}

export const conversations = component(Conversations);

/** @typedef {import('../../live/reading.js').Reading<readonly ListedConversation[]>} Rows */

/** @param {{ rows: Rows, shown: string | undefined }} props */
function Conversations({ rows: { value, trouble, again }, shown }) {
  const words = search.value.trim();
  return div(
    { class: 'conversations' },
    div(
      { class: 'conversations-head' },
      h2({ class: 'title' }, say('Conversations')),
      actButton({ label: say('New'), onAct: async () => go('chat', await beginConversation()) }),
    ),
    div(
      { class: 'conversations-filter' },
      searchField({
        label: say('Search conversations'),
        value: search.value,
        isFirst: true,
        onSearch: text => (search.value = text),
      }),
      words === '' && whichList(),
    ),
    div(
      { class: 'conversations-rows' },
      trouble && p({ class: 'section-note', role: 'alert' }, trouble),
      words === '' ? listOf(withShown(value ?? [], shown), shown, again) : hits({ words, shown }),
    ),
  );
}

function whichList() {
  return select(
    {
      class: 'filter',
      'aria-label': say('Which conversations'),
      value: shownList.value,
      onChange: event => (shownList.value = /** @type {ConversationListName} */ (event.currentTarget.value)),
    },
    ...lists.map(([value, title]) => option({ value, selected: shownList.value === value }, title)),
  );
}

/**
 * The one that is shown is among them also where nothing was said in it yet, and where it was just put away.
 * @param {readonly ListedConversation[]} rows
 * @param {string | undefined} shown
 * @returns {readonly ListedConversation[]}
 */
function withShown(rows, shown) {
  if (shown === undefined || shownList.value !== 'active' || rows.some(({ session }) => session === shown)) return rows;
  const known = conversationOf(shown);
  if (known === undefined && (shown !== currentSession.value || !mayExist(shown))) return rows;
  const marks = { isNamed: false, isPinned: false, isArchived: false, isCurrent: false };
  return [known ?? { session: shown, title: '', at: 0, ...marks }, ...rows];
}

/**
 * @param {readonly ListedConversation[]} rows
 * @param {string | undefined} shown
 * @param {() => Promise<void>} again
 */
function listOf(rows, shown, again) {
  if (rows.length === 0)
    return p({ class: 'section-note' }, shownList.value === 'archived' ? say('None is archived.') : say('None yet.'));
  const isWhole = isWholeList.value || rows.length <= shownAtFirst;
  // the one that is shown is among them, wherever it stands
  const seen = isWhole ? rows : rows.filter(({ session }, index) => index < shownAtFirst || session === shown);
  return [
    ul({}, ...seen.map(row => item(row, shown, again))),
    !isWhole &&
      button(
        { type: 'button', class: 'show-all', onClick: () => (isWholeList.value = true) },
        say('Show all {length}', { length: rows.length }),
      ),
  ];
}

/**
 * @param {ListedConversation} row
 * @param {string | undefined} shown
 * @param {() => Promise<void>} again
 */
function item(row, shown, again) {
  return li(
    { key: row.session },
    line({ row, isShown: row.session === shown }),
    row.session === shown &&
      row.at > 0 &&
      !isReadOnly.value &&
      conversationTools({
        key: row.session,
        row,
        onChanged: async changed => {
          keepConversations([changed]);
          await again();
        },
        onDeleted: async () => {
          await leaveConversation(row.session);
          go('chat');
          await again();
        },
      }),
  );
}

const line = component(Line);

/** @param {{ row: ListedConversation, isShown: boolean }} props */
function Line({ row: { session, at, isPinned, isArchived }, isShown }) {
  // looked at so that a session that appears is seen
  void sessionsThere.value;
  const actor = actorSignal(session)?.value;
  const look = actor ? lookOf(actor) : waitsForApproval(session) ? 'needs' : 'idle';
  return a(
    {
      class: 'conversation',
      href: href('chat', session),
      'aria-current': isShown ? 'page' : undefined,
      'data-row': '',
    },
    glyph(look),
    span({ class: 'conversation-title', dir: 'auto' }, ...readable(conversationName(session))),
    look === 'needs' && b({ class: 'unseen' }, say(' needs you')),
    span(
      { class: 'conversation-place' },
      isArchived && shownList.value === 'active' && say('Archived · '),
      isPinned && say('Pinned · '),
      session.split(':')[1] ?? '',
      at > 0 && [' · ', age({ since: at, format: agoText })],
    ),
  );
}

const hits = component(Hits);

/** Those of that name first, then what was said, a conversation once. @param {{ words: string, shown: string | undefined }} props */
function Hits({ words, shown }) {
  const { value, trouble, isStale } = useReading(() => client.conversations.search({ words }), {
    of: words,
    // what is said meanwhile is found too
    after: ['turn'],
  });
  if (trouble) return p({ class: 'section-note', role: 'alert' }, trouble);
  if (!value || isStale) return p({ class: 'section-note', role: 'status' }, say('Searching…'));
  const { conversations: named, messages, isPartial } = value;
  if (named.length + messages.length === 0) return p({ class: 'section-note', role: 'status' }, say('Nothing found.'));
  return [
    named.length > 0 &&
      ul(
        { 'aria-label': say('Found conversations') },
        ...named.map(row => li({ key: row.session }, line({ row, isShown: row.session === shown }))),
      ),
    isPartial &&
      p({ class: 'section-note', role: 'status' }, say('No message holds all of these words. With some of them:')),
    messages.length > 0 &&
      ul(
        { 'aria-label': say('Found messages') },
        ...[...Map.groupBy(messages, ({ session }) => session)].map(([session, found]) =>
          li({ key: session, class: 'conversation-hits' }, ...found.map(hit)),
        ),
      ),
  ];
}

/** The first of a conversation says which it is. @param {FoundMessage} found @param {number} index */
function hit({ session, title, message, role, excerpt, at }, index) {
  return a(
    { key: message, class: 'conversation', href: href('chat', session, message), 'data-row': '' },
    index === 0 && [glyph('idle'), span({ class: 'conversation-title', dir: 'auto' }, ...readable(title))],
    span(
      { class: 'conversation-found', dir: 'auto' },
      b({}, role === 'owner' ? say('You: ') : say('Agent: ')),
      ...readable(excerpt),
    ),
    span({ class: 'conversation-place' }, age({ since: at, format: agoText })),
  );
}
