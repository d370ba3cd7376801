/**
 * Straylight as the program under test: the real compose with the real store, model adapter and Telegram channel, and
 * recorders around it. Its one argument is a {@link AgentJob} as JSON. Words over IPC: `rest?` is answered `rest` once
 * nothing moves any more; `stop` with `stopping`, then it ends in good order; a {@link Steer} is what the owner does to
 * the conversation; a task is answered `taken`; `figures?` is answered with what the process holds.
 */
import { readdirSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { homePaths } from '../../../config/home.ts';
import { loadConfig } from '../../../config/load.ts';
import { compose } from '../../../src/compose.ts';
import type { TimerRecord } from '../../../src/ports/store.ts';
import type { GivenTask } from '../flows.ts';
import { type Quick, quickClock } from '../outage/quick-clock.ts';
import { type BrokenName, breaking } from '../sweep/broken-hosts.ts';
import { owner } from './owner.ts';
import { traceCommands, traceFences, traceRefusals, tracingTools } from './recorders.ts';

export interface AgentJob {
  readonly home: string;
  /** Where deeds leave their lines. */
  readonly trace: string;
  readonly broken?: BrokenName;
  /** It lives in counted time. */
  readonly quick?: Quick;
}

export type AgentWord = 'rest?' | 'stop' | 'figures?' | Steer | { readonly task: GivenTask };
export type AgentAnswer = 'rest' | 'stopping' | 'steered' | 'taken';
/** What the owner does to the conversation: sets it aside, takes it up again, has it begin its step anew. */
export type Steer = 'suspend' | 'resume' | 'restart';

/** What a process holds. Bytes, and counts. */
export interface AgentFigures {
  readonly rss: number;
  /** After a collection. */
  readonly heap: number;
  readonly handles: number;
  readonly log: number;
  readonly timers: number;
  readonly inbox: number;
  /** Effects under way. */
  readonly effects: number;
  /** Actors that live. */
  readonly live: number;
  readonly rows: number;
}

/** A timer that has been overdue for so long, as it passes for us, will never fire. */
const overdueMs = 2000;

const { home, trace, broken, quick } = JSON.parse(process.argv[2] ?? '{}') as AgentJob;
traceCommands(trace);
traceRefusals(trace);
const host = breaking(broken, homePaths(home).database);
const clock = quick ? quickClock(quick) : host.clock;
const loaded = loadConfig({ home, env: process.env });
if (!loaded.ok) throw new Error(loaded.message);
const loadedConfig = loaded.config;
const agent = await compose(loadedConfig, { tools: tracingTools(trace), server: false, clock });
const { system } = agent;
const { store } = system.host;
traceFences(store, trace);
host.apply(agent);

process.on('message', (word: AgentWord) => {
  if (word === 'stop') void stop();
  else if (word === 'figures?') process.send?.(figures());
  else if (typeof word === 'object') void give(word.task);
  else if (word !== 'rest?') void steer(word);
  else void rest().then(() => answer('rest'));
});
let beganAt = Number.POSITIVE_INFINITY;
// Whoever started this has gone.
process.on('disconnect', () => process.exit(1));
await agent.start();
beganAt = clock.now();

function answer(word: AgentAnswer): void {
  process.send?.(word);
}

async function stop(): Promise<void> {
  answer('stopping');
  await agent.stop();
  process.exit(0);
}

/** By the owner's hand. What is said while the conversation is set aside waits. */
async function steer(verb: Steer): Promise<void> {
  await agent.agent.actors.command({ id: `session:telegram:${owner}`, verb });
  answer('steered');
}

async function give(task: GivenTask): Promise<void> {
  await agent.agent.tasks.add(task);
  answer('taken');
}

function figures(): AgentFigures {
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  const log = statSync(`${loadedConfig.paths.database}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  const file = new Database(loadedConfig.paths.database, { readonly: true });
  const count = (sql: string) => Number(file.prepare(sql).pluck().get());
  const tables = file
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%\\_fts%' ESCAPE '\\' AND name NOT LIKE 'sqlite_%'",
    )
    .pluck()
    .all();
  const counted = {
    timers: count('SELECT count(*) FROM timers'),
    inbox: count('SELECT count(*) FROM inbox'),
    live: count("SELECT count(*) FROM actors WHERE status NOT IN ('done', 'stopped')"),
    rows: tables.reduce((sum: number, name) => sum + count(`SELECT count(*) FROM "${name}"`), 0),
  };
  file.close();
  return {
    rss,
    heap: heapUsed,
    log,
    // a link to what is open for each: the folder stands for itself on every Unix
    handles: readdirSync('/dev/fd').length,
    effects: store.openEffects().length,
    ...counted,
  };
}

/** No message waits, nothing runs but the long poll, no timer will fire that anybody waits for. */
async function rest(): Promise<void> {
  for (;;) {
    await system.quiet();
    const moving =
      store.openEffects().some(effect => effect.src !== 'inbox') ||
      store.timersDue(Number.MAX_SAFE_INTEGER, 1000).some(isAwaited);
    if (!moving) return;
    await nextStep();
  }
}

/**
 * What rests waits for no timer but those that send a message once more and those of jobs, and what is long overdue
 * never comes; what became due while no process ran comes soon after the start.
 */
function isAwaited({ owner: whose, id, due }: TimerRecord): boolean {
  if (Math.max(due, beganAt) <= clock.now() - overdueMs * (quick?.speed ?? 1)) return false;
  const tags = JSON.parse(store.actor(whose)?.tags ?? '[]') as readonly string[];
  return !tags.includes('resting') || id.startsWith('due');
}

/** The next committed step, or a while in which there was none. */
function nextStep(): Promise<void> {
  return new Promise(resolve => {
    const done = (): void => {
      end();
      clearTimeout(late);
      resolve();
    };
    const end = system.feed.subscribe(frame => {
      if (frame.kind === 'step') done();
    });
    const late = setTimeout(done, overdueMs);
  });
}
