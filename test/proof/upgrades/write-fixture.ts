/**
 * Writes the database that the next versions must open:
 * `node --conditions=development test/proof/upgrades/write-fixture.ts`.
 *
 * Once for each release: what is kept already is never written anew. One more argument is the folder of another
 * version's sources, and that one then writes it. The file is named after the schema and holds one agent in the midst
 * of everything (scene.ts), as a kill would leave it: what was committed last stands in the redo log alone. Its clock
 * and its ids are counted.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import Database from 'better-sqlite3';
import { openLastCommit } from '../../../src/adapters/stores/sqlite/redo/last-commit.ts';
import type { Memory } from '../../../src/domain/memory/memory.ts';
import type { Straylight } from '../../../src/features/process/straylight.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import { anthropicPeer } from '../../peers/anthropic.ts';
import { dumped } from './dump.ts';
import {
  conversations,
  type Deeds,
  doubles,
  furnish,
  givers,
  goals,
  jobs,
  learnedFrom,
  sceneExecutor,
  sceneModel,
  sceneTools,
  tasks,
} from './scene.ts';

type Program = Pick<typeof import('../../../src/compose.ts'), 'compose'> &
  Pick<typeof import('../../../config/load.ts'), 'loadConfig'> &
  Pick<typeof import('../../../src/ports/tool.ts'), 'defineTool'> &
  Pick<typeof import('../../../src/domain/supervision/failure.ts'), 'fault'>;

const root = resolve(process.argv[2] ?? join(import.meta.dirname, '../../..'));
const load = (path: string) => import(pathToFileURL(join(root, path)).href) as Promise<Partial<Program>>;
const parts = ['src/compose.ts', 'config/load.ts', 'src/ports/tool.ts', 'src/domain/supervision/failure.ts'];
const program = Object.assign({}, ...(await Promise.all(parts.map(load)))) as Program;

const key = 'sk-ant-fixture-000000';
const home = join(mkdtempSync(join(tmpdir(), 'straylight-fixture-')), 'home');
const database = join(home, 'straylight.db');
const model = await anthropicPeer({ key, script: sceneModel(true) });
const clock = countedClock();
const deeds: Deeds = { posted: [], commands: [] };
const has = (path: string) => existsSync(join(root, 'src/machines', path));
furnish(home, { learns: has('observer.ts'), plans: has('plan.ts') });

// a first life leaves somebody behind whom no later program will know
const first = await begun();
await first.agent.sessions.say({ id: 'session:terminal:stranger', clientId: 'm0', text: 'm0: hello' });
await first.system.quiet();
await first.stop();
const rows = new Database(database);
rows.prepare("UPDATE actors SET version = '0' WHERE address = 'session:terminal:stranger'").run();
rows.close();

const { agent, system } = await begun();
const { store } = system.host;
/** What does not come by then does not come: it is said what stands instead. */
const patienceMs = 60_000;
const becomes = async (what: string, isSo: () => boolean) => {
  const began = performance.now();
  while (!isSo() || store.inbox().length > 0) {
    await system.perform(() => {});
    if (performance.now() - began < patienceMs) continue;
    const standing = store.actors(0).map(({ address, leaf, status }) => `${address} ${status} ${leaf}`);
    throw new Error(`there is no ${what}; there are:\n${standing.join('\n')}`);
  }
};
const reached = (address: string, ...leaves: readonly string[]) =>
  becomes(`${address} in ${leaves.join(' or ')}`, () => leaves.includes(store.actor(address)?.leaf ?? ''));
const said = { ...conversations, ...givers, ...learnedFrom };
const say = async (name: keyof typeof said, ...leaves: readonly string[]) => {
  const id = `session:terminal:${name}`;
  await agent.sessions.say({ id, clientId: name, text: said[name] });
  await reached(id, ...leaves);
};
if (has('observer.ts')) {
  await learnFrom('asking', 'waitingForInput');
  await learnFrom('pausing', 'thinking.pausing');
}
if (has('job/chart.ts')) {
  await schedule('reminder', 'waitingForInput');
  await schedule('paused', 'waitingForInput');
  await agent.jobs.act({ name: 'paused', act: 'disable' });
  await reached('job:paused', 'idle');
  await schedule('stock', 'waitingForInput');
  await agent.jobs.act({ name: 'stock', act: 'run' });
  while (runsOf('job:stock') !== 'failed') await system.perform(() => {});
  await reached('job:stock', 'waitingForInput');
}
if (has('consolidation.ts')) {
  await agent.memory.import({ batch: 'doubles', memories: doubles.map(memoryOf), vouched: true });
  // it resolves at the end of the run, which does not come
  void agent.memory.consolidate({ run: 'night' });
  await reached('consolidation:night', 'thinking.judging');
}
await say('failing', 'idle');
await agent.sessions.say({
  id: 'session:terminal:failing',
  clientId: 'failing-2',
  text: 'm6: look the lamp up, please',
});
await reached('session:terminal:failing', 'idle');
// what follows is committed, and not yet in the tables
clock.hold();
if (has('job/chart.ts')) {
  for (const name of ['receipt', 'review', 'letter'] as const) {
    await schedule(name, 'waitingForInput');
    await agent.jobs.act({ name, act: 'run' });
    await reached(`job:${name}`, 'acting');
  }
  await reached('session:job:review~1', 'thinking.completing');
  while (deeds.commands.length === 0) await system.perform(() => {});
  while ((await agent.approvals.list({ state: 'pending' })).approvals.length === 0) await system.perform(() => {});
}
if (has('../features/goals/goals.ts')) for (const goal of goals) await agent.goals.add(goal);
if (has('../features/tasks/tasks.ts'))
  for (const [index, task] of tasks.entries()) {
    await agent.tasks.add(task);
    await reached(`session:task:${index + 1}`, task.key === 'letter' ? 'idle' : 'thinking.completing');
  }
