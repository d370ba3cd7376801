/**
 * What stands beside a running agent: readers of its database, and commands that work on its home. Its commits go to
 * the redo log first and to the tables within a second.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import Database from 'better-sqlite3';
import { test } from '../../slow.ts';
import { type Running, type TestAgent, withAgent } from '../rig/agent.ts';

const session = 'session:web:main';
const path = encodeURIComponent(session);
const fileOf = (agent: TestAgent) => join(agent.path, 'straylight.db');

/** Reads the file as any program with SQLite does: what stands in the redo log alone is not there. */
function readTables<Result>(file: string, read: (tables: Database.Database) => Result): Result {
  const tables = new Database(file, { readonly: true, fileMustExist: true });
  try {
    return read(tables);
  } finally {
    tables.close();
  }
}

interface Step {
  readonly seq: number;
  readonly event: { readonly type: string };
  readonly hash: string;
}

const named = (steps: readonly Step[]) => steps.map(({ seq, event, hash }) => `${seq} ${event.type} ${hash}`);

/** The steps of the session and its messages, as a page and a program ask for them. */
async function history({ http }: Running) {
  const [journal, file, page] = await Promise.all([
    http(`/api/actors/${path}/journal?limit=200`),
    http(`/api/actors/${path}/export`),
    http('/api/sessions/web%3Amain/messages'),
  ]);
  const { entries, next } = journal.json;
  assert.equal(next, undefined, 'one page holds the whole journal');
  const messages = page.json.messages.map(({ id, role, text }: Record<string, string>) => `${id} ${role} ${text}`);
  return { journal: named(entries), exported: namedInFile(file.json), messages };
}

/** An export names the event and the hash of each step. */
function namedInFile(file: { readonly journal: readonly Step[] }): readonly string[] {
  return named(file.journal);
}

/** The same by the command line, which opens the home where no agent runs. */
async function historyByCommand(agent: TestAgent) {
  const journal = await agent.json('actors', 'journal', session);
  const file = await agent.straylight('actors', 'export', session);
  assert.deepEqual([journal.code, file.code], [0, 0], file.err);
  return { journal: named(journal.value), exported: namedInFile(JSON.parse(file.out)) };
}

test('given an agent that is spoken to again and again, when another process reads its database, then each message stands there about a second later', t =>
  withAgent({}, async agent => {
    const running = await agent.start();
    const ages: number[] = [];
    for (let at = 0; at < 8; at += 1) {
      const text = `hello number ${at}`;
      const turn = running.say(session, text);
      await seen(t, agent, text).then(({ since, now }) => ages.push(now - since));
      await turn;
    }
    t.diagnostic(`ages of messages as a reader saw them first: ${ages.join(', ')} ms`);
    assert.ok(Math.max(...ages) < 2_000, `a message was read ${Math.max(...ages)} ms after it was accepted`);
    await running.stop();
  }));

/** When the owner's message was accepted, and when the tables held it. */
async function seen(t: TestContext, agent: TestAgent, text: string): Promise<{ since: number; now: number }> {
  const look = () => {
    const since = readTables(fileOf(agent), tables =>
      tables.prepare("SELECT at FROM messages WHERE role = 'owner' AND body LIKE ?").pluck().get(`%${text}%`),
    );
    assert.ok(typeof since === 'number', `no message "${text}" in the tables`);
    return { since, now: Date.now() };
  };
  return t.waitFor(look, { interval: 20, timeout: 30_000 });
}

test('given steps that stand in the redo log alone, when the agent is killed, then page, journal and export name the same steps before and after', t =>
  withAgent({ config: '[safe_mode]\nboots = 0\n' }, async agent => {
    const deaths = 6;
    let running = await agent.start();
    let inLogAlone = 0;
    for (let death = 1; death <= deaths && inLogAlone === 0; death += 1) {
      await running.say(session, `remember that I like tea number ${death}`);
      const commanded = await historyByCommand(agent);
      const { journal, exported } = await history(running);
      assert.deepEqual(commanded, { journal, exported });
      await running.say(session, 'what do I like?');
      const before = await history(running);
      await running.kill();
      inLogAlone = before.journal.length - stepsInTables(agent);
      t.diagnostic(`${before.journal.length} steps, ${inLogAlone} of them in the redo log alone when it was killed`);

      assert.ok(before.journal.length > journal.length);
      assert.deepEqual(before.exported, before.journal);
      const asleep = { journal: before.journal, exported: before.exported };
      assert.deepEqual(await historyByCommand(agent), asleep, 'no agent runs');
      running = await agent.start();
      assert.deepEqual(await history(running), before, 'the agent runs again');
      assert.deepEqual(await historyByCommand(agent), asleep);
    }
    assert.ok(inLogAlone > 0, `in ${deaths} deaths the tables had all steps: the redo log was never needed`);
    await running.stop();
  }));

function stepsInTables(agent: TestAgent): number {
  const sql = 'SELECT count(*) FROM journal JOIN actors ON actors.n = journal.actor WHERE actors.address = ?';
  return readTables(fileOf(agent), tables => tables.prepare(sql).pluck().get(session) as number);
}

test('given an agent in the middle of turns, when commands read its database and change its home again and again, then none finds it locked', t =>
  withAgent({}, async agent => {
    const running = await agent.start();
    const rounds = 5;
    let isOver = false;
    let turns = 0;
    const talking = async () => {
      for (; !isOver; turns += 1) await running.say(session, `remember that I like tea number ${turns}`);
    };
    const commands = async () => {
      for (let round = 0; round < rounds; round += 1) await besideTurns(agent, round);
    };
    await Promise.all([talking(), commands().finally(() => (isOver = true))]);
    t.diagnostic(`${rounds} rounds of seven commands beside ${turns} turns`);
    assert.ok(turns > rounds, `only ${turns} turns ran meanwhile`);
    await running.stop();
  }));

/** Two read the database themselves; the others write files of the home, or have the agent write. */
async function besideTurns(agent: TestAgent, round: number): Promise<void> {
  const rule = ['--host', 'api.example.org'];
  const [doctor, security, ...changes] = await Promise.all([
    agent.json('doctor'),
    agent.json('doctor', '--security'),
    agent.straylightWith(`kept-by-nobody-${round}`, 'secret', 'set', `ci/number-${round}`, ...rule),
    agent.straylight('init'),
    agent.straylight('jobs', 'add', `backup-${round}`, 'every 90m', '--builtin', 'backup'),
    agent.straylight('reset', '--yes'),
  ]);
  const database = doctor.value.find(({ name }: { name: string }) => name === 'Database');
  assert.equal(database.verdict, 'ok', database.found);
  // begins a copy of the database while turns are written
  const backup = await agent.straylight('jobs', 'run', `backup-${round}`);
  const kinds = security.value.map(({ kind }: { kind: string }) => kind);
  assert.ok(!kinds.includes('unread') && !kinds.includes('chain'), JSON.stringify(security.value));
  for (const { code, out, err } of [...changes, backup]) {
    assert.equal(code, 0, out + err);
    assert.doesNotMatch(out + err, /SQLITE_|database is locked|could not be notified/);
  }
}
