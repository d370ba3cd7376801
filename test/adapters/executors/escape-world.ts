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
  /** One attempt: what it achieved, or that it was refused and how. Throws where the probe did not run. */
  attempt(executor: Executor, probe: EscapeProbe): Promise<{ readonly achieved?: string; readonly refusal: string }>;
  /** Connections and packets that arrived outside. */
  readonly heard: () => number;
  close(): Promise<void>;
}

/** Listeners on every way in, a home with a secret, and folders for an executor. */
export async function escapeWorld(): Promise<EscapeWorld> {
  const home = mkdtempSync(join(tmpdir(), 'straylight-escape-'));
  const folders = { workspace: join(home, 'workspace'), scripts: join(home, 'scripts') };
  for (const folder of [...Object.values(folders), join(home, 'outside')]) mkdirSync(folder);
  writeFileSync(join(home, 'straylight.db'), 'only-the-agent-knows-this');
  const limits = { memoryBytes: 2 ** 29, processes: 200, fileBytes: 2 ** 26, cpuSeconds: 60, maxOutputBytes: 100_000 };
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

  async function run(executor: Executor, code: string, more: object): Promise<CommandResult> {
    writeFileSync(join(folders.workspace, 'attempt.py'), attemptPy);
    return await executor.execute({
      command: 'an attempt to escape',
      argv: ['python3', `${executor.folders.workspace}/attempt.py`],
      stdin: JSON.stringify({ ...given, code: code.includes('\n') ? code : `    ${code}`, ...more }),
      timeoutMs: 30_000,
      signal: new AbortController().signal,
    });
  }

  return {
    options: { ...folders, limits, clock: systemClock },
    async attempt(executor, { before, attempt, mayDie }) {
      if (before !== undefined) await run(executor, before, { room, word });
      const result = await run(executor, attempt, { half: word.slice(0, 12), hash });
      const line = result.stdout.trim().split('\n').at(-1) ?? '';
      if (line.startsWith('achieved ')) return { achieved: line.slice('achieved '.length), refusal: '' };
      if (line.startsWith('refused ')) return { refusal: line.slice('refused '.length) };
      if (mayDie && (result.signal || result.exitCode !== 0))
        return { refusal: `it ended by ${result.signal ?? result.exitCode}` };
      throw new Error(`the probe did not run: ${JSON.stringify(result)}`);
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

/** Runs one body and says how it went; the helpers are what bodies use. */
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
space = dict(globals())
exec('def attempt():\\n' + given['code'], space)
try:
  achieved, why = space['attempt'](), 'nothing was achieved'
except BaseException as error:
  achieved, why = None, '%s: %s' % (type(error).__name__, error)
print('refused ' + why.replace('\\n', ' ') if achieved is None else 'achieved ' + repr(achieved)[:200])
`;
