/**
 * One conversation as it is: its newest messages, older ones when they are asked for, and the reply that is being
 * written.
 *
 * A piece of a reply says where it begins, so one that comes twice changes nothing, one that follows a gap asks for
 * what is missing, and a reply that was cut off by a crash and is restarted starts over here.
 */
import { signal } from '@preact/signals';
import { Refused } from '../../live/api.js';
import { client } from '../../live/client.js';
import { listen } from '../../live/events.js';

/** @import { ActorRow, CallOutput, ChatMessage, TurnReport } from '../../../../src/domain/supervision/view.ts' */

/** @typedef {{ readonly messageId: string, readonly text: string }} Writing */

/** So much of what a running call writes is kept, in UTF-16 units: its end. */
const mostOutput = 20_000;
const pageSize = 50;
/** Notices are folded, so they do not count among what is read first: so many others, over so many pages at most. */
const fewest = 20;
const mostPages = 8;
const wentBack = ['host.rewound', 'host.restarted'];
/** A reply that is written is drawn so often at most. */
const drawMs = 80;

/**
 * Follows a conversation until `close` is called.
 * @param {string} session
 */
export function openConversation(session) {
  const messages = signal(/** @type {readonly ChatMessage[]} */ ([]));
  const writing = signal(/** @type {Writing | undefined} */ (undefined));
  const state = signal(/** @type {'loading' | 'ready' | 'failed'} */ ('loading'));
  const earlier = signal(/** @type {string | undefined} */ (undefined));
  /** What the calls that run have written so far, by their actors. */
  const outputs = signal(/** @type {ReadonlyMap<string, CallOutput>} */ (new Map()));
  /** How the newest turn ended, where that was not well. */
  const ending = signal(/** @type {TurnReport | undefined} */ (undefined));

  /** What Straylight reported to its owner in another conversation of the page, since this one was opened. */
  const reported = signal(
    /** @type {{ readonly session: string, readonly message: ChatMessage } | undefined} */ (undefined),
  );

  /** @type {Writing | undefined} */
  let written;
  let isFetching = false;
  let isStale = false;
  let isOver = false;
  /** What came by itself while Straylight was asked. @type {Set<string>} */
  let arrived = new Set();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let drawing;

  const unlisten = [
    listen('chat', event => {
      if (event.session !== session) return takeReport(event);
      if (event.message) takeMessage(event.message);
      else takePiece(event);
    }),
    listen('batch', ({ rows }) => {
      const row = rows.find((/** @type {ActorRow} */ { id }) => id === session);
      // what it no longer knows of is set aside
      if (row && wentBack.includes(row.last?.type)) void fetchNewest();
    }),
    listen('progress', event => {
      if (event.session !== session) return;
      takeOutput(event);
    }),
    listen('turn', ({ report }) => {
      if (report.session !== session) return;
      setWritten(undefined);
      outputs.value = new Map();
      ending.value = report;
    }),
    listen('fresh', () => {
      // another process may write it again: what is on the screen stays until that is known
      written = undefined;
      void fetchNewest();
    }),
  ];
  void fetchNewest();

  /**
   * A reminder comes to the conversation of the page that is spoken in, and another one may be open.
   * @param {{ session: string, message?: ChatMessage }} event
   */
  function takeReport({ session: there, message }) {
    if (message?.id.startsWith('report:') && there.startsWith('session:web:'))
      reported.value = { session: there, message };
  }

  /** @param {ChatMessage} message */
  function takeMessage(message) {
    arrived.add(message.id);
    const known = messages.peek();
    const at = known.findIndex(({ id }) => id === message.id);
    messages.value = at < 0 ? [...known, message] : known.with(at, message);
    if (written?.messageId === message.id || writing.peek()?.messageId === message.id) setWritten(undefined);
    if (message.role === 'owner') ending.value = undefined;
  }

  /** @param {{ messageId: string, delta: string, start?: number }} piece */
  function takePiece({ messageId, delta, start }) {
    if (messages.peek().some(({ id }) => id === messageId)) return;
    const before = written?.messageId === messageId ? written.text : '';
    const from = start ?? before.length;
    if (from > before.length) return void fetchNewest();
    if (before.startsWith(delta, from)) return;
    written = { messageId, text: before.slice(0, from) + delta };
    drawing ??= setTimeout(draw, drawMs);
  }

  /** A piece tells where it ends, so what is known of it already is not added again. @param {CallOutput} piece */
  function takeOutput({ call, end, text }) {
    const known = outputs.peek().get(call);
    // a call that runs again after a crash writes from the start
    const isFirst = known === undefined || (end < known.end && end === text.length);
    if (!isFirst && end <= known.end) return;
    const all = isFirst ? text : known.text + text.slice(-(end - known.end));
    outputs.value = new Map([...outputs.peek(), [call, { call, end, text: all.slice(-mostOutput) }]]);
  }

  /** @param {Writing | undefined} next */
  function setWritten(next) {
    written = next;
    draw();
  }

  function draw() {
    clearTimeout(drawing);
    drawing = undefined;
    writing.value = written;
  }

  async function fetchNewest() {
    isStale = true;
    if (isFetching) return;
    isFetching = true;
    try {
      while (isStale && !isOver) {
        isStale = false;
        arrived = new Set();
        take(await client.sessions.messages({ id: session, limit: pageSize }));
        for (let pages = 1; pages < mostPages && isMostlyNotices() && !isOver; pages += 1) await fetchEarlier();
      }
    } catch (thrown) {
      if (!(thrown instanceof Refused)) throw thrown;
      if (state.value === 'loading') state.value = 'failed';
    } finally {
      isFetching = false;
    }
  }

  /** @param {{ messages: readonly ChatMessage[], next?: string, writing?: Writing, outputs?: readonly CallOutput[] }} page */
  function take({ messages: newest, next, writing: now, outputs: running = [] }) {
    if (isOver) return;
    for (const output of running) takeOutput(output);
    const named = new Set(newest.map(({ id }) => id));
    const known = messages.peek();
    const joint = known.findIndex(({ id }) => named.has(id));
    const since = known.filter(({ id }) => !named.has(id) && arrived.has(id));
    messages.value = [...known.slice(0, Math.max(0, joint)), ...newest, ...since];
    // where nothing joins, what was known before lies too far back
    if (joint <= 0) earlier.value = next;
    const isSaid = now && messages.peek().some(({ id }) => id === now.messageId);
    if (!now || isSaid) {
      if (!written) setWritten(undefined);
    } else if (written?.messageId !== now.messageId || written.text.length < now.text.length) setWritten(now);
    state.value = 'ready';
    void fetchEnding();
  }

  /** Why there is no answer to the newest words, where a turn ended without one. */
  async function fetchEnding() {
    const newest = messages.peek().at(-1);
    if (!newest || newest.turn === '' || newest.role === 'assistant') return;
    const report = await client.sessions.turn({ id: newest.turn }).catch(() => undefined);
    if (report && report.outcome !== 'running' && messages.peek().at(-1) === newest) ending.value = report;
  }

  /** Little of what was said is there, and there is more. */
  function isMostlyNotices() {
    const said = messages.peek().filter(({ id, role }) => role !== 'notice' && !id.startsWith('report:'));
    return earlier.peek() !== undefined && said.length < fewest;
  }

  async function fetchEarlier() {
    const before = earlier.peek();
    if (before === undefined) return;
    const page = await client.sessions.messages({ id: session, limit: pageSize, before });
    const named = new Set(messages.peek().map(({ id }) => id));
    messages.value = [...page.messages.filter(({ id }) => !named.has(id)), ...messages.peek()];
    earlier.value = page.next;
  }

  return {
    session,
    messages,
    writing,
    outputs,
    state,
    earlier,
    ending,
    reported,
    fetchEarlier,
    /** Reads back until a message is there. False: it is not in this conversation (any more). @param {string} id */
    async seek(id) {
      const isThere = () => messages.peek().some(message => message.id === id);
      while (!isThere() && !isOver && earlier.peek() !== undefined) await fetchEarlier();
      return isThere();
    },
    retry: () => void fetchNewest(),
    close() {
      isOver = true;
      clearTimeout(drawing);
      for (const end of unlisten) end();
    },
  };
}

/** @typedef {ReturnType<typeof openConversation>} Conversation */
