/**
 * The yardstick: the least that a loop can do and still remember. None of our code is in it: what asks the model is
 * lean-model.ts, and each message is one row of SQLite and one commit, written through to the disk. It knows no schema,
 * no limit, no retry and no cancelling, and a crash leaves it where nobody knows.
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { calledIn, commandRun, leanModel, type Message, saidIn } from './lean-model.ts';
import { inSessions, type Turns } from './turns.ts';

export async function leanTurns(home: string, url: string): Promise<Turns> {
  const model = leanModel(home, url);
  const database = new Database(join(home, 'lean.db'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec('CREATE TABLE messages (n INTEGER PRIMARY KEY, session TEXT NOT NULL, body TEXT NOT NULL)');
  const insert = database.prepare('INSERT INTO messages (session, body) VALUES (?, ?)');
  const histories = new Map<string, Message[]>();
  let last: readonly string[] = [];

  function append(session: string, message: Message): void {
    const history = histories.get(session) ?? [];
    history.push(message);
    histories.set(session, history);
    insert.run(session, JSON.stringify(message));
  }

  async function oneTurn(session: string, text: string): Promise<string> {
    append(session, { role: 'user', content: [{ type: 'text', text }] });
    for (;;) {
      const blocks = await model.ask(histories.get(session) ?? []);
      append(session, { role: 'assistant', content: blocks });
      const calls = calledIn(blocks);
      if (calls.length === 0) return saidIn(blocks);
      for (const call of calls) append(session, commandRun(call));
    }
  }

  return {
    async run(round) {
      last = await inSessions(round, session => oneTurn(session, round.text));
    },
    replies: async () => last,
    async close() {
      model.close();
      database.close();
    },
  };
}
