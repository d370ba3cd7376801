/**
 * The journal of the actor that is shown: its newest part, older ones when they are asked for, and what is committed as
 * it is committed. One row of steps without a gap, oldest first.
 */
import { signal } from '@preact/signals';
import { Refused } from '../../live/api.js';
import { client } from '../../live/client.js';
import { listen } from '../../live/events.js';
import { wantToSee } from '../../live/link.js';

/** @import { JournalEntry } from '../../../../src/domain/supervision/view.ts' */

/**
 * @typedef {object} Journal
 * @property {readonly JournalEntry[]} entries
 * @property {'loading' | 'ready' | 'gone' | 'failed'} state
 * @property {boolean} hasEarlier there are older ones that have not been fetched
 * @property {string} [trouble]
 */

const pageSize = 200;
/** So many are fetched at first and each time older ones are asked for. */
const portion = 1_000;
/** No more pages than these are waited for before something is shown. */
const mostPages = 25;

/**
 * So many journals were opened so far: the next actor's is open before the last one's is closed, and each says for
 * itself what it wants.
 */
let opened = 0;

/** @type {Journal} */
const none = { entries: [], state: 'loading', hasEarlier: false };

/**
 * Follows an actor's journal until `close` is called.
 * @param {string} id
 */
export function openJournal(id) {
  const journal = signal(none);
  const ended = new AbortController();
  opened += 1;
  const who = `actor ${opened}`;
  let isFetching = false;
  let isStale = false;
  /** @type {JournalEntry[]} */
  let early = [];

  const unlisten = [
    listen('journal', ({ actor, entries }) => {
      if (actor === id) add(entries);
    }),
    listen('fresh', () => void begin()),
  ];
  void begin();

  /**
   * Everything that is new from here on arrives by itself; then what was before is read. A stream that is slow to
   * change is not waited for: what happened until it had changed is read again.
   */
  async function begin() {
    early = [];
    const watched = wantToSee({ actors: [id], feed: false }, who).then(() => true);
    const isWatched = await Promise.race([watched, new Promise(resolve => setTimeout(() => resolve(false), 1_000))]);
    await fetchEarlier(undefined, 1);
    if (isWatched) return;
    await watched;
    await fetchEarlier(undefined, 1);
  }

  /** @param {number | undefined} before @param {number} pages */
  async function fetchEarlier(before, pages) {
    if (ended.signal.aborted) return;
    if (isFetching) {
      isStale ||= before === undefined;
      return;
    }
    isFetching = true;
    /** @type {(readonly JournalEntry[])[]} */
    const found = [];
    let from = before;
    /** All of it at once: each addition is drawn. */
    const show = () => {
      const known = before === undefined ? newer(found[0] ?? []) : journal.peek().entries;
      journal.value = { entries: [...found.flat(), ...known], state: 'ready', hasEarlier: from !== undefined };
    };
    try {
      for (let left = pages; left > 0; left -= 1) {
        const part = { id, limit: pageSize, before: from };
        const { entries, next } = await client.actors.journal(part, { signal: ended.signal });
        found.unshift(entries);
        from = next;
        if (from === undefined) break;
      }
      show();
    } catch (thrown) {
      if (ended.signal.aborted) return;
      if (!(thrown instanceof Refused)) throw thrown;
      if (found.length > 0) show();
      const state = thrown.status === 404 ? 'gone' : journal.peek().entries.length > 0 ? 'ready' : 'failed';
      journal.value = { ...journal.peek(), state, trouble: thrown.message };
    } finally {
      isFetching = false;
      if (isStale) {
        isStale = false;
        void fetchEarlier(undefined, 1);
      }
    }
  }

  /** What came while the newest page was on its way, as far as it is not in it. @param {readonly JournalEntry[]} page */
  function newer(page) {
    const last = page.at(-1)?.seq ?? 0;
    return early.filter(({ seq }) => seq > last);
  }

  /** @param {readonly JournalEntry[]} entries */
  function add(entries) {
    early.push(...entries);
    const { entries: known, state, hasEarlier } = journal.peek();
    if (state !== 'ready') return;
    const last = known.at(-1)?.seq ?? 0;
    const more = entries.filter(({ seq }) => seq > last);
    if (more.length === 0) return;
    // a gap would look as if nothing had happened in between
    if (more[0]?.seq !== last + 1 && known.length > 0) return void begin();
    journal.value = { entries: [...known, ...more], state, hasEarlier };
  }

  return {
    journal,
    /** Fetches a thousand older steps, or more: all from this one on, as far as that is not too many at once. @param {number} [seq] */
    earlier(seq) {
      const oldest = journal.peek().entries[0]?.seq ?? 0;
      const pages = Math.ceil((oldest - (seq ?? oldest)) / pageSize);
      return fetchEarlier(oldest, Math.min(mostPages, Math.max(portion / pageSize, pages)));
    },
    close() {
      ended.abort();
      for (const end of unlisten) end();
      void wantToSee({ actors: [], feed: false }, who);
    },
  };
}
