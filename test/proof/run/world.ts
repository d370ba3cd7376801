/**
 * The outside of one run: Telegram and Anthropic as recording peers, an owner who presses "Approve", a home of its own,
 * and the trace that the deeds leave.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { homePaths } from '../../../config/home.ts';
import { anthropicPeer } from '../../peers/anthropic.ts';
import { type SentMessage, type TelegramPeer, telegramPeer } from '../../peers/telegram/telegram.ts';
import type { Flow } from '../flows.ts';
import { owner } from './owner.ts';
import { tapEveryCard } from './taps.ts';
import { type TraceLine, traceIn } from './trace.ts';

export interface World {
  readonly flow: Flow;
  readonly home: string;
  readonly traceFile: string;
  /** For the process of Straylight. */
  readonly env: Readonly<Record<string, string>>;
  /** What the owner said: the update's id and the tag of the message. */
  readonly said: readonly { readonly update: number; readonly tag: string }[];
  readonly sent: readonly SentMessage[];
  readonly telegram: TelegramPeer;
  /** Each time Straylight has asked Telegram for messages. */
  readonly polls: Pick<TelegramPeer['polls'], 'all' | 'until'>;
  /** How many replies the model was asked for. */
  readonly asked: number;
  trace(): readonly TraceLine[];
  /** Resolves once the model was asked for all that the flow wants of it. */
  readonly reached: Promise<void>;
  /** Resolves once Telegram holds nothing that is not confirmed. */
  delivered(): Promise<void>;
  readonly isDelivered: boolean;
  /** The owner looks at the cards once more; false: none of them asks for anything. */
  tapsAgain(): boolean;
  /** The owner gives the next of the flow's later commands; false: there is none left. */
  goesOn(): boolean;
  /** Resolves, once, when Straylight is to be stopped; call the answer when it has heard. */
  readonly restart: Promise<() => void>;
  /** The same for a conversation that is to begin its step anew. */
  readonly anew: Promise<() => void>;
  close(): Promise<void>;
}

const key = 'sk-ant-proof-000000000000';

export async function createWorld(flow: Flow): Promise<World> {
  const place = mkdtempSync(join(tmpdir(), 'straylight-proof-'));
  const home = join(place, 'home');
  const traceFile = join(place, 'trace.jsonl');
  mkdirSync(home, { mode: 0o700 });
  const telegram = await telegramPeer({ known: [owner] });
  const said: { update: number; tag: string }[] = [];
  const restart = Promise.withResolvers<() => void>();
  const anew = Promise.withResolvers<() => void>();
  const happened = new Set<string>();
  const reached = Promise.withResolvers<void>();
  if (flow.until === undefined) reached.resolve();
  const first = (what: string): boolean => {
    const isFirst = !happened.has(what);
    happened.add(what);
    if (what === flow.until) reached.resolve();
    return isFirst;
  };
  const say = (text: string): void => {
    telegram.say(owner, text);
    said.push({ update: telegram.unconfirmed().at(-1) ?? 0, tag: text.split(':', 1)[0] ?? '' });
  };
  /** Whoever plays Straylight is told, the first time; resolves when it has been done. */
  const once = async (what: string, tell: (done: () => void) => void): Promise<void> => {
    if (!first(what)) return;
    const done = Promise.withResolvers<void>();
    tell(done.resolve);
    await done.promise;
  };
  const anthropic = await anthropicPeer({
    key,
    script: flow.model({
      first,
      say(text) {
        if (first(`said ${text}`)) say(text);
      },
      command(text) {
        if (first(`said ${text}`)) telegram.say(owner, text);
      },
      restart: () => once('restart', restart.resolve),
      beginAnew: () => once('anew', anew.resolve),
    }),
  });
  writeFileSync(join(home, 'config.toml'), settings(telegram.url, flow));
  const folder = flow.work?.folder ?? flow.copied?.folder;
  if (folder !== undefined) repository(join(homePaths(home).workspace, folder));
  for (const text of flow.says) say(text);
  const taps = tapEveryCard(telegram, owner, flow.undoes);
  const later = [...(flow.later ?? [])];
  for (const reply of flow.replies ?? [])
    void telegram.sent
      .until(({ text }) => text.includes(reply.to), { timeoutMs: 600_000 })
      .then(
        () => say(reply.say),
        () => {},
      );

  return {
    flow,
    home,
    traceFile,
    env: { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: anthropic.url, STRAYLIGHT_TELEGRAM_TOKEN: telegram.token },
    said,
    sent: telegram.sent.all,
    telegram,
    polls: telegram.polls,
    get asked() {
      return anthropic.requests.filter(({ path }) => path === '/v1/messages').length;
    },
    trace: () => traceIn(traceFile),
    tapsAgain: taps.again,
    goesOn() {
      const command = later.shift();
      if (command !== undefined) telegram.say(owner, command);
      return command !== undefined;
    },
    get isDelivered() {
      return telegram.unconfirmed().length === 0;
    },
    async delivered() {
      await telegram.polls.until(() => telegram.unconfirmed().length === 0, { timeoutMs: 60_000 }).catch(() => {});
    },
    reached: reached.promise,
    restart: restart.promise,
    anew: anew.promise,
    async close() {
      await Promise.all([telegram.close(), anthropic.close()]);
      rmSync(place, { recursive: true, force: true });
    },
  };
}

/** One with a file and a commit. */
function repository(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const git = (...words: readonly string[]) => execFileSync('git', words, { cwd: folder, stdio: 'pipe' });
  git('init', '-q', '-b', 'main');
  writeFileSync(join(folder, 'a.txt'), 'one\n');
  git('add', '-A');
  git('-c', 'user.name=Test', '-c', 'user.email=test@example.com', 'commit', '-qm', 'First');
}

function settings(apiRoot: string, { approvals, undoS = 0, config = '', work, copied }: Flow): string {
  return `[models]
default = "anthropic/claude-sonnet-5"
[channels.telegram]
allowed_users = [${owner}]
api_root = "${apiRoot}"
[sandbox]
executor = "${(work ?? copied) === undefined ? 'direct' : 'bubblewrap'}"
[safe_mode]
boots = 0
[budget]
# an owner who goes on writing for hours is not what a budget is against
max_tokens_per_day = "none"
max_usd_per_day = "none"

[approvals]
mode = "${approvals}"
expires_ms = "never"
undo_window_s = ${undoS}
[store]
# a kill leaves the page cache alone, so a commit without fsync survives it just as well
synchronous = "normal"
snapshot_every = 5
[shutdown]
grace_ms = 3000
${config}`;
}
