/**
 * A kept database is opened by this program, and everything that was under way in it goes on: an hour later, on a
 * machine that was updated meanwhile. What its owner would say and do then is said and done, until everything rests.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { loadConfig } from '../../../config/load.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { migrations } from '../../../src/adapters/stores/sqlite/database.ts';
import { openLastCommit } from '../../../src/adapters/stores/sqlite/redo/last-commit.ts';
import { redoFile, redoLogFile } from '../../../src/adapters/stores/sqlite/redo/redo-log.ts';
import { compose } from '../../../src/compose.ts';
import { fault } from '../../../src/domain/supervision/failure.ts';
import type { Straylight } from '../../../src/features/process/straylight.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import { defineTool } from '../../../src/ports/tool.ts';
import { anthropicPeer } from '../../peers/anthropic.ts';
import { audited, type Count, type Findings, nothingFound } from '../check.ts';
import { answerTo } from '../run/talk.ts';
import { anchorIn, restored } from './dump.ts';
import {
  conversations,
  type Deeds,
  furnish,
  givers,
  jobs,
  receipt,
  sceneExecutor,
  sceneModel,
  sceneTools,
} from './scene.ts';

export interface Upgrade {
  /** The schema it was written with, and how many actors were alive in it. */
  readonly schema: number;
  readonly actors: number;
  /** Their charts, and how many commits stood in the redo log alone. */
  readonly charts: readonly string[];
  readonly tail: number;
  /** Names of the copies that were made before it was changed. */
  readonly copies: readonly string[];
  /** What lives in it when all is over, a line each. */
  readonly left: readonly string[];
  readonly findings: Findings;
}

const folder = join(import.meta.dirname, '../../fixtures/upgrades');
const hourMs = 3_600_000;
/** An agent that is not at rest by then is stuck. */
const patienceMs = 60_000;

/** Names of the kept databases, the oldest first. */
export function keptDatabases(): readonly string[] {
  return readdirSync(folder)
    .filter(name => name.endsWith('.sql'))
    .sort();
}

/** The newest schema this program knows. */
export function newestSchema(): number {
  return Math.max(...migrations().map(({ number }) => number));
}

/** `before`: happens to the home as it was left, before this program opens it for good. */
export async function upgrade(
  name: string,
  { before: disturb }: { readonly before?: (home: string) => Promise<void> | void } = {},
): Promise<Upgrade> {
  const home = join(mkdtempSync(join(tmpdir(), 'straylight-upgrade-')), 'home');
  const database = join(home, 'straylight.db');
  const model = await anthropicPeer({ key, script: sceneModel(false) });
  try {
    const sql = readFileSync(join(folder, name), 'utf8');
    mkdirSync(home, { recursive: true, mode: 0o700 });
    restored(sql, database);
    if (anchorIn(sql) !== '') writeFileSync(join(home, 'audit.anchor'), anchorIn(sql), { mode: 0o600 });
    const { schema, actors, at, charts, tail } = before(database);
    const plans = charts.includes('plan');
    furnish(home, { learns: true, plans });
    await disturb?.(home);

    const deeds: Deeds = { posted: [], commands: [] };
    const loaded = loadConfig({ home, env: { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: model.url } });
    if (!loaded.ok) throw new Error(loaded.message);
    const agent = await compose(loaded.config, {
      clock: clockFrom(at + hourMs),
      reaching: false,
      server: false,
      tools: sceneTools({ defineTool, fault }, deeds, false),
      executor: sceneExecutor(deeds, false, plans),
    });
    await agent.start();
    const problems = await liveOn(agent);
    const left = agent.system.host.store.actors(0).map(({ address, status, leaf }) => `${address} ${status} ${leaf}`);
    await agent.stop();
    const backups = join(home, 'backups');
    const copies = existsSync(backups) ? readdirSync(backups) : [];
    for (const copy of copies) {
      const kept = before(join(backups, copy));
      // that of a feature is made when the tables that all share are of today
      if (kept.actors !== actors || (copy.startsWith('schema-') && kept.schema !== schema))
        problems.push(`diverged: ${copy} is no copy of what was there`);
    }
    return {
      schema,
      actors,
      charts,
      tail,
      left,
      copies,
      findings: findingsOf(database, deeds, problems, charts),
    };
  } finally {
    await model.close();
    rmSync(join(home, '..'), { recursive: true, force: true });
  }
}

