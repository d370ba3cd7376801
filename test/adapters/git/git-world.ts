/** A workspace with the executor of this machine, and a git server behind a public name, over TLS on loopback. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import type { BubblewrapOptions } from '../../../src/adapters/executors/bubblewrap/walls.ts';
import { defaultLimits } from '../../../src/adapters/executors/limits.ts';
import { domainTrust } from '../../../src/adapters/fetcher/domain-trust.ts';
import { confinedFiles } from '../../../src/adapters/files/confined-files.ts';
import { confinedPaths } from '../../../src/adapters/files/confined-path.ts';
import { privateFiles } from '../../../src/adapters/files/private-files.ts';
import { gitExchange } from '../../../src/adapters/git/exchange.ts';
import type { GitNetwork } from '../../../src/adapters/git/relay.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { createToolbox } from '../../../src/adapters/toolbox/toolbox.ts';
import { lazyGit, localGitTools } from '../../../src/adapters/tools/git/local.ts';
import { remoteGitTools } from '../../../src/adapters/tools/git/remote.ts';
import { judge, type Verdict } from '../../../src/domain/policy/policy.ts';
import { privateNames } from '../../../src/domain/privacy/private-names.ts';
import { type FrozenCall, isMalformed } from '../../../src/domain/tools/tool.ts';
import type { Executor } from '../../../src/ports/executor.ts';
import type { SecretAccess } from '../../../src/ports/secrets/access.ts';
import type { RunningTool, ToolOutput } from '../../../src/ports/tool.ts';
import { gitListener } from '../../peers/servers/git-server.ts';
import { openChosen } from '../executors/open-chosen.ts';
import { certificateFor } from '../fetcher/fetcher-certificate.ts';

export interface GitWorld {
  readonly root: string;
  readonly workspace: string;
  readonly executor: Executor;
  readonly network: GitNetwork;
  /** What the server was asked for. */
  readonly asked: readonly Pick<IncomingMessage, 'method' | 'url' | 'headers'>[];
  /** Addresses that were connected to. */
  readonly connected: readonly string[];
  /** Stands before the repositories of the server: true answers itself. */
  before: (...request: Parameters<RequestListener>) => boolean;
  /** A bare repository of the server with these files in its first commit. */
  serve(name: string, files: Readonly<Record<string, string>>): string;
  /** Commits at the server, as somebody else does. */
  commitThere(name: string, file: string, content: string, branch?: string): void;
  /** Git on this machine, by hand. */
  git(folder: string, ...words: string[]): string;
  has(path: string, content: string, mode?: number): string;
  resolve(name: string, args: object): ReturnType<ReturnType<typeof createToolbox>['resolve']>;
  verdict(name: string, args: object, taint?: 'owner' | 'external'): Verdict;
  use(name: string, args: object): Promise<ToolOutput>;
}

export const host = 'git.example.com';
export const token = 'tok-1234567890-secret';

