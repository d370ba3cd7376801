/**
 * Random kills under load: a real agent with a thousand live actors is sent SIGKILL at a random instant, again and
 * again, while its owner goes on writing. After each death its file must be whole; in the end nothing may be lost or
 * doubled.
 */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { loadConfig } from '../../../config/load.ts';
import { writeBirth } from '../../../src/actors/runtime/commit/commit.ts';
import { compose } from '../../../src/compose.ts';
import type { Turn } from '../../peers/script.ts';
import { check, type Findings } from '../check.ts';
import type { Flow } from '../flows.ts';
import { type AgentProcess, startAgent } from '../run/agent-process.ts';
import { answerTo, talkIn } from '../run/talk.ts';
import { createWorld, type World } from '../run/world.ts';
import { type Luck, luckOf } from '../simulation/chance.ts';

export interface KillReport {
  readonly kills: number;
  readonly messages: number;
  readonly acts: number;
  readonly findings: Findings;
  /** Deaths after which the file was not whole. */
  readonly broken: number;
  /**
   * From the start of the process to its first question to Telegram, in milliseconds, of the lives that came so far.
   */
  readonly pollingMs: readonly number[];
}

export interface KillOptions {
  readonly kills: number;
  /** So many sessions live in Straylight besides the one that is spoken with. */
  readonly actors: number;
  readonly onKill?: (kill: number) => void;
}

/** So many messages wait for their answers at a time. */
const most = 8;

export async function randomKills({ kills, actors, onKill = () => {} }: KillOptions): Promise<KillReport> {
  const luck = luckOf(`kills ${kills}`);
  const answers: Record<string, readonly string[]> = {};
  let say: (text: string) => void = () => {};
  const world = await createWorld({
    ...busyFlow,
    answers,
    model: hand => {
      say = hand.say;
      return (asked): Turn => {
        const { open } = talkIn(asked);
        // every third answer is preceded by a tool, each time with words of its own
        if (open.length > 0 && asked.steps === 0 && asked.index % 3 === 0)
          return {
            toolCalls: [
              { name: 'look_up', arguments: { item: `lamp-${asked.index}` } },
              { name: 'execute_command', arguments: { command: `echo receipt-${asked.index}` } },
            ],
          };
        return { text: open.map(answerTo).join('\n\n') || 'There is nothing more to say.' };
      };
    },
  });
  const database = join(world.home, 'straylight.db');
  const compileCache = join(tmpdir(), `straylight-proof-cache-${userInfo().uid}`);
  mkdirSync(compileCache, { recursive: true, mode: 0o700 });
  const pollingMs: number[] = [];
  let broken = 0;
  const speak = (): void => {
    const waiting = world.said.filter(({ tag }) => !world.sent.some(({ text }) => text.includes(answerTo(tag)))).length;
    if (waiting >= most) return;
    const tag = `m${world.said.length + 1}`;
    answers[tag] = [answerTo(tag)];
    say(`${tag}: look the lamp up and print its receipt`);
  };
  const start = (): AgentProcess =>
    startAgent({ job: { home: world.home, trace: world.traceFile }, env: world.env, compileCache });
  const speaking = setInterval(speak, 30);
  try {
    await populate(world, actors);
    for (let kill = 1; kill <= kills; kill += 1) {
      const agent = start();
      const polled = await lived(agent, world, luck);
      if (polled !== undefined) pollingMs.push(polled);
      if (!isWhole(database)) broken += 1;
      onKill(kill);
    }
    clearInterval(speaking);
    const failed = await rest(start(), world);
    const findings = check({ world, database, kills });
    const acts = world.trace().filter(({ what }) => what === 'act');
    const doubled = acts.length - new Set(acts.map(({ name }) => name)).size;
    return {
      kills,
      broken,
      pollingMs,
      messages: world.said.length,
      acts: acts.length,
      findings: {
        ...findings,
        doubled: findings.doubled + doubled,
        failed: findings.failed + failed.length,
        problems: [...failed, ...findings.problems],
      },
    };
  } finally {
    clearInterval(speaking);
    await world.close();
  }
}

const busyFlow: Omit<Flow, 'model' | 'answers'> = {
  name: 'random-kills',
  about: 'an owner who goes on writing',
  approvals: 'continue',
  says: [],
  acts: [],
};

/**
 * A life until it is killed: early, while it starts, or at some instant of its work. Answers how long it took to ask
 * for messages.
 */
async function lived(agent: AgentProcess, world: World, luck: Luck): Promise<number | undefined> {
  const began = performance.now();
  const from = world.polls.all.length;
  const isEarly = luck.once(4);
  let polled: number | undefined;
  if (isEarly) await passed(luck.between(0, 300));
  else {
    await Promise.race([world.polls.until(() => true, { from, timeoutMs: 30_000 }), agent.end]);
    polled = performance.now() - began;
    await passed(luck.between(0, 300));
  }
  agent.kill();
  const end = await agent.end;
  if (end.kind === 'failed') throw new Error(end.why);
  return polled;
}

/** Real time: what is killed at random is killed by the clock. */
export function passed(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms));
}

/** The last life: until nothing moves any more. Answers what went wrong. */
export async function rest(agent: AgentProcess, world: World): Promise<readonly string[]> {
  do {
    await world.delivered();
    await agent.atRest();
  } while (!world.isDelivered || world.tapsAgain());
  void agent.stop();
  const end = await agent.end;
  return end.kind === 'ended' ? [] : [end.kind === 'failed' ? end.why : 'the last life was killed'];
}

/** As it lies there, looked at in a copy: opening it would begin to mend it. */
function isWhole(file: string): boolean {
  if (!existsSync(file)) return true;
  const folder = mkdtempSync(join(tmpdir(), 'straylight-whole-'));
  const copy = join(folder, 'copy.db');
  try {
    copyFileSync(file, copy);
    if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`);
    const database = new Database(copy);
    const answer = database.pragma('integrity_check', { simple: true });
    database.close();
    return answer === 'ok';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Sessions that live and rest, written by the host itself. */
export async function populate({ home, env }: World, count: number): Promise<void> {
  const loaded = loadConfig({ home, env: { ...env, STRAYLIGHT_TELEGRAM_TOKEN: undefined } });
  if (!loaded.ok) throw new Error(loaded.message);
  const { system, start, stop } = await compose(loaded.config, { reaching: false, server: false });
  await start();
  const { host } = system;
  const entry = host.registry.machines.get('session');
  if (!entry) throw new Error('there are no sessions in this agent');
  await system.perform(batch => {
    for (let n = 1; n <= count; n += 1) {
      const address = `session:terminal:live-${n}`;
      const input = entry.startsWith?.(address) ?? {};
      writeBirth(host, { entry, address, parent: null, childId: null, input, at: host.now(), id: host.id() }, batch);
    }
  });
  await stop();
}
