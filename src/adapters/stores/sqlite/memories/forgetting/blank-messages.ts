/** Messages that carry what is forgotten, blanked with their places in the index. */

import { agentChannel } from '../../../../../domain/agents/agent.ts';
import { placeOf } from '../../../../../domain/conversation/chat-session.ts';
import { jobChannel } from '../../../../../domain/jobs/job.ts';
import { episodeId } from '../../../../../domain/memory/episode.ts';
import {
  forgottenText,
  heldWords,
  phraseOf,
  repeats,
  sayers,
  type Traces,
  tellingWords,
  touches,
  tracesOf,
} from '../../../../../domain/memory/forgetting.ts';
import { indexedText } from '../../../../../domain/memory/language/indexed-text.ts';
import { taskChannel } from '../../../../../domain/tasks/task.ts';
import type { Phrase } from '../../../../../domain/text/writing/phrase-search.ts';
import type { ForgottenMemory } from '../../../../../ports/memory/forgettings.ts';
import type { SqliteDatabase } from '../../database.ts';

export interface MessagesToBlank {
  readonly phrases: readonly Phrase[];
  readonly memories: readonly ForgottenMemory[];
}

export interface BlankedMessages {
  /** Their ids. */
  readonly messages: readonly string[];
  /** Those that were given, and what the messages said. */
  readonly phrases: readonly Phrase[];
  readonly sessions: readonly string[];
  /** Is a turn under way that has one of them? */
  readonly isRunning: boolean;
}

interface Row {
  readonly n: number;
  readonly id: string;
  readonly session: string;
  readonly turn: string;
  readonly role: string;
  readonly body: string;
  readonly more: string | null;
  readonly text: string;
}

const columns = `m.n, m.id, m.session, m.turn, m.role, m.body, m.more, CASE json_type(m.body) WHEN 'text' THEN m.body ->> '$'
  ELSE coalesce((SELECT b.body FROM blobs b WHERE b.hash = m.body ->> '$.blob'), '') END AS text`;

export function blankMessages(database: SqliteDatabase, { phrases, memories }: MessagesToBlank): BlankedMessages {
  const found = carrying(database, tracesOf(phrases));
  const knowing = turnsThatKnew(database, memories);
  for (const row of repeating(database, knowing, found, memories)) found.set(row.n, row);
  // the same words may have been said once more elsewhere
  const said = [...found.values()].flatMap(({ text }) => phraseOf(text) ?? []);
  const all = [...phrases, ...said];
  const traces = tracesOf(all);
  for (const [n, row] of carrying(database, traces)) found.set(n, row);
  const rows = [...found.values()];
  const touched = withMore(database, traces);
  blank(database, rows, touched, traces);
  const running = database.prepare(`SELECT 1 FROM turns WHERE id = ? AND outcome IN ('running', 'paused')`);
  const turns = new Set([...rows, ...touched].map(({ turn }) => turn));
  return {
    messages: rows.map(({ id }) => id),
    phrases: all,
    sessions: [...new Set([...rows, ...touched].map(({ session }) => session))],
    isRunning: [...turns, ...knowing.keys()].some(turn => running.get(turn) !== undefined),
  };
}

function carrying(database: SqliteDatabase, traces: Traces): Map<number, Row> {
  const found = new Map<number, Row>();
  for (const row of database.prepare<[], Row>(`SELECT ${columns} FROM messages m`).iterate())
    if (row.text !== forgottenText && traces.in(row.text)) found.set(row.n, row);
  return found;
}

/** Messages with tool calls or attachments that carry it. */
function withMore(database: SqliteDatabase, traces: Traces): readonly Row[] {
  const rows = database.prepare<[], Row>(`SELECT ${columns} FROM messages m WHERE m.more IS NOT NULL`).all();
  return rows.filter(({ more }) => traces.without(more ?? '', 'more') !== undefined);
}

/** How many messages hold it. */
export function countMessages(database: SqliteDatabase, traces: Traces): number {
  return carrying(database, traces).size;
}

/**
 * In turns whose model had a memory before it: what repeats the memory, but words that the owner used where they stay.
 * And what the memory was kept or corrected from, if it has one of its words: a "yes" has none. The order of a job or a
 * task is none of it, since it stays.
 */
function repeating(
  database: SqliteDatabase,
  turns: ReadonlyMap<string, readonly string[]>,
  found: ReadonlyMap<number, Row>,
  memories: readonly ForgottenMemory[],
): readonly Row[] {
  const forgotten = new Set(memories.map(({ id }) => id));
  const sources = new Set(memories.map(({ message }) => message));
  const isSource = ({ id, session }: Row) => sources.has(id) && !hasOrders(session);
  const ofTurn = database.prepare<[string], Row>(`SELECT ${columns} FROM messages m WHERE m.turn = ? ORDER BY m.n`);
  return [...turns].flatMap(([turn, contents]) => {
    const rows = ofTurn.all(turn).filter(({ text }) => text !== forgottenText);
    const telling = contents.map(tellingWords);
    const staying = new Set(stayingIn(database, rows, forgotten).flatMap(content => [...tellingWords(content)]));
    const owners = rows.filter(({ role, n }) => role === 'owner' && !found.has(n));
    const repeated = new Set(
      owners.filter(row =>
        telling.some(
          words => repeats(row.text, words, undefined, staying) || (isSource(row) && touches(row.text, words)),
        ),
      ),
    );
    const used = heldWords(owners.filter(row => !repeated.has(row)).map(({ text }) => text));
    return rows.filter(
      row =>
        repeated.has(row) || (row.role !== 'owner' && telling.some(words => repeats(row.text, words, used, staying))),
    );
  });
}

