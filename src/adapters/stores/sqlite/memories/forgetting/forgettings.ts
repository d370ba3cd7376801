/** The table `forgettings`, and what it asks of all others: every copy of a text blanked, and the files cleaned. */
import { forgottenText, phrasesOf, type Traces, tracesOf } from '../../../../../domain/memory/forgetting.ts';
import type { Phrase } from '../../../../../domain/text/writing/phrase-search.ts';
import type { Forgetting, Forgettings, ForgottenMemory, Swept } from '../../../../../ports/memory/forgettings.ts';
import type { SqliteDatabase } from '../../database.ts';
import { knownEmpty } from '../../known-empty.ts';
import { blankColumns } from './blank-columns.ts';
import { blankMessages, countMessages } from './blank-messages.ts';
import { furtherSources } from './further-sources.ts';

interface OpenRow {
  readonly id: string;
  readonly words: string;
  readonly at: number;
}

/** The residue of versions that did not zero what they deleted. */
const residue = 'earlier versions';

/** `emptyLogs`: empties the logs beside the database file; false: another process reads it. */
export function sqliteForgettings(database: SqliteDatabase, emptyLogs: () => boolean): Forgettings {
  const note = database.prepare(
    'INSERT INTO forgettings (id, words, at) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET words = excluded.words',
  );
  const open = database.prepare<[], OpenRow>('SELECT * FROM forgettings WHERE words IS NOT NULL ORDER BY at, id');
  const none = knownEmpty(database, 'forgettings');
  const swept = database.prepare('UPDATE forgettings SET words = NULL WHERE id = ?');
  const due = database.prepare(`SELECT 1 FROM forgettings WHERE words IS NULL AND id <> '${residue}'`);
  const hasResidue = database.prepare(`SELECT 1 FROM forgettings WHERE id = '${residue}'`);
  const cleaned = database.prepare('DELETE FROM forgettings WHERE words IS NULL');

  const running = database.prepare<[number]>(`SELECT 1 FROM turns WHERE outcome = 'running' AND started_at <= ?`);

  return {
    count: phrases => counted(database, tracesOf(phrases)),
    isBusy: (by = Number.MAX_SAFE_INTEGER) => running.get(by) !== undefined,
    note({ id, at, ...words }) {
      none.forget();
      note.run(id, JSON.stringify(words), at);
    },
    open: () =>
      none
        .unlessNone('', () => open.all(), [])
        .map(({ id, words, at }) => ({ ...(JSON.parse(words) as Omit<Forgetting, 'id' | 'at'>), id, at })),
    swept: id => void swept.run(id),
    sweep: forgetting => sweep(database, forgetting),
    get isDue() {
      return due.get() !== undefined;
    },
    clean() {
      if (due.get() === undefined) return true;
      // while another process reads, the whole database would be added to its log with each try
      if (!emptyLogs()) return false;
      if (hasResidue.get() !== undefined) rebuildIndexes(database);
      // SQLite zeroes what is deleted, but not the copies that stay behind where it has moved rows to other pages
      database.exec('VACUUM');
      // first what was blanked, then that nothing is left to clean: a crash in between cleans once more
      if (!emptyLogs()) return false;
      cleaned.run();
      return emptyLogs();
    },
  };
}

function counted(database: SqliteDatabase, traces: Traces): ReturnType<Forgettings['count']> {
  return {
    memories: new Set(carryingMemories(database, traces).map(({ id }) => id)).size,
    messages: countMessages(database, traces),
  };
}

function rebuildIndexes(database: SqliteDatabase): void {
  for (const index of ['memories_fts', 'messages_fts'])
    database.prepare(`INSERT INTO ${index} (${index}) VALUES ('rebuild')`).run();
}

interface Carried extends ForgottenMemory {
  readonly subject: string | null;
  readonly tags: string;
}