const key = 'sk-ant-fixture-000000';

interface Before extends Pick<Upgrade, 'schema' | 'actors' | 'charts' | 'tail'> {
  readonly at: number;
}

function before(file: string): Before {
  const database = openLastCommit(file);
  const row = database
    .prepare(
      `SELECT (SELECT max(number) FROM migrations) AS schema, max(last_at) AS at,
         count(*) FILTER (WHERE status NOT IN ('done', 'stopped')) AS actors FROM actors`,
    )
    .get() as Pick<Before, 'schema' | 'actors' | 'at'>;
  const living = "SELECT DISTINCT machine FROM actors WHERE status = 'active' ORDER BY machine";
  const charts = database.prepare(living).pluck().all() as string[];
  database.close();
  return { ...row, charts, tail: tailOf(file) };
}

function tailOf(file: string): number {
  const tables = new Database(file, { readonly: true });
  const isKept = tables.prepare("SELECT 1 FROM sqlite_master WHERE name = 'redo'").get() !== undefined;
  const salt = isKept ? (tables.prepare('SELECT salt FROM redo').pluck().get() as string) : '';
  tables.close();
  return redoLogFile(redoFile(file), false).read(salt).length;
}

/** The machine's clock, with another time on the wall. */
function clockFrom(at: number): Clock {
  const began = systemClock.elapsed();
  return { ...systemClock, now: () => Math.round(at + systemClock.elapsed() - began) };
}

