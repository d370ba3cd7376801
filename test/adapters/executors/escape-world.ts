/** The world around a sandbox that a command must not reach, and the trying of it. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExecutorOptions } from '../../../src/adapters/executors/direct/direct.ts';
import { startOf } from '../../../src/adapters/executors/processes/survivors.ts';
import { randomText, systemClock } from '../../../src/adapters/process/clock.ts';
import type { CommandResult, Executor } from '../../../src/ports/executor.ts';
import type { EscapeProbe } from './escape-probes.ts';

export interface EscapeWorld {
  /** For the executor that is tried. */
  readonly options: ExecutorOptions;
  /**
   * What each attempt achieved, or that it was refused and how; those that need no command of their own share one. Throws
   * where a probe did not run.
   */
  attemptAll(executor: Executor, probes: readonly EscapeProbe[]): Promise<ReadonlyMap<EscapeProbe, Answer>>;
  /** Connections and packets that arrived outside. */
  readonly heard: () => number;
  close(): Promise<void>;
}

export interface Answer {
  readonly achieved?: string;
  readonly refusal: string;
}

/** Listeners on every way in, a home with a secret, and folders for an executor. */
export async function escapeWorld(): Promise<EscapeWorld> {
  const home = mkdtempSync(join(tmpdir(), 'straylight-escape-'));
  const folders = { workspace: join(home, 'workspace'), scripts: join(home, 'scripts') };
  for (const folder of [...Object.values(folders), join(home, 'outside')]) mkdirSync(folder);
  writeFileSync(join(home, 'straylight.db'), 'only-the-agent-knows-this');
  const limits = { memoryBytes: 2 ** 27, processes: 200, fileBytes: 2 ** 26, cpuSeconds: 60, maxOutputBytes: 100_000 };
  const canary = `canary-${randomText(12)}`;
  // Its environment can be read by whoever sees it; ours holds what it was born with.
  const bystander = spawn('sleep', ['600'], { env: { STRAYLIGHT_CANARY: canary }, stdio: 'ignore' });
  let heard = 0;
  const listeners: Server[] = [];
  const listen = async (where: object) => {
    const server = createServer(socket => {
      heard += 1;
      socket.on('error', () => {}).end();
    });
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(where, resolve));
    listeners.push(server);
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  };
  const abstract = `\0straylight-${randomText(12)}`;
  const tcp = await listen({ port: 0, host: '127.0.0.1' });
  await listen({ path: abstract });
  const datagrams = createSocket('udp4', (message, { port, address }) => {
    heard += 1;
    datagrams.send(message, port, address);
  });
  await new Promise<void>(resolve => datagrams.bind(0, '127.0.0.1', resolve));
  const word = randomText(24);
  // Longer than what comes after it, so that it is not just written over.
  const room = ' '.repeat(40_000);
  const hash = createHash('sha256').update(word).digest('hex');
  const calls = systemCalls();
  const given = {
    tcp,
    abstract,
    canary,
    udp: datagrams.address().port,
    addresses: Object.values(networkInterfaces()).flatMap(all =>
      (all ?? []).filter(({ internal }) => !internal).map(({ address }) => address),
    ),
    secret: join(home, 'straylight.db'),
    outside: join(home, 'outside'),
    straylight: `${process.pid} ${startOf(process.pid)}`,
    memory: limits.memoryBytes,
    file: limits.fileBytes,
    denied: calls.denied,
    calls: calls.numbers,
  };

  async function run(executor: Executor, codes: readonly string[], more: object): Promise<CommandResult> {
    writeFileSync(join(folders.workspace, 'attempt.py'), attemptPy);
    return await executor.execute({
      command: 'an attempt to escape',
      argv: ['python3', `${executor.folders.workspace}/attempt.py`],
      stdin: JSON.stringify({
        ...given,
        codes: codes.map(code => (code.includes('\n') ? code : `    ${code}`)),
        ...more,
      }),
      timeoutMs: 60_000,
      signal: new AbortController().signal,
    });
  }

  /** Answers of probes that share a command, and the one before it. */
  async function attempts(executor: Executor, probes: readonly EscapeProbe[]): Promise<readonly Answer[]> {
    const before = probes.flatMap(probe => probe.before ?? []);
    if (before.length > 0) await run(executor, before, { room, word });
    const codes = probes.map(probe => probe.attempt);
    const result = await run(executor, codes, { half: word.slice(0, 12), hash });
    const lines = result.stdout.trim().split('\n').slice(-codes.length);
    return probes.map(({ name, mayDie }, index) => {
      const answer = answerOf(lines[index] ?? '');
      if (answer) return answer;
      if (mayDie && (result.signal || result.exitCode !== 0))
        return { refusal: `it ended by ${result.signal ?? result.exitCode}` };
      throw new Error(`the probe “${name}” did not run: ${JSON.stringify(result)}`);
    });
  }

  return {
    options: { ...folders, limits, clock: systemClock },
    async attemptAll(executor, probes) {
      const isShared = ({ mayDie, alone }: EscapeProbe) => !mayDie && !alone;
      const { now = [], after = [] } = Object.groupBy(probes.filter(isShared), ({ before }) =>
        before === undefined ? 'now' : 'after',
      );
      const groups = [now, after, ...probes.filter(probe => !isShared(probe)).map(probe => [probe])];
      const answers = new Map<EscapeProbe, Answer>();
      for (const group of groups)
        if (group.length > 0)
          for (const [index, answer] of (await attempts(executor, group)).entries())
            answers.set(group[index] as EscapeProbe, answer);
      return answers;
    },
    heard: () => heard,
    async close() {
      bystander.kill('SIGKILL');
      datagrams.close();
      for (const listener of listeners) listener.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function answerOf(line: string): Answer | undefined {
  if (line.startsWith('achieved ')) return { achieved: line.slice('achieved '.length), refusal: '' };
  if (line.startsWith('refused ')) return { refusal: line.slice('refused '.length) };
  return undefined;
}

/** By name, for this architecture: what is denied, and some more that probes call. */
function systemCalls() {
  const column = process.arch === 'arm64' ? 2 : 1;
  const rows = readFileSync(new URL('../../../sandbox/denied-syscalls', import.meta.url), 'utf8')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(line => line.split(/\s+/))
    .filter(words => words[column] !== '-');
  const others = { clone: [56, 220], clone3: [435, 435], process_vm_readv: [310, 270], pidfd_open: [434, 434] };
  return {
    denied: rows.map(([name]) => name),
    numbers: {
      ...Object.fromEntries(rows.map(words => [words[0], Number(words[column])])),
      ...Object.fromEntries(Object.entries(others).map(([name, numbers]) => [name, numbers[column - 1]])),
    },
  };
}

/**
 * Runs one body and says how it went, or several, each in a process of its own, a line for each; the helpers are what
 * bodies use.
 */
const attemptPy = `
import ctypes, errno, fcntl, hashlib, json, mmap, os, resource, shutil, signal, socket, stat, struct, sys, time
given = json.load(sys.stdin)
libc = ctypes.CDLL(None, use_errno=True)
def syscall(name, *args):
  number = given['calls'][name]
  return libc.syscall(ctypes.c_long(number), *[ctypes.c_long(a) if isinstance(a, int) else a for a in args])
def raw(name, *args):
  answer = syscall(name, *args)
  if answer < 0: raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
  return '%s gave %d' % (name, answer)
helpers = dict(globals())
def tried(code):
  space = dict(helpers)
  exec('def attempt():\\n' + code, space)
  try:
    achieved, why = space['attempt'](), 'nothing was achieved'
  except BaseException as error:
    achieved, why = None, '%s: %s' % (type(error).__name__, error)
  print('refused ' + why.replace('\\n', ' ') if achieved is None else 'achieved ' + repr(achieved)[:200].replace('\\n', ' '), flush=True)
if len(given['codes']) == 1: tried(given['codes'][0])
else:
  for code in given['codes']:
    pid = os.fork()
    if pid == 0:
      tried(code)
      os._exit(0)
    _, status = os.waitpid(pid, 0)
    if status: print('it ended by %d' % status, flush=True)
`;