function sweep(database: SqliteDatabase, forgetting: Forgetting): Swept {
  const before = tracesOf([...forgetting.phrases, ...forgetting.memories.flatMap(({ content }) => phrasesOf(content))]);
  const more = forgetting.isAgain ? [] : carryingMemories(database, before);
  const memories = distinctBy([...forgetting.memories, ...more], one => JSON.stringify(one));
  const phrases = distinctPhrases([
    ...forgetting.phrases,
    ...memories.flatMap(({ content }) => phrasesOf(content)),
    ...earlierContents(database, memories).flatMap(phrasesOf),
  ]);
  const blanked = blankMessages(database, { phrases, memories });
  const { messages, sessions, isRunning } = blanked;
  const all = distinctPhrases(blanked.phrases);
  const traces = tracesOf(all);
  removeMemories(database, memories, traces);
  blankDeliveries(database, messages);
  // in other words it may stand in them; they are made again
  database.prepare('DELETE FROM part_summaries').run();
  const { steps, rows, isUnderWay } = blankColumns(database, traces);
  return {
    blanked: { memories: new Set(more.map(({ id }) => id)).size, messages: messages.length, steps, rows },
    memories,
    phrases: all,
    sessions,
    actors: carryingActors(database, traces),
    isUnderWay: isRunning || isUnderWay,
  };
}

function distinctPhrases(phrases: readonly Phrase[]): readonly Phrase[] {
  return distinctBy(phrases, ({ within, words }) => `${within} ${words.join(' ')}`);
}

function distinctBy<One>(all: readonly One[], key: (one: One) => string): readonly One[] {
  return [...new Map(all.map(one => [key(one), one])).values()];
}

/** Those that say it. */
function carryingMemories(database: SqliteDatabase, traces: Traces): readonly ForgottenMemory[] {
  const further = furtherSources(database);
  return database
    .prepare<[], Carried>('SELECT id, content, message, subject, tags FROM memories')
    .all()
    .filter(({ content, subject, tags }) => [content, subject ?? '', tags].some(traces.in))
    .flatMap(({ id, content, message }) => [message, ...further.of(id)].map(one => ({ id, content, message: one })));
}

/** What these memories said before they were changed. */
function earlierContents(database: SqliteDatabase, memories: readonly ForgottenMemory[]): readonly string[] {
  const before = database
    .prepare<[string], string>(
      `SELECT before ->> '$.content' FROM memory_changes WHERE memory = ? AND before IS NOT NULL`,
    )
    .pluck();
  return memories.flatMap(({ id }) => before.all(id));
}

function removeMemories(database: SqliteDatabase, memories: readonly ForgottenMemory[], traces: Traces): void {
  const statements = [
    'DELETE FROM memories WHERE id = ?',
    'DELETE FROM memory_changes WHERE memory = ?',
    'DELETE FROM memory_sources WHERE memory = ?',
    'UPDATE memories SET contradicts = NULL WHERE contradicts = ?',
    'UPDATE memories SET replaces = NULL WHERE replaces = ?',
    'DELETE FROM memory_links WHERE one = ?',
    'DELETE FROM memory_links WHERE other = ?',
  ].map(sql => database.prepare(sql));
  for (const { id } of memories) for (const statement of statements) statement.run(id);
  const changes = database.prepare('SELECT n, before FROM memory_changes WHERE before IS NOT NULL').all() as readonly {
    readonly n: number;
    readonly before: string;
  }[];
  const drop = database.prepare('DELETE FROM memory_changes WHERE n = ?');
  for (const { n, before } of changes) if (traces.without(before, 'before') !== undefined) drop.run(n);
}

/** A reply on its way to a chat has the id of its message, and more beneath it. */
function blankDeliveries(database: SqliteDatabase, messages: readonly string[]): void {
  // the answers that a question offers are part of its text
  const blank = database.prepare(
    "UPDATE deliveries SET body = ?, asks = CASE WHEN asks ->> 'question' IS NULL THEN asks END WHERE id = ?",
  );
  for (const id of messages) blank.run(JSON.stringify(forgottenText), id);
}

function carryingActors(database: SqliteDatabase, traces: Traces): Swept['actors'] {
  const rows = database.prepare<[], { address: string; state: string; input: string }>(
    'SELECT address, state, input FROM actors',
  );
  const carrying: Swept['actors'][number][] = [];
  for (const { address, state, input } of rows.iterate()) {
    const clean = { state: traces.without(state, 'state'), input: traces.without(input, 'input') };
    if (clean.state !== undefined || clean.input !== undefined)
      carrying.push({ address, state: clean.state ?? state, input: clean.input ?? input });
  }
  return carrying;
}
