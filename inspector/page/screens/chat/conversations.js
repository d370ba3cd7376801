/** The conversations there are, those kept on top first and then the one that spoke last; a search over all; a fresh one. */
import { signal } from '@preact/signals';
import { actorSignal } from '../../live/actors.js';
import { client } from '../../live/client.js';
import { useReading } from '../../live/reading.js';
import { actButton } from '../../parts/act-button.js';
import { glyph } from '../../parts/glyph.js';
import { searchField } from '../../parts/lists/search-field.js';
import { lookOf } from '../../parts/look.js';
import { a, b, button, component, div, h2, li, option, p, select, span, ul } from '../../parts/tags.js';
import { age } from '../../parts/values/age.js';
import { readable } from '../../parts/values/visible.js';
import { go, href } from '../../view/router.js';
import {
  currentSession,
  keepConversations,
  leaveConversation,
  nameOf,
  readConversations,
  sessionsThere,
  shownList,
  webChat,
} from './conversation-list.js';
import { conversationTools } from './conversation-tools.js';

/** @import { ConversationListName, FoundMessage, ListedConversation } from '../../../../src/domain/conversation/listed-conversation.ts' */

const search = signal('');

/** So many conversations are on the screen until all are asked for. */
const shownAtFirst = 60;
const isWholeList = signal(false);

/** @type {readonly (readonly [ConversationListName, string])[]} */
const lists = [
  ['active', 'Active'],
  ['archived', 'Archived'],
  ['jobs', 'Of jobs'],
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
      h2({ class: 'title' }, 'Conversations'),
      actButton({
        label: 'New',
        onAct: async () => {
          const { session } = await client.sessions.begin({ id: webChat });
          currentSession.value = session.session;
          go('chat', session.session);
        },
      }),
    ),
    div(
      { class: 'conversations-filter' },
      searchField({
        label: 'Search conversations',
        value: search.value,
        isFirst: true,
        onSearch: text => (search.value = text),
      }),
      words === '' && whichList(),
    ),
    trouble && p({ class: 'section-note', role: 'alert' }, trouble),
    words === '' ? listOf(withShown(value ?? [], shown), shown, again) : hits({ words }),
  );
}

function whichList() {
  return select(
    {
      class: 'filter',
      'aria-label': 'Which conversations',
      value: shownList.value,
      onChange: event => (shownList.value = /** @type {ConversationListName} */ (event.currentTarget.value)),
    },
    ...lists.map(([value, title]) => option({ value, selected: shownList.value === value }, title)),
  );
}

/**
 * The one that is shown is among them also where nothing was said in it yet.
 * @param {readonly ListedConversation[]} rows
 * @param {string | undefined} shown
 * @returns {readonly ListedConversation[]}
 */
function withShown(rows, shown) {
  if (shown === undefined || shownList.value !== 'active' || rows.some(({ session }) => session === shown)) return rows;
  const marks = { isNamed: false, isPinned: false, isArchived: false, isCurrent: false };
  return [{ session: shown, title: '', at: 0, ...marks }, ...rows];
}

/**
 * @param {readonly ListedConversation[]} rows
 * @param {string | undefined} shown
 * @param {() => Promise<void>} again
 */
function listOf(rows, shown, again) {
  if (rows.length === 0)
    return p({ class: 'section-note' }, shownList.value === 'archived' ? 'None is archived.' : 'None yet.');
  const isWhole = isWholeList.value || rows.length <= shownAtFirst;
  // the one that is shown is among them, wherever it stands
  const seen = isWhole ? rows : rows.filter(({ session }, index) => index < shownAtFirst || session === shown);
  return [
    ul({}, ...seen.map(row => item(row, shown, again))),
    !isWhole &&
      button(
        { type: 'button', class: 'show-all', onClick: () => (isWholeList.value = true) },
        `Show all ${rows.length}`,
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
function Line({ row: { session, at, isPinned }, isShown }) {
  const actor = actorSignal(session)?.value;
  return a(
    {
      class: 'conversation',
      href: href('chat', session),
      'aria-current': isShown ? 'page' : undefined,
      'data-row': '',
    },
    glyph(actor ? lookOf(actor) : 'idle'),
    span({ class: 'conversation-title', dir: 'auto' }, ...readable(nameOf(session))),
    span(
      { class: 'conversation-place' },
      isPinned && 'Pinned · ',
      session.split(':')[1] ?? '',
      at > 0 && [' · ', age({ since: at })],
    ),
  );
}

const hits = component(Hits);

/** @param {{ words: string }} props */
function Hits({ words }) {
  const { value, trouble, isStale } = useReading(() => client.conversations.search({ words }), { of: words });
  if (trouble) return p({ class: 'section-note', role: 'alert' }, trouble);
  if (!value || isStale) return p({ class: 'section-note', role: 'status' }, 'Searching…');
  if (value.messages.length === 0) return p({ class: 'section-note', role: 'status' }, 'Nothing found.');
  return ul({ 'aria-label': 'Found messages' }, ...value.messages.map(found => li({ key: found.message }, hit(found))));
}

/** @param {FoundMessage} found */
function hit({ session, title, message, role, excerpt, at }) {
  return a(
    { class: 'conversation', href: href('chat', session, message), 'data-row': '' },
    glyph('idle'),
    span({ class: 'conversation-title', dir: 'auto' }, ...readable(title)),
    span(
      { class: 'conversation-found', dir: 'auto' },
      b({}, role === 'owner' ? 'You: ' : 'Agent: '),
      ...readable(excerpt),
    ),
    span({ class: 'conversation-place' }, age({ since: at })),
  );
}
