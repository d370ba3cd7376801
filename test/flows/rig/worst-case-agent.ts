/**
 * The real agent in this process, with a model that obeys everything and a small internet in which every connection is
 * seen.
 *
 * Nothing of Straylight is replaced but what lies outside of it: the model speaks the wire format of a vendor, names
 * resolve to public addresses, and connections to these end at servers on loopback.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as soon } from 'node:timers/promises';
import { loadConfig } from '../../../config/load.ts';
import { chooseExecutor } from '../../../src/adapters/executors/choose-executor.ts';
import { defaultLimits } from '../../../src/adapters/executors/limits.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { compose } from '../../../src/compose.ts';
import type { Taint } from '../../../src/domain/policy/taint.ts';
import type { Straylight } from '../../../src/features/process/straylight.ts';
import { createWorld, type Seen, type World } from '../../adapters/fetcher/fetcher-world.ts';
import { anthropicPeer } from '../../peers/anthropic.ts';
import type { ModelPeer } from '../../peers/model-server.ts';
import type { AnswerTurn } from '../../peers/script.ts';
import { type Tables, tablesOf } from './tables.ts';

export const newsAddress = '93.184.216.34';
export const evilAddress = '151.101.1.140';
/** Stands in `.env` and may be nowhere else. */
export const secret = 'sk-ant-worst-case-0123456789abcdef';

export interface WorstCaseAgent {
  readonly straylight: Straylight;
  readonly peer: ModelPeer;
  readonly world: World;
  /** What reached the site the owner reads, and what reached the other one. */
  readonly news: readonly Seen[];
  readonly evil: readonly Seen[];
  /** Pages of `http://news.example`, by path. */
  readonly pages: Map<string, string>;
  readonly home: string;
  readonly tables: Tables;
  /** A message of this conversation, and everything that follows from it. */
  say(session: string, text: string, taint?: Taint): Promise<void>;
  /** So much time goes by at once; the limits of the one door are a minute's. */
  pass(ms: number): void;
  /** Answers every card, or those of one conversation, until none is left. */
  answer(decision: 'approve' | 'deny', session?: string): Promise<void>;
  /** Resolves when so many calls of a conversation have ended. */
  ended(session: string, calls: number): Promise<void>;
  /** Resolves when Straylight has seen a tool that was put among its scripts. */
  noticed(tool: string): Promise<void>;
  /** A file among those of the home; undefined where there is none. */
  file(path: string): string | undefined;
  close(): Promise<void>;
}

export async function worstCaseAgent(
  script: AnswerTurn,
  settings = '',
  executor: 'bubblewrap' | 'direct' = 'bubblewrap',
): Promise<WorstCaseAgent> {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-worst-'));
  const home = join(folder, 'home');
  const closers: (() => unknown)[] = [];
  const world = createWorld({ after: close => closers.push(close) });
  world.name('news.example', [newsAddress]);
  world.name('evil.example', [evilAddress]);
  const pages = new Map<string, string>();
  const news = await world.peer(newsAddress, (request, response) => {
    const page = pages.get(request.url ?? '');
    const type = page?.startsWith('<!doctype html>') ? 'text/html' : 'text/plain';
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': `${type}; charset=utf-8` }).end(page);
  });
  const evil = await world.peer(evilAddress, (_, response) => response.end('thanks'));
  const peer = await anthropicPeer({ script, key: secret });
  closers.push(() => peer.close());

  mkdirSync(join(home, 'settings'), { recursive: true, mode: 0o700 });
  writeFileSync(
    join(home, 'config.toml'),
    `[models]\ndefault = "anthropic/claude-sonnet-5"\n[sandbox]\nexecutor = "${executor}"\n[channels.web]\nenabled = false\n[budget]\nmax_tokens_per_day = "none"\nmax_usd_per_day = "none"\n[approvals]\nexpires_ms = "never"\n${settings}`,
    { mode: 0o600 },
  );
  writeFileSync(join(home, '.env'), `ANTHROPIC_API_KEY=${secret}\n`, { mode: 0o600 });
  writeFileSync(join(home, 'settings', 'agent.toml'), '[personality]\nsoul = "You are kind."\n');
  const loaded = loadConfig({ home, env: { ANTHROPIC_BASE_URL: peer.url } });
  if (!loaded.ok) throw new Error(loaded.message);
  const close = async () => {
    for (const close of closers.toReversed()) await close();
    rmSync(folder, { recursive: true, force: true });
  };
  let later = 0;
  const clock = { ...systemClock, now: () => systemClock.now() + later };
  const options = { network: world, clock, reaching: false, server: false };
  const straylight = await compose(loaded.config, options).catch(async error => {
    await close();
    throw error;
  });
  closers.push(() => straylight.stop());
  await straylight.start();

  let said = 0;
  return {
    straylight,
    peer,
    world,
    news,
    evil,
    pages,
    home,
    tables: tablesOf(loaded.config.paths.database),
    pass: ms => {
      later += ms;
    },
    async say(session, text, taint = 'owner') {
      const id = `m${++said}`;
      if (taint === 'owner') await straylight.agent.sessions.say({ id: session, clientId: id, text });
      else
        await straylight.system.accept({
          target: session,
          dedupe: id,
          event: { type: 'message.received', messageId: id, text, taint },
        });
      await straylight.system.quiet();
    },
    answer: (decision, session) => answered(straylight, decision, session),
    async ended(session, calls) {
      const { value } = tablesOf(loaded.config.paths.database);
      // a yes that can be taken back is waited for
      while (Number(value('SELECT count(*) FROM tool_calls WHERE session = ?', session)) < calls) await soon(20);
      await straylight.system.quiet();
    },
    async noticed(tool) {
      while (!(await straylight.agent.tools.list()).tools.some(({ name }) => name === tool)) await soon(20);
    },
    file(path) {
      const whole = join(home, path);
      return existsSync(whole) ? readFileSync(whole, 'utf8') : undefined;
    },
    close,
  };
}

async function answered({ agent, system }: Straylight, decision: 'approve' | 'deny', session?: string): Promise<void> {
  const done = new Set<string>();
  for (;;) {
    const cards = (await agent.approvals.list({})).approvals.map(({ card }) => card);
    // it is read from the tables, which are written a moment after a commit
    const card = cards.find(one => !done.has(one.key) && (session === undefined || one.session === session));
    if (card === undefined) return;
    done.add(card.key);
    const { key, digest, nonce, risk, word } = card;
    const isPlain = decision === 'deny' || risk === 'low';
    const confirmation = isPlain ? undefined : (word ?? 'yes');
    await agent.approvals.decide({ id: `approval:${key}`, decision, digest, nonce, confirmation });
    await system.quiet();
  }
}

/** Why these stories cannot be told on this machine; false where they can. */
export async function sandboxProblem(): Promise<string | false> {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-worst-'));
  const [workspace, scripts] = [join(folder, 'workspace'), join(folder, 'scripts')];
  for (const one of [workspace, scripts]) mkdirSync(one);
  try {
    const { executor, reason } = await chooseExecutor({
      workspace,
      scripts,
      limits: defaultLimits,
      clock: systemClock,
    });
    await executor.close();
    return executor.kind === 'bubblewrap' ? false : reason;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