if (has('observer.ts')) await learnFrom('looking', 'thinking.extracting');
if (has('plan.ts')) {
  await say('judged', 'judging');
  await say('coding', 'idle');
  await stands('worker', 'thinking.preparing');
  await say('planning', 'acting.running');
  await stands('session', 'thinking.completing', 'session:agent:');
}
const started = deeds.commands.length;
await say('approval', 'idle');
// the first is what versions before 0.2.0 call it
await say('later', 'thinking.backingOff', 'waitingForModel');
await say('acting', 'acting.running');
while (deeds.commands.length === started) await system.perform(() => {});
await say('thinking', 'thinking.completing');
// it is left as it stands, like an agent that was killed
const rest = openLastCommit(database);
const { schema } = rest.prepare('SELECT max(number) AS schema FROM migrations').get() as { readonly schema: number };
rest.close();
const anchor = join(home, 'audit.anchor');
const text = dumped(database, existsSync(anchor) ? readFileSync(anchor, 'utf8') : '');
const folder = join(import.meta.dirname, '../../fixtures/upgrades');
const name = `schema-${String(schema).padStart(2, '0')}.sql`;
mkdirSync(folder, { recursive: true });
const isKept = existsSync(join(folder, name));
if (!isKept) writeFileSync(join(folder, name), text);
console.log(`${name}: ${isKept ? 'it is kept already and stays as it is' : `${text.length} characters`}`);
for (const { address, leaf, status } of store.actors(0)) console.log(`${address} ${status} ${leaf}`);
rmSync(join(home, '..'), { recursive: true, force: true });
process.exit(0);

async function begun(): Promise<Straylight> {
  const loaded = program.loadConfig({ home, env: { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: model.url } });
  if (!loaded.ok) throw new Error(loaded.message);
  const agent = await program.compose(loaded.config, {
    clock,
    reaching: false,
    server: false,
    tools: sceneTools(program, deeds, true),
    executor: sceneExecutor(deeds, true, has('plan.ts')),
  });
  await agent.start();
  return agent;
}

/** Resolves once some actor of this chart is there and stands so. */
function stands(machine: string, leaf: string, begins = ''): Promise<void> {
  const isIt = (one: { readonly machine: string; readonly leaf: string; readonly address: string }) =>
    one.machine === machine && one.leaf === leaf && one.address.startsWith(begins);
  return becomes(`${machine} in ${leaf}`, () => store.actors(0).some(isIt));
}

/** A run of the observer looks through a conversation; the agent would begin it once that has rested. */
async function learnFrom(name: keyof typeof learnedFrom, leaf: string): Promise<void> {
  await say(name, 'idle');
  const session = `session:terminal:${name}`;
  const last = openLastCommit(database);
  const upto = last.prepare("SELECT max(n) FROM messages WHERE session = ? AND role = 'owner'").pluck().get(session);
  last.close();
  const target = `observer:terminal:${name}~${upto}`;
  await system.accept({ target, event: { type: 'conversation.rested', session, after: 0, upto }, dedupe: target });
  await reached(target, leaf);
}

/** A memory as an export gives it. */
function memoryOf(content: string, index: number): Memory {
  const at = clock.now();
  return {
    id: `memory:double-${index}`,
    kind: 'fact',
    content,
    tags: [],
    subject: null,
    status: 'active',
    source: 'owner',
    taint: 'owner',
    sensitivity: 'normal',
    partition: 'global',
    importance: 0.5,
    confidence: 0.5,
    sightings: 1,
    session: 'session:terminal:main',
    message: null,
    batch: null,
    replaces: null,
    contradicts: null,
    createdAt: at,
    updatedAt: at,
    uses: 0,
    lastUsedAt: null,
    expiresAt: null,
  };
}

async function schedule(name: keyof typeof jobs, leaf: string): Promise<void> {
  await agent.jobs.define({ name, timeZone: 'UTC', ...jobs[name] });
  await reached(`job:${name}`, leaf);
}

/** How the newest run of a job stands. */
function runsOf(job: string): unknown {
  const last = openLastCommit(database);
  const state = last.prepare('SELECT state FROM job_runs WHERE job = ? ORDER BY at DESC').pluck().get(job);
  last.close();
  return state;
}

/** A millisecond passes whenever somebody looks. `hold`: what waits for a time waits for ever. */
function countedClock(): Clock & { readonly hold: () => void } {
  let looked = 0;
  let ids = 0;
  let isHeld = false;
  const waiting = new Set<NodeJS.Timeout>();
  return {
    now: () => 1_795_348_800_000 + looked++,
    elapsed: () => 0,
    after(delayMs, call) {
      if (isHeld) return () => {};
      const timer = setTimeout(call, Math.min(delayMs, 2 ** 31 - 1));
      waiting.add(timer);
      return () => clearTimeout(timer);
    },
    // nothing waits for a time any more
    hold() {
      isHeld = true;
      for (const timer of waiting) clearTimeout(timer);
    },
    id() {
      ids += 1;
      return `${ids.toString(36).padStart(6, '0')}straylight`;
    },
  };
}