/** What the owner says and does in the updated agent. Answers what did not go on. */
async function liveOn({ agent, system }: Straylight): Promise<string[]> {
  const { store } = system.host;
  const problems: string[] = [];
  const until = async (what: string, isSo: () => Promise<boolean> | boolean) => {
    const began = systemClock.elapsed();
    while (!(await isSo())) {
      if (systemClock.elapsed() - began > patienceMs) {
        problems.push(`stuck: ${what}`);
        return;
      }
      await new Promise(resolve => setTimeout(resolve, 5));
    }
  };
  const answered = (session: string, tag: string) => async () => {
    const { messages } = await agent.sessions.messages({ id: `session:terminal:${session}`, limit: 50 });
    return messages.some(({ role, text }) => role === 'assistant' && text.includes(answerTo(tag)));
  };

  for (const { card } of (await agent.approvals.list({ state: 'pending' })).approvals) {
    const approval = `approval:${card.key}`;
    const answer = await agent.approvals.decide({ id: approval, decision: 'approve', confirmation: 'yes' });
    if (!answer.ok) problems.push(`stuck: the yes to ${card.key} was refused: ${answer.message}`);
  }
  // whom this program does not know is begun afresh: by the incident that asks about it, or by the owner's own hand
  const stranger = 'session:terminal:stranger';
  const incidentOf = (subject: string) =>
    store.actors(0).find(({ machine, status, state }) => {
      const { trouble } = (JSON.parse(state) as { context: { trouble?: { subject: string } } }).context;
      return machine === 'incident' && status === 'active' && trouble?.subject === subject;
    });
  const incident = incidentOf(stranger);
  if (incident) await agent.actors.answer({ id: incident.address, choice: 'fresh' });
  else {
    const command = { id: stranger, verb: 'restart', mode: 'fresh' } as const;
    const { state, error } = (await agent.actors.command(command)).outcome;
    if (state === 'failed') problems.push(`stuck: ${stranger} cannot be begun afresh: ${error}`);
  }
  await until(`${stranger} is not begun afresh`, () => store.actor(stranger)?.status === 'active');
  for (const [session, text] of [
    ['stranger', 'm7: hello'],
    ['failing', 'm8: look it up again'],
  ] as const)
    await agent.sessions.say({ id: `session:terminal:${session}`, clientId: text.slice(0, 2), text });
  await until('the stranger does not answer', answered('stranger', 'm7'));
  await until('the breaker keeps the tool away', answered('failing', 'm8'));
  for (const session of ['thinking', 'approval', 'acting', 'later'] as const)
    await until(`${session} does not go on`, answered(session, conversations[session].slice(0, 2)));
  for (const [session, text] of Object.entries(givers))
    if (store.actor(`session:terminal:${session}`))
      await until(`${session} does not go on`, answered(session, text.slice(0, 3)));
  for (const { address } of store.actors(0).filter(({ machine }) => machine === 'worker' || machine === 'plan'))
    await until(`${address} does not end`, () => store.actor(address)?.status === 'done');
  for (const name of Object.keys(jobs)) {
    const leaf = name === 'paused' ? 'idle' : 'waitingForInput';
    const address = `job:${name}`;
    if (store.actor(address)) await until(`${address} is not ${leaf}`, () => store.actor(address)?.leaf === leaf);
  }
  const cut = 'job:receipt';
  if (store.actor(cut)) {
    await until('nobody asks what is to become of the run that was cut off', () => incidentOf(cut) !== undefined);
    await agent.actors.answer({ id: incidentOf(cut)?.address ?? '', choice: 'leave' });
  }
  for (const { id, text } of (await agent.tasks.list({})).tasks) {
    const tag = text.split(':', 1)[0] ?? '';
    const isDone = async () => (await agent.tasks.show({ id }))?.state === 'done';
    await until(`task ${id} does not end`, isDone);
    const { messages } = await agent.sessions.messages({ id: `session:task:${id}`, limit: 50 });
    if (!messages.some(({ role, text: said }) => role === 'assistant' && said.includes(answerTo(tag))))
      problems.push(`lost: task ${id} was not answered`);
  }
  for (const { address } of store.actors(0).filter(({ machine }) => machine === 'consolidation'))
    await until(`${address} does not end`, () => store.actor(address)?.status === 'done');
  for (const { address } of store.actors(0).filter(({ machine }) => machine === 'observer'))
    await until(`${address} does not end`, async () => {
      const { pending } = await agent.memory.pending({});
      for (const { memory } of pending) await agent.memory.decide({ id: memory.id, decision: 'accept' });
      return store.actor(address)?.status === 'done';
    });
  await until('it does not come to rest', () => {
    const open = store.openEffects().filter(({ src }) => src !== 'inbox');
    return open.length === 0 && store.inbox().length === 0;
  });
  await system.quiet();
  return problems;
}

