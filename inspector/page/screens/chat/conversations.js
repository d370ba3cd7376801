/** The conversations there are, the one that spoke last first, and a fresh one. */
import { signal, useSignalEffect } from '@preact/signals';
import { roster } from '../../live/actors.js';
import { Refused } from '../../live/api.js';
import { client } from '../../live/client.js';
import { actButton } from '../../parts/act-button.js';
import { glyph } from '../../parts/glyph.js';
import { lookOf } from '../../parts/look.js';
import { a, component, div, h2, li, span, ul } from '../../parts/tags.js';
import { age } from '../../parts/values/age.js';
import { readable } from '../../parts/values/visible.js';
import { go, href } from '../../view/router.js';

/** @import { ChatSession } from '../../../../src/domain/conversation/chat-session.ts' */

/** The page's own chat. */
const webChat = 'session:web:main';

/** The conversation that is shown when the address names none. */
export const currentSession = signal(/** @type {string | undefined} */ (undefined));

/** By address. */
const titles = signal(/** @type {ReadonlyMap<string, ChatSession>} */ (new Map()));

/** What a conversation is called. @param {string} session */
export function titleOf(session) {
  return titles.value.get(session)?.title || session.replace(/^session:/, '');
}

export const conversations = component(Conversations);

/** @param {{ shown: string | undefined }} props */
function Conversations({ shown }) {
  useSignalEffect(() => {
    const chats = new Set([webChat, ...sessionRows().map(({ id }) => chatOf(id))]);
    void readTitles([...chats]);
  });
  const rows = new Map(sessionRows().map(row => [row.id, row]));
  const all = [...new Set([...titles.value.keys(), ...rows.keys()])]
    .map(id => ({ id, row: rows.get(id), at: titles.value.get(id)?.at ?? rows.get(id)?.last?.at ?? 0 }))
    .filter(({ id, at }) => at > 0 || id === shown)
    .sort((one, other) => other.at - one.at);
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
    ul(
      {},
      ...all.map(({ id, row, at }) =>
        li(
          { key: id },
          a(
            {
              class: 'conversation',
              href: href('chat', id),
              'aria-current': id === shown ? 'page' : undefined,
              'data-row': '',
            },
            glyph(row ? lookOf(row) : 'idle'),
            span({ class: 'conversation-title', dir: 'auto' }, ...readable(titleOf(id))),
            span({ class: 'conversation-place' }, id.split(':')[1] ?? '', at > 0 && [' · ', age({ since: at })]),
          ),
        ),
      ),
    ),
  );
}

function sessionRows() {
  return roster.value.filter(({ kind }) => kind === 'session');
}

/** A later conversation of a chat bears its number behind the chat's name. @param {string} session */
function chatOf(session) {
  return session.replace(/~\d{1,6}$/, '');
}

let titlesReadFor = '';

/** @param {readonly string[]} chats */
async function readTitles(chats) {
  // a new word at most moves a conversation up; only a new one is looked up
  const wanted = roster
    .peek()
    .filter(({ kind }) => kind === 'session')
    .map(({ id, last }) => `${id} ${last?.type === 'message.received'}`)
    .join();
  if (titlesReadFor === `${chats.join()} ${wanted}`) return;
  titlesReadFor = `${chats.join()} ${wanted}`;
  try {
    const answers = await Promise.all(chats.map(id => client.sessions.list({ id })));
    const all = answers.flatMap(({ sessions }) => sessions);
    titles.value = new Map(all.map(one => [one.session, one]));
    currentSession.value ??= answers[chats.indexOf(webChat)]?.current;
  } catch (thrown) {
    if (!(thrown instanceof Refused)) throw thrown;
    titlesReadFor = '';
  }
}