/** What the other memories say that were kept in the conversation of these messages. */
function stayingIn(database: SqliteDatabase, rows: readonly Row[], forgotten: ReadonlySet<string>): readonly string[] {
  const kept = database.prepare<[string], { id: string; content: string }>(
    'SELECT id, content FROM memories WHERE session = ?',
  );
  return [...new Set(rows.map(({ session }) => session))]
    .flatMap(session => kept.all(session))
    .flatMap(({ id, content }) => (forgotten.has(id) ? [] : [content]));
}

interface Place {
  readonly turn: string;
  readonly session: string;
}

/** What is said there as the owner's is asked again and again. */
function hasOrders(session: string): boolean {
  const { channel } = placeOf(session);
  return [jobChannel, taskChannel, agentChannel].includes(channel);
}

/** Turns that a memory came from, was said, recalled or found in, each with what these memories said. */
function turnsThatKnew(
  database: SqliteDatabase,
  memories: readonly ForgottenMemory[],
): ReadonlyMap<string, readonly string[]> {
  // one that was reworded is given once for each of its wordings
  const known = Map.groupBy(
    memories.flatMap(({ id, content, message }) => [
      ...(message === null ? [] : [[episodeId(message), content] as const]),
      [id, content] as const,
    ]),
    ([name]) => name,
  );
  const turns = new Map<string, string[]>();
  const add = (turn: string, memory: string) => {
    const contents = (known.get(memory) ?? []).map(([, content]) => content);
    if (turn !== '' && contents.length > 0) turns.set(turn, [...(turns.get(turn) ?? []), ...contents]);
  };
  if (known.size === 0) return turns;
  const source = database.prepare<[string | null], Place>('SELECT turn, session FROM messages WHERE id = ?');
  const places = memories.flatMap(({ id, message }) => {
    const place = source.get(message);
    return place ? [{ id, ...place }] : [];
  });
  for (const { id, turn } of places) add(turn, id);
  const owners = database.prepare<[string], Place & { text: string }>(
    `SELECT m.turn, m.session, ${columns.slice(columns.indexOf('CASE'))} FROM messages m WHERE m.session = ? AND m.role = 'owner'`,
  );
  // it may have been said there before, in a way that was not understood
  for (const [session, kept] of Map.groupBy(places, place => place.session)) {
    const ids = [...new Set(kept.map(({ id }) => id))];
    const saidIn = sayers(ids.flatMap(id => (known.get(id) ?? []).map(([, content]) => ({ id, content }))));
    for (const { turn, text } of owners.iterate(session)) for (const id of saidIn(text)) add(turn, id);
  }
  for (const { turn, recalled } of recalls(database)) for (const id of recalled) add(turn, id);
  const results = database.prepare<[], { turn: string; text: string }>(
    `SELECT m.turn, ${columns.slice(columns.indexOf('CASE'))} FROM messages m WHERE m.role = 'tool'`,
  );
  for (const { turn, text } of results.iterate()) for (const [id] of text.matchAll(/memory:[0-9a-f]+/g)) add(turn, id);
  return turns;
}

/** Which memories were put before the model of which turn, as the journals of conversations tell. */
function recalls(database: SqliteDatabase): readonly { readonly turn: string; readonly recalled: readonly string[] }[] {
  const rows = database.prepare(`
    SELECT json_extract(j.event, '$.output.recalled') AS recalled,
      (SELECT t.id FROM turns t WHERE t.session = a.address AND t.started_at <= j.at ORDER BY t.started_at DESC LIMIT 1) AS turn
    FROM journal j JOIN actors a ON a.n = j.actor
    WHERE a.machine = 'session' AND instr(j.event, '"recalled":[') > 0`);
  return (rows.all() as { readonly recalled: string | null; readonly turn: string | null }[]).flatMap(
    ({ recalled, turn }) =>
      recalled === null || turn === null ? [] : [{ turn, recalled: JSON.parse(recalled) as readonly string[] }],
  );
}

function blank(database: SqliteDatabase, rows: readonly Row[], touched: readonly Row[], traces: Traces): void {
  const leave = database.prepare(`INSERT INTO messages_fts (messages_fts, rowid, text) VALUES ('delete', ?, ?)`);
  const body = database.prepare('UPDATE messages SET body = ? WHERE n = ?');
  const blob = database.prepare('UPDATE blobs SET body = ? WHERE hash = ?');
  const enter = database.prepare('INSERT INTO messages_fts (rowid, text) VALUES (?, ?)');
  const more = database.prepare('UPDATE messages SET more = ? WHERE n = ?');
  for (const row of rows) {
    const isIndexed = row.role === 'owner' || row.role === 'assistant';
    if (isIndexed) leave.run(row.n, indexedText(row.text));
    body.run(JSON.stringify(forgottenText), row.n);
    const stored = JSON.parse(row.body) as string | { readonly blob: string };
    if (typeof stored !== 'string') blob.run(forgottenText, stored.blob);
    if (isIndexed) enter.run(row.n, forgottenText);
  }
  for (const row of touched) more.run(traces.without(row.more ?? '', 'more') ?? row.more, row.n);
}