/** `open`: another executor than the one of this machine. */
export async function gitWorld(
  t: Pick<TestContext, 'after'>,
  open: (folders: BubblewrapOptions) => Promise<{ readonly executor: Executor }> = async options => ({
    executor: await openChosen(options),
  }),
): Promise<GitWorld> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'straylight-git-')));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const [workspace, scripts, settings, served] = ['workspace', 'scripts', 'settings', 'served'].map(name =>
    join(root, name),
  ) as [string, string, string, string];
  for (const folder of [workspace, scripts, settings, served]) mkdirSync(folder);
  const limits = { ...defaultLimits, maxOutputBytes: 60_000 };
  const { executor } = await open({ workspace, scripts, limits, clock: systemClock });
  t.after(() => executor.close());
  const files = confinedFiles(confinedPaths({ folders: { workspace, scripts, settings } }), systemClock);
  const certificate = certificateFor([host]);
  const asked: Pick<IncomingMessage, 'method' | 'url' | 'headers'>[] = [];
  const connected: string[] = [];
  const listener = gitListener(served);
  const server = createServer(certificate, (request, response) => {
    asked.push({ method: request.method, url: request.url, headers: request.headers });
    if (!world.before(request, response)) listener(request, response);
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const network: GitNetwork = {
    resolve: async name => ({ addresses: name === host ? ['93.184.216.34'] : [] }),
    connect: async ({ address }) => {
      connected.push(address);
      const socket = connect(port, '127.0.0.1');
      await new Promise<void>((done, failed) => socket.once('connect', done).once('error', failed));
      return socket;
    },
    clock: systemClock,
    blockedDomains: [],
    ownNetwork: { hosts: [], pins: new Map() },
    certificates: [certificate.cert],
  };
  const allowed = new Set<string>();
  const trust = domainTrust({
    lists: { allowed: [], alwaysApprove: [], blocked: [] },
    ledger: { has: domain => allowed.has(domain), note: ({ domain }) => void allowed.add(domain) },
    now: Date.now,
    isDirect: false,
  });
  const secrets: SecretAccess = {
    refusal: requests =>
      requests.some(({ use }) => use.way !== 'header' || new URL(use.url).host !== host)
        ? 'it is not for that'
        : undefined,
    reveal: async requests => new Map(requests.map(({ name }) => [name, token])),
  };
  const exchange = gitExchange({ files, git: lazyGit(executor), network, root: join(root, 'git') });
  const privacy = privateFiles(privateNames(), { workspace, scripts }, systemClock);
  const toolbox = createToolbox(
    [
      ...localGitTools({
        files,
        executor,
        privacy,
        author: { name: 'Ada', email: 'ada@localhost' },
      }),
      ...remoteGitTools({ files, exchange: async () => exchange, trust, secrets, redact: text => text }),
    ],
    'en',
    executor.kind,
  );
  let calls = 0;
  const resolve = (name: string, args: object) =>
    toolbox.resolve({ callId: `c${++calls}`, name, arguments: JSON.stringify(args) });
  const frozen = (name: string, args: object): FrozenCall => {
    const call = resolve(name, args);
    if (isMalformed(call)) throw new Error(call.problem);
    return call;
  };
  const git = (folder: string, ...words: string[]) =>
    execFileSync(
      'git',
      [
        '-C',
        folder,
        '-c',
        'user.name=Bob',
        '-c',
        'user.email=bob@localhost',
        '-c',
        'protocol.file.allow=always',
        '-c',
        'safe.directory=*',
        ...words,
      ],
      {
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], HOME: root, GIT_CONFIG_NOSYSTEM: '1' },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
  const world: GitWorld = {
    root,
    workspace,
    executor,
    network,
    asked,
    connected,
    git,
    before: () => false,
    serve(name, content) {
      const place = join(root, 'work', name);
      mkdirSync(place, { recursive: true });
      git(place, 'init', '-q', '-b', 'main');
      for (const [path, text] of Object.entries(content)) {
        mkdirSync(dirname(join(place, path)), { recursive: true });
        writeFileSync(join(place, path), text);
      }
      git(place, 'add', '-A');
      git(place, 'commit', '-q', '-m', 'the beginning');
      git(root, 'clone', '-q', '--bare', place, join(served, name));
      git(place, 'remote', 'add', 'origin', join(served, name));
      return `https://${host}/${name}`;
    },
    commitThere(name, file, text, branch = 'main') {
      const place = join(root, 'work', name);
      git(place, 'checkout', '-q', '-B', branch);
      writeFileSync(join(place, file), text);
      git(place, 'add', '-A');
      git(place, 'commit', '-q', '-m', `changes ${file}`);
      git(place, 'push', '-q', 'origin', branch);
    },
    has(path, content, mode = 0o644) {
      const whole = join(workspace, path);
      mkdirSync(dirname(whole), { recursive: true });
      writeFileSync(whole, content, { mode });
      return whole;
    },
    resolve,
    verdict: (name, args, taint = 'owner') => judge(frozen(name, args), { taint, executor: executor.kind }),
    use(name, args) {
      const call = frozen(name, args);
      const opened = toolbox.open(call, String(call.arguments));
      const signal = new AbortController().signal;
      return (opened.tool as RunningTool).run(opened.args, {
        session: 'session:terminal:main',
        turn: 't',
        call: call.callId,
        taint: 'owner',
        facts: call.facts,
        signal,
        progress: () => {},
      });
    },
  };
  return world;
}
