/** A home with a coding worker, a repository in its workspace, and a model that gives work to it. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { defined } from '../../../src/domain/text/json.ts';
import { openaiPeer } from '../../peers/openai.ts';
import type { Asked, Turn } from '../../peers/script.ts';
import { type Running, type TestAgent, withAgent } from '../rig/agent.ts';
import { clientId } from '../rig/wire.ts';

const peers = fileURLToPath(new URL('../../peers/acp', import.meta.url));

/** The words of the owner are `code FOLDER`, then steps of the program, a line each, and `check …` lines. */
function mind({ said, results }: Asked, worker: string): Turn {
  if (results.length > 0) return { text: `It came to: ${results.map(({ text }) => text).join(' | ')}` };
  const [, folder = '', steps = ''] = /^code (\S+)\n(.*)$/s.exec(said) ?? [];
  if (folder === '') return { text: `I see: ${said}` };
  const lines = steps.split('\n');
  const checks = lines.flatMap(line => (line.startsWith('check ') ? [line.slice('check '.length)] : []));
  const task = lines.filter(line => !line.startsWith('check ')).join('\n');
  return {
    toolCalls: [{ name: 'code', arguments: { worker, folder, task, checks } }],
  };
}

export interface Told {
  readonly agent: TestAgent;
  /** The repository. */
  readonly repo: string;
}

/** The settings of the worker `scripted`; `args`: more arguments of its program, each after a comma. */
export const scriptedWorker = (args = '') =>
  `[workers.scripted]\ncommand = "node"\nargs = ["${peers}/program.ts"${args}]\nfolders = ["${peers}"]\n`;

/** Makes the repository `toy` in the workspace of an agent. */
export function repositoryOf(agent: TestAgent): string {
  const repo = join(agent.workspace, 'toy');
  mkdirSync(repo, { recursive: true });
  const git = (...words: readonly string[]) => execFileSync('git', words, { cwd: repo, stdio: 'pipe' });
  git('init', '-q', '-b', 'main');
  writeFileSync(join(repo, 'a.txt'), 'one\ntwo\nthree\n');
  git('add', '-A');
  git('-c', 'user.name=Test', '-c', 'user.email=test@example.com', 'commit', '-qm', 'First');
  return repo;
}

export async function withWorker(
  story: (told: Told) => Promise<void>,
  more: { readonly args?: string; readonly config?: string; readonly worker?: string } = {},
): Promise<void> {
  const { args = '', config = '', worker = 'scripted' } = more;
  const peer = await openaiPeer({ models: ['test'], script: asked => mind(asked, worker) });
  const settings = `[safe_mode]\nboots = 0\n[models]\ndefault = "own/test"\n[models.providers.own]\nbase_url = "${peer.url}/v1"\nkey = "none"\n${scriptedWorker(args)}${config}`;
  try {
    await withAgent({ config: settings }, agent => story({ agent, repo: repositoryOf(agent) }));
  } finally {
    await peer.close();
  }
}

export const becomes = (t: TestContext, look: () => void | Promise<void>) =>
  t.waitFor(look, { interval: 50, timeout: 40_000 });

export const code = (running: Running, ...steps: readonly string[]) =>
  running.http('/api/sessions/session:web:main/messages', {
    clientId: clientId(),
    text: `code toy\n${steps.join('\n')}`,
  });

export const works = (agent: TestAgent) => agent.tables.rows('SELECT state, thread FROM workers_works ORDER BY id');
export const stateOf = (agent: TestAgent) => agent.tables.value('SELECT state FROM workers_works ORDER BY id DESC');

export const said = (agent: TestAgent) =>
  agent.tables
    .rows("SELECT body FROM messages WHERE session = 'session:web:main' AND role = 'assistant' ORDER BY n")
    .map(({ body }) => String(body));

/** What the program keeps of its thread. */
export function threadOf(agent: TestAgent): {
  readonly prompts: readonly string[];
  readonly heard: readonly string[];
  readonly done: number;
} {
  const root = join(agent.path, 'workers');
  const [key = ''] = existsSync(root) ? readdirSync(root) : [];
  return JSON.parse(readFileSync(join(root, key, 'home', 'thread-ses_1.json'), 'utf8'));
}

export async function pending(running: Running) {
  const { json } = await running.http('/api/approvals?state=pending');
  return json.approvals as readonly {
    readonly id: string;
    readonly rev: number;
    readonly card: {
      readonly key: string;
      readonly digest: string;
      readonly intent: string;
      readonly exact: string;
      readonly reasons: readonly string[];
    };
  }[];
}

/** Answers the one card that waits, as the page does; retried until it is on a screen. */
export async function answered(t: TestContext, running: Running, decision: 'approve' | 'deny') {
  await becomes(t, async () => {
    const [card] = await pending(running);
    if (card === undefined) throw new Error('no card waits yet');
    const { status, json } = await running.http(`/api/approvals/${card.card.key}/decision`, {
      commandId: clientId(),
      decision,
      digest: card.card.digest,
      rev: card.rev,
      ...defined({ confirmation: decision === 'approve' ? 'yes' : undefined }),
    });
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(json)}`);
  });
}

export const act = (running: Running, id: number, name: 'stop' | 'accept' | 'reject') =>
  running.http(`/api/workers/${id}/${name}`, { commandId: clientId() });