/** What was done outside and what the rows say, held against what had to happen. */
function findingsOf(
  database: string,
  { posted, commands }: Deeds,
  problems: readonly string[],
  charts: readonly string[],
): Findings {
  const findings = { ...nothingFound, stuck: problems.length, problems: [...problems] };
  const found = (count: Count, problem: string) => {
    findings[count] += 1;
    findings.problems.push(`${count}: ${problem}`);
  };
  const db = new Database(database, { readonly: true });
  try {
    const hasJobs = charts.includes('job');
    const tasks = db.prepare('SELECT count(*) FROM tasks').pluck().get();
    // of a conversation, a job and a task
    const letters = 1 + (hasJobs ? 1 : 0) + (tasks === 0 ? 0 : 1);
    if (posted.length !== letters)
      found(posted.length < letters ? 'lost' : 'doubled', `${posted.length} letters of ${letters} were posted`);
    if (hasJobs) runsFound(db, found);
    if (charts.includes('consolidation')) orderFound(db, found);
    if (commands.length > 0) found('doubled', `${receipt} was started again, though nobody knows what became of it`);
    const told = JSON.stringify(db.prepare('SELECT body FROM messages').all());
    if (!told.includes('Nobody knows whether this happened')) found('untold', 'the model does not know of the act');
    if (!told.includes('may or may not have happened')) found('untold', 'the owner does not know of the act');
    const rows = <Row>(sql: string) => db.prepare(sql).all() as readonly Row[];
    for (const { address, status, leaf } of rows<Record<string, string>>(
      `SELECT address, status, leaf FROM actors WHERE status IN ('quarantined', 'suspended') OR status = 'active' AND
       machine || ' ' || leaf NOT IN ('session idle', 'supervisor idle', 'channel stopped', 'approval-desk idle', 'circuit-breaker closed', 'job waitingForInput', 'job idle')`,
    ))
      found('stuck', `${address} is ${status} in ${leaf}`);
    for (const { id, outcome } of rows<Record<string, string>>("SELECT id, outcome FROM turns WHERE outcome <> 'done'"))
      found('lost', `the turn ${id} is ${outcome}`);
    for (const { address } of rows<Record<string, string>>("SELECT address FROM approvals WHERE state = 'pending'"))
      found('stuck', `${address} is still pending`);
    for (const { target, failure } of rows<Record<string, string>>('SELECT target, failure FROM dead_letters'))
      found('stuck', `a message for ${target} was buried: ${failure}`);
    const integrity = db.pragma('integrity_check', { simple: true });
    if (integrity !== 'ok') found('diverged', `integrity_check says ${integrity}`);
    audited({ db, database, found });
    return findings;
  } finally {
    db.close();
  }
}

/** What became of the runs of the jobs (scene.ts): each once, the one that was cut off told and never made again. */
function runsFound(db: Database.Database, found: (count: Count, problem: string) => void): void {
  const rows = db.prepare('SELECT job, cause, attempt, state FROM job_runs ORDER BY job, at').all() as readonly {
    readonly [column: string]: unknown;
  }[];
  const runs = rows.map(({ job, cause, attempt, state }) => `${job} ${cause} ${attempt} ${state}`);
  const expected = [
    'job:letter manual 1 done',
    'job:receipt manual 1 unknown',
    'job:reminder due 1 skipped',
    'job:reminder catchUp 1 done',
    'job:review manual 1 done',
    'job:stock manual 1 failed',
    'job:stock retry 2 done',
    // the goal that came due
    ...(db.prepare('SELECT 1 FROM goals').get() === undefined ? [] : ['job:goal-1-due catchUp 1 done']),
  ];
  for (const run of expected) if (!runs.includes(run)) found('lost', `no run is "${run}": ${runs.join(', ')}`);
  for (const run of runs) if (!expected.includes(run)) found('doubled', `nobody asked for the run "${run}"`);
}

/** Both pairs of doubles (scene.ts) are one memory each, and neither side is gone. */
function orderFound(db: Database.Database, found: (count: Count, problem: string) => void): void {
  const doubles = db.prepare(
    "SELECT content, status FROM memories WHERE content LIKE '%key is with%' OR content LIKE 'my ladder%'",
  );
  const rows = (doubles.all() as Record<string, string>[]).map(({ content, status }) => `${content}: ${status}`);
  const expected = [
    'the spare key is with Mrs. Novak: archived',
    'spare key is with Mrs Novak: active',
    'my ladder is, stands in Finn Shed: active',
    'my ladder is in Finn Shed: archived',
    'my ladder stands in Finn Shed: archived',
  ];
  for (const row of expected) if (!rows.includes(row)) found('lost', `no memory is "${row}": ${rows.join(', ')}`);
  if (rows.length > expected.length) found('doubled', `memories are there twice: ${rows.join(', ')}`);
}
